"""Module state in instances and lists; constants; functions that refer to later ones."""
DEBUG = False
LIMIT = 10
SIZES = (1, 2, 4)


class State(object):
    def __init__(self):
        self.counter = 0
        self.names = []


state = State()


def tick(name):
    state.counter += 1
    if len(state.names) < LIMIT:
        state.names.append(name)
    if DEBUG:
        undefined_function(name)
    return later(state.counter)


def later(n):
    return n * SIZES[1]


def entry_point(argv):
    for i in range(15):
        tick("n%d" % i)
    print(state.counter)
    print(len(state.names))
    print(tick("last"))
    print(state.names[-1])
    print(later(SIZES[2]) + len(SIZES))
    return 0


def target(driver, args):
    return entry_point, None
