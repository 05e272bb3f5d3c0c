# stage: flow space
"""Functions of translation time that fill tables of the program after other functions have read them."""
from rpython.rlib.objectmodel import r_dict, specialize
from rpython.rlib.unroll import unrolling_iterable

NAMES = unrolling_iterable(["add", "sub", "mul"])
INDICES = unrolling_iterable([0, 1, 2])


class Base(object):
    pass


class One(Base):
    pass


class Two(Base):
    def __init__(self, n):
        self.n = n


class State(object):
    def __init__(self):
        self.last = None
        self.best = 0


class Op(object):
    def __init__(self, name, n):
        self.name = name
        self.n = n

    def _freeze_(self):
        return True


def same_text(a, b):
    return a.lower() == b.lower()


def hash_text(a):
    return len(a)


OPS = [Op("add", 0), Op("sub", 1), Op("mul", 2)]
EMPTY = {}
TEXTS = {"add": "a"}
MIXED = {"add": 1, "sub": "x", "mul": None}
FOLDED = r_dict(same_text, hash_text)
PARTS = [One()]
FREE = []
WORDS = ["x", "y", "z"]
FLAGS = set([])
SLOTS = [0, 0, 0]
STATE = State()


def read():
    for name in NAMES:
        if name in TEXTS:
            print(name, TEXTS[name])
        else:
            print(name, "not there")
        if name in EMPTY:
            print(EMPTY[name])
        if name.upper() in FOLDED:
            print(FOLDED[name.upper()])
        print(MIXED[name])
    for i in INDICES:
        print(i in FLAGS, SLOTS[i])
        if i < len(FREE):
            print(FREE[i])
        if i < len(PARTS):
            p = PARTS[i]
            if isinstance(p, Two):
                print(p.n)
        w = WORDS[i]
        if w is None:
            print("none")
        else:
            print(w)


@specialize.memo()
def note(op):
    EMPTY[op.name] = op.n
    if op.n:
        TEXTS[op.name] = "long" * op.n
        PARTS.append(Two(op.n))
        WORDS[op.n] = None
        STATE.last = op.name
        STATE.best = 7
    FOLDED[op.name] = op.n + 50
    FREE.append(op.name)
    FLAGS.add(op.n)
    SLOTS[op.n] = op.n + 100
    return op.n * 2


def pick(n):
    return OPS[n % 3]


def entry_point(argv):
    total = 0
    for k in range(3):
        total += note(pick(k))
    print(total)
    total = 0
    for name in TEXTS:
        total += len(TEXTS[name])
    print(total, len(FOLDED))
    for p in PARTS:
        if isinstance(p, Two):
            print("Two", p.n)
    read()
    for k in range(len(argv) + 2):
        print(FREE[k], len(EMPTY), len(FLAGS))
    if STATE.last is not None:
        print(STATE.last)
    print(STATE.best)
    return 0


def target(driver, args):
    return entry_point
