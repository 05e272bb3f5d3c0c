# Division of big integers where the quotient's digits are hard to guess: digits of zeros and ones, near powers of two and ten; texts.
from rpython.rlib.rbigint import rbigint
from rpython.rlib.rarithmetic import intmask


class Random(object):
    def __init__(self, seed):
        self.state = seed

    def next(self, n):
        self.state = (self.state * 25214903917 + 11) & 0xffffffffffff
        return (self.state >> 20) % n


def one_digit(r):
    """64 bits: all zero, all one, the top one, random, …"""
    kind = r.next(7)
    if kind == 0:
        return rbigint.fromint(0)
    if kind == 1:
        return rbigint.fromint(1).lshift(64).int_sub(1)
    if kind == 2:
        return rbigint.fromint(1).lshift(63)
    if kind == 3:
        return rbigint.fromint(1).lshift(63).int_sub(1)
    if kind == 4:
        return rbigint.fromint(r.next(3))
    return rbigint.fromint(r.next(1 << 28)).lshift(36).int_or_(r.next(1 << 28))


def number(r, most):
    result = rbigint.fromint(r.next(3))
    for i in range(r.next(most) + 1):
        result = result.lshift(64).or_(one_digit(r))
    if r.next(2):
        return result.neg()
    return result


def check(a, b):
    q, rest = a.divmod(b)
    assert q.mul(b).add(rest).eq(a)
    assert rest.sign == 0 or rest.sign == b.sign
    assert rest.abs().lt(b.abs())
    assert a.mod(b).eq(rest) and a.floordiv(b).eq(q)
    return q, rest


def texts(a):
    s = a.str()
    assert rbigint.fromdecimalstr(s).eq(a)
    assert a.format('0123456789') == s
    assert a.hex().startswith('-0x') == (a.sign < 0)
    ternary = a.format('012')
    assert rbigint.fromstr(ternary, 3).eq(a)
    return len(s) * 1000 + len(ternary)


def entry_point(argv):
    r = Random(20240 + len(argv))
    total = 0
    for i in range(250):
        a, b = number(r, 7), number(r, 4)
        if b.sign == 0:
            b = rbigint.fromint(-10)
        q, rest = check(a, b)
        total = intmask(total * 31 + q.hash() * 7 + rest.hash())
        if i % 5 == 0:
            total += texts(a)
        if i % 50 == 0:
            print(q.str(), rest.str())
    print(total)
    ten = rbigint.fromint(10)
    power = rbigint.fromint(1)
    for i in range(60):
        for d in (-1, 0, 1):
            n = power.int_add(d)
            s = n.str()
            assert s == n.format('0123456789')
            check(n, ten)
            check(n, power)
            if i in (18, 19, 20, 38, 39):
                print(s, n.neg().str())
        power = power.mul(ten)
    try:
        check(ten, rbigint.fromint(0))
    except ZeroDivisionError as e:
        print(e)
    return 0


def target(driver, args):
    return entry_point, None
