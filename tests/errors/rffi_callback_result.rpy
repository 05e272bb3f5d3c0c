from rpython.rtyper.lltypesystem import rffi, lltype

VISIT = rffi.CCallback([rffi.LONG], rffi.LONG)
walk = rffi.llexternal('walk', [VISIT], rffi.LONG)


def good(n):
    return n + 1


def bad(n):
    return "text"


def entry_point(argv):
    walk(good)
    walk(bad)
    return 0


def target(driver, args):
    return entry_point, None
