"""str() of built-in exceptions where some exception class of the program has its own __str__ or __repr__."""
from rpython.rlib.rarithmetic import intmask


class Described(Exception):
    def __init__(self, n):
        self.n = n

    def __str__(self):
        return 'described %d' % self.n


class Shown(Exception):
    def __repr__(self):
        return 'Shown()'


def attempt(k):
    try:
        if k == 0:
            int('zz')
        elif k == 1:
            float('abc' * k)
        elif k == 2:
            raise KeyError('k' * k)
        elif k == 3:
            raise Described(k)
        elif k == 4:
            raise Shown('text')
        elif k == 5:
            'abc'.index('z' * k)
        elif k == 6:
            ord('ab' * k)
        elif k == 7:
            print(k // (k - 7))
        elif k == 8:
            int('12', k * 5)
        elif k == 9:
            print(format(k, 'q'))
        elif k == 10:
            print(format('x' * k, '=5'))
        elif k == 11:
            print(pow(2, k, k - 11))
        elif k == 12:
            'abc'.split('x' * (k - 12))
        else:
            raise ValueError
    except Exception as e:
        print(str(e))
        print('%s' % e + f' {e}')


def entry_point(argv):
    for k in range(14):
        attempt(intmask(k))
    return 0


def target(driver, args):
    return entry_point, None
