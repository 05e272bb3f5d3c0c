from rpython.rtyper.lltypesystem import lltype

BASE = lltype.GcStruct("base", ("kind", lltype.Signed))
PAIR = lltype.GcStruct("pair", ("n", lltype.Signed), ("base", BASE))


def entry_point(argv):
    return 0


def target(driver, args):
    return entry_point, None
