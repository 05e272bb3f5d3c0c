from rpython.rtyper.lltypesystem import rffi, lltype

OBJ = lltype.GcStruct("obj", ("x", lltype.Signed))
HOLDER = lltype.Struct("holder", ("obj", lltype.Ptr(OBJ)))


def entry_point(argv):
    p = lltype.malloc(HOLDER, flavor="raw")
    return 0


def target(driver, args):
    return entry_point, None
