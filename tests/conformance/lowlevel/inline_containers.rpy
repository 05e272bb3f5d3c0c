# stage: rtyper
"""Structures and arrays inside of objects of the garbage collector: fields of inner structures, arrays of fixed length, an array at the
end, items that are structures with structures inside, pointers into an object that functions get, prebuilt ones."""
from rpython.rtyper.lltypesystem import lltype
from rpython.rlib.objectmodel import specialize
from rpython.rlib import rgc

TEXT = lltype.GcArray(lltype.Char)
POINT = lltype.Struct("point", ("x", lltype.Signed), ("y", lltype.Signed))
SPAN = lltype.Struct("span", ("start", POINT), ("end", POINT), ("label", lltype.Ptr(TEXT)))
LINE = lltype.GcStruct("line", ("number", lltype.Signed), ("span", SPAN), ("colour", lltype.Char))
ENTRY = lltype.Struct("entry", ("key", lltype.Ptr(TEXT)), ("at", POINT), ("used", lltype.Bool))
TABLE = lltype.GcStruct("table", ("count", lltype.Signed), ("entries", lltype.Array(ENTRY)))
BYTES = lltype.GcStruct("bytes", ("hash", lltype.Signed), ("chars", lltype.Array(lltype.Char)))
ENTRIES = lltype.GcArray(ENTRY)
MACHINE = lltype.GcStruct("machine", ("regs", lltype.FixedSizeArray(lltype.Signed, 8)), ("pc", lltype.Signed),
                          ("names", lltype.FixedSizeArray(lltype.Ptr(TEXT), 3)),
                          ("marks", lltype.FixedSizeArray(POINT, 4)))
BIG_MACHINE = lltype.GcStruct("big_machine", ("machine", MACHINE), ("extra", lltype.Struct("extra", ("flags",
                              lltype.FixedSizeArray(lltype.Char, 5)), ("origin", POINT))))


def chars(text):
    a = lltype.malloc(TEXT, len(text))
    for i in range(len(text)):
        a[i] = text[i]
    return a


def text_of(a):
    if not a:
        return "-"
    return "".join([a[i] for i in range(len(a))])


def new_line(number, x, label):
    line = lltype.malloc(LINE, zero=True)
    line.number = number
    line.span.start.x = x
    line.span.start.y = number
    line.span.end.x = x + 10
    line.span.end.y = line.span.start.y + 1
    line.span.label = chars(label)
    line.colour = "r"
    return line


def width(span):
    return span.end.x - span.start.x


@specialize.ll()
def move(point, dx, dy):
    point.x += dx
    point.y += dy
    return point


@specialize.ll()
def show_point(point):
    return "(%d, %d)" % (point.x, point.y)


def new_table(n):
    t = lltype.malloc(TABLE, n, zero=True)
    t.count = 0
    for i in range(len(t.entries)):
        t.entries[i].used = False
    return t


def find(t, key):
    i = len(key) * 7 % len(t.entries)
    while True:
        entry = t.entries[i]
        if not entry.used or text_of(entry.key) == key:
            return i
        i = (i + 1) % len(t.entries)


def put(t, key, x, y):
    i = find(t, key)
    entry = t.entries[i]
    if not entry.used:
        entry.used = True
        entry.key = chars(key)
        t.count += 1
    entry.at.x = x
    entry.at.y = y


def get(t, key):
    entry = t.entries[find(t, key)]
    return "%s %s %s" % (text_of(entry.key), show_point(entry.at), entry.used)


def new_bytes(text):
    b = lltype.malloc(BYTES, len(text))
    h = 0
    items = b.chars
    for i in range(len(text)):
        items[i] = text[i]
        h = h * 31 + ord(text[i])
    b.hash = h
    return b


def joined(b, c):
    r = lltype.malloc(BYTES, len(b.chars) + len(c.chars))
    for i in range(len(b.chars)):
        r.chars[i] = b.chars[i]
    for i in range(len(c.chars)):
        r.chars[len(b.chars) + i] = c.chars[i]
    r.hash = b.hash ^ c.hash
    return r


