# stage: rtyper
"""Structures of the garbage collector that begin with another one: fields of both, names that both have, casts up and down, three
levels, lists and dicts of them, prebuilt ones, null pointers, functions that take the beginning."""
from rpython.rtyper.lltypesystem import lltype
from rpython.rlib import rgc

SHAPE = lltype.GcStruct("shape", ("tag", lltype.Signed), ("name", lltype.Ptr(lltype.GcArray(lltype.Char))))
CIRCLE = lltype.GcStruct("circle", ("shape", SHAPE), ("radius", lltype.Float))
BOX = lltype.GcStruct("box", ("shape", SHAPE), ("width", lltype.Signed), ("height", lltype.Signed), ("tag", lltype.Char))
NAMED_BOX = lltype.GcStruct("named_box", ("box", BOX), ("owner", lltype.Ptr(SHAPE)), ("tag", lltype.Bool))
CHARS = lltype.GcArray(lltype.Char)
PSHAPE, PCIRCLE, PBOX, PNAMED = [lltype.Ptr(T) for T in (SHAPE, CIRCLE, BOX, NAMED_BOX)]
NOBODY = lltype.nullptr(SHAPE)


def chars(text):
    a = lltype.malloc(CHARS, len(text))
    for i in range(len(text)):
        a[i] = text[i]
    return a


def new_circle(radius):
    c = lltype.malloc(CIRCLE)
    c.shape.tag = 1
    c.shape.name = chars("circle %d" % int(radius))
    c.radius = radius
    return lltype.cast_pointer(PSHAPE, c)


def new_box(width, height):
    b = lltype.malloc(BOX)
    b.shape.tag = 2
    b.shape.name = chars("box")
    b.width = width
    b.height = height
    b.tag = chr(ord("a") + width)
    return b.shape


def new_named(width, owner):
    b = lltype.malloc(NAMED_BOX)
    b.box.shape.tag = 3
    b.box.shape.name = chars("named")
    b.box.width = width
    b.box.height = 1
    b.box.tag = "n"
    b.owner = owner
    b.tag = width > 3
    return b.box.shape


def name_of(shape):
    return "".join([shape.name[i] for i in range(len(shape.name))])


def area(shape):
    if not shape:
        return 0.0
    if shape.tag == 1:
        r = lltype.cast_pointer(PCIRCLE, shape).radius
        return r * r * 3.0
    box = lltype.cast_pointer(PBOX, shape)
    return float(box.width * box.height)


def text(shape):
    if not shape:
        return "nothing"
    t = "%s/%d" % (name_of(shape), shape.tag)
    if shape.tag >= 2:
        t += lltype.cast_pointer(PBOX, shape).tag
    if shape.tag == 3:
        named = lltype.cast_pointer(PNAMED, shape)
        t += "%s of %s" % (named.tag, text(named.owner))
    return t


def grow(box, by):
    box.width += by
    box.shape.tag = box.shape.tag
    return box


PREBUILT = new_named(4, new_circle(2.0))
SHELF = [new_box(2, 3), PREBUILT, NOBODY, new_circle(1.5)]


class Holder(object):
    def __init__(self, shape):
        self.shape = shape


HELD = Holder(PREBUILT)


def entry_point(argv):
    shapes = [new_circle(float(i)) for i in range(3)]
    for i in range(4):
        shapes.append(new_box(i, i + 1))
    for i in range(3):
        shapes.append(new_named(i + 2, shapes[i * 2]))
    total = 0.0
    for s in shapes:
        total += area(s)
        print(text(s))
    print(total)
    rgc.collect()
    for s in SHELF:
        print(text(s), area(s))
    b = lltype.cast_pointer(PNAMED, HELD.shape)
    print(text(grow(b.box, 3).shape), b.box.width, b.tag, b.box.tag, b.box.shape.tag)
    print(b.box.shape == PREBUILT, b.box.shape == SHELF[0], lltype.cast_pointer(PBOX, b) == b.box)
    b.owner = shapes[5]
    b.owner = lltype.cast_pointer(PSHAPE, b)
    b.owner = NOBODY
    rgc.collect()
    print(text(PREBUILT), area(PREBUILT))
    by_name = {}
    for s in shapes:
        by_name.setdefault(name_of(s), []).append(s)
    print(sorted([(n, len(by_name[n])) for n in by_name]))
    null = lltype.nullptr(NAMED_BOX)
    print(not null, not lltype.cast_pointer(PSHAPE, null), null == lltype.nullptr(NAMED_BOX))
    return 0


def target(driver, args):
    return entry_point, None
