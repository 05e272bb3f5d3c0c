# oracle: stored
# skip-llinterp: C functions
# Long doubles in raw memory, and C functions that take and give them.
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(
    includes=["stdio.h", "math.h"],
    post_include_bits=["""
#define is_nonzero(x) ((x) != 0.0L)
static inline long double third_of(long double x, int n) { return n * x / 3.0L; }
static inline int is_third(long double *p) { return p[1] == 1.0L / 4.0L; }
"""],
)
sprintf = rffi.llexternal("sprintf", [rffi.CCHARP, rffi.CCHARP, rffi.LONGDOUBLE], rffi.INT, compilation_info=eci)
is_nonzero = rffi.llexternal("is_nonzero", [rffi.LONGDOUBLE], lltype.Bool, compilation_info=eci, macro=True)
third_of = rffi.llexternal("third_of", [rffi.LONGDOUBLE, rffi.INT], rffi.LONGDOUBLE, compilation_info=eci)
is_quarter = rffi.llexternal("is_third", [rffi.LONGDOUBLEP], rffi.INT, compilation_info=eci)


def text_of(x):
    with rffi.scoped_alloc_buffer(64) as buf:
        with rffi.scoped_str2charp("%.3Le") as form:
            n = sprintf(buf.raw, form, x)
        return buf.str(rffi.cast(lltype.Signed, n))


def entry_point(argv):
    n = len(argv)
    p = lltype.malloc(rffi.LONGDOUBLEP.TO, 3, flavor="raw")
    p[0] = rffi.cast(rffi.LONGDOUBLE, 1.5 * n)
    p[1] = rffi.cast(rffi.LONGDOUBLE, n) if n else p[0]
    p[1] = rffi.cast(rffi.LONGDOUBLE, 0.25)
    p[2] = p[0]
    print(float(p[0]), float(p[1]), rffi.cast(rffi.DOUBLE, p[2]), int(p[2]))
    print(text_of(p[0]), text_of(rffi.cast(rffi.LONGDOUBLE, -1e300)))
    print(is_nonzero(p[0]), is_nonzero(rffi.cast(rffi.LONGDOUBLE, 0.0)))
    print(float(third_of(p[0], rffi.cast(rffi.INT, 2))), rffi.cast(lltype.Signed, is_quarter(p)))
    print(rffi.sizeof(rffi.LONGDOUBLE))
    q = rffi.cast(rffi.CCHARP, p)
    third = rffi.cast(rffi.LONGDOUBLEP, rffi.ptradd(q, 32))
    print(float(third[0]))
    third[0] = rffi.cast(rffi.LONGDOUBLE, 3)
    print(float(p[2]))
    lltype.free(p, flavor="raw")
    return 0


def target(driver, args):
    return entry_point, None
