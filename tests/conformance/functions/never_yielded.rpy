# origin: random programs
"""Found by random programs: generators with a `yield` that is never reached, as they loop over containers that nothing fills."""
from itertools import chain


class State(object):
    def __init__(self):
        self.table = {}
        self.row = []
        self.names = []


state = State()


def both(a, b):
    for x in a:
        yield x
    for x in b:
        yield x


def tagged(rows):
    for row in rows:
        for x in row:
            yield "never", x
    yield "end", 0


def guarded(rows):
    for x in rows:
        try:
            with_x = [x]
            yield with_x[0]
        finally:
            print("left")
    yield 3


def entry_point(argv):
    words = ["p", "quux"]
    print(list(chain([k for k in state.table][:4], [len(w) for w in words][:4])))
    print(list(chain([len(w) for w in words], [k for k in state.table], [1])))
    print(list(both(state.names, words)))
    for name, x in tagged([state.row, []]):
        print("%s %d" % (name, x))
    print(list(guarded(state.row)))
    it = chain([k for k in state.table], [7])
    print(next(it))
    try:
        next(it)
    except StopIteration:
        print("exhausted")
    return 0


def target(driver, args):
    return entry_point, None
