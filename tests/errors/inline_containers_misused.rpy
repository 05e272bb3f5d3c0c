from rpython.rtyper.lltypesystem import lltype

POINT = lltype.Struct("point", ("x", lltype.Signed), ("y", lltype.Signed))
BASE = lltype.GcStruct("base", ("kind", lltype.Signed))
LINE = lltype.GcStruct("line", ("base", BASE), ("a", POINT), ("b", POINT), ("n", lltype.FixedSizeArray(lltype.Signed, 3)))
OTHER = lltype.GcStruct("other", ("kind", lltype.Signed), ("line", lltype.Ptr(LINE)))
LINE_OF_IMPORT_TIME = lltype.malloc(LINE)
PART = LINE_OF_IMPORT_TIME.a


def cast(line):
    return lltype.cast_pointer(lltype.Ptr(OTHER), line).kind


def cast_part(line):
    return lltype.cast_pointer(lltype.Ptr(POINT), line.a).x


def assign(line, other):
    line.a = line.b


def assign_array(line, other):
    line.n = other.n


def field_of_the_beginning(line):
    return line.kind


def two_parts(n, line):
    p = line.a if n else line.b
    return p.x


def prebuilt(n):
    return PART.x + n


def entry_point(argv):
    line = lltype.malloc(LINE)
    other = lltype.malloc(OTHER)
    cast(line)
    cast_part(line)
    assign(line, other)
    assign_array(line, line)
    field_of_the_beginning(line)
    two_parts(len(argv), line)
    prebuilt(1)
    return 0


def target(driver, args):
    return entry_point, None
