# jit: yes
# skip-llinterp: calls functions of C
# Raw memory in a loop that is traced; a C function changes it meanwhile.
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rlib.jit import JitDriver
from rpython.rlib.rarithmetic import intmask

driver = JitDriver(greens=[], reds=['n', 'total', 'buf', 'cells'])
memset = rffi.llexternal('memset', [rffi.VOIDP, rffi.INT, rffi.SIZE_T], lltype.Void)
strlen = rffi.llexternal('strlen', [rffi.CCHARP], rffi.SIZE_T)


def run(n, buf, cells):
    total = 0
    while n > 0:
        driver.jit_merge_point(n=n, total=total, buf=buf, cells=cells)
        cells[1] = n
        buf[2] = chr(n & 127)
        before = ord(buf[2])
        memset(rffi.cast(rffi.VOIDP, buf), 65 + n % 7, 4)
        total += before + ord(buf[2]) + cells[1] + intmask(strlen(buf))
        n -= 1
    return total


def entry_point(argv):
    buf = lltype.malloc(rffi.CCHARP.TO, 8, flavor='raw', zero=True)
    cells = lltype.malloc(rffi.SIGNEDP.TO, 3, flavor='raw', zero=True)
    print(run(6000, buf, cells))
    print(rffi.charp2str(buf), cells[1])
    lltype.free(buf, flavor='raw')
    lltype.free(cells, flavor='raw')
    return 0


def target(driver, args):
    return entry_point, None
