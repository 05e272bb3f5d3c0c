"""Building long strings: concatenation, join, StringBuilder."""
from rpython.rlib.rstring import StringBuilder


def with_plus(n):
    s = ""
    for i in range(n):
        s = s + str(i) + ","
    return s


def with_join(n):
    parts = []
    for i in range(n):
        parts.append(str(i))
    return ",".join(parts) + ","


def with_builder(n):
    b = StringBuilder()
    for i in range(n):
        b.append(str(i))
        b.append(",")
    return b.build()


def with_builder_sizes(n):
    b = StringBuilder(10)
    for i in range(n):
        b.append_multiple_char('x', i)
        b.append_slice("0123456789", 2, 5)
    b.append("end")
    print(b.getlength())
    return b.build()


def checksum(s):
    h = 0
    for c in s:
        h = (h * 31 + ord(c)) % 1000000007
    return h


def entry_point(argv):
    for n in [0, 1, 10, 500]:
        a = with_plus(n)
        b = with_join(n) if n > 0 else ""
        c = with_builder(n)
        print(len(a))
        print(a == b)
        print(a == c)
        print(checksum(a))
    print(with_builder_sizes(6))
    return 0


def target(driver, args):
    return entry_point, None
