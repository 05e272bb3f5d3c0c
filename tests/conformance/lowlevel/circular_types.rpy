# stage: rtyper
"""Low-level types that refer to each other in circles: a structure whose field points to structures that begin with it,
arrays (of the collector and of C) whose items point to such arrays, structures that contain structures which point back; an
array at the end of a structure that begins with another one; parts of objects that are kept in lists, tuples, attributes and
given back by functions."""
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.rstr import STR
from rpython.rtyper.annlowlevel import llstr, hlstr
from rpython.rlib import rgc

NODE = lltype.GcForwardReference()
PAIR = lltype.GcForwardReference()
FRAME = lltype.GcForwardReference()
LINK = lltype.Struct("link", ("to", lltype.Ptr(NODE)), ("weight", lltype.Float))
NODE.become(lltype.GcStruct("node", ("kind", lltype.Signed), ("next", LINK), ("as_pair", lltype.Ptr(PAIR)), ("as_frame", lltype.Ptr(FRAME))))
PAIR.become(lltype.GcStruct("pair", ("node", NODE), ("car", lltype.Ptr(NODE)), ("cdr", lltype.Ptr(PAIR)), ("kind", lltype.Float),
                            ("kind_", lltype.Signed)))
FRAME.become(lltype.GcStruct("frame", ("pair", PAIR), ("name", lltype.Ptr(STR)), ("kind", lltype.Char), ("locals", lltype.Array(LINK))))
ROWS = lltype.GcForwardReference()
ROWS.become(lltype.GcArray(lltype.Struct("row", ("rows", lltype.Ptr(ROWS)), ("n", lltype.Signed))))
FOREST = lltype.ForwardReference()
FOREST.become(lltype.Array(lltype.Ptr(FOREST)))
NO_ROWS = lltype.nullptr(ROWS)


def new_node(kind, to):
    n = lltype.malloc(NODE, zero=True)
    n.kind = kind
    n.next.to = to
    n.next.weight = kind * 0.5
    return n


def cons(car, cdr):
    p = lltype.malloc(PAIR, zero=True)
    p.node.kind = 2
    p.node.as_pair = p
    p.node.next.to = car
    p.node.next.weight = 0.25
    p.car = car
    p.cdr = cdr
    p.kind = 1.5
    p.kind_ = 77
    return p


def new_frame(name, n):
    f = lltype.malloc(FRAME, n, zero=True)
    f.pair.node.kind = 3
    f.pair.node.as_frame = f
    f.pair.kind = 2.5
    f.pair.kind_ = n
    f.name = llstr(name)
    f.kind = name[0]
    for i in range(n):
        f.locals[i].to = f.pair.node
        f.locals[i].weight = i * 0.125
    return f


def weights(link):
    total = 0.0
    while True:
        total += link.weight
        if not link.to:
            return total
        link = link.to.next


def describe(n):
    if not n:
        return "null"
    if n.kind == 2:
        p = n.as_pair
        return "(%s . %s %s %d)" % (describe(p.car), describe(p.cdr.node) if p.cdr else "()", p.kind, p.kind_)
    if n.kind == 3:
        f = n.as_frame
        return "%s/%d/%s/%s/%d" % (hlstr(f.name), len(f.locals), f.kind, f.pair.kind, f.pair.kind_)
    return "node %d" % n.kind


class Cursor(object):
    def __init__(self, frame):
        self.frame = frame
        self.local = frame.locals[0]
        self.link = frame.pair.node.next
        self.seen = []

    def advance(self, i):
        self.seen.append(self.local)
        self.local = self.frame.locals[i]
        self.link.weight += 1.0


def heavier(a, b):
    if a.weight >= b.weight:
        return a, 1
    return b, 2


def tree(depth):
    rows = lltype.malloc(ROWS, depth, zero=True)
    for i in range(depth):
        rows[i].n = i
        rows[i].rows = tree(depth - 1 - i) if i < depth - 1 else NO_ROWS
    return rows


def count(rows):
    if not rows:
        return 0
    n = 0
    for i in range(len(rows)):
        n += rows[i].n + 1 + count(rows[i].rows)
    return n


def forest(depth):
    f = lltype.malloc(FOREST, depth, flavor="raw")
    for i in range(depth):
        f[i] = forest(i)
    return f


def fell(f):
    n = 1
    for i in range(len(f)):
        n += fell(f[i])
    lltype.free(f, flavor="raw")
    return n


HEAD = new_node(1, new_node(4, new_node(6, lltype.nullptr(NODE))))
LIST = cons(HEAD, cons(lltype.nullptr(NODE), lltype.nullptr(PAIR)))
MAIN = new_frame("main", 3)
MAIN.pair.node.next.to = LIST.node
ROW_TREE = tree(5)


def entry_point(argv):
    print(weights(HEAD.next), weights(MAIN.pair.node.next))
    print(describe(HEAD), describe(LIST.node), describe(MAIN.pair.node))
    f = new_frame("inner%d" % len(argv), 5)
    f.pair.node.next.to = MAIN.pair.node
    f.pair.car = LIST.node
    f.pair.cdr = lltype.cast_pointer(lltype.Ptr(PAIR), MAIN)
    rgc.collect()
    c = Cursor(f)
    for i in range(1, 5):
        c.advance(i)
        rgc.collect()
    print(c.local.weight, c.link.weight, [link.weight for link in c.seen], describe(c.local.to))
    best, which = heavier(c.seen[1], c.seen[2])
    best.weight = 99.5
    print(which, f.locals[2].weight, best.to == f.pair.node, weights(f.pair.node.next))
    print(describe(f.pair.car), describe(f.pair.cdr.node))
    print(count(ROW_TREE), count(tree(7)))
    print(fell(forest(6)))
    ROW_TREE[2].rows = tree(3)
    MAIN.locals[1].to = new_node(50, HEAD)
    rgc.collect()
    print(count(ROW_TREE), weights(MAIN.locals[1].to.next), MAIN.locals[2].weight)
    return 0


def target(driver, args):
    return entry_point, None
