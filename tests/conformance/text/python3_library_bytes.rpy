"""What functions of the standard library give as bytes to a program of Python 3, at import time and when it runs."""
import base64
import binascii
import struct

HEADER = struct.pack("<HB", 513, 7)
SMALL = (258).to_bytes(2, "little")
CODED = base64.b64encode(b"ab\xff")
HEXED = binascii.hexlify(b"\x01\xfe")


def entry_point(argv):
    n = len(argv)
    print(f"{HEADER[0]} {HEADER[1]} {HEADER[2]} {SMALL[0]} {CODED[0]} {HEXED[1]}")
    print(f"{HEADER!r} {SMALL!r} {CODED!r} {HEXED!r}")
    packed = struct.pack("<HB", 512 + n, 7)
    print(packed[0], packed[1], repr(packed), [b for b in packed])
    raw = (257 + n).to_bytes(2, "little")
    print(raw[0], raw[1], repr(raw))
    total = 0
    for b in raw + packed:
        total += b
    print(total)
    name, number = struct.unpack("<2sH", b"ab" + struct.pack("<H", n))
    print(name[0], number, repr(name), repr(name.decode()))
    return 0


def target(driver, args):
    return entry_point, None
