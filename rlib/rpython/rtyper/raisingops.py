"""Operations of C that raise instead of going wrong. Division is C's: it cuts off towards zero."""

from rpython.rlib.rarithmetic import int_c_div, int_c_mod, ovfcheck
import sys


def _check(x, y):
    if y == 0:
        raise ZeroDivisionError('division by zero')
    if y == -1 and x == -sys.maxsize - 1:
        raise OverflowError('division overflows')


def int_floordiv_zer(x, y):
    if y == 0:
        raise ZeroDivisionError('division by zero')
    return int_c_div(x, y)


def int_floordiv_ovf(x, y):
    if y == -1 and x == -sys.maxsize - 1:
        raise OverflowError('division overflows')
    return int_c_div(x, y)


def int_floordiv_ovf_zer(x, y):
    _check(x, y)
    return int_c_div(x, y)


def int_mod_zer(x, y):
    if y == 0:
        raise ZeroDivisionError('modulo by zero')
    return int_c_mod(x, y)


def int_mod_ovf(x, y):
    if y == -1:
        return 0
    return int_c_mod(x, y)


def int_mod_ovf_zer(x, y):
    _check(x, y)
    return int_c_mod(x, y)


def int_lshift_ovf(x, y):
    return ovfcheck(x << y)
