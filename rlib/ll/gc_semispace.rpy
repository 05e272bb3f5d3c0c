"""An exact moving collector: two semispaces, Cheney copying.

The GC transformer calls `malloc_fixed`, `malloc_varsize`, `collect` and `identity_hash`; nothing in here may allocate
through itself. Addresses are plain integers. Objects start with a header word: the low 32 bits are the type id (a
multiple of 8), the high 29 bits the identity hash; a forwarded object's header is its new address plus 1. Prebuilt objects
lie outside of the spaces and never move; those of their fields that may change are static roots.

Memory handed out by the functions in here is zero. Transformed code allocates inline while the object fits below `limit`, and clears
what it does not write at once."""
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_ll.gc_stacks import (
    ALL_MARKED, COUNT, DIED, RECORD, STACK_BASE, STACK_HANDLE, STACK_MARKED, STACK_STATE, STACK_TOP, SUSPENDED, c_stacks)

c_time = llexternal("tw_gc_time", [], lltype.Signed)
c_now = llexternal("tw_gc_now", [], lltype.Signed)
c_pause = llexternal("tw_gc_pause", [lltype.Signed] * 4, lltype.Void)
c_fails = llexternal("tw_gc_fails", [], lltype.Signed)

MAX_ITEMS = 1 << 45
LOW_HALF = (1 << 32) - 1
HASH_STEP = 0x9E3779B1
HASH_SHIFT = 35
HASH_BITS = (1 << 29) - 1

# `which` of gc_typeinfo and gc_config
SIZE, ITEM_SIZE, LENGTH_OFS, N_PTRS, N_ITEM_PTRS, ITEMS_OFS = 0, 1, 2, 3, 4, 5
STRESS, FIRST_SIZE, N_PREBUILT, MAX_SIZE, FAILS = 0, 1, 2, 3, 11
# `what` of program_has
WEAKREFS, FINALIZERS = 0, 1


class SemiSpace(object):
    """State of the collector."""

    def __init__(self):
        self.free = 0          # where the next object goes
        self.limit = 0         # end of what may be allocated inline (0 under stress, and if one is to fail)
        self.top = 0           # end of the space
        self.space = 0         # start of the space; 0 before the first allocation
        self.space_size = 0
        self.spare = 0         # an unused space of spare_size bytes, or 0
        self.spare_size = 0
        self.next_size = 0     # size of the next space
        self.max_size = 0      # limit for it; 0: none
        self.from_start = 0    # while collecting: where the objects to be moved lie
        self.from_end = 0
        self.stress = False    # collect at every allocation that is not inline (and none is)
        self.fails = False     # one allocation is to fail
        self.next_hash = 0
        self.collections = 0
        self.disabled = False  # what the program said; nothing depends on it
        self.peak_used = 0     # largest values so far
        self.peak_size = 0
        self.weakrefs = 0      # raw table of weak references
        self.n_weakrefs = 0
        self.max_weakrefs = 0
        self.watched = 0       # raw table of (object, kind): objects with finalizers
        self.n_watched = 0
        self.max_watched = 0
        self.dead = 0          # raw table of (object, kind) from n_taken to n_dead: finalizers to be run
        self.n_taken = 0
        self.n_dead = 0
        self.max_dead = 0
        self.taken = 0         # the object of the last finalizer taken


gc = SemiSpace()


@always_inline
def adr(a):
    return llop.cast_int_to_adr(lltype.Address, a)


@always_inline
def load(a):
    return llop.raw_load(lltype.Signed, adr(a), 0)


@always_inline
def store(a, value):
    llop.raw_store(lltype.Void, adr(a), 0, value)


@always_inline
def type_id(obj):
    return load(obj) & LOW_HALF


# ---- allocation

def malloc_fixed(tid, size):
    """A zeroed object of `size` bytes, header included; 0 if there is no memory."""
    obj = gc.free
    if obj + size > gc.limit:
        obj = make_room(size)
        if obj == 0:
            return 0
    gc.free = obj + size
    llop.raw_memclear(lltype.Void, adr(obj), size)
    store(obj, tid)
    return obj


