"""Reference counting: an object is freed as soon as nothing refers to it. Cycles are never freed.

Objects do not move. They start with the header word of the other collectors: the low 32 bits are the type id, three bits are
flags, the upper 29 bits the number of references. A negative header is that of an immortal object: prebuilt ones (which have
their number there), and those to which there came to be 2**28 references.

The GC transformer counts (backendopt/src/transform/refcount.rs): `gc_incref` and `gc_decref`, which calls `release` when no
reference is left. What an object refers to is then released, too. That needs neither recursion nor memory: objects that wait for it
are chained through their first references.

Small objects come from free lists by size, large ones from C. Memory of small objects stays with the program."""
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal

c_living = llexternal("tw_gc_living", [], lltype.Signed)
c_fails = llexternal("tw_gc_fails", [], lltype.Signed)
c_zeroed = llexternal("tw_raw_malloc_struct", [lltype.Signed] * 4, lltype.Address)

MAX_ITEMS = 1 << 45
REFERENCE = 1 << 35
HASH_STEP = 0x9E3779B1
HASH_BITS = (1 << 29) - 1
PREBUILT = HASH_BITS >> 1

# flags of a header: there are weak references to the object; it has finalizers; it is a weak reference to a living object
WATCHED, HAS_FINALIZER, IS_WEAKREF, FLAGS = 1 << 32, 1 << 33, 1 << 34, 7 << 32

SMALL = 512                    # largest size from the free lists
CHUNK = 1 << 16
POISON = 0x5D5D5D5D5D5D5D5D

# `which` of gc_typeinfo and gc_config
SIZE, ITEM_SIZE, LENGTH_OFS, N_PTRS, N_ITEM_PTRS, ITEMS_OFS = 0, 1, 2, 3, 4, 5
STRESS, MAX_SIZE, FAILS = 0, 3, 11
# `what` of program_has
WEAKREFS, FINALIZERS = 0, 1


class Counting(object):
    """State of the collector."""

    def __init__(self):
        self.lists = 0         # raw table of free lists, by 16 bytes of size
        self.next = 0          # what was not in use yet for small objects
        self.end = 0
        self.small = 0         # largest size from the free lists; 0 under stress, and if one is to fail
        self.living = 0        # raw table: how many objects there are, their bytes, most bytes so far
        self.limit = -1        # limit for the bytes; -1 before the first allocation
        self.from_system = 0   # bytes of chunks
        self.stress = False    # memory is poisoned and given back at once
        self.fails = False     # one allocation is to fail
        self.disabled = False  # what the program said; nothing depends on it
        self.notes = 0         # raw hash table of (object, weak reference or 1 + 2 * kind of finalizer)
        self.n_notes = 0       # used rows, free again or not
        self.max_notes = 0     # a power of 2
        self.n_freed = 0       # rows that are free again
        self.dead = 0          # raw table of (object, kind) from n_taken to n_dead: finalizers to be run
        self.n_taken = 0
        self.n_dead = 0
        self.max_dead = 0
        self.taken = 0         # the object of the last finalizer taken


gc = Counting()


@always_inline
def adr(a):
    return llop.cast_int_to_adr(lltype.Address, a)


@always_inline
def number(a):
    return llop.cast_adr_to_int(lltype.Signed, a)


@always_inline
def load(a):
    return llop.raw_load(lltype.Signed, adr(a), 0)


@always_inline
def store(a, value):
    llop.raw_store(lltype.Void, adr(a), 0, value)


@always_inline
def cleared(size):
    """Raw memory of zeros; 0 if there is none."""
    return number(c_zeroed(size, 0, -1, 0))


# ---- allocation

def malloc_fixed(tid, size):
    """A zeroed object of `size` bytes, header included, with one reference; 0 if there is no memory."""
    obj = new(size)
    if obj != 0:
        store(obj, tid + REFERENCE)
    return adr(obj)


def malloc_varsize(tid, fixedsize, itemsize, lengthofs, n):
    """A zeroed object with n items behind `fixedsize` bytes, with one reference; 0 if there is no memory."""
    if n < 0 or n > MAX_ITEMS:
        return adr(0)
    obj = new((fixedsize + itemsize * n + 7) & ~7)
    if obj != 0:
        store(obj, tid + REFERENCE)
        store(obj + lengthofs, n)
    return adr(obj)


