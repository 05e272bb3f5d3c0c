# origin: after published programs
"""Ints that overflow into rbigint: W_Small and W_Large with normalization, fibonacci, factorials, digits of e, gcd, modular powers."""
from rpython.rlib.rbigint import rbigint
from rpython.rlib.rarithmetic import ovfcheck, is_valid_int
from rpython.rlib.objectmodel import specialize


class W_Number(object):
    _attrs_ = []


class W_Small(W_Number):
    _attrs_ = _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n

    def big(self):
        return rbigint.fromint(self.n)

    def text(self):
        return str(self.n)


class W_Large(W_Number):
    _attrs_ = _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def big(self):
        return self.value

    def text(self):
        return self.value.str()


def normalize(big):
    try:
        return W_Small(big.toint())
    except OverflowError:
        return W_Large(big)


def make_op(name, small, method):
    def op(w_a, w_b):
        if isinstance(w_a, W_Small) and isinstance(w_b, W_Small):
            try:
                return W_Small(small(w_a.n, w_b.n))
            except OverflowError:
                pass
        return normalize(getattr(to_big(w_a), method)(to_big(w_b)))
    op.__name__ = 'w_' + name
    return op


def to_big(w):
    if isinstance(w, W_Small):
        return w.big()
    assert isinstance(w, W_Large)
    return w.big()


def text(w):
    if isinstance(w, W_Small):
        return w.text()
    assert isinstance(w, W_Large)
    return w.text()


def small_add(a, b):
    return ovfcheck(a + b)


def small_sub(a, b):
    return ovfcheck(a - b)


def small_mul(a, b):
    return ovfcheck(a * b)


for _name in ['add', 'sub', 'mul']:
    globals()['w_' + _name] = make_op(_name, globals()['small_' + _name], _name)
w_floordiv = make_op('floordiv', lambda a, b: ovfcheck(a // b), 'floordiv')
w_mod = make_op('mod', lambda a, b: ovfcheck(a % b), 'mod')


def fib(n):
    a, b = W_Small(0), W_Small(1)
    for i in range(n):
        a, b = b, w_add(a, b)
    return a


def fact(n):
    w = W_Small(1)
    for i in range(2, n + 1):
        w = w_mul(w, W_Small(i))
    return w


def gcd(w_a, w_b):
    while to_big(w_b).tobool():
        w_a, w_b = w_b, w_mod(w_a, w_b)
    return w_a


def digits_of_e(n):
    one = rbigint.fromint(10).pow(rbigint.fromint(n + 5))
    total = one
    term = one
    i = 1
    while term.tobool():
        term = term.floordiv(rbigint.fromint(i))
        total = total.add(term)
        i += 1
    return total.str()[:n]


def entry_point(argv):
    for n in [10, 92, 93, 150]:
        w = fib(n)
        print(text(w), isinstance(w, W_Large))
    print(text(fact(20)), text(fact(21)), isinstance(fact(20), W_Small))
    print(text(w_floordiv(fact(30), fact(28))), isinstance(w_floordiv(fact(30), fact(28)), W_Small))
    print(text(gcd(fib(120), fib(90))), text(gcd(fact(25), W_Small(1000003))))
    print(digits_of_e(50))
    low = W_Small(-9223372036854775807 - 1)
    print(text(w_sub(low, W_Small(1))), text(w_floordiv(low, W_Small(-1))), text(w_mod(W_Small(-7), W_Small(3))), text(w_mul(low, low)))
    try:
        w_mod(fact(30), W_Small(0))
    except ZeroDivisionError:
        print("zero")
    m = rbigint.fromint(3).pow(rbigint.fromdecimalstr("1" + "0" * 20), rbigint.fromint(1000000007))
    print(m.str(), m.toint() % 2)
    b = rbigint.fromdecimalstr("-123456789123456789123456789")
    print(b.abs().hex(), b.neg().lt(b), b.sign, b.rshift(70).str(), b.and_(rbigint.fromint(255)).str(), b.invert().str())
    print(b.tofloat() < -1e26, rbigint.fromfloat(1e20).str(), rbigint.fromint(5).int_sub(9).str(), b.bit_length(), b.divmod(rbigint.fromint(1000))[1].str())
    print(rbigint.fromstr("ff", 16).toint(), rbigint.fromstr("0b101", 0).toint(), b.ulonglongmask() % 1000 == b.ulonglongmask() % 1000)
    return 0


def target(driver, args):
    return entry_point
