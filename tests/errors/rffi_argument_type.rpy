from rpython.rtyper.lltypesystem import rffi, lltype

atoi = rffi.llexternal("atoi", [rffi.CCHARP], rffi.INT)


def entry_point(argv):
    print(atoi(len(argv)))
    return 0


def target(driver, args):
    return entry_point, None