@always_inline
def new(size):
    obj = 0
    if size <= gc.small:
        at = gc.lists + (((size + 15) >> 4) << 3)
        obj = load(at)
        if obj != 0 and load(gc.living + 8) + size <= gc.limit:
            store(at, load(obj))
            k = obj
            while k < obj + size:
                store(k, 0)
                k += 8
            note_new(size)
            return obj
    return new_slow(size)


@dont_inline
def new_slow(size):
    if gc.limit < 0:
        start(gc.small)
    if gc.fails and c_fails() != 0:
        return 0
    if load(gc.living + 8) + size > gc.limit:
        return 0
    if size > gc.small:
        obj = cleared(size)
        if obj == 0:
            return 0
    else:
        whole = (size + 15) & ~15
        if whole > gc.end - gc.next and not add_chunk():
            return 0
        obj = gc.next
        gc.next = obj + whole
    note_new(size)
    return obj


@always_inline
def note_new(size):
    living = gc.living
    store(living, load(living) + 1)
    used = load(living + 8) + size
    store(living + 8, used)
    if used > load(living + 16):
        store(living + 16, used)


@always_inline
def note_freed(size):
    living = gc.living
    store(living, load(living) - 1)
    store(living + 8, load(living + 8) - size)


def add_chunk():
    """Memory for small objects. What is left of the last chunk goes to the free lists."""
    if gc.end > gc.next:
        put(gc.next, gc.end - gc.next)
        gc.next = gc.end
    chunk = cleared(CHUNK)
    if chunk == 0:
        return False
    gc.from_system += CHUNK
    gc.next = chunk
    gc.end = chunk + CHUNK
    return True


@always_inline
def put(obj, size):
    """Memory of a small object becomes free."""
    at = gc.lists + (((size + 15) >> 4) << 3)
    store(obj, load(at))
    store(at, obj)


def start(zero):
    gc.living = c_living()
    gc.lists = cleared(8 * (SMALL // 16 + 1))
    gc.stress = llop.gc_config(lltype.Signed, STRESS) != 0
    gc.fails = llop.gc_config(lltype.Signed, FAILS) != 0
    set_limit(llop.gc_config(lltype.Signed, MAX_SIZE))
    gc.small = zero
    if gc.lists != 0 and not gc.stress and not gc.fails:
        store(gc.lists, zero)
        gc.small = SMALL
    # (here so that all attributes are known, and not as constants, when the first function is translated)
    gc.next = zero
    gc.end = zero
    gc.from_system = zero
    gc.disabled = zero != 0
    gc.notes = zero
    gc.n_notes = zero
    gc.max_notes = zero
    gc.n_freed = zero
    gc.dead = zero
    gc.n_taken = zero
    gc.n_dead = zero
    gc.max_dead = zero
    gc.taken = zero


def set_limit(limit):
    if limit <= 0:
        limit = 1 << 60
    gc.limit = limit


# ---- death

@always_inline
def dropped(obj):
    """One reference less: was it the last one?"""
    header = load(obj)
    if header < 0:
        return False
    header -= REFERENCE
    store(obj, header)
    return header < REFERENCE


@dont_inline
def release(address):
    """Frees an object without references, and what has none then."""
    waiting = condemn(number(address), 0)
    while waiting != 0:
        obj = waiting
        slot = first_slot(obj)
        waiting = load(slot)
        tid = load(obj)
        n = llop.gc_typeinfo(lltype.Signed, tid, N_PTRS)
        k = 0
        while k < n:
            at = obj + llop.gc_typeinfo_offset(lltype.Signed, tid, 0, k)
            if at != slot:
                waiting = drop(load(at), waiting)
            k += 1
        n = llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS)
        if n > 0:
            length = load(obj + llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS))
            item_size = llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE)
            item = obj + llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS)
            end = item + length * item_size
            while item < end:
                k = 0
                while k < n:
                    at = item + llop.gc_typeinfo_offset(lltype.Signed, tid, 1, k)
                    if at != slot:
                        waiting = drop(load(at), waiting)
                    k += 1
                item += item_size
        free(obj)


@always_inline
def drop(obj, waiting):
    """Somebody who refers to `obj` dies."""
    if obj != 0 and dropped(obj):
        waiting = condemn(obj, waiting)
    return waiting


