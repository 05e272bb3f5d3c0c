"""Unsigned words with signed ones: arithmetic is unsigned, comparisons are mathematical."""
from rpython.rlib.rarithmetic import r_uint, intmask, r_longlong, r_ulonglong, r_int32, r_uint32

TOP = 0x8000000000000000
ALL = 0xffffffffffffffff


def compare(u, i):
    return ''.join([str(int(b)) for b in [u < i, u <= i, u == i, u != i, u > i, u >= i, i < u, i <= u, i == u, i != u, i > u, i >= u]])


def operate(u, i):
    print('%d %d %d %d %d %d' % (u + i, u * i, u & i, u | i, u ^ i, u << 3))
    if i != 0:
        print('%d %d' % (u // i, u % i))
    print('%d %d %d %d' % (i + u, u >> 3, ~u, -u))


def entry_point(argv):
    one = len(argv)
    us = [r_uint(0), r_uint(1), r_uint(one * 5), r_uint(0x7fffffffffffffff), r_uint(TOP), r_uint(ALL)]
    ints = [0, 1, -1, 5, 9223372036854775807, -9223372036854775807 - 1]
    for u in us:
        print(' '.join([compare(u, i) for i in ints]))
        print('%d %x %o %s %s %r' % (u, u, u, u, hex(u), intmask(u)))
        for i in [0, 1, 7, 1000003, 9223372036854775807]:
            operate(u, i)
    x = TOP
    for i in range(4):
        x = (x >> 1) | (x & 1)
        print(x, '%x' % x)
    y = (one * 12345678901234567) & ALL
    print(y, y >> 60, y * 1000 & ALL, (y << 8) & ALL, (y ^ ALL) & ALL)
    print((-one) & ALL, (-one) & 0xffffffff, (-2 * one) & TOP, ~one & ALL)
    print(r_ulonglong(5) + 3, r_longlong(-5) + 3, r_ulonglong(-1), int(r_uint32(one) + r_uint32(2)), int(r_int32(-one)))
    print(one * 3 > TOP, TOP > one, ALL == -one, intmask(ALL) == -one, r_uint(-one) == ALL)
    u = r_uint(0)
    for i in range(10):
        u = u * 10 + (one + i) % 10
    print(u, float(u), float(r_uint(ALL)), u / 2 if False else u // 2, bool(u), int(u), abs(one))
    print(max(r_uint(3), r_uint(one)), min(r_uint(3), r_uint(one)), sorted([r_uint(3), r_uint(ALL), r_uint(1)])[2] == ALL)
    try:
        print(u // r_uint(one - 1))
    except ZeroDivisionError:
        print('ZeroDivisionError')
    d = {r_uint(5): 'five', r_uint(ALL): 'all'}
    print(d[r_uint(one * 5)], d[r_uint(-one)])
    return 0


def target(driver, args):
    return entry_point, None
