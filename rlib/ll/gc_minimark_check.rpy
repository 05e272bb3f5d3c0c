"""Checks of the collector minimark: PYPY_GC_DEBUG."""
from rpython.rlib.objectmodel import dont_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_ll.gc_minimark_state import (
    CLASS_AT, CLASS_END, CLASS_PAGES, CLASS_ROOM, CLASS_WORDS, ITEMS_OFS, ITEM_SIZE, LENGTH_OFS, N_ITEM_PTRS, N_PTRS,
    PAGE_BLOCKS, PAGE_NEXT, POISON, SMALL, SWEEPING, gc, is_young, load, type_id)

c_inconsistent = llexternal("tw_gc_inconsistent", [lltype.Signed], lltype.Void)


@dont_inline
def check_heap():
    """The program ends if an object of the old generation refers to what is no object. The nursery must be empty."""
    if gc.phase == SWEEPING:
        return                 # what is dead may refer to anything
    c = gc.classes
    size = 0
    while size <= SMALL:
        page = load(c + CLASS_PAGES)
        while page != 0:
            at = page + PAGE_BLOCKS
            end = at + load(c + CLASS_ROOM)
            while at < end:
                if load(at) != 0 and (at < load(c + CLASS_AT) or at >= load(c + CLASS_END)):
                    check_object(at)
                at += size
            page = load(page + PAGE_NEXT)
        c += CLASS_WORDS
        size += 8
    k = 0
    while k < gc.n_big:
        check_object(load(gc.big + k * 16))
        k += 1


def check_object(obj):
    tid = type_id(obj)
    n = llop.gc_typeinfo(lltype.Signed, tid, N_PTRS)
    k = 0
    while k < n:
        check_reference(obj + llop.gc_typeinfo_offset(lltype.Signed, tid, 0, k))
        k += 1
    n = llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS)
    if n > 0:
        length = load(obj + llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS))
        at = obj + llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS)
        while length > 0:
            k = 0
            while k < n:
                check_reference(at + llop.gc_typeinfo_offset(lltype.Signed, tid, 1, k))
                k += 1
            at += llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE)
            length -= 1


def check_reference(slot):
    obj = load(slot)
    if obj != 0:
        if obj & 7 or is_young(obj) or load(obj) == POISON or type_id(obj) == 0:
            c_inconsistent(slot)
