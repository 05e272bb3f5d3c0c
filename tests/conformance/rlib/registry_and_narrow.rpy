# exit: 5
# skip-llinterp: the exit code of quit() is made by the C main
"""Functions with entries in the extregistry, raisingops, classes of narrow ints, exit and quit when the program runs."""
import sys

from rpython.rlib.rarithmetic import (
    r_uint, r_int32, r_uint32, r_int16, r_uint16, r_int8, r_uint8, base_int, signed_int, unsigned_int, intmask, widen)
from rpython.rtyper import extregistry, raisingops
from rpython.rtyper.extregistry import ExtRegistryEntry


def first_of(pair):
    """Types of different calls do not meet."""
    return pair[0]


def doubled(x):
    return x + x


def joined(x, y):
    return x + y


def unregistered(x):
    return x


class FirstEntry(ExtRegistryEntry):
    _about_ = first_of

    def compute_result_annotation(self, s_pair):
        return s_pair.items[0]

    def specialize_call(self, hop):
        raise AssertionError


class SumEntry(ExtRegistryEntry):
    _about_ = doubled, joined

    def compute_result_annotation(self, s_x, *rest):
        return s_x


class Entryless(ExtRegistryEntry):
    """An abstract one."""


REGISTERED = [extregistry.is_registered(f) for f in [first_of, doubled, joined, unregistered]]


def registry(n):
    print(first_of((n, 'a')), first_of(('b', n)), first_of(([n], None))[0], first_of((2.5, 1)) / 2)
    print(doubled(n), doubled('ab' * n), doubled([n, 7]), doubled(0.25 * n))
    print(joined(n, 3), joined('x', str(n)), joined((n,), ('y',)))
    print(REGISTERED, unregistered(n))


OPERATIONS = [raisingops.int_floordiv_zer, raisingops.int_mod_zer, raisingops.int_floordiv_ovf_zer,
              raisingops.int_mod_ovf_zer]
CAREFREE = [raisingops.int_floordiv_ovf, raisingops.int_mod_ovf, raisingops.int_lshift_ovf]


def tried(f, x, y):
    try:
        return str(f(x, y))
    except ZeroDivisionError:
        return 'zero'
    except OverflowError:
        return 'overflow'


def operations(n):
    least = -sys.maxsize - 1
    for x, y in [(17, 5), (-17, 5), (17, -5), (-17, -5), (0, 3), (n, 0), (least, n + 1)]:
        print(x, y, ' '.join([tried(f, x, y) for f in OPERATIONS]))
    print([tried(f, least, -1) for f in OPERATIONS[2:]], [tried(f, least, n - 2) for f in CAREFREE[:2]])
    print([tried(f, 23, -4) for f in CAREFREE[:2]])
    print([tried(CAREFREE[2], 3, shift) for shift in [0, 1, 61, 62]])


def classes_of(x):
    """Which classes it belongs to: a copy for each type."""
    out = ''
    if isinstance(x, r_uint):
        out += ' r_uint'
    if isinstance(x, r_uint32):
        out += ' r_uint32'
    if isinstance(x, r_int32):
        out += ' r_int32'
    if isinstance(x, r_uint16):
        out += ' r_uint16'
    if isinstance(x, r_int16):
        out += ' r_int16'
    if isinstance(x, r_uint8):
        out += ' r_uint8'
    if isinstance(x, r_int8):
        out += ' r_int8'
    if isinstance(x, unsigned_int):
        out += ' unsigned'
    if isinstance(x, signed_int):
        out += ' signed'
    if isinstance(x, base_int):
        out += ' base'
    if isinstance(x, int):
        out += ' int'
    if isinstance(x, (r_uint8, r_uint16, r_uint32)):
        out += ' narrow'
    if isinstance(x, float):
        out += ' float'
    return out


classes_of._annspecialcase_ = 'specialize:argtype(0)'


def number_classes(n):
    print('word%s; unsigned%s; float%s; bool%s' % (
        classes_of(n), classes_of(r_uint(n)), classes_of(n * 0.5), classes_of(n > 3)))
    print('32%s; unsigned%s' % (classes_of(r_int32(n)), classes_of(r_uint32(n))))
    print('16%s; unsigned%s' % (classes_of(r_int16(n)), classes_of(r_uint16(n))))
    print('8%s; unsigned%s' % (classes_of(r_int8(n)), classes_of(r_uint8(n))))


def divided(n):
    half = r_uint(n) >> 1
    big = r_uint(-n)
    print(half / 0.5, 7.5 / half, r_uint(n) / 4.0, intmask(big >> 60))
    print(big / 2.0 > 9.2e18, 1.0 / big < 1e-19, big / -1.0 < -1.8e19)
    try:
        print(half / (n - 6.0))
    except ZeroDivisionError:
        print('no division')


def leaving(f, code):
    try:
        if f == 'exit':
            exit(code)
        elif f == 'quit':
            quit(code)
        else:
            sys.exit(code)
    except SystemExit:
        return '%s leaves' % f
    finally:
        print('finally', code)
    return '%s goes on' % f


def entry_point(argv):
    n = len(argv) + 5
    registry(n)
    operations(n)
    number_classes(n)
    divided(n)
    print(leaving('exit', 1), leaving('quit', 2), leaving('other', 3))
    try:
        if n:
            quit(n - 1)
    finally:
        print('the end')
    print('never')
    return 0


def target(driver, args):
    return entry_point, None
