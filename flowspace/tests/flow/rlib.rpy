from rpython.rlib.rarithmetic import ovfcheck
from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.unroll import unrolling_iterable

PAIRS = unrolling_iterable([("a", 1), ("b", 2), ("c", 3)])

def overflow(a, b):
    try:
        return ovfcheck(a + b)
    except OverflowError:
        return -1

def overflow_mod(a, b):
    try:
        x = ovfcheck(a * b)
        x = ovfcheck(x // b)
        return ovfcheck(-x)
    except OverflowError:
        return -1
    except ZeroDivisionError:
        return -2

def unchecked(a, b):
    return ovfcheck(a + b)

def translated(x):
    if we_are_translated():
        return x
    else:
        return no_such_name

def unrolled(s):
    for name, value in PAIRS:
        if s == name:
            return value
    return 0

def unrolled_break(s):
    n = 0
    for name, value in PAIRS:
        if s == name:
            break
        n += value
    return n

RUNS = [
    (overflow, 1, 2), (overflow, 2 ** 63 - 1, 1), (overflow_mod, 4, 3), (overflow_mod, 2 ** 62, 2),
    (overflow_mod, 3, 0), (unchecked, 2 ** 63 - 1, 1), (unrolled, "b"), (unrolled, "z"), (unrolled_break, "c"),
    (unrolled_break, "q"),
]