def malloc_varsize(tid, fixedsize, itemsize, lengthofs, n):
    """A zeroed object with n items behind `fixedsize` bytes; 0 if there is no memory."""
    if n < 0 or n > MAX_ITEMS:
        return 0
    size = (fixedsize + itemsize * n + 7) & ~7
    obj = gc.free
    if obj + size > gc.limit:
        obj = make_room(size)
        if obj == 0:
            return 0
    gc.free = obj + size
    llop.raw_memclear(lltype.Void, adr(obj), size)
    store(obj, tid)
    store(obj + lengthofs, n)
    return obj


@dont_inline
def make_room(size):
    """Makes room for `size` bytes at gc.free and returns gc.free; 0 if there is no memory."""
    if gc.space == 0:
        gc.next_hash = llop.gc_config(lltype.Signed, N_PREBUILT)
        gc.next_size = llop.gc_config(lltype.Signed, FIRST_SIZE)
        if gc.max_size == 0:
            gc.max_size = llop.gc_config(lltype.Signed, MAX_SIZE)
        gc.stress = llop.gc_config(lltype.Signed, STRESS) != 0
        gc.fails = llop.gc_config(lltype.Signed, FAILS) != 0
        forget_weak(gc.free)
        if not collect_for(size):
            return 0
    elif gc.stress or size > gc.top - gc.free:
        if not collect_for(size):
            return 0
    if gc.fails and c_fails() != 0:
        return 0
    if not gc.stress and not gc.fails:
        gc.limit = gc.top
    return gc.free


# ---- collection

def collect():
    """A full collection."""
    if gc.space != 0:
        collect_for(0)


def control(what, arg):
    """What the library asks for: see the operation `gc_control`. All collections are full ones, and none can be done without."""
    if what == 0:
        collect()
    elif what == 1:
        collect()
        return 1 << 8
    elif what == 2:
        if arg < 2:
            gc.disabled = arg == 0
        if not gc.disabled:
            return 1
    elif what == 3:
        return statistic(arg)
    elif what == 4:
        gc.max_size = arg
    return 0


def all_spaces():
    if gc.spare != 0:
        return gc.space_size + gc.spare_size
    return gc.space_size


def statistic(n):
    """By the numbers of rlib/rgc.py."""
    if n == 0:
        return all_spaces()
    if n == 1:
        return gc.free - gc.space
    if n == 3:
        return gc.peak_size
    if n == 4:
        used = gc.free - gc.space
        if used > gc.peak_used:
            return used
        return gc.peak_used
    if n == 10:
        return c_time()
    return 0


def collect_for(size):
    start = c_now()
    if gc.free - gc.space > gc.peak_used:
        gc.peak_used = gc.free - gc.space
    done = copy_for(size)
    size = all_spaces()
    if size > gc.peak_size:
        gc.peak_size = size
    c_pause(start, gc.free - gc.space, 0, gc.collections)
    return done


def copy_for(size):
    """Collects so that `size` bytes are free afterwards. False if the memory for that cannot be had; then nothing is
    lost."""
    used = gc.free - gc.space
    want = gc.next_size
    if want < used:
        want = used
    if not copy_to_space(want):
        # the old space would do if it is not all in use any more; but we cannot know without copying
        if want == used or not copy_to_space(used):
            return False
    live = gc.free - gc.space
    # the next space: room for three times what lives, so that copying stays a small part of the work
    before = gc.next_size
    want = before
    while want < 3 * live + size:
        want *= 2
    if gc.max_size > 0 and want > gc.max_size:
        want = gc.max_size
    gc.next_size = want
    if size <= gc.top - gc.free:
        return True
    if gc.max_size == 0 or live + size <= gc.max_size:
        if copy_to_space(want):
            return True
        least = live + (live >> 2) + size
        if least < want and copy_to_space(least):
            return True
    # The program may go on without this object: the next collection must not ask for room for it.
    gc.next_size = before
    return False


