# Base64 by hand, both ways.
def _letters():
    letters = []
    for first, last in [("A", "Z"), ("a", "z"), ("0", "9")]:
        for n in range(ord(first), ord(last) + 1):
            letters.append(chr(n))
    return "".join(letters) + "+/"


LETTERS = _letters()
VALUES = dict([(LETTERS[i], i) for i in range(64)])


def encode(data):
    out = []
    at = 0
    while at < len(data):
        count = min(3, len(data) - at)
        n = 0
        for i in range(3):
            n = n << 8
            if i < count:
                n |= ord(data[at + i])
        for i in range(4):
            if i <= count:
                out.append(LETTERS[n >> (18 - 6 * i) & 0x3f])
            else:
                out.append("=")
        at += 3
    return "".join(out)


def decode(text):
    out = []
    bits = n = 0
    for c in text:
        if c == "=":
            break
        if c not in VALUES:
            raise ValueError("no letter: %r" % c)
        n = n << 6 | VALUES[c]
        bits += 6
        if bits >= 8:
            bits -= 8
            out.append(chr(n >> bits & 0xff))
    return "".join(out)


def entry_point(argv):
    print(LETTERS)
    for data in ["", "f", "fo", "foo", "foob", "\x00\xff\x10\x80"]:
        text = encode(data)
        print("%d %s %s" % (len(data), text, decode(text) == data))
    try:
        print(decode("Zm9v!"))
    except ValueError as e:
        print("error: %s" % e)
    return 0


def target(driver, args):
    return entry_point, None
