# jit: yes
# A variable of a thread that stays the same as long as a loop runs is asked for once: what is behind it is known from then on.
from rpython.rlib.jit import JitDriver, dont_look_inside
from rpython.rlib.rthread import ThreadLocalReference


class Context(object):
    def __init__(self, step):
        self.step = step
        self.total = 0
        self.last = None


class Item(object):
    def __init__(self, n, before):
        self.n = n
        self.before = before


steady = ThreadLocalReference(Context, loop_invariant=True)
other = ThreadLocalReference(Context)

driver = JitDriver(greens=['mode'], reds=['n'])


@dont_look_inside
def change(n):
    other.set(Context(n))


def inner(n):
    # What it hangs in it takes out again.
    context = steady.get()
    context.last = Item(n, context.last)
    steady.get().total += steady.get().last.n
    context.last = steady.get().last.before


def run(mode, n):
    while n > 0:
        driver.jit_merge_point(mode=mode, n=n)
        if mode == 0:
            inner(n)
        else:
            change(n)
            steady.get().total += other.get().step
        n -= steady.get().step


def entry_point(argv):
    for step in [1, 3]:
        steady.set(Context(step))
        other.set(Context(0))
        for mode in range(2):
            run(mode, 3000)
            print("%d %d: %d" % (step, mode, steady.get().total))
            print("%s %d" % (steady.get().last is None, other.get().step))
    return 0


def target(driver, args):
    return entry_point, None