def copy_to_space(size):
    """Moves all live objects to a new space of `size` bytes, which must be enough. False if the system has no memory."""
    size = (size + 7) & ~7
    space = 0
    if gc.spare != 0:
        # reusing the last space saves the system the trouble of mapping it anew
        if gc.spare_size == size:
            space = gc.spare
        else:
            llop.raw_free(lltype.Void, adr(gc.spare))
        gc.spare = 0
    if space == 0:
        space = llop.cast_adr_to_int(lltype.Signed, llop.raw_malloc(lltype.Address, size))
        if space == 0:
            return False
    old = gc.space
    old_size = gc.space_size
    gc.from_start = old
    gc.from_end = gc.free
    gc.space = space
    gc.space_size = size
    gc.free = space
    gc.top = space + size
    gc.limit = 0
    gc.collections += 1
    move_roots()
    at = move_stacks(move_all(space))
    if has_weakrefs():
        update_weakrefs(False)
    if llop.program_has(lltype.Bool, FINALIZERS) and gc.n_watched > 0:
        k = gc.n_dead
        if gc.n_taken == gc.n_dead:
            k = 0
        if find_dead():
            move_range(gc.dead + 16 * k, gc.dead + 16 * gc.n_dead, 16)
            move_stacks(move_all(at))
    drop_stacks()
    if has_weakrefs():
        update_weakrefs(True)
    if old != 0:
        if old_size == size:
            gc.spare = old
            gc.spare_size = size
        else:
            llop.raw_free(lltype.Void, adr(old))
    return True


@dont_inline
def move_all(at):
    """Moves what the objects from `at` on refer to, and so on; returns the end."""
    while at < gc.free:
        at += move_fields(at)
    return at


def move_roots():
    at = llop.cast_adr_to_int(lltype.Signed, llop.gc_root_base(lltype.Address))
    end = llop.cast_adr_to_int(lltype.Signed, llop.gc_root_top(lltype.Address))
    move_range(at, end, 8)
    at = llop.cast_adr_to_int(lltype.Signed, llop.gc_extra_roots(lltype.Address, 0))
    end = llop.cast_adr_to_int(lltype.Signed, llop.gc_extra_roots(lltype.Address, 1))
    move_range(at, end, 8)
    if c_stacks(COUNT, 0) > 0:
        own = c_stacks(RECORD, 0)
        if load(own + STACK_STATE) == SUSPENDED:
            move_range(load(own + STACK_BASE), load(own + STACK_TOP), 8)
    # a table of addresses of slots
    at = llop.cast_adr_to_int(lltype.Signed, llop.gc_static_roots(lltype.Address, 0))
    n = llop.cast_adr_to_int(lltype.Signed, llop.gc_static_roots(lltype.Address, 1))
    end = at + n * 8
    while at < end:
        move_slot(load(at))
        at += 8
    if llop.program_has(lltype.Bool, FINALIZERS):
        if gc.taken != 0:
            gc.taken = moved(gc.taken)
        move_range(gc.dead + 16 * gc.n_taken, gc.dead + 16 * gc.n_dead, 16)


@dont_inline
def move_stacks(at):
    """Moves what suspended stacks hold whose handles live. `at`: the end of the objects whose references were looked at; the new one
    is returned."""
    n = c_stacks(COUNT, 0)
    found = n > 1
    while found:
        found = False
        k = 1
        while k < n:
            s = c_stacks(RECORD, k)
            k += 1
            if load(s + STACK_STATE) == SUSPENDED and load(s + STACK_MARKED) != gc.collections:
                handle = load(s + STACK_HANDLE)
                if is_moving(handle):
                    handle = load(handle) - 1
                    if handle & 1:
                        continue
                    store(s + STACK_HANDLE, handle)
                store(s + STACK_MARKED, gc.collections)
                move_range(load(s + STACK_BASE), load(s + STACK_TOP), 8)
                at = move_all(at)
                found = True
    return at


def drop_stacks():
    """Suspended stacks that `move_stacks` did not come to are dead."""
    n = c_stacks(COUNT, 0)
    k = 1
    while k < n:
        s = c_stacks(RECORD, k)
        if load(s + STACK_STATE) == SUSPENDED and load(s + STACK_MARKED) != gc.collections:
            c_stacks(DIED, k)
        k += 1
    if n > 0:
        c_stacks(ALL_MARKED, 0)


@dont_inline
def move_range(at, end, step):
    """Moves what slots refer to that are `step` bytes apart."""
    while at < end:
        move_slot(at)
        at += step


@always_inline
def is_moving(obj):
    return obj >= gc.from_start and obj < gc.from_end


def moved(obj):
    if is_moving(obj):
        header = load(obj)
        if header & 1:
            return header - 1
        return move(obj)
    return obj


@always_inline
def move_slot(slot):
    """Lets a slot refer to the object's new place; moves the object if it still has to be."""
    obj = load(slot)
    if obj >= gc.from_start and obj < gc.from_end:
        header = load(obj)
        if header & 1:
            store(slot, header - 1)
        else:
            store(slot, move(obj))


