# stdin: plain\n
import os

GOOD = b"caf\xc3\xa9 \xe2\x82\xac"
BAD = b"a\xff\xfeb\xc3"
assert GOOD[3] == 0xc3 and [*GOOD[:2]] == [99, 97]


def length(data: bytes) -> int:
    n = 0
    for byte in data:
        if byte & 0xC0 != 0x80:
            n += 1
    return n


def valid(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def shown(data: bytes) -> str:
    return repr(data)[1:]


def entry_point(argv):
    raw = os.read(0, 100)
    print(raw.decode("utf-8").strip(), len(raw))
    print(len(GOOD), length(GOOD), GOOD.decode("utf-8").encode("utf-8") == GOOD)
    print(valid(GOOD), valid(BAD), valid(b"\xc0\x80"), valid(b"\xed\xa0"), valid(b""))
    print(shown(BAD.decode("utf-8", "ignore").encode("utf-8")))
    print(shown(b"x\xffy".decode("utf-8", errors="replace").encode("utf-8")))
    for data in [b"\x00\x7f", b"\xc2\xa3\xc2\xa3"]:
        print(shown(data), len(data), len(data.decode().encode()) // 2)
    print(shown(b"ab".decode("utf-8").upper().encode("utf-8")))
    return 0


def target(driver, args):
    return entry_point, None
