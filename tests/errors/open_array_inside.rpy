from rpython.rtyper.lltypesystem import lltype, rffi

OPEN = lltype.Struct('open', ('n', lltype.Signed), ('items', rffi.CArray(lltype.Signed)))


def entry_point(argv):
    p = lltype.malloc(OPEN, 3, flavor='raw')
    p[0] = 1
    lltype.free(p, flavor='raw')
    return 0


def target(driver, args):
    return entry_point, None
