from rpython.rtyper.lltypesystem import rffi, lltype

SMALL = rffi.CStruct("small", ("b", rffi.UCHAR))


def entry_point(argv):
    p = lltype.malloc(SMALL, flavor="raw")
    return 0


def target(driver, args):
    return entry_point, None
