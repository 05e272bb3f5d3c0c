# skip-gc: boehm stale addresses keep objects alive
# skip-gc: none nothing is collected
# skip-llinterp: no collector
# What programs ask of the collector.
import weakref
from rpython.rlib import rgc


class Box(object):
    def __init__(self, n):
        self.n = n


class Tree(object):
    def __init__(self, left, right):
        self.left = left
        self.right = right


def tree(depth):
    if depth == 0:
        return None
    return Tree(tree(depth - 1), tree(depth - 1))


def count(t):
    if t is None:
        return 0
    return 1 + count(t.left) + count(t.right)


def make_ref():
    return weakref.ref(Box(5))


def one_by_one(t):
    # steps, with changes between them
    steps = 0
    ref = make_ref()
    while True:
        states = rgc.collect_step()
        steps += 1
        assert 0 <= rgc.old_state(states) <= 3
        assert 0 <= rgc.new_state(states) <= 3
        assert rgc.is_done(states) == rgc.is_done__states(rgc.old_state(states), rgc.new_state(states))
        if rgc.is_done(states):
            break
        t.left, t.right = t.right, Tree(None, tree(2))
        if t.left is not None:
            t = t.left
        if steps > 10000:
            print("no end")
            break
    print(steps > 0, ref() is None)


def main(argv):
    print(rgc.isenabled())
    rgc.disable()
    print(rgc.isenabled())
    t = tree(12)
    for i in range(20):
        tree(10)
    print(count(t))
    rgc.enable()
    print(rgc.isenabled())
    ref = make_ref()
    for gen in range(3):
        rgc.collect(gen)
    print(ref() is None)
    one_by_one(tree(10))
    rgc.collect()
    print(count(t))
    for stat in range(rgc.TOTAL_GC_TIME + 1):
        if rgc.get_stats(stat) < 0:
            print("negative", stat)
    total = rgc.get_stats(rgc.TOTAL_MEMORY)
    print(total <= rgc.get_stats(rgc.PEAK_MEMORY))
    print(rgc.get_stats(rgc.TOTAL_ALLOCATED_MEMORY) <= total)
    return 0


def target(driver, args):
    return main, None
