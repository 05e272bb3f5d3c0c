# skip-llinterp: arithmetic with addresses of containers
# Raw memory: arrays, structures, pointers to them, casts, strings for C.
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rtyper.lltypesystem.lltype import malloc, free, nullptr

INTS = rffi.CArray(rffi.INT)
POINT = rffi.CStruct('point', ('x', rffi.INT), ('y', rffi.INT), ('w', rffi.DOUBLE))
POINTP = lltype.Ptr(POINT)
PAIR = lltype.Struct('pair', ('left', lltype.Signed), ('right', lltype.Char), ('at', rffi.CCHARP))
NODE = lltype.ForwardReference()
NODEP = lltype.Ptr(NODE)
NODE.become(lltype.Struct('node', ('value', lltype.Signed), ('next', NODEP)))
NULL = nullptr(NODE)
SIZED = lltype.Array(lltype.Signed)


class Holder(object):
    def __init__(self, n):
        self.buf = malloc(rffi.LONGP.TO, n, flavor='raw', zero=True)
        self.size = n
        self.nodes = NULL

    def fill(self):
        for i in range(self.size):
            self.buf[i] = i * i - 5

    def total(self):
        t = 0
        for i in range(self.size):
            t += self.buf[i]
        return t

    def push(self, v):
        node = malloc(NODE, flavor='raw')
        node.value = v
        node.next = self.nodes
        self.nodes = node

    def dump(self):
        node = self.nodes
        out = []
        while node:
            out.append(str(node.value))
            node = node.next
        return ' '.join(out)

    def close(self):
        free(self.buf, flavor='raw')
        while self.nodes:
            n = self.nodes
            self.nodes = n.next
            free(n, flavor='raw')


def arrays():
    h = Holder(10)
    print(h.total(), bool(h.buf))
    h.fill()
    print(h.total(), h.buf[3])
    for v in [5, 6, 7]:
        h.push(v)
    print(h.dump(), h.nodes == NULL, h.nodes != NULL)
    p = rffi.ptradd(h.buf, 4)
    print(p[0], p[1])
    p[1] = 1000
    print(h.buf[5])
    h.close()
    print(bool(h.nodes))
    a = malloc(INTS, 3, flavor='raw', zero=True)
    a[0] = rffi.cast(rffi.INT, 1 << 33 | 7)
    a[1] = rffi.cast(rffi.INT, -3)
    a[2] = rffi.cast(rffi.INT, 0xffffffff)
    for i in range(3):
        print(rffi.cast(lltype.Signed, a[i]))
    free(a, flavor='raw')
    d = malloc(rffi.CArray(lltype.Float), 2, flavor='raw', zero=True)
    d[0] = 1.5
    d[1] += d[0] * 2.0
    print(d[0], d[1])
    free(d, flavor='raw')
    f = malloc(rffi.CFixedArray(lltype.Signed, 4), flavor='raw', zero=True)
    f[3] = 12
    print(f[3] + f[0], rffi.sizeof(rffi.CFixedArray(lltype.Signed, 4)))
    free(f, flavor='raw')
    s = malloc(SIZED, 6, flavor='raw', zero=True)
    s[5] = 4
    print(len(s), s[5])
    free(s, flavor='raw')


def structs():
    p = malloc(POINT, flavor='raw', zero=True)
    p.c_x = rffi.cast(rffi.INT, 3)
    p.c_y = rffi.cast(rffi.INT, -4)
    p.c_w = 0.5
    print(rffi.cast(lltype.Signed, p.c_x), rffi.cast(lltype.Signed, p.c_y), p.c_w)
    v = rffi.cast(rffi.VOIDP, p)
    q = rffi.cast(POINTP, v)
    print(q.c_w, bool(v), rffi.sizeof(POINT), rffi.sizeof(rffi.INT), rffi.sizeof(rffi.CCHARP))
    free(p, flavor='raw')
    r = rffi.make(PAIR)
    r.left = 17
    r.right = 'z'
    r.at = rffi.str2charp("inside")
    print(r.left, r.right, rffi.charp2str(r.at))
    rffi.free_charp(r.at)
    free(r, flavor='raw')
    with lltype.scoped_alloc(PAIR) as s:
        s.left = 2
        print(s.left)
    with lltype.scoped_alloc(rffi.CCHARP.TO, 8) as t:
        t[0] = 'q'
        print(rffi.charp2str(t))


def strings(args):
    c = rffi.str2charp("hello world")
    print(rffi.charp2str(c), rffi.charp2strn(c, 5), rffi.charpsize2str(c, 7))
    c[5] = '\x00'
    print(rffi.charp2str(c), len(rffi.charpsize2str(c, 8)))
    rffi.free_charp(c)
    with rffi.scoped_str2charp(args) as p:
        print(rffi.charp2str(p))
    with rffi.scoped_alloc_buffer(4) as b:
        for i in range(4):
            b.raw[i] = chr(ord('a') + i)
        print(b.str(4), b.str(2))
    pp = rffi.liststr2charpp(["one", "two", args])
    print(rffi.charpp2liststr(pp), rffi.charp2str(pp[1]))
    rffi.free_charpp(pp)
    with rffi.scoped_nonmovingbuffer("data") as m:
        print(m[0], m[3])


def casts(n):
    print(rffi.cast(lltype.Signed, 3.99), rffi.cast(lltype.Signed, -3.99), rffi.cast(rffi.DOUBLE, n))
    print(ord(rffi.cast(lltype.Char, 65 + n)), rffi.cast(rffi.LONG, 'c'))
    print(rffi.cast(lltype.Signed, rffi.cast(rffi.UINT, -n)), rffi.cast(rffi.SIZE_T, n))
    print(rffi.cast(lltype.Bool, n), rffi.cast(lltype.Float, rffi.cast(rffi.FLOAT, 0.1)))


def entry_point(argv):
    arrays()
    structs()
    for i in range(3):
        strings("text%d" % i)
    casts(len(argv))
    return 0


def target(driver, args):
    return entry_point, None
