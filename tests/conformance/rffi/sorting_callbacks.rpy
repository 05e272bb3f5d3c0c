"""C's qsort and bsearch with callbacks of the program, over arrays of structs: callbacks count, reverse, and are chosen at run time."""
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rtyper.annlowlevel import llhelper
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=["stdlib.h"])
COMPARE = rffi.CCallback([rffi.VOIDP, rffi.VOIDP], rffi.INT)
qsort = rffi.llexternal("qsort", [rffi.VOIDP, rffi.SIZE_T, rffi.SIZE_T, COMPARE], lltype.Void, compilation_info=eci)
bsearch = rffi.llexternal("bsearch", [rffi.VOIDP, rffi.VOIDP, rffi.SIZE_T, rffi.SIZE_T, COMPARE], rffi.VOIDP, compilation_info=eci)

ITEM = lltype.Struct("item", ("key", rffi.INT), ("weight", lltype.Float), ("tag", lltype.Char))
ITEMS = rffi.CArray(ITEM)
ITEMSP = lltype.Ptr(ITEMS)
LONGS = rffi.CArrayPtr(lltype.Signed)


class Counter(object):
    calls = 0
    sign = 1


counter = Counter()


def compare_long(a, b):
    counter.calls += 1
    x = rffi.cast(LONGS, a)[0]
    y = rffi.cast(LONGS, b)[0]
    r = 0
    if x < y:
        r = -counter.sign
    elif x > y:
        r = counter.sign
    return rffi.cast(rffi.INT, r)


def compare_key(a, b):
    x = rffi.cast(lltype.Signed, rffi.cast(ITEMSP, a)[0].key)
    y = rffi.cast(lltype.Signed, rffi.cast(ITEMSP, b)[0].key)
    return rffi.cast(rffi.INT, x - y)


def compare_weight(a, b):
    x = rffi.cast(ITEMSP, a)[0].weight
    y = rffi.cast(ITEMSP, b)[0].weight
    if x < y:
        return rffi.cast(rffi.INT, -1)
    return rffi.cast(rffi.INT, 1 if x > y else 0)


def sort_longs(values, down):
    n = len(values)
    counter.calls = 0
    counter.sign = -1 if down else 1
    array = lltype.malloc(LONGS.TO, n, flavor="raw")
    for i in range(n):
        array[i] = values[i]
    qsort(rffi.cast(rffi.VOIDP, array), rffi.cast(rffi.SIZE_T, n), rffi.cast(rffi.SIZE_T, rffi.sizeof(lltype.Signed)), compare_long)
    result = [array[i] for i in range(n)]
    lltype.free(array, flavor="raw")
    return result


def find_long(values, wanted):
    n = len(values)
    counter.sign = 1
    with lltype.scoped_alloc(LONGS.TO, n) as array:
        with lltype.scoped_alloc(LONGS.TO, 1) as key:
            key[0] = wanted
            for i in range(n):
                array[i] = values[i]
            p = bsearch(rffi.cast(rffi.VOIDP, key), rffi.cast(rffi.VOIDP, array), n, rffi.sizeof(lltype.Signed), compare_long)
            if not p:
                return -1
            return (rffi.cast(lltype.Signed, p) - rffi.cast(lltype.Signed, array)) // rffi.sizeof(lltype.Signed)


def sort_items(text, weights):
    n = len(text)
    items = lltype.malloc(ITEMS, n, flavor="raw", zero=True)
    for i in range(n):
        items[i].key = rffi.cast(rffi.INT, (ord(text[i]) * 7) % 26)
        items[i].weight = weights * float((i * 5) % n)
        items[i].tag = text[i]
    if weights != 0.0:
        compare = compare_weight
    else:
        compare = compare_key
    callback = llhelper(COMPARE, compare)
    qsort(rffi.cast(rffi.VOIDP, items), n, rffi.sizeof(ITEM), callback)
    out = "".join([items[i].tag for i in range(n)])
    lltype.free(items, flavor="raw")
    return out


def entry_point(argv):
    values = [(i * 37 + 11) % 101 for i in range(30)]
    up = sort_longs(values, False)
    print(up)
    print(counter.calls > 29)
    down = sort_longs(values, True)
    down.reverse()
    print(up == down)
    print(find_long(up, up[17]), find_long(up, -4), find_long(up, up[0]), find_long(up, 1000))
    print(sort_items("sphinxof", 0.0), sort_items("sphinxof", 0.5), sort_items("sphinxof", -1.0))
    print(rffi.sizeof(ITEM), rffi.sizeof(rffi.INT))
    return 0


def target(driver, args):
    return entry_point, None
