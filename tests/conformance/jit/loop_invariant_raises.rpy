# jit: yes
# A loop-invariant function that raises: the handler in the loop gets the exception, also where the loop is compiled.
from rpython.rlib import jit


class Box(object):
    def __init__(self, n):
        self.n = n


class State(object):
    def __init__(self):
        self.broken = False
        self.box = Box(5)
        self.last = None


state = State()


@jit.loop_invariant
def current():
    if state.broken:
        raise ValueError
    return state.box


@jit.loop_invariant
def fresh():
    if state.broken:
        raise KeyError
    state.last = Box(state.box.n + 1)
    return state.last


driver = jit.JitDriver(greens=["which"], reds=["n", "total", "caught"])


def run(which, n):
    total = 0
    caught = 0
    while n > 0:
        driver.jit_merge_point(which=which, n=n, total=total, caught=caught)
        try:
            if which == 0:
                total += current().n
            else:
                total += fresh().n
        except ValueError:
            caught += 1
        except KeyError:
            caught += 100
        n -= 1
    return "%d %d" % (total, caught)


def entry_point(argv):
    for which in range(2):
        for k in range(12):
            state.broken = k % 4 == 3
            print("%d %d %s" % (which, k, run(which, 30)))
    return 0


def target(driver, args):
    return entry_point
