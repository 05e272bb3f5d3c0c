# All bytes, as text and back.
ALL = bytes(range(256))
TEXT = ALL.decode("latin-1")
assert TEXT[200] == "\xc8" and ALL[200] == 200 and len(TEXT) == 256


def rotate(data: bytes, n: int) -> bytes:
    return bytes([(byte + n) % 256 for byte in data])


def shown(data: bytes) -> str:
    return repr(data)[1:]


def entry_point(argv):
    text = ALL.decode("latin-1")
    print(len(text), ord(text[255]), ord(text[128]), text.encode("latin-1") == ALL)
    turned = rotate(ALL, 3)
    print(turned[0], turned[255], rotate(turned, -3) == ALL)
    print(shown(rotate(b"\xfe\xff", 1)), rotate(b"abc", 1).decode("latin-1"))
    try:
        "\u20ac".encode("ascii")
    except UnicodeEncodeError:
        print("not in latin-1")
    total = 0
    for byte in ALL:
        total += byte
    print(total // 256, ALL.find(b"\x80"), ALL.count(b"A"))
    high = ALL[128:]
    print(len(high), shown(high[:2]), ALL[65:70].decode(), shown(ALL[::-50][1:3]))
    for at in range(224, 227):
        print(f"{ord(text[at])} {shown(text[at].encode('latin-1'))}", end=" " * (at < 226))
    print()
    return 0


def target(driver, args):
    return entry_point, None
