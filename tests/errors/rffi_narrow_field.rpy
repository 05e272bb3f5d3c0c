from rpython.rtyper.lltypesystem import rffi, lltype

SMALL = rffi.CStruct("small", ("b", rffi.UCHAR))


def entry_point(argv):
    p = lltype.malloc(SMALL, flavor="raw")
    p.c_b = 255
    p.c_b = len(argv)
    return 0


def target(driver, args):
    return entry_point, None
