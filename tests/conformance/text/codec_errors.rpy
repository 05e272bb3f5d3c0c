# requires-python = ">=3"
"""What errors of `decode` and `encode` say, and their attributes."""


def decoded(data, encoding):
    try:
        if encoding == "ascii":
            return data.decode("ascii")
        return data.decode("utf-8")
    except UnicodeDecodeError as e:
        print(e)
        print("%s %d %d %s %d" % (e.encoding, e.start, e.end, e.reason, len(e.object)))
        print(len(e.args), e.args[0], e.args[2] + 1, e.args[4])
    return "-"


def utf8(data):
    try:
        return data.decode("utf-8")
    except ValueError as e:
        return str(e)


def strict(data, errors):
    try:
        return data.decode("ascii", errors)
    except UnicodeError as e:
        print(e.reason, e.start)
        return "refused: %s" % e


def made(start, end):
    try:
        raise UnicodeDecodeError("mine", b"abc", start, end, "because")
    except UnicodeDecodeError as e:
        print(str(e))
    try:
        raise UnicodeEncodeError("mine", "abc", start, end, "because")
    except UnicodeEncodeError as e:
        print(str(e))
        print(e.start, e.end)


def entry_point(argv):
    n = len(argv)
    for data in [b"ab\xff", b"\xe4\xb8", b"a\xe4\xb8b", b"\xf0\x9f\x98 ", b"\xed\xa0\x80", b"\xc0\x80", b"fine",
                 b"\xf5", b"\xf0\x80\x80\x80", b"\x80", b"\xf4\x90\x80\x80"]:
        print(utf8(data * n))
    print(decoded(b"ab\xff\xfe" * n, "ascii"))
    print(decoded(b"ab\xff\xfe" * n, "utf-8"))
    print(strict(b"ab\xff" * n, "strict"), strict(b"ab\xff" * n, "ignore"))
    made(n, n + 1)
    made(n, n + 2)
    made(n - 1, n + 7)
    made(n + 7, n + 8)
    return 0


def target(driver, args):
    return entry_point, None
