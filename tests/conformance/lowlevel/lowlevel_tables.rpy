# stage: rtyper
"""Low-level structures of the collector in a program's own data structures: GcStruct lists and trees, GcArrays of structs, a hash table
with open addressing, prebuilt tables, pointers between structs, null pointers."""
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.objectmodel import specialize

NODE = lltype.GcForwardReference()
NODE.become(lltype.GcStruct("node", ("key", lltype.Signed), ("left", lltype.Ptr(NODE)), ("right", lltype.Ptr(NODE))))
NULL_NODE = lltype.nullptr(NODE)
ENTRY = lltype.Struct("entry", ("key", lltype.Signed), ("value", lltype.Signed), ("used", lltype.Bool))
ENTRIES = lltype.GcArray(ENTRY)
TABLE = lltype.GcStruct("table", ("count", lltype.Signed), ("entries", lltype.Ptr(ENTRIES)))
BASE = lltype.GcStruct("base", ("kind", lltype.Signed))
EXTENDED = lltype.GcStruct("extended", ("base", lltype.Ptr(BASE)), ("extra", lltype.Float))
FLOATS = lltype.GcArray(lltype.Float)
CHARS = lltype.GcArray(lltype.Char)
LONGS = lltype.GcArray(lltype.Signed)


def insert(tree, key):
    if not tree:
        node = lltype.malloc(NODE)
        node.key = key
        node.left = NULL_NODE
        node.right = NULL_NODE
        return node
    if key < tree.key:
        tree.left = insert(tree.left, key)
    elif key > tree.key:
        tree.right = insert(tree.right, key)
    return tree


def height(tree):
    if tree == NULL_NODE:
        return 0
    return 1 + max(height(tree.left), height(tree.right))


def walk(tree, out):
    if tree:
        walk(tree.left, out)
        out.append(tree.key)
        walk(tree.right, out)


def new_table(size):
    t = lltype.malloc(TABLE)
    t.count = 0
    t.entries = lltype.malloc(ENTRIES, size)
    for i in range(size):
        t.entries[i].used = False
    return t


def slot_of(t, key):
    n = len(t.entries)
    i = intmask(r_uint(key) * r_uint(0x9E3779B97F4A7C15) >> 40) % n
    while t.entries[i].used and t.entries[i].key != key:
        i = (i + 1) % n
    return i


def put(t, key, value):
    if t.count * 3 >= len(t.entries) * 2:
        old = t.entries
        t.entries = lltype.malloc(ENTRIES, len(old) * 2)
        for i in range(len(t.entries)):
            t.entries[i].used = False
        t.count = 0
        for i in range(len(old)):
            if old[i].used:
                put(t, old[i].key, old[i].value)
    i = slot_of(t, key)
    if not t.entries[i].used:
        t.entries[i].used = True
        t.entries[i].key = key
        t.count += 1
    t.entries[i].value = value


def get(t, key, default):
    i = slot_of(t, key)
    if t.entries[i].used:
        return t.entries[i].value
    return default


def kind_of(p):
    return p.kind


def make(kind, extra):
    b = lltype.malloc(BASE)
    b.kind = kind
    if extra > 0.0:
        e = lltype.malloc(EXTENDED)
        e.base = b
        e.extra = extra
        b = e.base
        b.kind += int(e.extra)
    return b


def show(p):
    return "base %d" % p.kind


def prebuilt_squares():
    a = lltype.malloc(FLOATS, 10, immortal=True)
    for i in range(10):
        a[i] = i * i * 0.5
    return a


SQUARES = prebuilt_squares()
PREBUILT = NULL_NODE
for _i in (40, 10, 70, 20, 90):
    PREBUILT = insert(PREBUILT, _i)


def text_of(chars):
    return "".join([chars[i] for i in range(len(chars))])


@specialize.ll()
def total(array):
    t = array[0] - array[0]
    for i in range(len(array)):
        t += array[i]
    return t


def entry_point(argv):
    tree = NULL_NODE
    for i in range(50):
        tree = insert(tree, (i * 37) % 53)
    out = []
    walk(tree, out)
    print(len(out), out[0], out[49], height(tree), height(NULL_NODE))
    t = new_table(4)
    for i in range(200):
        put(t, i * i, i)
    for i in range(0, 200, 2):
        put(t, i * i, -i)
    print(t.count, len(t.entries), get(t, 81, 0), get(t, 100, 0), get(t, 7, 123))
    for i in range(300):
        insert(PREBUILT, (i * 7) % 101)
    out = []
    walk(PREBUILT, out)
    print(len(out), out[3], height(PREBUILT), PREBUILT.left.key, PREBUILT.right.right.left.key)
    things = [make(0, 0.0), make(1, 2.5), make(7, 0.0)]
    print([show(p) for p in things], [kind_of(p) for p in things])
    print(things[0] == things[1], things[1] == things[1], not things[2])
    SQUARES[3] += 1.0
    print(total(SQUARES), SQUARES[9], len(SQUARES))
    longs = lltype.malloc(LONGS, 6)
    for i in range(len(longs)):
        longs[i] = i + len(argv)
    print(total(longs))
    chars = lltype.malloc(CHARS, 5)
    for i in range(5):
        chars[i] = chr(ord("a") + i * 2)
    print(text_of(chars))
    return 0


def target(driver, args):
    return entry_point, None
