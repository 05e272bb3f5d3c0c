"""Weak references and finalizers of the collector minimark.

Tables are raw memory. An object with a finalizer that is dead is kept all the same, once, with all that it refers to, and
waits in the table `dead` until the program takes it. Weak references to it are cleared before."""
from rpython.rlib.objectmodel import always_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython_ll.gc_minimark_state import (
    MARKED, WEAKREFS, adr, enlarged, gc, is_young, load, store)


def note_weakref(address):
    """`address`: a new object whose first word behind the header is a weak reference. (What it refers to is not younger.)"""
    w = llop.cast_adr_to_int(lltype.Signed, address)
    if gc.n_weakrefs == gc.max_weakrefs:
        size = gc.max_weakrefs * 2 + 64
        table = enlarged(gc.weakrefs, gc.n_weakrefs * 8, size * 8)
        if table == 0:
            # Without a note the reference would dangle.
            store(w + 8, 0)
            return
        gc.weakrefs = table
        gc.max_weakrefs = size
    store(gc.weakrefs + gc.n_weakrefs * 8, w)
    gc.n_weakrefs += 1


@always_inline
def has_weakrefs():
    return llop.program_has(lltype.Bool, WEAKREFS) and gc.n_weakrefs > 0


def update_young_weakrefs(last):
    """Minor collection, after the moving: those that live on refer to the new places of what lives. Those that are not (yet)
    moved stay noted unless this is the last call."""
    n = gc.n_old_weakrefs
    k = n
    while k < gc.n_weakrefs:
        w = load(gc.weakrefs + k * 8)
        k += 1
        if is_young(w):
            header = load(w)
            if header & 1:
                w = header - 1
                target = load(w + 8)
                if is_young(target):
                    header = load(target)
                    if header & 1:
                        store(w + 8, header - 1)
                    else:
                        store(w + 8, 0)
            elif last:
                continue
        store(gc.weakrefs + n * 8, w)
        n += 1
    gc.n_weakrefs = n
    if last:
        gc.n_old_weakrefs = n


def update_weakrefs(last):
    """Major collection, after the marking: as `update_young_weakrefs`."""
    n = 0
    k = 0
    while k < gc.n_weakrefs:
        w = load(gc.weakrefs + k * 8)
        k += 1
        if load(w) & MARKED:
            target = load(w + 8)
            if target != 0 and load(target) & MARKED == 0:
                store(w + 8, 0)
        elif last:
            continue
        store(gc.weakrefs + n * 8, w)
        n += 1
    gc.n_weakrefs = n
    gc.n_old_weakrefs = n


def note_finalizer(address, kind):
    if gc.n_watched == gc.max_watched:
        size = gc.max_watched * 2 + 64
        table = enlarged(gc.watched, gc.n_watched * 16, size * 16)
        if table == 0:
            return             # no memory: it will not be run
        gc.watched = table
        gc.max_watched = size
    at = gc.watched + gc.n_watched * 16
    store(at, llop.cast_adr_to_int(lltype.Signed, address))
    store(at + 8, kind)
    gc.n_watched += 1


def first_dead():
    """Index of the next entry of the table `dead`."""
    if gc.n_taken == gc.n_dead:
        gc.n_taken = 0
        gc.n_dead = 0
    return gc.n_dead


def find_young_dead():
    """Minor collection: queues the finalizers of young objects that nothing refers to, in the order in which they were made."""
    n = gc.n_old_watched
    k = n
    found = False
    while k < gc.n_watched:
        at = gc.watched + k * 16
        k += 1
        obj = load(at)
        kind = load(at + 8)
        if is_young(obj):
            header = load(obj)
            if header & 1:
                obj = header - 1
            elif queue_finalizer(obj, kind):
                found = True
                continue
            else:
                continue       # no memory for the queue
        to = gc.watched + n * 16
        store(to, obj)
        store(to + 8, kind)
        n += 1
    gc.n_watched = n
    gc.n_old_watched = n
    return found


def find_dead():
    """Major collection: as `find_young_dead`."""
    n = 0
    k = 0
    found = False
    while k < gc.n_watched:
        at = gc.watched + k * 16
        k += 1
        obj = load(at)
        kind = load(at + 8)
        if load(obj) & MARKED == 0:
            if queue_finalizer(obj, kind):
                found = True
            continue
        to = gc.watched + n * 16
        store(to, obj)
        store(to + 8, kind)
        n += 1
    gc.n_watched = n
    gc.n_old_watched = n
    return found


def queue_finalizer(obj, kind):
    if gc.n_dead == gc.max_dead:
        size = gc.max_dead * 2 + 64
        table = enlarged(gc.dead, gc.n_dead * 16, size * 16)
        if table == 0:
            return False
        gc.dead = table
        gc.max_dead = size
    at = gc.dead + gc.n_dead * 16
    # All of them are found before any of them is kept: none is alive just because another dead one refers to it.
    store(at, obj)
    store(at + 8, kind)
    gc.n_dead += 1
    return True


def next_finalizer():
    if gc.n_taken == gc.n_dead:
        gc.taken = 0
        return 0
    at = gc.dead + gc.n_taken * 16
    gc.n_taken += 1
    gc.taken = load(at)
    return load(at + 8)


def finalizer_object():
    obj = gc.taken
    gc.taken = 0
    return adr(obj)
