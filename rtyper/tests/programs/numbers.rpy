from rpython.rlib.rarithmetic import r_uint, intmask, ovfcheck

def checked(a, b):
    try:
        return ovfcheck(a + b)
    except OverflowError:
        return -1

def fact(n):
    r = 1
    i = 1
    while i <= n:
        try:
            r = ovfcheck(r * i)
        except OverflowError:
            return -i
        i += 1
    return r

def entry_point(argv):
    print(checked(5, 6))
    print(checked(9223372036854775807, len(argv)))
    print(fact(20))
    print(fact(30))
    x = 7.5 * len(argv)
    print(x)
    print(x / 4)
    print(int(x) + 1)
    print(-7 // len(argv), -7 % 3, 7 // -len(argv))
    print(1 << len(argv), 1024 >> len(argv))
    print(0xff & 0x3c | 1, 5 ^ len(argv), ~len(argv))
    print(float("2.5") + 1)
    print(str(0.1 * len(argv)), 1e100 * len(argv), 1.0 * len(argv))
    print(hex(255 * len(argv)), oct(8 * len(argv)), bin(5 * len(argv)))
    print("%5d|%-5d|%05d|%.2f|%x|%s" % (42, 42, 42, 3.14159, 255, "s"))
    print(abs(-5 * len(argv)), min(3, len(argv)), max(3, len(argv)))
    print(True and len(argv) == 2, not argv)
    print(bool(len(argv)))
    print(ord("a"), chr(65 + len(argv)))
    return 0