def condemn(obj, waiting):
    """Nothing refers to `obj` any more. Gives the objects that wait for what they refer to being released, each but for its first
    reference, which is the link to the next one."""
    while True:
        if load(obj) & FLAGS != 0 and last_rites(obj):
            return waiting
        slot = first_slot(obj)
        if slot == 0:
            free(obj)
            return waiting
        first = load(slot)
        store(slot, waiting)
        waiting = obj
        if first == 0 or not dropped(first):
            return waiting
        obj = first


def first_slot(obj):
    """Where the object's first reference stands; 0 if it has none."""
    tid = load(obj)
    if llop.gc_typeinfo(lltype.Signed, tid, N_PTRS) > 0:
        return obj + llop.gc_typeinfo_offset(lltype.Signed, tid, 0, 0)
    if llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS) > 0:
        if load(obj + llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS)) > 0:
            items = obj + llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS)
            return items + llop.gc_typeinfo_offset(lltype.Signed, tid, 1, 0)
    return 0


def object_size(obj):
    tid = load(obj)
    lengthofs = llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS)
    if lengthofs == 0:
        return llop.gc_typeinfo(lltype.Signed, tid, SIZE)
    size = llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS)
    size += llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE) * load(obj + lengthofs)
    return (size + 7) & ~7


def free(obj):
    size = object_size(obj)
    note_freed(size)
    if size <= gc.small:
        put(obj, size)
    else:
        if gc.stress:
            k = obj
            while k < obj + size:
                store(k, POISON)
                k += 8
        llop.raw_free(lltype.Void, adr(obj))


# ---- copies

@always_inline
def keep(obj):
    if obj != 0:
        header = load(obj)
        if header >= 0:
            store(obj, header + REFERENCE)


def copy_items(to, source, start, at, n):
    """Before n items of `source` from `start` on are copied to `to` from `at` on: counts the references."""
    obj = number(source)
    tid = load(obj)
    pointers = llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS)
    item_size = llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE)
    item = obj + llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS) + start * item_size
    end = item + n * item_size
    while item < end:
        k = 0
        while k < pointers:
            keep(load(item + llop.gc_typeinfo_offset(lltype.Signed, tid, 1, k)))
            k += 1
        item += item_size
    drop_items(to, at, n)


def drop_items(address, start, n):
    """Before n items from `start` on are overwritten: they are not referred to any more."""
    obj = number(address)
    tid = load(obj)
    pointers = llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS)
    item_size = llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE)
    item = obj + llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS) + start * item_size
    end = item + n * item_size
    while item < end:
        k = 0
        while k < pointers:
            old = load(item + llop.gc_typeinfo_offset(lltype.Signed, tid, 1, k))
            if old != 0 and dropped(old):
                release(adr(old))
            k += 1
        item += item_size


# ---- what the program asks for

def collect():
    """There is nothing to collect: what is not freed yet is in use, or in a cycle."""


def control(what, arg):
    """What the library asks for: see the operation `gc_control`. A collection has nothing to do."""
    if what == 1:
        return 1 << 8
    elif what == 2:
        if arg < 2:
            gc.disabled = arg == 0
        if not gc.disabled:
            return 1
    elif what == 3:
        if gc.limit >= 0:
            if arg == 0:
                return with_chunks(load(gc.living + 8))
            if arg == 1:
                return load(gc.living + 8)
            if arg == 3:
                return with_chunks(load(gc.living + 16))
            if arg == 4:
                return load(gc.living + 16)
    elif what == 4:
        if gc.limit < 0:
            start(gc.small)
        set_limit(arg)
    return 0


def with_chunks(used):
    """Memory from the system, at least: what is in chunks stays."""
    if used < gc.from_system:
        return gc.from_system
    return used


def identity_hash(address):
    """A number that is the object's for life: of the address, or the number of a prebuilt object."""
    header = load(number(address))
    if header < 0 and header & FLAGS == FLAGS:
        return ((((header >> 35) & PREBUILT) + 1) * HASH_STEP) & HASH_BITS
    a = number(address)
    return a ^ (a >> 4) | 1 << 48


# ---- weak references and finalizers
#
# One hash table tells of an object, by its address, which weak references there are to it, and which finalizers it has. An object with
# finalizers that dies lives once more: the table `dead` refers to it until the program has taken it. Weak references to it
# are cleared before.

@always_inline
def place(obj):
    return ((obj >> 4) * HASH_STEP >> 8) & (gc.max_notes - 1)


