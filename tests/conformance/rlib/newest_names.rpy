# Names of the newest published library beside the older ones.
# skip-llinterp: it has no addresses inside objects
from rpython.rlib import rbigint as module
from rpython.rlib.debug import check_not_access_directly
from rpython.rlib.objectmodel import keepalive_until_here, we_are_translated
from rpython.rlib.rbigint import rbigint, intsign
from rpython.rtyper.lltypesystem import lltype, llmemory
from rpython.rtyper.lltypesystem.lloperation import llop

NUMBERS = lltype.GcArray(lltype.Signed)
BYTES = lltype.GcArray(lltype.Char)
PAIRS = lltype.GcArray(("x", lltype.Signed), ("y", lltype.Signed))
RAW = lltype.Array(lltype.Signed, hints={"nolength": True})
POINT = lltype.GcStruct("Point", ("x", lltype.Signed), ("y", lltype.Signed))
EARLY = [llmemory.itemoffsetof(NUMBERS), llmemory.itemoffsetof(NUMBERS, 3), llmemory.itemoffsetof(BYTES, 5),
         llmemory.itemoffsetof(PAIRS, 1), llmemory.itemoffsetof(RAW, 2), llmemory.offsetof(POINT, "y")]


class Box(object):
    def __init__(self, value):
        self.value = value


def negated(n):
    result = rbigint.fromint(n).add(rbigint.fromint(1)).lshift(100)
    result._set_sign(-result.get_sign())
    return result


def entry_point(argv):
    n = len(argv)
    big = rbigint.fromint(n + 4).lshift(126)
    print(big._size, big.neg()._size, rbigint.fromint(0)._size, rbigint.fromint(n)._size, abs(big._size) == big.numdigits())
    print(negated(n).str(), negated(-1).str(), intsign(-n), intsign(0), intsign(n), module.MAX_DIGITS_THAT_CAN_FIT_IN_INT)
    print(check_not_access_directly(Box(n)).value)
    late = [llmemory.itemoffsetof(NUMBERS), llmemory.itemoffsetof(NUMBERS, n + 2), llmemory.itemoffsetof(BYTES, n + 4),
            llmemory.itemoffsetof(PAIRS, n), llmemory.itemoffsetof(RAW, n + 1), llmemory.offsetof(POINT, "y")]
    print(EARLY, late == EARLY)
    a = lltype.malloc(NUMBERS, 5)
    for i in range(5):
        a[i] = i * 11
    if we_are_translated():
        adr = llmemory.cast_ptr_to_adr(a)
        print(llop.raw_load(lltype.Signed, adr, llmemory.itemoffsetof(NUMBERS, n + 2)), EARLY[1])
        # (what was printed may have moved the array)
        adr = llmemory.cast_ptr_to_adr(a)
        print(llop.raw_load(lltype.Signed, adr, EARLY[1]))
    else:
        print(a[n + 2], EARLY[1])
        print(a[3])
    keepalive_until_here(a)
    return 0


def target(driver, args):
    return entry_point, None
