# jit: yes
"""What is asked for is always something else: a promoted counter, and one among the greens."""
from rpython.rlib.jit import JitDriver, promote

promoting = JitDriver(greens=['step'], reds=['i', 'n', 'total'])
counting = JitDriver(greens=['i', 'step'], reds=['n', 'total'])


def promoted(step, n):
    i = 0
    total = 0
    while i < n:
        promoting.jit_merge_point(step=step, i=i, n=n, total=total)
        known = promote(i)
        total = (total * 7 + known) & 0xfffff
        i += step
    return total


def green(step, n):
    i = 0
    total = 0
    while i < n:
        counting.jit_merge_point(step=step, i=i, n=n, total=total)
        total = (total * 5 + i) & 0xfffff
        i += step
    return total


def entry_point(argv):
    for step in [1, 3]:
        print("%d %d" % (promoted(step, 6000), promoted(step, 10)))
        print("%d %d" % (green(step, 6000), green(step, 10)))
    # Every third pass is the same again.
    total = 0
    for k in range(300):
        total += promoted(50, 100) + green(25, 100)
    print(total)
    return 0


def target(driver, args):
    return entry_point, None
