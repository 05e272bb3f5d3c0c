# skip-gc: boehm stale addresses keep objects alive
# skip-gc: none nothing is freed
# skip-llinterp: its objects never die
"""What a collector that counts references has to get right: deep structures that die at once, copies of items, references that are held
while exceptions pass, objects that die in the middle of an operation, weak references. No cycles: all of it is freed."""

import weakref

from rpython.rlib import rgc


class Log(object):
    def __init__(self):
        self.lines = []

    def flush(self):
        rgc.collect()
        print(", ".join(self.lines))
        self.lines = []


log = Log()


class Thing(object):
    pass


class Noted(Thing):
    """Tells when it dies."""

    def __init__(self, name):
        self.name = name

    def __del__(self):
        log.lines.append(self.name)


class Cell(Thing):
    def __init__(self, value, next):
        self.value = value
        self.next = next


class Pair(Thing):
    def __init__(self, first, second):
        self.first = first
        self.second = second


class Step(object):
    def __init__(self, held, cell):
        self.held = held
        self.cell = cell


class Carrier(Exception):
    def __init__(self, value):
        self.value = value


class Holder(object):
    def __init__(self):
        self.item = None
        self.items = []
        self.table = {}


holder = Holder()      # prebuilt


def chain(n):
    c = None
    for i in range(n):
        c = Cell(i, c)
    return c


def length(c):
    n = 0
    while c is not None:
        n += 1
        c = c.next
    return n


def deep(n):
    # chained by the last field, and by the first one
    c = chain(n)
    print(length(c))
    c = None
    p = Pair(None, None)
    for i in range(n):
        p = Pair(p, None)
    q = Pair(None, None)
    for i in range(n):
        q = Pair(None, q)
    both = Pair(p, q)
    p = None
    q = None
    print(both.first is not None and both.second is not None)
    both = None
    nested = [[0]]
    lists = [nested]
    for i in range(n // 10):
        lists = [lists[0], nested]
    print(len(lists))


def order():
    # one after the other, when nothing refers to them any more
    a = Noted("a")
    print(a.name)
    a = None
    log.flush()
    b = Pair(Noted("first"), Cell(1, None))
    print(b.second is None)
    b = None
    log.flush()
    holder.item = Cell(2, None)
    holder.items.append(Noted("in a list"))
    holder.table["key"] = Noted("in a dict")
    log.flush()
    holder.items.pop()
    log.flush()
    holder.table["key"] = Noted("in its place")
    log.flush()
    holder.table.clear()
    log.flush()
    holder.items = [Noted("last")]
    log.flush()
    holder.items = []
    log.flush()


def replaced(cell):
    """What is used was held by what is overwritten."""
    value = cell.next
    cell.next = chain(3)
    return length(value)


def cut(cell, inner):
    cell.next = None
    return inner.value + length(inner)


def overwritten():
    c = chain(5)
    print(replaced(c), length(c))
    c = chain(6)
    print(cut(c, c.next), length(c))
    c.next = c.next
    holder.item = c
    holder.item = holder.item
    print(length(holder.item))
    holder.item = None


def copies():
    l = [Cell(i, None) for i in range(10)]
    l += l
    l = l[3:17]
    l.insert(2, l[0])
    del l[5:8]
    l.pop(0)
    l[2:4] = [l[1], l[1], l[0]]
    l.reverse()
    l = l * 3
    del l[:]
    l.extend([Cell(1, None)] * 4)
    l[0] = l[1]
    m = l[:]
    l = []
    for i in range(100):
        m.append(Cell(i, m[i]))
    print(len(m), m[50].value, length(m[103]))
    del m[10:100]
    total = 0
    for c in m:
        total += c.value * length(c)
    print(total)
    d = {}
    for i in range(200):
        d["k%d" % (i % 37)] = Cell(i, d.get("k%d" % (i % 11), None))
    for i in range(0, 37, 2):
        del d["k%d" % i]
    total = 0
    for k, v in d.items():
        total += length(v)
    print(len(d), total)
    t = (chain(3), "abc" + str(len(d)), [chain(2)])
    u = (t[0], t[1])
    print(length(u[0]), u[1])


def thrower(n, held):
    inner = Noted("inner %d" % n)
    if n == 0:
        raise Carrier(Cell(42, held))
    thrower(n - 1, Cell(n, held))
    print(inner.name)


def catcher():
    mine = Cell(7, None)
    try:
        thrower(3, mine)
    except Carrier as e:
        print(e.value.value, length(e.value), mine.value)
    rgc.collect()
    log.lines.sort()
    log.flush()


def again():
    for i in range(5):
        try:
            try:
                raise Carrier(Cell(i, None))
            except Carrier as e:
                if i % 2:
                    raise
                raise Carrier(Cell(i * 10, e.value))
            finally:
                holder.item = Cell(i, holder.item)
        except Carrier as e:
            print(e.value.value, length(e.value), length(holder.item))
    holder.item = None


def weak():
    second = Cell(2, None)
    a = Cell(1, second)
    r = weakref.ref(a)
    s = weakref.ref(a)
    inner = weakref.ref(second)
    second = None
    t = r()
    print(t is a, s() is a, inner() is a.next)
    a = None
    rgc.collect()
    print(r() is None)
    if t is not None:
        t.next = None
    rgc.collect()
    print(r() is None, inner() is None)
    if t is not None:
        print(t.value)
    t = None
    rgc.collect()
    print(r() is None, s() is None)
    kept = []
    refs = []
    for i in range(300):
        c = Cell(i, None)
        if i % 3 == 0:
            kept.append(c)
        refs.append(weakref.ref(c))
        if i % 5 == 0:
            refs.append(refs[-1])
    c = None
    rgc.collect()
    alive = 0
    for w in refs:
        if w() is not None:
            alive += 1
    print(len(kept), alive)


def generate(n):
    held = chain(4)
    for i in range(n):
        yield Step(held, Cell(i, None))


def generated():
    total = 0
    for p in generate(5):
        total += length(p.held) + p.cell.value
        if total > 12:
            break
    print(total)


def entry_point(argv):
    deep(100000)
    order()
    overwritten()
    copies()
    catcher()
    again()
    weak()
    generated()
    return 0


def target(driver, args):
    return entry_point