def bytes_text(b):
    return "%d:%s" % (b.hash, "".join([b.chars[i] for i in range(len(b.chars))]))


def new_machine(n):
    m = lltype.malloc(MACHINE, zero=True)
    m.pc = n
    for i in range(len(m.regs)):
        m.regs[i] = i * n
    for i in range(len(m.names)):
        m.names[i] = chars("name%d" % (n + i))
    for i in range(len(m.marks)):
        m.marks[i].x = i
        m.marks[i].y = -n
    return m


def total(regs):
    t = 0
    for i in range(len(regs)):
        t += regs[i]
    return t


def machine_text(m):
    marks = [show_point(m.marks[i]) for i in range(4)]
    return "%d %d %s %s" % (m.pc, total(m.regs), text_of(m.names[2]), " ".join(marks))


def last_used(entries):
    best = entries[0]
    i = 1
    while i < len(entries):
        if entries[i].used:
            best = entries[i]
        i += 1
    return best


def prebuilt_table():
    t = new_table(5)
    put(t, "one", 1, 1)
    put(t, "three", 3, 9)
    return t


def prebuilt_entries():
    a = lltype.malloc(ENTRIES, 3, zero=True)
    for i in range(3):
        a[i].key = chars("k" * i)
        a[i].at.x = i
        a[i].at.y = i * i
        a[i].used = i == 1
    return a


T = prebuilt_table()
L = new_line(7, 3, "prebuilt")
M = new_machine(5)
E = prebuilt_entries()
B = new_bytes("prebuilt")


def entry_point(argv):
    n = len(argv)
    lines = [new_line(i, i * i, "line %d" % i) for i in range(5)]
    rgc.collect()
    print(lines[3].span.start.x, lines[3].span.end.y, text_of(lines[4].span.label), lines[0].colour)
    print([width(line.span) for line in lines])
    move(lines[2].span.start, 5, 6)
    print(show_point(lines[2].span.start), show_point(move(lines[2].span.end, 1, n)))
    t = new_table(11)
    for i in range(9):
        put(t, "k%d" % (i * i * i * 100), i, -i)
    rgc.collect()
    put(t, "k800", 8, 88)
    print(t.count, len(t.entries), get(t, "k800"), get(t, "k0"), get(t, "nothing"))
    b = joined(new_bytes("abc"), new_bytes("defg"))
    print(bytes_text(b), bytes_text(new_bytes("")), len(b.chars))
    machines = [new_machine(i) for i in range(3)]
    machines[1].regs[3] = 100
    machines[2].marks[1].x += 41
    rgc.collect()
    for m in machines:
        print(machine_text(m))
    big = lltype.malloc(BIG_MACHINE, zero=True)
    big.machine.pc = 17
    for i in range(len(big.machine.regs)):
        big.machine.regs[i] = i
    big.machine.names[2] = chars("big")
    big.extra.flags[4] = "z"
    big.extra.origin.x = 12
    rgc.collect()
    m = lltype.cast_pointer(lltype.Ptr(MACHINE), big)
    m.marks[3].y = 4
    print(machine_text(m), big.extra.flags[4], show_point(big.extra.origin), len(big.extra.flags))
    entries = lltype.malloc(ENTRIES, 4, zero=True)
    for i in range(4):
        entries[i].key = chars("e" * i)
        entries[i].at.x = i
        entries[i].used = i & n == 1
    best = last_used(entries)
    print(text_of(best.key), best.at.x, text_of(last_used(E).key), last_used(E).at.y)
    print(get(T, "one"), get(T, "three"), T.count, bytes_text(B), len(B.chars))
    put(T, "four", 4, 16)
    L.span.end.x += 1
    M.regs[1] += 2
    M.names[2] = chars("new name")
    rgc.collect()
    print(get(T, "four"), width(L.span), text_of(L.span.label), machine_text(M))
    print([len(text_of(E[i].key)) for i in range(len(E))])
    return 0


def target(driver, args):
    return entry_point, None