def note(obj, what):
    """False if there is no memory."""
    if 2 * (gc.n_notes + 1) > gc.max_notes and not enlarge_notes():
        return False
    add_note(obj, what)
    return True


def add_note(obj, what):
    k = place(obj)
    while load(gc.notes + 16 * k) != 0:
        k = (k + 1) & (gc.max_notes - 1)
    at = gc.notes + 16 * k
    store(at, obj)
    store(at + 8, what)
    gc.n_notes += 1


def enlarge_notes():
    size = gc.max_notes
    if size == 0:
        size = 64
    elif 2 * gc.n_freed < gc.n_notes:
        size *= 2
    new = cleared(16 * size)
    if new == 0:
        return False
    old = gc.notes
    end = old + 16 * gc.max_notes
    gc.notes = new
    gc.max_notes = size
    gc.n_notes = 0
    gc.n_freed = 0
    at = old
    while at < end:
        if load(at) > 1:
            add_note(load(at), load(at + 8))
        at += 16
    if old != 0:
        llop.raw_free(lltype.Void, adr(old))
    return True


@always_inline
def forget(at):
    """A row becomes free. (Rows behind it may be found through it.)"""
    store(at, 1)
    gc.n_freed += 1


def note_weakref(address):
    """`address`: an object whose first word behind the header is a weak reference."""
    w = number(address)
    obj = load(w + 8)
    header = load(obj)
    if header < 0:
        return
    if not note(obj, w):
        # Without a note the reference would dangle.
        store(w + 8, 0)
        return
    store(obj, header | WATCHED)
    store(w, load(w) | IS_WEAKREF)


def note_finalizer(address, kind):
    obj = number(address)
    header = load(obj)
    # (without memory for the note it will not be run)
    if header >= 0 and note(obj, 1 + 2 * kind):
        store(obj, header | HAS_FINALIZER)


@dont_inline
def last_rites(obj):
    """Nothing refers to an object with flags. True if it lives on because it has finalizers."""
    header = load(obj)
    store(obj, header & ~FLAGS)
    if llop.program_has(lltype.Bool, WEAKREFS) and header & IS_WEAKREF != 0:
        forget_weakref(obj)
    if header & (WATCHED | HAS_FINALIZER) == 0:
        return False
    kept = False
    k = place(obj)
    while load(gc.notes + 16 * k) != 0:
        at = gc.notes + 16 * k
        if load(at) == obj:
            what = load(at + 8)
            forget(at)
            if what & 1 == 0:
                store(what + 8, 0)
                store(what, load(what) & ~IS_WEAKREF)
            elif llop.program_has(lltype.Bool, FINALIZERS) and queue_finalizer(obj, what >> 1):
                store(obj, load(obj) + REFERENCE)
                kept = True
        k = (k + 1) & (gc.max_notes - 1)
    return kept


def forget_weakref(w):
    """A weak reference dies before what it refers to."""
    obj = load(w + 8)
    k = place(obj)
    at = gc.notes + 16 * k
    while load(at) != obj or load(at + 8) != w:
        k = (k + 1) & (gc.max_notes - 1)
        at = gc.notes + 16 * k
    forget(at)


def queue_finalizer(obj, kind):
    if gc.n_taken == gc.n_dead:
        gc.n_taken = 0
        gc.n_dead = 0
    if gc.n_dead == gc.max_dead:
        size = gc.max_dead * 2 + 64
        table = number(llop.raw_malloc(lltype.Address, size * 16))
        if table == 0:
            return False
        if gc.dead != 0:
            llop.raw_memcopy(lltype.Void, adr(gc.dead), adr(table), gc.n_dead * 16)
            llop.raw_free(lltype.Void, adr(gc.dead))
        gc.dead = table
        gc.max_dead = size
    at = gc.dead + gc.n_dead * 16
    store(at, obj)
    store(at + 8, kind)
    gc.n_dead += 1
    return True


def waiting():
    """Whether there are finalizers to be run, and none is running."""
    return gc.n_taken != gc.n_dead and gc.taken == 0


def next_finalizer():
    """(The object before it has been dealt with.)"""
    obj = gc.taken
    gc.taken = 0
    if obj != 0 and dropped(obj):
        release(adr(obj))
    if gc.n_taken == gc.n_dead:
        return 0
    at = gc.dead + gc.n_taken * 16
    gc.n_taken += 1
    gc.taken = load(at)
    return load(at + 8)


def finalizer_object():
    return adr(gc.taken)
