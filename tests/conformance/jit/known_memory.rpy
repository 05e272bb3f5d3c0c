# jit: yes
"""What the tracer knows of memory: objects that a trace makes, their aliases, and what others write."""
from rpython.rlib import jit

driver = jit.JitDriver(greens=['n'], reds=['i', 'total', 'kept', 'items'])


class Box(object):
    def __init__(self, value):
        self.value = value
        self.next = None


class Pair(object):
    def __init__(self, left, right):
        self.left = left
        self.right = right


@jit.dont_look_inside
def change(box):
    box.value += 100


@jit.dont_look_inside
def change_next(box):
    if box.next is not None:
        box.next.value += 1000


def run(n):
    i = total = 0
    kept = Box(1)
    items = [Box(2), Box(3), Box(4)]
    while i < n:
        driver.jit_merge_point(n=n, i=i, total=total, kept=kept, items=items)
        # Stored at an index that is not known, read again under another name.
        fresh = Box(i)
        items[i % 3] = fresh
        items[(i + 3) % 3].value = 7
        total += fresh.value
        # The same with an array that nobody else has.
        own = [None, None, None]
        inner = Box(i)
        own[i % 3] = inner
        again = own[i % 3]
        if again is not None:
            again.value += 5
            if again is inner:
                total += 1
        total += inner.value
        # Through an object that nobody else has, and then has.
        a, b = Box(i), Box(i + 1)
        pair = Pair(a, b)
        a.next = b
        pair.left.value = 11
        total += a.value
        change_next(a)
        total += b.value + pair.right.value
        change(kept)
        total += kept.value
        # Two names of one object.
        one, two = items[0], items[i % 2]
        old = one.value
        two.value = old + 1
        total += one.value
        if one is two:
            total += 3
        if a is b or a is one:
            total += 1000000
        # Swapped: what is known of a place is what was written last.
        pair.left, pair.right = pair.right, pair.left
        total += pair.left.value - pair.right.value
        if kept.next is None:
            kept.next = a
        kept.next.value = i
        if kept.next is a:
            total += a.value
        kept.next = None
        total %= 1000003
        i += 1
    return total


def main(argv):
    print(run(3000))
    print(run(20))
    jit.set_param(driver, 'threshold', 3)
    jit.set_param(driver, 'trace_eagerness', 2)
    for n in range(30, 60, 7):
        print(run(n))
    return 0


def target(driver, args):
    return main, None
