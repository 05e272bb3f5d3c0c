# stdin: The quick brown fox\njumps over the lazy dog\n
import os


def make_table(*, polynomial: int = 0xEDB88320) -> list:
    table = []
    for n in range(256):
        for _ in range(8):
            n = n >> 1 ^ polynomial * (n & 1)
        table.append(n)
    return table


TABLE = make_table()


def crc(data: bytes) -> int:
    value = 0xFFFF_FFFF
    for byte in data:
        value = TABLE[(value ^ byte) & 0xFF] ^ value >> 8
    return value ^ 0xFFFF_FFFF


def adler(data: bytes) -> int:
    a, b = 1, 0
    for byte in data:
        a = (a + byte) % 65521
        b = (b + a) % 65521
    return (b << 16) | a


def entry_point(argv):
    for line in os.read(0, 500).split(b"\n"):
        xor = 0
        for byte in line:
            xor ^= byte
        print(f"{crc(line):08x} {adler(line):08x} {xor:3} {line.decode()!r}")
    try:
        b"abc".index(b"d")
    except ValueError:
        print("no index")
    print(hex(TABLE[1]), TABLE[8] // 3, crc(b"\xff\xfe") % 1000)
    return 0


def target(driver, args):
    return entry_point, None
