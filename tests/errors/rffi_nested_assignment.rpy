from rpython.rtyper.lltypesystem import rffi, lltype

POINT = rffi.CStruct('point', ('x', rffi.INT), ('y', rffi.INT))
BOX = rffi.CStruct('box', ('min', POINT), ('max', POINT))


def entry_point(argv):
    box = lltype.malloc(BOX, flavor='raw', zero=True)
    point = lltype.malloc(POINT, flavor='raw', zero=True)
    box.c_min = point
    return 0


def target(driver, args):
    return entry_point, None
