# jit: yes
"""promote, elidable, we_are_jitted, unroll_safe, dont_look_inside, several loops and bridges, ovfcheck in traces."""
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, promote, unroll_safe, we_are_jitted
from rpython.rlib.rarithmetic import intmask, ovfcheck

driver = JitDriver(greens=['kind'], reds=['n', 'acc', 'obj'])


class Thing(object):
    def __init__(self, k):
        self.k = k
        self.items = [k, k + 1, k + 2]


@elidable
def pure(x):
    return x * 3 + 1


@dont_look_inside
def opaque(x):
    if x % 97 == 0:
        raise ValueError
    return x + 1


@unroll_safe
def total(items):
    t = 0
    for x in items:
        t += x
    return t


def safe_multiply(a, b):
    try:
        return ovfcheck(a * b)
    except OverflowError:
        return a ^ b


def run(kind, n):
    acc = 1
    obj = Thing(kind)
    while n > 0:
        driver.can_enter_jit(kind=kind, n=n, acc=acc, obj=obj)
        driver.jit_merge_point(kind=kind, n=n, acc=acc, obj=obj)
        if kind == 0:
            k = promote(obj.k)
            acc += pure(k)
        elif kind == 1:
            try:
                acc = opaque(acc)
            except ValueError:
                acc += 5
        elif kind == 2:
            acc = intmask(acc * 31 + total(obj.items))
        elif kind == 3:
            acc = safe_multiply(acc, 1000003)
        elif kind == 4:
            if n % 3 == 0:
                acc += 2
            elif n % 5 == 0:
                acc -= 1
            elif n % 7 == 0:
                obj = Thing(acc & 15)
            else:
                acc += obj.k
        elif kind == 5:
            acc = acc // 3 + acc % 7 * n - (-n // 2) + (-n) % 3
        elif kind == 6:
            if obj.items[acc & 1] > 3:
                acc ^= n << 3
            else:
                acc = acc >> 1 | n
        elif kind == 7:
            t = (n, acc)
            l = [n, acc, n]
            acc = t[0] + l[1] + len(l)
        n -= 1
    return acc


def entry_point(argv):
    for kind in range(8):
        print(run(kind, 2000))
    print(run(0, 3))
    if we_are_jitted():
        print("jitted")
    return 0


def target(driver, args):
    return entry_point, None
