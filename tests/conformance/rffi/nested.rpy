# skip-llinterp: arithmetic with addresses of containers
# Structures in structures, arrays in structures, arrays of structures; pointers into them.
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rlib.rarithmetic import intmask

POINT = rffi.CStruct('point', ('x', rffi.SHORT), ('y', rffi.SHORT))
BOX = rffi.CStruct('box', ('tag', lltype.Char), ('min', POINT), ('max', POINT), ('weight', rffi.DOUBLE))
NAME = rffi.CFixedArray(lltype.Char, 12)
ITEM = rffi.CStruct('item', ('kind', rffi.UCHAR), ('name', NAME), ('boxes', rffi.CFixedArray(BOX, 3)),
                    ('grid', rffi.CFixedArray(rffi.CFixedArray(rffi.INT, 2), 2)), ('next', rffi.VOIDP))
ITEMP = lltype.Ptr(ITEM)
SIZED = lltype.Array(POINT)
LIST = lltype.ForwardReference()
LISTP = lltype.Ptr(LIST)
LIST.become(lltype.Struct('list', ('at', POINT), ('next', LISTP), ('head', lltype.FixedSizeArray(LISTP, 2))))


def set_point(p, x, y):
    p.c_x = rffi.cast(rffi.SHORT, x)
    p.c_y = rffi.cast(rffi.SHORT, y)


def show(p):
    return "(%d,%d)" % (intmask(p.c_x), intmask(p.c_y))


def area(box):
    w = intmask(box.c_max.c_x) - intmask(box.c_min.c_x)
    h = intmask(box.c_max.c_y) - intmask(box.c_min.c_y)
    return w * h


def set_name(item, s):
    for i in range(len(s)):
        item.c_name[i] = s[i]
    item.c_name[len(s)] = '\x00'


def fill(item, n):
    item.c_kind = rffi.cast(rffi.UCHAR, n)
    set_name(item, "item %d" % n)
    for i in range(3):
        b = item.c_boxes[i]
        b.c_tag = chr(ord('a') + i)
        set_point(b.c_min, i, -i)
        set_point(b.c_max, i + n, i * n)
        b.c_weight = n / 2.0
    for i in range(2):
        row = item.c_grid[i]
        for k in range(2):
            row[k] = rffi.cast(rffi.INT, n * 100 + i * 10 + k)


def text(item):
    parts = [rffi.charp2str(rffi.cast(rffi.CCHARP, item.c_name)), str(intmask(item.c_kind))]
    for i in range(3):
        b = item.c_boxes[i]
        parts.append(b.c_tag + show(b.c_min) + show(b.c_max) + str(area(b)))
    for i in range(2):
        parts.append(str(intmask(item.c_grid[i][0]) + intmask(item.c_grid[i][1])))
    return ' '.join(parts)


class Owner(object):
    def __init__(self, n):
        self.items = lltype.malloc(rffi.CArray(ITEM), n, flavor='raw', zero=True)
        self.n = n
        for i in range(n):
            fill(self.items[i], i + 1)

    def best(self):
        found = self.items[0].c_boxes[0]
        for i in range(self.n):
            for k in range(3):
                b = self.items[i].c_boxes[k]
                if area(b) > area(found):
                    found = b
        return found

    def free(self):
        lltype.free(self.items, flavor='raw')


def lists():
    last = lltype.nullptr(LIST)
    for i in range(4):
        node = lltype.malloc(LIST, flavor='raw')
        set_point(node.at, i, i * i)
        node.next = last
        node.head[0] = node
        node.head[1] = last
        last = node
    out = []
    while last:
        out.append(show(last.at) + str(last.head[0] == last) + str(last.head[1] == last.next))
        after = last.head[1]
        lltype.free(last, flavor='raw')
        last = after
    print(' '.join(out))


def sized():
    p = lltype.malloc(SIZED, 4, flavor='raw', zero=True)
    for i in range(len(p)):
        set_point(p[i], i * 3, -i)
    print(len(p), ' '.join([show(p[i]) for i in range(len(p))]))
    xs = lltype.direct_arrayitems(p)
    print(show(xs[2]), show(lltype.direct_ptradd(xs, 1)[2]))
    lltype.free(p, flavor='raw')


def pointers(item):
    w = lltype.direct_fieldptr(item.c_boxes[1], 'c_weight')
    w[0] = 42.5
    print(item.c_boxes[1].c_weight)
    name = lltype.direct_arrayitems(item.c_name)
    name[0] = 'I'
    print(rffi.charp2strn(name, 3), rffi.offsetof(ITEM, 'c_boxes'), rffi.offsetof(BOX, 'c_weight'))
    copy = lltype.malloc(ITEM, flavor='raw')
    rffi.structcopy(copy, item)
    fill(item, 9)
    print(text(copy))
    print(text(item))
    self_ = rffi.cast(rffi.VOIDP, copy)
    copy.c_next = self_
    again = rffi.cast(ITEMP, copy.c_next)
    print(again == copy, text(again) == text(copy), bool(item.c_next))
    lltype.free(copy, flavor='raw')


def entry_point(argv):
    print(rffi.sizeof(POINT), rffi.sizeof(BOX), rffi.sizeof(ITEM), rffi.sizeof(NAME))
    o = Owner(4)
    for i in range(4):
        print(text(o.items[i]))
    b = o.best()
    print(b.c_tag, area(b), b.c_weight)
    pointers(o.items[2])
    o.free()
    with lltype.scoped_alloc(BOX) as box:
        set_point(box.c_min, 1, 2)
        set_point(box.c_max, 11, 22)
        print(area(box), box.c_tag == '\x00')
    lists()
    sized()
    return 0


def target(driver, args):
    return entry_point, None
