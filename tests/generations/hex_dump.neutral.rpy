# stdin: Hello, hex dump: tilde ~ and\\tend\n
import os
import sys


def printable(c):
    return c if 32 <= ord(c) < 127 else "."


def line_of(at, block):
    codes = " ".join(["%02x" % ord(c) for c in block])
    shown = "".join([printable(c) for c in block])
    return "%04x  %s  |%s|" % (at, codes.ljust(23), shown)


def entry_point(argv):
    data = os.read(0, 100)
    if sys.version_info[0] >= 3:
        data = data.decode("latin-1")
    at = 0
    while at < len(data):
        print(line_of(at, data[at:at + 8]))
        at += 8
    print("%04x" % len(data))
    print(line_of(0, "\xff\x80\x7f\x00"))
    total = 0
    low, high = data[0], data[0]
    for c in data:
        total += ord(c)
        low = min(low, c)
        high = max(high, c)
    print("sum: %d max: %s %r" % (total, high, low))
    codes = []
    for c in data:
        if not c.isalpha():
            codes.append(hex(ord(c)))
    print(",".join(codes))
    print("".join(["%02x" % ord(data[i]) for i in range(len(data) - 5, len(data))]))
    return 0


def target(driver, args):
    return entry_point, None
