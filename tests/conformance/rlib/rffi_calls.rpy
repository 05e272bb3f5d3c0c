# skip-llinterp: calls functions of C
# Functions of C's library: numbers, strings, buffers, results by pointer.
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rlib.rarithmetic import intmask
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['string.h', 'stdlib.h', 'math.h'])

strlen = rffi.llexternal('strlen', [rffi.CCHARP], rffi.SIZE_T)
abs_ = rffi.llexternal('abs', [rffi.INT], rffi.INT)
labs = rffi.llexternal('labs', [rffi.LONG], rffi.LONG, compilation_info=eci)
atoi = rffi.llexternal('atoi', [rffi.CCHARP], rffi.INT, compilation_info=eci)
strcmp = rffi.llexternal('strcmp', [rffi.CCHARP, rffi.CCHARP], rffi.INT, compilation_info=eci, releasegil=False)
c_cos = rffi.llexternal('cos', [rffi.DOUBLE], rffi.DOUBLE, compilation_info=eci, sandboxsafe=True)
ldexp = rffi.llexternal('ldexp', [rffi.DOUBLE, rffi.INT], rffi.DOUBLE, elidable_function=True)
toupper = rffi.llexternal('toupper', [rffi.INT], rffi.INT)
memset = rffi.llexternal('memset', [rffi.VOIDP, rffi.INT, rffi.SIZE_T], lltype.Void, _nowrapper=True)
srand = rffi.llexternal('srand', [rffi.UINT], lltype.Void)
strtol_null = rffi.llexternal('strtol', [rffi.CCHARP, rffi.CCHARPP, rffi.INT], rffi.LONG)


class Thing(object):
    def __init__(self, name):
        self.name = name


def entry_point(argv):
    things = [Thing("item %d" % i) for i in range(20)]
    n = 0
    for t in things:
        n += intmask(strlen(t.name))
    print(n)
    p = rffi.str2charp("forty two")
    print(intmask(strlen(p)), rffi.cast(lltype.Signed, strlen(rffi.ptradd(p, 6))))
    rffi.free_charp(p)
    print(intmask(abs_(rffi.cast(rffi.INT, -7))), intmask(abs_(3 - 12)), labs(-n - 1))
    print(intmask(atoi("123abc")), intmask(strcmp("a", "b")) < 0, intmask(strcmp("a", "a")))
    print(c_cos(0.0), ldexp(0.75, 4), c_cos(0))
    print(chr(intmask(toupper(ord('x')))))
    with rffi.scoped_alloc_buffer(6) as b:
        memset(rffi.cast(rffi.VOIDP, b.raw), ord('-'), 6)
        print(b.str(6))
    srand(rffi.cast(rffi.UINT, 1))
    print(strtol_null("ff", lltype.nullptr(rffi.CCHARPP.TO), 16), strtol_null("77", None, 8))
    print(things[3].name)
    return 0


def target(driver, args):
    return entry_point, None
