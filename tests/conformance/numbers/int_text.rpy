"""Texts of integers in several bases, and back; formatting with widths."""
from rpython.rlib.rarithmetic import intmask


def entry_point(argv):
    x = 1
    values = [0, 1, -1, 9, 10, -10, 99, 100, 255, 256, (1 << 63) - 1, -(1 << 63), -(1 << 63) + 1]
    for i in range(60):
        x = intmask(x * 6364136223846793005 + 1442695040888963407)
        values.append(x >> (i % 64))
    for v in values:
        s = str(v)
        print(s)
        if int(s) != v:
            print("not the same")
        print("%d|%5d|%-5d|%05d|%x|%o" % (v, v, v, v, v & 0xffff, v & 0xfff))
        print(hex(v))
        print(oct(v))
        print(int("%x" % (v & 0xffffff), 16))
    for s in ["0x1f", "1f", "zz", "0b11", "0o17", "12_3", "+5", "- 5", "", " ", "922337203685477580"]:
        for base in [10, 16, 2]:
            if s == "12_3" or (base > 10 and len(s) > 15):
                continue
            try:
                print(int(s, base))
            except ValueError:
                print("ValueError")
    return 0


def target(driver, args):
    return entry_point, None
