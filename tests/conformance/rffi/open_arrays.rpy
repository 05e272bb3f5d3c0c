# Structures of C that end in an array of any length, with and without the length, of numbers, pointers and structures.
# skip-llinterp: raw memory as C has it
from rpython.rtyper.lltypesystem import llmemory, lltype, rffi

POINT = lltype.Struct('point', ('x', rffi.SHORT), ('y', rffi.INT))
MESSAGE = lltype.Struct('message', ('kind', rffi.UCHAR), ('text', rffi.CArray(lltype.Char)))
TABLE = lltype.Struct('table', ('name', rffi.CCHARP), ('rows', lltype.Array(lltype.Signed)))
SHAPE = lltype.Struct('shape', ('colour', lltype.Signed), ('flag', lltype.Char), ('points', lltype.Array(POINT)))
LINKS = lltype.ForwardReference()
LINKSP = lltype.Ptr(LINKS)
LINKS.become(lltype.Struct('links', ('id', rffi.INT), ('to', rffi.CArray(LINKSP))))


def message(kind, text):
    m = lltype.malloc(MESSAGE, len(text) + 1, flavor='raw')
    m.kind = rffi.cast(rffi.UCHAR, kind)
    for i in range(len(text)):
        m.text[i] = text[i]
    m.text[len(text)] = '\x00'
    return m


def table(n):
    t = lltype.malloc(TABLE, n, flavor='raw')
    t.name = rffi.str2charp('table of %d' % n)
    for i in range(len(t.rows)):
        t.rows[i] = i * i
    return t


def shape(n):
    s = lltype.malloc(SHAPE, n, flavor='raw', zero=True)
    s.colour = -n
    s.flag = chr(65 + n)
    for i in range(n):
        s.points[i].x = rffi.cast(rffi.SHORT, i)
        s.points[i].y = rffi.cast(rffi.INT, i * 100)
    return s


def show_shape(s):
    out = []
    for i in range(len(s.points)):
        p = s.points[i]
        out.append('%d,%d' % (rffi.cast(lltype.Signed, p.x), rffi.cast(lltype.Signed, p.y)))
    return '%d %s %s' % (s.colour, s.flag, ' '.join(out))


def ring(n):
    nodes = []
    for i in range(n):
        node = lltype.malloc(LINKS, 2, flavor='raw')
        node.id = rffi.cast(rffi.INT, i)
        nodes.append(node)
    for i in range(n):
        nodes[i].to[0] = nodes[(i + 1) % n]
        nodes[i].to[1] = nodes[(i + n - 1) % n]
    at = nodes[0]
    path = []
    for i in range(n + 1):
        path.append(str(rffi.cast(lltype.Signed, at.id)))
        at = at.to[i % 3 // 2]
    for node in nodes:
        lltype.free(node, flavor='raw')
    return ' '.join(path)


def entry_point(argv):
    m = message(7, 'hello')
    print(rffi.cast(lltype.Signed, m.kind), rffi.charp2str(m.text), m.text[1])
    whole = rffi.cast(rffi.CCHARP, m)
    print(ord(whole[0]), whole[1], whole[5])
    lltype.free(m, flavor='raw')
    t = table(6)
    print(rffi.charp2str(t.name), len(t.rows), [t.rows[i] for i in range(len(t.rows))])
    rows = lltype.direct_arrayitems(t.rows)
    rows[2] = 77
    print(t.rows[2], rffi.cast(rffi.LONGP, t)[1], rffi.cast(rffi.LONGP, t)[4])
    rffi.free_charp(t.name)
    lltype.free(t, flavor='raw')
    for n in range(4):
        s = shape(n)
        print(show_shape(s))
        lltype.free(s, flavor='raw')
    print(ring(5))
    n = len(argv) + 2
    print(llmemory.sizeof(MESSAGE, n), llmemory.sizeof(TABLE, n), llmemory.sizeof(SHAPE, n), llmemory.sizeof(LINKS, n))
    print(rffi.offsetof(MESSAGE, 'text'), rffi.offsetof(TABLE, 'rows'), rffi.offsetof(SHAPE, 'points'), rffi.offsetof(LINKS, 'to'))
    return 0


def target(driver, args):
    return entry_point, None
