from rpython.rtyper.lltypesystem import rffi, lltype

BUFFER = lltype.malloc(rffi.CCHARP.TO, 10, flavor="raw", immortal=True)


def entry_point(argv):
    BUFFER[0] = "x"
    return 0


def target(driver, args):
    return entry_point, None
