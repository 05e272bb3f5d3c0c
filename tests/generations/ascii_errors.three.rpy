CASES = [b"plain", b"caf\xe9", b"", b"\x80\x81x"]


def shown(data: bytes) -> str:
    return repr(data)[1:]


def strict(data: bytes) -> str:
    try:
        data.decode("ascii")
    except UnicodeDecodeError:
        for at, byte in enumerate(bytearray(data)):
            if byte > 127:
                return f"byte {byte:#04x} at {at}"
    return "fine"


def replaced(data: bytes) -> bytes:
    return data.decode("ascii", "replace").encode("utf-8")


def entry_point(argv):
    for data in CASES:
        ignored = data.decode("ascii", errors="ignore").encode()
        print(shown(data), strict(data), shown(ignored), shown(replaced(data)))
    for text in ["abc", "a\xe9", "\u20ac!"]:
        try:
            print(shown(text.encode("ascii")), end=" ")
        except UnicodeEncodeError:
            print("strict fails,", end=" ")
        print(shown(text.encode("ascii", "ignore")), text.encode("ascii", "replace").decode("ascii"))
    print(len(replaced(b"\xff")) // 2)
    return 0


def target(driver, args):
    return entry_point, None
