# jit: yes
"""Loops that are made of a round behind which there is no other: the bridge of the first that goes on has a body that may
come again, in which numbers need no objects."""
from rpython.rlib.jit import JitDriver


class Root(object):
    pass


class Number(Root):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class Truth(Root):
    pass


YES = Truth()
NO = Truth()

driver = JitDriver(greens=[], reds=['limit', 'last', 'go', 'n', 'x'])


def rounds(limit, last):
    go = YES
    n = Number(0)
    x = Number(1)
    while True:
        driver.jit_merge_point(limit=limit, last=last, go=go, n=n, x=x)
        if go is NO or n.value >= limit:
            return x.value
        x = Number((x.value * 5 + n.value) & 0xffff)
        if x.value % last == 0:
            go = NO
        n = Number(n.value + 1)
        driver.can_enter_jit(limit=limit, last=last, go=go, n=n, x=x)


def entry_point(argv):
    # Two rounds each: 5 and 26.
    total = 0
    for i in range(3000):
        total += rounds(10, 26)
    print(total)
    for limit in [10, 1000, 40000]:
        print(rounds(limit, 26))
        print(rounds(limit, 65536))
    return 0


def target(driver, args):
    return entry_point, None
