# Module globals and class attributes that are assigned to at run time.

counter = 0
names = []
best = None
ratio = 0.5
handler = None
table = {'a': 1}
unset_yet = 'import time'
del unset_yet
LIMIT = 10


class Counter(object):
    made = 0
    live = 0
    prefix = 'c'

    def __init__(self):
        Counter.made += 1
        Counter.live += 1
        self.name = '%s%d' % (self.prefix, Counter.made)

    def close(self):
        Counter.live -= 1

    def total(self):
        return self.made * 100 + self.live

    @staticmethod
    def rename(p):
        Counter.prefix = p


class Special(Counter):
    extra = 1

    def total(self):
        return Counter.total(self) + self.extra


def bump(by=1):
    global counter
    counter += by
    return counter


def set_best(s):
    global best
    if best is None or len(s) > len(best):
        best = s


def replace_table():
    global table
    old = table
    table = {'b': 2, 'c': 3}
    return len(old)


def install(f):
    global handler
    handler = f


def late(flag):
    global unset_yet
    if flag:
        unset_yet = 'now set'
    try:
        return unset_yet
    except NameError:
        return 'NameError'


def recursive(n):
    global depth, deepest
    depth += 1
    if depth > deepest:
        deepest = depth
    if n > 0:
        recursive(n - 1)
        recursive(n - 2)
    depth -= 1


depth = 0
deepest = 0


def scale(x):
    global ratio
    ratio = ratio * 2
    return x * ratio


def in_loop():
    global counter
    for counter in range(5):
        pass
    return counter


def entry_point(argv):
    print(bump(), bump(), bump(5))
    print(counter, LIMIT)
    for w in ['a', 'ccc', 'bb']:
        set_best(w)
    print(best)
    print(replace_table(), len(table), table['c'])
    names.append('x')
    print(len(names))
    install(lambda x: x + counter)
    if handler is not None:
        print(handler(1))
    k = len(argv)

    def closure(x):
        global counter
        counter += 1
        return x * k + counter
    install(closure)
    print(handler(10), handler(10))
    print(late(False))
    print(late(True))
    print(late(False))
    recursive(5)
    print(depth, deepest)
    print(scale(3.0), scale(3.0))
    print(in_loop(), counter)
    a = Counter()
    Counter.rename('d')
    b = Special()
    print(a.name, b.name, Counter.made, Counter.live)
    a.close()
    print(a.total(), b.total(), Special.made, Special.extra)
    return 0


def target(driver, args):
    return entry_point, None
