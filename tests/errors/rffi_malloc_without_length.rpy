from rpython.rtyper.lltypesystem import rffi, lltype

def entry_point(argv):
    p = lltype.malloc(rffi.CCHARP.TO, flavor="raw")
    return 0


def target(driver, args):
    return entry_point, None
