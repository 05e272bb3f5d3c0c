from rpython.rtyper.lltypesystem import lltype

POINT = lltype.Struct("point", ("x", lltype.Signed), ("y", lltype.Signed))
BASE = lltype.GcStruct("base", ("kind", lltype.Signed))
LINE = lltype.GcStruct("line", ("base", BASE), ("a", POINT), ("b", POINT), ("n", lltype.FixedSizeArray(lltype.Signed, 3)))
OTHER = lltype.GcStruct("other", ("kind", lltype.Signed), ("line", lltype.Ptr(LINE)))
TAIL = lltype.GcStruct("tail", ("n", lltype.Signed), ("items", lltype.Array(lltype.Signed)))


def stored(other, line):
    other.line = line.a


def no_items(t):
    return t[0]


def no_tail(t):
    return len(t)


def no_field(line):
    return line.a.z


def entry_point(argv):
    line = lltype.malloc(LINE)
    other = lltype.malloc(OTHER)
    stored(other, line)
    t = lltype.malloc(TAIL, 3)
    no_items(t)
    no_tail(t)
    no_field(line)
    lltype.malloc(TAIL)
    lltype.malloc(LINE, 3)
    return 0


def target(driver, args):
    return entry_point, None
