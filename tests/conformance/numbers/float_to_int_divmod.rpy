# jit: yes
# Numbers of other types made of floats, texts of divisions by zero, powers at the edge.
from rpython.rlib.rarithmetic import r_uint, intmask, r_int32, r_uint32, r_longlong, ovfcheck_float_to_int
from rpython.rlib.jit import JitDriver


def as_int(f):
    try:
        return str(int(f))
    except OverflowError as e:
        return "OverflowError: " + str(e)
    except ValueError as e:
        return "ValueError: " + str(e)


def as_uint(f):
    try:
        return str(r_uint(f))
    except OverflowError as e:
        return "OverflowError: " + str(e)
    except ValueError as e:
        return "ValueError: " + str(e)


def as_longlong(f):
    try:
        return str(r_longlong(f))
    except OverflowError as e:
        return "OverflowError: " + str(e)
    except ValueError as e:
        return "ValueError: " + str(e)


def as_narrow(f):
    try:
        return str(intmask(r_int32(f)) + 1) + " " + str(intmask(r_uint32(f)))
    except OverflowError as e:
        return "OverflowError"
    except ValueError as e:
        return "ValueError"


def division(a, b):
    try:
        return str(a // b)
    except ZeroDivisionError as e:
        return str(e)


def remainder(a, b):
    try:
        return str(a % b)
    except ZeroDivisionError as e:
        return str(e)


def both(a, b):
    try:
        q, r = divmod(a, b)
        return str(q) + " " + str(r)
    except ZeroDivisionError as e:
        return str(e)


def float_both(x, y):
    try:
        q, r = divmod(x, y)
        return str(q) + " " + str(r)
    except ZeroDivisionError as e:
        return str(e)


def mixed_both(a, y):
    try:
        q, r = divmod(a, y)
        return str(q) + " " + str(r)
    except ZeroDivisionError as e:
        return str(e)


def unsigned_both(a, b):
    try:
        return str(a // b) + " " + str(a % b)
    except ZeroDivisionError:
        return "ZeroDivisionError"


def power(x, y):
    try:
        return str(x ** y)
    except ZeroDivisionError as e:
        return str(e)
    except OverflowError:
        return "OverflowError"


driver = JitDriver(greens=['end'], reds=['i', 'total'])


FLOATS = [1.0, 2.5, 1e15, float("inf"), float("nan")]


def loop(end):
    i = 0
    total = 0
    while i < end:
        driver.jit_merge_point(end=end, i=i, total=total)
        f = FLOATS[i % 5] * i
        try:
            total += int(f) & 0xffff
        except OverflowError:
            total += 1
        except ValueError:
            total += 3
        i += 1
    return total


def entry_point(argv):
    inf = float("inf")
    nan = inf - inf
    for f in [0.0, -0.0, 0.9999999999999999, -0.9999999999999999, 1.5, -1.5, 4503599627370497.5, 9.2e18, -9.2e18, -9223372036854775808.0]:
        print(as_int(f), as_uint(f), as_longlong(f))
    for f in [inf, -inf, nan]:
        print(as_int(f), as_uint(f), as_longlong(f), as_narrow(f))
    for f in [9223372036854775808.0, 1e19, 1.8446744073709550e19]:
        print(as_uint(f))
    for f in [3.7, -3.7, 2147483646.5]:
        print(as_narrow(f))
    for f in [1e19, -1e19, 9223372036854775808.0]:
        try:
            print(ovfcheck_float_to_int(f))
        except OverflowError:
            print("does not fit")
    for a in [7, -7, 0]:
        for b in [2, -2, 0]:
            print(a, b, division(a, b), remainder(a, b), both(a, b))
    for x in [7.5, -7.5, 0.0, -0.0, inf, nan]:
        for y in [2.0, -2.0, 0.0, -0.0, inf, -inf]:
            print(x, y, float_both(x, y))
    print(mixed_both(7, 2.5), mixed_both(-7, 2.5), mixed_both(-7, 0.0))
    for a in [7, 9, 0]:
        for b in [2, 0]:
            print(unsigned_both(r_uint(a), r_uint(b)))
    for x in [0.0, -0.0, 2.0, -2.0, inf, -inf, nan, 1e300]:
        for y in [0.0, 1.0, -1.0, 2.0, -3.0, inf, -inf, nan]:
            print(power(x, y))
    print(2 ** 62, (-2) ** 63, 3 ** 39, 0 ** 0, r_uint(2) ** 63, pow(7, 20), pow(3, 100, 7))
    print(loop(300))
    return 0


def target(driver, args):
    return entry_point, None
