# jit: yes
"""Raw memory that lives for a moment: not allocated where only known places are read and written, and there where it is wanted."""
from rpython.rlib.jit import JitDriver, dont_look_inside
from rpython.rtyper.lltypesystem import lltype, rffi


def where(kind):
    return "raw %d" % kind


driver = JitDriver(greens=['kind'], reds=['i', 'total'], get_printable_location=where)

POINT = lltype.Struct('POINT', ('x', lltype.Signed), ('y', rffi.INT), ('f', lltype.Float))


@dont_look_inside
def total_of(p):
    return p[0] + p[1] * 3


def run(kind):
    i = 0
    total = 0
    while i < 1500:
        driver.jit_merge_point(kind=kind, i=i, total=total)
        if kind == 0:
            p = lltype.malloc(rffi.CArray(lltype.Signed), 4, flavor='raw')
            p[0] = i
            p[1] = i + 1
            p[2] = 0
            total += p[0] * p[1] + p[2]
            lltype.free(p, flavor='raw')
        elif kind == 1:
            # Wanted at an exit.
            q = lltype.malloc(POINT, flavor='raw')
            q.x = i
            q.y = rffi.cast(rffi.INT, i * 3)
            q.f = i * 0.5
            total += q.x + rffi.cast(lltype.Signed, q.y)
            if i % 700 == 699:
                total += 17
                q.x = 3 + int(q.f)
            total += q.x
            lltype.free(q, flavor='raw')
        elif kind == 2:
            with lltype.scoped_alloc(rffi.CCHARP.TO, 8) as s:
                s[0] = chr(i & 255)
                s[1] = chr((i >> 8) & 255)
                total += ord(s[0]) + ord(s[1]) * 256
        elif kind == 3:
            # Others see it.
            p = lltype.malloc(rffi.CArray(lltype.Signed), 2, flavor='raw')
            p[0] = i
            p[1] = total & 7
            total += total_of(p)
            lltype.free(p, flavor='raw')
        elif kind == 4:
            # A place that is not known.
            p = lltype.malloc(rffi.CArray(rffi.SHORT), 8, flavor='raw')
            for n in range(8):
                p[n] = rffi.cast(rffi.SHORT, i * n * 100)
            total += rffi.cast(lltype.Signed, p[i & 7])
            lltype.free(p, flavor='raw')
        i += 1
    print("%d %d" % (kind, total))


def entry_point(argv):
    for kind in range(5):
        run(kind)
    return 0


def target(driver, args):
    return entry_point, None
