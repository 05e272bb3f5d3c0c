# args: 6148914691236517206
# jit: yes
# Lengths near the limits of a word: a product of lengths must not wrap around.
from collections import deque
from rpython.rlib.jit import JitDriver


class Cell(object):
    def __init__(self, n):
        self.n = n


def outcome(name, n):
    try:
        return name + " " + str(CALLS[name](n))
    except MemoryError:
        return name + " MemoryError"
    except OverflowError:
        return name + " OverflowError"


def str_mul(n):
    return len("abcd" * n)


def str_mul_left(n):
    return len(n * "abc")


def str_mul_1(n):
    return len("a" * n)


def str_imul(n):
    s = "abc" + str(n & 1)
    s *= n
    return len(s)


def unicode_mul(n):
    return len(u"abcd" * n)


def unicode_mul_8(n):
    return len(u"abcdefgh" * n)


def list_mul(n):
    return len([1, 2, 3] * n)


def list_mul_8(n):
    return len([1, 2, 3, 4, 5, 6, 7, 8] * n)


def list_mul_1(n):
    return len([n] * n)


def list_of_none(n):
    return len([None, None] * n)


def list_of_cells(n):
    return len([Cell(1), Cell(2)] * n)


def list_of_chars(n):
    return len(['a', 'b', 'c', 'd'] * n)


def list_imul(n):
    l = [1, 2, 3]
    l.append(4)
    l *= n
    return len(l)


def list_imul_5(n):
    l = [1.5, 2.5, 3.5]
    l.append(4.5)
    l.append(5.5)
    l *= n
    return len(l)


def bytearray_mul(n):
    return len(bytearray(b"abcd") * n)


def bytearray_imul(n):
    b = bytearray(b"abcd")
    b *= n
    return len(b)


def bytearray_empty(n):
    b = bytearray(b"")
    b *= n
    return len(b) + len(bytearray(b"") * n)


def bytearray_zeros(n):
    return len(bytearray(n))


def deque_mul(n):
    return len(deque([1, 2, 3, 4]) * n)


def deque_imul(n):
    d = deque([1, 2, 3, 4])
    d *= n
    return len(d)


def deque_empty(n):
    d = deque([1])
    d.pop()
    d *= n
    return len(d) + len(d * n)


def deque_maxlen(n):
    d = deque([1, 2, 3, 4], 6)
    d *= n
    e = d * n
    return len(d) * 10 + e[0] + e[5]


def ljust(n):
    return len("abc".ljust(n))


def rjust(n):
    return len("abc".rjust(n, "*"))


def center(n):
    return len("abc".center(n))


def zfill(n):
    return len("-12".zfill(n))


def u_ljust(n):
    return len(u"abc".ljust(n))


def u_rjust(n):
    return len(u"abc".rjust(n, u"*"))


def u_center(n):
    return len(u"abc".center(n))


def u_zfill(n):
    return len(u"-12".zfill(n))


def range_len(n):
    return len(range(-n, n))


def range_list(n):
    return len(list(range(-n, n)))


def range_list_step(n):
    return len(list(range(-n, n, 2)))


def range_list_down(n):
    return len(list(range(n, -n, -1)))


def slice_step(n):
    s = "abcdef"
    l = [1, 2, 3, 4, 5]
    return s[::n] + s[::-n] + s[::-n - 1] + str(l[::n]) + str(l[::-n]) + str(l[::-n - 1]) + s[4:-n:-n - 1]


CALLS = {
    "str_mul": str_mul, "str_mul_left": str_mul_left, "str_mul_1": str_mul_1, "str_imul": str_imul,
    "unicode_mul": unicode_mul, "unicode_mul_8": unicode_mul_8,
    "list_mul": list_mul, "list_mul_8": list_mul_8, "list_mul_1": list_mul_1, "list_of_none": list_of_none,
    "list_of_cells": list_of_cells, "list_of_chars": list_of_chars, "list_imul": list_imul,
    "list_imul_5": list_imul_5,
    "bytearray_mul": bytearray_mul, "bytearray_imul": bytearray_imul, "bytearray_empty": bytearray_empty,
    "bytearray_zeros": bytearray_zeros,
    "deque_mul": deque_mul, "deque_imul": deque_imul, "deque_empty": deque_empty, "deque_maxlen": deque_maxlen,
    "ljust": ljust, "rjust": rjust, "center": center, "zfill": zfill,
    "u_ljust": u_ljust, "u_rjust": u_rjust, "u_center": u_center, "u_zfill": u_zfill,
    "range_len": range_len, "range_list": range_list, "range_list_step": range_list_step,
    "range_list_down": range_list_down,
}
NAMES = sorted(CALLS.keys())
driver = JitDriver(greens=[], reds="auto")


def lines(sizes):
    out = []
    k = 0
    while k < len(sizes) * len(NAMES):
        driver.jit_merge_point()
        out.append(outcome(NAMES[k % len(NAMES)], sizes[k // len(NAMES)]))
        k += 1
    return out


def entry_point(argv):
    n = int(argv[1])
    big = 1 << (60 + len(argv) // 2)
    sizes = [n, big, big + 1, big * 2 - 1, big * 2, big * 2 + 1, big + big + big // 2, 2 * (big * 2 - 1) + 1]
    for line in lines(sizes):
        print(line)
    # at random: just above and below what an item size divides 2**64 or 2**63 into
    seed = 20 + len(argv)
    for i in range(400):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        limit = 2 * (big * 2 - 1) // (1 + (seed >> 8 & 15))
        if seed >> 12 & 1:
            limit = big // (1 + (seed >> 14 & 3))
        size = limit - 14 + (seed >> 16 & 15)
        name = NAMES[(seed >> 20) % len(NAMES)]
        if not name.startswith("deque"):
            print(str(size) + " " + outcome(name, size))
    for size in sizes:
        print(slice_step(size))
    return 0


def target(driver, args):
    return entry_point
