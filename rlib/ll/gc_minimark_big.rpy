"""Objects of the collector minimark that are in no page: memory of malloc or, for large ones, a mapping of their own. (See
gc_minimark.rpy.)

The system clears pages one by one as they are touched first. That costs ten times what clearing memory costs that a program has already.
So the mapping of an object that died is kept for the next one of about its size. What is kept and what is in use is no more than what
starts the next major collection. New memory takes the place of kept memory. What nobody took until the next sweep is given back."""
from rpython.rlib.objectmodel import dont_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_ll.gc_minimark_state import (
    ALL, CARDS, KEPT_SIZE, MANY_KEPT, MAPPED, MAP_UNIT, MARKED, adr, enlarged, gc, load, note_peaks, object_size, poison,
    raw_malloc, store)

c_map = llexternal("tw_gc_map", [lltype.Signed] * 2, lltype.Signed)
c_unmap = llexternal("tw_gc_unmap", [lltype.Signed] * 2, lltype.Void)
c_release = llexternal("tw_gc_release", [lltype.Signed] * 2, lltype.Void)


@dont_inline
def big_block(size, before, clear):
    """Memory outside of pages, zero if asked for, with so many zero bytes in front of it; 0 if there is none."""
    if gc.n_big == gc.max_big:
        n = gc.max_big * 2 + 64
        table = enlarged(gc.big, gc.n_big * 16, n * 16)
        if table == 0:
            return 0
        gc.big = table
        gc.max_big = n
    bytes = before
    if clear:
        bytes += size
    mapped = 0
    if before + size < MAPPED:
        start = raw_malloc(before + size)
    else:
        mapped = (before + size + MAP_UNIT - 1) & ~(MAP_UNIT - 1)
        k = find_kept(mapped)
        if k < gc.n_kept:
            start = load(gc.kept + k * 16)
            mapped = load(gc.kept + k * 16 + 8)
            drop_kept(k)
        else:
            start = new_mapping(mapped)
            bytes = 0
    if start == 0:
        return 0
    llop.raw_memclear(lltype.Void, adr(start), bytes)
    obj = start + before
    store(gc.big + gc.n_big * 16, obj)
    store(gc.big + gc.n_big * 16 + 8, mapped)
    gc.n_big += 1
    gc.used += size
    gc.big_bytes += size
    note_peaks()
    return obj


def new_mapping(bytes):
    if gc.n_kept > 0:
        forget_kept(bytes)
    start = c_map(bytes, 1)
    if start == 0 and gc.n_kept > 0:
        forget_kept(ALL)
        start = c_map(bytes, 1)
    return start


def copy_entry(source, to):
    """Within the table of these objects."""
    store(gc.big + to * 16, load(gc.big + source * 16))
    store(gc.big + to * 16 + 8, load(gc.big + source * 16 + 8))


def sweep_object(bytes):
    """The next object, or so many bytes of a larger one. Returns the bytes that are given back, and something for the call."""
    entry = gc.big + gc.sweep_big * 16
    obj = load(entry)
    mapped = load(entry + 8)
    header = load(obj)
    if header & MARKED:
        store(obj, header & ~MARKED)
        copy_entry(gc.sweep_big, gc.swept_big)
        gc.swept_big += 1
        gc.sweep_big += 1
        return 2048
    start = obj
    if header & CARDS:
        start -= load(obj - 8)
    size = object_size(obj)
    left = size
    if mapped > 0:
        left = mapped - gc.released
        if left == mapped and mapped <= KEPT_SIZE and gc.n_kept < MANY_KEPT and keep(start, mapped):
            left = 0
        elif left > bytes:
            # from its end
            c_release(start + left - bytes, bytes)
            gc.released += bytes
            return bytes
        else:
            c_unmap(start, mapped)
        gc.released = 0
    else:
        if gc.stress:
            poison(obj, obj + size)
        llop.raw_free(lltype.Void, adr(start))
    gc.sweep_big += 1
    gc.used -= size
    gc.big_bytes -= size
    gc.swept += size
    return left + 2048


# ---- kept mappings

def keep(start, mapped):
    """False if there is no memory for the table."""
    if gc.n_kept == gc.max_kept:
        n = gc.max_kept * 2 + 8
        table = enlarged(gc.kept, gc.n_kept * 16, n * 16)
        if table == 0:
            return False
        gc.kept = table
        gc.max_kept = n
    if gc.stress:
        poison(start, start + mapped)
    store(gc.kept + gc.n_kept * 16, start)
    store(gc.kept + gc.n_kept * 16 + 8, mapped)
    gc.n_kept += 1
    gc.kept_bytes += mapped
    return True


def find_kept(mapped):
    """The number of the smallest one with so many bytes and no more than a fourth of that beside; gc.n_kept: none."""
    best = gc.n_kept
    most = mapped + (mapped >> 2)
    k = 0
    while k < gc.n_kept:
        bytes = load(gc.kept + k * 16 + 8)
        if bytes >= mapped and bytes <= most:
            best = k
            most = bytes
        k += 1
    return best


def drop_kept(k):
    """Takes one out of the table."""
    gc.kept_bytes -= load(gc.kept + k * 16 + 8)
    if k < gc.n_stale:
        gc.n_stale -= 1
    gc.n_kept -= 1
    while k < gc.n_kept:
        store(gc.kept + k * 16, load(gc.kept + k * 16 + 16))
        store(gc.kept + k * 16 + 8, load(gc.kept + k * 16 + 24))
        k += 1


@dont_inline
def forget_first():
    """Gives back the one that is kept for longest. Returns its bytes."""
    start = load(gc.kept)
    bytes = load(gc.kept + 8)
    drop_kept(0)
    c_unmap(start, bytes)
    return bytes


def forget_kept(bytes):
    """Gives back so many bytes, or all."""
    while bytes > 0 and gc.n_kept > 0:
        bytes -= forget_first()
