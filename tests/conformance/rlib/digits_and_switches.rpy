# Names of rbigint that programs which look at digits use; dict_to_switch with a default; enforceargs by name.
from rpython.rlib import rbigint as module
from rpython.rlib.rbigint import rbigint, _divrem1, intsign, int_in_valid_range, SHIFT, NULLDIGIT, STORE_TYPE, \
    _load_unsigned_digit, _store_digit, bit_length_int, bits_in_digit, bit_count_digit
from rpython.rlib.objectmodel import dict_to_switch, enforceargs
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rtyper.lltypesystem import rffi

with_default = dict_to_switch({1: 'one', 2: 'two'}, default='many')
letters = dict_to_switch({'a': 10, 'f': 15}, default=-1)
without = dict_to_switch({7: 70, 8: 80})


@enforceargs(b=str, c=float)
def by_name(a, b, c=1):
    return '%d %s %s' % (a, b, c)


class Box(object):
    @enforceargs(text=str)
    def __init__(self, text, size=0):
        self.text = text
        self.size = size

    @enforceargs(size=int, typecheck=False)
    def grow(self, size):
        self.size += size
        return self.size


def digits(n):
    for value in [0, 1, 255, 1 << 40, -5]:
        b = rbigint.fromint(value * n)
        q, r = _divrem1(b, 7)
        print(q.str(), r, intsign(value), int_in_valid_range(value), bit_length_int(value))
    print(_divrem1(rbigint.fromint(10).pow(rbigint.fromint(30)), 1000000007)[0].str())
    print(SHIFT > 0, intmask(_load_unsigned_digit(_store_digit(r_uint(77)))), intmask(NULLDIGIT), rffi.sizeof(STORE_TYPE) > 0)
    print(bits_in_digit(r_uint(255)), bit_count_digit(r_uint(255)), bit_length_int(-1 << 63), bits_in_digit(r_uint(0)))
    print(rbigint.from_list_n_bits([1, 2, 3], 15).str(), rbigint.from_list_n_bits([], 15).str())
    print(rbigint.from_list_n_bits([(1 << 30) - 1] * 9, 30).bit_length())
    big = 1 << 62
    print(rbigint.add_int_int_bigint_result(big, big).str(), rbigint.sub_int_int_bigint_result(-big, big + n).str())
    print(rbigint.mul_int_int_bigint_result(big, -9).str(), rbigint.lshift_int_int_bigint_result(-3, 70 * n).str())
    try:
        rbigint.from_list_n_bits([1], 64)
    except ValueError:
        print('too many bits')


def entry_point(argv):
    n = len(argv) if len(argv) < 2 else 1
    digits(n)
    print(with_default(n), with_default(n + 1), with_default(n + 2), letters('f'), letters(chr(96 + n)), letters('x'))
    print(without(n + 6))
    try:
        print(without(n))
    except KeyError:
        print('no such key')
    print(by_name(n, 'b', 2.5), by_name(c=1.0, b='x', a=3))
    box = Box('text')
    box.grow(4)
    print(box.text, box.grow(n))
    return 0


def target(driver, args):
    return entry_point, None
