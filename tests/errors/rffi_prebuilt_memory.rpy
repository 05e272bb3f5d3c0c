from rpython.rtyper.lltypesystem import rffi, lltype

POINT = rffi.CStruct("point", ("x", rffi.INT), ("y", rffi.INT))
POINTS = lltype.malloc(rffi.CArray(POINT), 10, flavor="raw", immortal=True)


def entry_point(argv):
    POINTS[0].c_x = rffi.cast(rffi.INT, 1)
    return 0


def target(driver, args):
    return entry_point, None