@dont_inline
def move(obj):
    size = object_size(obj)
    new = gc.free
    gc.free = new + size
    llop.raw_memcopy(lltype.Void, adr(obj), adr(new), size)
    store(obj, new + 1)
    return new


def object_size(obj):
    tid = type_id(obj)
    lengthofs = llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS)
    if lengthofs == 0:
        return llop.gc_typeinfo(lltype.Signed, tid, SIZE)
    size = llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS)
    size += llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE) * load(obj + lengthofs)
    return (size + 7) & ~7


def move_fields(obj):
    """Moves what an object refers to; returns the object's size."""
    tid = type_id(obj)
    n = llop.gc_typeinfo(lltype.Signed, tid, N_PTRS)
    k = 0
    while k < n:
        move_slot(obj + llop.gc_typeinfo_offset(lltype.Signed, tid, 0, k))
        k += 1
    n = llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS)
    if n > 0:
        length = load(obj + llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS))
        itemsize = llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE)
        at = obj + llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS)
        end = at + length * itemsize
        while at < end:
            k = 0
            while k < n:
                move_slot(at + llop.gc_typeinfo_offset(lltype.Signed, tid, 1, k))
                k += 1
            at += itemsize
    return object_size(obj)


# ---- weak references and finalizers
#
# Tables are raw memory. An object with a finalizer that is dead is moved all the same, once, with all that it refers to, and
# waits in the table `dead` until the program takes it. Weak references to it are cleared before.

def enlarged(table, used, size):
    """A table of `size` bytes with the first `used` ones of an old one; 0 if there is no memory."""
    new = llop.cast_adr_to_int(lltype.Signed, llop.raw_malloc(lltype.Address, size))
    if new != 0 and table != 0:
        llop.raw_memcopy(lltype.Void, adr(table), adr(new), used)
        llop.raw_free(lltype.Void, adr(table))
    return new


def forget_weak(zero):
    """No weak references and finalizers. (Here so that all attributes are known, and not as constants, when the first
    function of the collector is translated.)"""
    gc.disabled = zero != 0
    gc.peak_used = zero
    gc.peak_size = zero
    gc.weakrefs = zero
    gc.n_weakrefs = zero
    gc.max_weakrefs = zero
    gc.watched = zero
    gc.n_watched = zero
    gc.max_watched = zero
    gc.dead = zero
    gc.n_taken = zero
    gc.n_dead = zero
    gc.max_dead = zero
    gc.taken = zero


def note_weakref(address):
    """`address`: an object whose first word behind the header is a weak reference."""
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


def update_weakrefs(last):
    """After the copying: those that live on refer to the new places of what lives. Those that are not (yet) moved stay noted
    unless this is the last call."""
    n = 0
    k = 0
    while k < gc.n_weakrefs:
        w = load(gc.weakrefs + k * 8)
        k += 1
        if is_moving(w):
            header = load(w)
            if header & 1:
                w = header - 1
                target = load(w + 8)
                if is_moving(target):
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


def find_dead():
    """Moves watched objects that nothing refers to, in the order in which they were made, and queues their finalizers."""
    n = 0
    k = 0
    found = False
    while k < gc.n_watched:
        at = gc.watched + k * 16
        k += 1
        obj = load(at)
        kind = load(at + 8)
        if is_moving(obj):
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
    return found


def queue_finalizer(obj, kind):
    if gc.n_taken == gc.n_dead:
        gc.n_taken = 0
        gc.n_dead = 0
    if gc.n_dead == gc.max_dead:
        size = gc.max_dead * 2 + 64
        table = enlarged(gc.dead, gc.n_dead * 16, size * 16)
        if table == 0:
            return False
        gc.dead = table
        gc.max_dead = size
    at = gc.dead + gc.n_dead * 16
    # All of them are found before any of them is moved: none is alive just because another dead one refers to it.
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


# ---- identity

def identity_hash(address):
    """A number that is the object's for life; assigned at the first call. Numbers of different objects differ until
    2**29 of them are given out."""
    obj = llop.cast_adr_to_int(lltype.Signed, address)
    header = load(obj)
    h = (header >> HASH_SHIFT) & HASH_BITS
    if h == 0:
        while h == 0:
            gc.next_hash += 1
            h = (gc.next_hash * HASH_STEP) & HASH_BITS
        store(obj, (header & LOW_HALF) | (h << HASH_SHIFT))
    return h
