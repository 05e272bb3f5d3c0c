# skip-llinterp: numbers of a million bits
"""rbigint with long numbers against Python's integers: untranslated, this program computes with the latter. Products are of all kinds
(rows, halves, transforms), dense and sparse, balanced and not; so are quotients and texts."""
import sys

from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.rbigint import rbigint

PRIME = 2 ** 61 - 1
LENGTHS = [1, 30, 700, 1300, 2400, 5000, 20000, 50000, 90000]  # decimal digits
state = [r_uint(88172645463325252)]


def random(n):
    x = state[0]
    x ^= x << 13
    x ^= x >> 7
    x ^= x << 17
    state[0] = x
    return intmask((x >> 11) % r_uint(n))


def text_of(n):
    digits = [str(1 + random(9))]
    for i in range(n - 1):
        digits.append(str(random(10)))
    return ''.join(digits)


def shown(text):
    """Not all of it."""
    if len(text) < 60:
        return text
    total = 0
    for c in text:
        total = (total * 31 + ord(c)) % 1000000007
    return '%s..%s %d %d' % (text[:12], text[len(text) - 12:], len(text), total)


class Number(object):
    """A number that is the one or the other."""

    def __init__(self, big, n):
        self.big = big
        self.n = n

    def rest(self):
        if we_are_translated():
            return self.big.mod(rbigint.fromint(PRIME)).toint()
        return self.n % PRIME

    def text(self):
        if we_are_translated():
            return self.big.str()
        return str(self.n)


def number(text):
    if we_are_translated():
        return Number(rbigint.fromdecimalstr(text), 0)
    return Number(None, int(text))


def sparse(bits, more):
    """A one, many zeros, and little more."""
    if we_are_translated():
        return Number(rbigint.fromint(1).lshift(bits).add(rbigint.fromint(more)), 0)
    return Number(None, (1 << bits) + more)


def ones(bits):
    if we_are_translated():
        return Number(rbigint.fromint(1).lshift(bits).int_sub(1), 0)
    return Number(None, (1 << bits) - 1)


def times(x, y):
    if we_are_translated():
        return Number(x.big.mul(y.big), 0)
    return Number(None, x.n * y.n)


def plus(x, y):
    if we_are_translated():
        return Number(x.big.add(y.big), 0)
    return Number(None, x.n + y.n)


def divided(x, y):
    if we_are_translated():
        q, r = x.big.divmod(y.big)
        return Number(q, 0), Number(r, 0)
    return Number(None, x.n // y.n), Number(None, x.n % y.n)


def in_base(x, base):
    if we_are_translated():
        return x.big.format('0123456789abcdef'[:base])
    return '%x' % x.n


def negative(x):
    if we_are_translated():
        return Number(x.big.neg(), 0)
    return Number(None, -x.n)


def entry_point(argv):
    if not we_are_translated():
        sys.set_int_max_str_digits(0)
    numbers = [number(text_of(n)) for n in LENGTHS]
    numbers += [sparse(bits, more) for bits, more in [(640, 0), (6400, 1), (128000, 0), (200000, 7), (64 * 2100, -1)]]
    numbers += [ones(bits) for bits in [64 * 40, 64 * 75, 64 * 2000 + 1, 64 * 4096]]
    for i in range(len(numbers)):
        x = numbers[i]
        y = numbers[(i * 5 + 3) % len(numbers)]
        product = times(x, y)
        print(i, product.rest(), times(x, x).rest(), times(negative(x), y).rest())
        q, r = divided(plus(product, numbers[i // 2]), x)
        print(q.rest(), r.rest())
        q, r = divided(product, negative(plus(y, numbers[0])))
        print(q.rest(), r.rest())
        print(shown(negative(x).text()))
        print(shown(in_base(x, 16)))
    big = times(numbers[8], times(numbers[8], numbers[7]))
    text = big.text()
    print(shown(text), number(text).text() == text, number('-' + text).rest() == negative(big).rest())
    return 0


def target(driver, args):
    return entry_point, None
