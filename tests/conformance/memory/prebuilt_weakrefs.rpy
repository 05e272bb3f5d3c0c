# Weak references that exist when the program starts: to objects of import time, to such as are dead, in lists and attributes.
# skip-gc: none nothing dies
# skip-gc: boehm stale addresses keep objects alive
# skip-llinterp: it has no collector
import gc
import weakref


class Thing(object):
    def __init__(self, name):
        self.name = name


class Other(Thing):
    def __init__(self, name, size):
        Thing.__init__(self, name)
        self.size = size


class Holder(object):
    ref = None

    def __init__(self, thing):
        self.ref = weakref.ref(thing)
        self.twice = [self.ref, weakref.ref(thing)]


KEPT = [Thing('first'), Other('second', 2)]
REFS = [weakref.ref(t) for t in KEPT]
BY_NAME = dict((t.name, weakref.ref(t)) for t in KEPT)
DEAD = weakref.ref(Thing('gone'))
HOLDER = Holder(KEPT[1])
ONLY_HERE = Holder(Thing('forgotten'))
HIDDEN = weakref.ref(HOLDER)


def text(r):
    t = r()
    if t is None:
        return 'dead'
    if isinstance(t, Other):
        return '%s/%d' % (t.name, t.size)
    return t.name


def fill(out):
    for i in range(5):
        out.append(weakref.ref(Thing('new %d' % i)))


def entry_point(argv):
    print([text(r) for r in REFS], text(DEAD), text(ONLY_HERE.ref))
    print(text(HOLDER.ref), HOLDER.twice[0]() is HOLDER.twice[1](), HIDDEN() is HOLDER)
    for name in sorted(BY_NAME):
        print(name, text(BY_NAME[name]), BY_NAME[name]() is KEPT[0])
    keep = Thing('kept')
    REFS.append(weakref.ref(keep))
    fill(REFS)
    for i in range(3):
        gc.collect()
    print([text(r) for r in REFS])
    del KEPT[:]
    gc.collect()
    KEPT.append(keep)
    print(text(REFS[2]), len(KEPT))
    HOLDER.ref = weakref.ref(keep)
    print(text(HOLDER.ref), keep.name)
    return 0


def target(driver, args):
    return entry_point, None
