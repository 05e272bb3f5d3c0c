"""An exact, generational, moving collector: a nursery, and an old generation that is marked and swept.

The GC transformer calls `malloc_fixed`, `malloc_varsize`, `collect`, `control`, `identity_hash`, the barriers (`remember…`) and the
functions for weak references and finalizers; nothing in here may allocate through itself. Addresses are plain integers.

Objects are born in the nursery, where allocation adds to a pointer; what fits no fourth of it is born old. A minor collection
copies what lives to the old generation, where objects do not move: blocks of one size in pages for small ones, memory of the
system for others. A major collection marks and sweeps the old generation, in steps that follow minor collections, when the nursery is empty. While it
marks, a marked object that is written to is looked at once more; the roots are looked at again at the end.

Pauses are bounded by work: where much of the nursery lives on, a smaller part of it is used, the more so while a major collection is
going on, in large heaps, and where all of it takes new memory; so many remembered objects or marked cards are a reason for a minor
collection; a step of a major one looks at so many references, pages or bytes, more if much of the nursery has lived on, and large arrays
are looked at in pieces. Freed arenas are kept while the heap needs them until the next major collection ends.

Objects start with a header word. The high 29 bits are the identity hash (0: not asked for yet), the low half is the type id, a
multiple of 8, from which compiled code knows an instance's class. A moved object of the nursery has its new address plus 1 instead.
Flags:

* bit 32 (TRACK): an object outside of the nursery; no object in the nursery is referred to. A store of a reference calls `remember` first, which clears
  the flag and notes the object; the next minor collection looks at its fields and sets the flag again.
* bit 33 (MARKED): the major collection has found the object. Always set in prebuilt objects.
* bit 34 (UNWRITTEN): a prebuilt object that nothing was written to: it refers to such objects only. The first `remember` makes it
  a root for good.
* bit 30 (DIRTY): some of the array's cards are marked; it is in the table `dirty`.
* bit 31 (CARDS): an array of references with cards in front of it, for CARD items each. The word before the header says how many bytes
  stand there; the one before it how many cards are marked; the rest are their bits, from the highest word to the lowest. A store of an
  item marks its card, and TRACK stays set: the next minor collection looks at these items only. When half of the cards are marked, and
  they are not very many, it will look at all items: TRACK is cleared, and further stores need nothing.

Memory handed out by the functions in here is zero. Transformed code allocates inline while the object fits below `limit`, and clears
what it does not write at once."""
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_ll.gc_minimark_big import (
    big_block, c_map, c_unmap, copy_entry, forget_first, forget_kept, sweep_object)
from rpython_ll.gc_minimark_check import check_heap
from rpython_ll.gc_minimark_state import (
    ALL, ARENA, ARENA_AFTER, ARENA_BEFORE, ARENA_FREE, ARENA_NEXT, ARENA_PAGES, ARENA_USED, CACHED, CARD, CARDS,
    CARD_SHIFT, CHUNK, CLASS_AT, CLASS_END, CLASS_FREE, CLASS_PAGES, CLASS_PARTIAL, CLASS_ROOM, CLASS_UNSWEPT,
    CLASS_WORDS, DEBUG, DIRTY, FAILS, FEW_WORDS, FINALIZERS, FIRST_SIZE, FRESH_COST, HASH_BITS, HASH_SHIFT,
    HASH_STEP, HUGE_PAGE, HURRY, IDLE, ITEMS_OFS, ITEM_SIZE, LARGE, LEAST_NURSERY, LENGTH_OFS, LIMIT_GROWTH, MAJOR_GROWTH, MANY_CARDS,
    MANY_REMEMBERED, MARKED, MARKING, MAX_DELTA, MAX_ITEMS, MAX_SIZE, MOST_BORN, MOST_EFFORT, MOST_SURVIVED,
    NO_HASH, NURSERY_DEBUG, NURSERY_SIZE, N_ITEM_PTRS, N_PREBUILT, N_PTRS, PAGE, PAGE_ARENA, PAGE_BLOCKS, PAGE_FREE, PAGE_NEXT,
    PAGE_PARTIAL, PAGE_SIZE, PIECE, SMALL, STEP_ARENAS, STEP_BIG, STEP_PAGES, STEP_SIZE, STEP_SLOTS, STRESS, SWEEPING,
    TRACK, TYPE_ID, UNWRITTEN, adr, clear, enlarged, gc, is_young, load, note_peaks, poison, raw_malloc, size_of,
    store, type_id)
from rpython_ll.gc_stacks import (
    ALL_MARKED, CHANGED, COUNT, DIED, RECORD, SETTLED, STACK_BASE, STACK_HANDLE, STACK_MARKED, STACK_MOVED, STACK_STATE,
    STACK_TOP, SUSPENDED, c_stacks)
from rpython_ll.gc_minimark_weak import (
    finalizer_object, find_dead, find_young_dead, first_dead, has_weakrefs, next_finalizer, note_finalizer,
    note_weakref, update_weakrefs, update_young_weakrefs)

no_memory = llexternal("tw_gc_no_memory", [], lltype.Void)
c_time = llexternal("tw_gc_time", [], lltype.Signed)
c_now = llexternal("tw_gc_now", [], lltype.Signed)
c_huge = llexternal("tw_gc_huge_pages", [lltype.Signed] * 2, lltype.Void)
c_keep_pauses_short = llexternal("tw_gc_keep_pauses_short", [], lltype.Void)
c_pause = llexternal("tw_gc_pause", [lltype.Signed] * 4, lltype.Void)
c_fails = llexternal("tw_gc_fails", [], lltype.Signed)


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
        if gc.nursery == 0:
            if not set_up():
                return 0
        if size > gc.large:
            obj = malloc_large(tid, size, n)
            if obj != 0:
                store(obj + lengthofs, n)
            return obj
        obj = make_room(size)
        if obj == 0:
            return 0
    gc.free = obj + size
    clear(obj, size)
    store(obj, tid)
    store(obj + lengthofs, n)
    return obj


@dont_inline
def set_up():
    """False if there is no memory."""
    zero = gc.free
    forget_tables(zero)
    gc.next_hash = llop.gc_config(lltype.Signed, N_PREBUILT)
    gc.stress = llop.gc_config(lltype.Signed, STRESS) != 0
    gc.fails = llop.gc_config(lltype.Signed, FAILS) != 0
    gc.max_size = llop.gc_config(lltype.Signed, MAX_SIZE)
    gc.growth = llop.gc_config(lltype.Signed, MAJOR_GROWTH)
    gc.limit_growth = llop.gc_config(lltype.Signed, LIMIT_GROWTH)
    gc.max_delta = llop.gc_config(lltype.Signed, MAX_DELTA)
    gc.step_slots = llop.gc_config(lltype.Signed, STEP_SIZE) >> 3
    if gc.step_slots == 0:
        gc.step_slots = STEP_SLOTS
    gc.debug = llop.gc_config(lltype.Signed, DEBUG)
    gc.poison = llop.gc_config(lltype.Signed, NURSERY_DEBUG) != 0
    c_keep_pauses_short()
    size = llop.gc_config(lltype.Signed, NURSERY_SIZE)
    if gc.max_size > 0 and size > gc.max_size >> 3:
        size = gc.max_size >> 3
    size = (size + CHUNK - 1) & ~(CHUNK - 1)
    table = raw_malloc((SMALL // 8 + 1) * CLASS_WORDS)
    if table == 0:
        return False
    llop.raw_memclear(lltype.Void, adr(table), (SMALL // 8 + 1) * CLASS_WORDS)
    space = c_map(size, 0)
    if space == 0:
        llop.raw_free(lltype.Void, adr(table))
        return False
    gc.classes = table
    gc.nursery_size = size
    gc.large = size >> 2
    if gc.large > LARGE:
        gc.large = LARGE
    gc.nursery = space
    gc.top = space + size
    if size > 4 * LEAST_NURSERY and not gc.stress:
        gc.top = space + 4 * LEAST_NURSERY
    if gc.poison:
        poison(space, space + size)
    gc.free = space
    gc.fresh = space
    gc.least = llop.gc_config(lltype.Signed, FIRST_SIZE)
    if gc.least < 4 * size:
        gc.least = 4 * size
    gc.next_major = next_limit()
    return True


def forget_tables(zero):
    """Empty tables. (Here so that all attributes are known, and not as constants, when the first function of the collector is
    translated.)"""
    gc.remembered = zero
    gc.n_remembered = zero
    gc.max_remembered = zero
    gc.dirty = zero
    gc.n_dirty = zero
    gc.max_dirty = zero
    gc.enabled = zero == 0
    gc.arena_bytes = zero
    gc.big_bytes = zero
    gc.peak = zero
    gc.peak_arena = zero
    gc.peak_big = zero
    gc.peak_all = zero
    gc.marked_cards = zero
    gc.copied = zero
    gc.survived = zero
    gc.written = zero
    gc.n_written = zero
    gc.max_written = zero
    gc.weakrefs = zero
    gc.n_weakrefs = zero
    gc.n_old_weakrefs = zero
    gc.max_weakrefs = zero
    gc.watched = zero
    gc.n_watched = zero
    gc.n_old_watched = zero
    gc.max_watched = zero
    gc.dead = zero
    gc.n_taken = zero
    gc.n_dead = zero
    gc.max_dead = zero
    gc.taken = zero


@dont_inline
def make_room(size):
    """Makes room for `size` bytes at gc.free, in the nursery, and returns gc.free; 0 if there is no memory."""
    if gc.nursery == 0:
        if not set_up():
            return 0
    if gc.fails and c_fails() != 0:
        return 0
    if gc.stress or size > gc.top - gc.free or remember_many():
        if not collect_for(size):
            return 0
    if not gc.stress and not gc.fails:
        gc.limit = gc.top
    return gc.free


def collect_for(size):
    """A minor collection, and a part of a major one if it is time for it. False if `size` more bytes would be too many."""
    start = c_now()
    collect_minor()
    fits = major_if_needed(size)
    c_pause(start, gc.used, gc.minors, gc.majors)
    return fits


def remember_many():
    return gc.n_remembered >= MANY_REMEMBERED or gc.marked_cards >= MANY_CARDS


@dont_inline
def malloc_large(tid, size, n):
    """An object with n items that does not fit the nursery: born old."""
    if gc.fails and c_fails() != 0:
        return 0
    if gc.stress or gc.used + size > gc.next_major or remember_many() or gc.max_size > 0 and gc.used + size > gc.max_size:
        if not collect_for(size):
            return 0
    obj = old_array(tid, size, n, True)
    if obj == 0:
        # what is dead may be enough
        collect()
        obj = old_array(tid, size, n, True)
        if obj == 0:
            return 0
    gc.born += size
    if has_cards(tid, size):
        store(obj, tid | TRACK | CARDS)
    elif has_pointers(tid):
        # The first stores may come without a barrier, as for any new object of a known size.
        store(obj, tid)
        note_remembered(obj)
    else:
        store(obj, tid | TRACK)
    return obj


# ---- the old generation

@always_inline
def has_cards(tid, size):
    return size > SMALL and llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS) > 0


def old_array(tid, size, n, clear):
    """Memory of the old generation for an object with n items, zero if asked for; 0 if there is none."""
    if size <= SMALL:
        obj = small_block(size)
        if clear and obj != 0:
            llop.raw_memclear(lltype.Void, adr(obj), size)
        return obj
    if not has_cards(tid, size):
        return big_block(size, 0, clear)
    before = 16 + ((n + (64 * CARD - 1)) >> (CARD_SHIFT + 6) << 3)
    obj = big_block(size, before, clear)
    if obj != 0:
        store(obj - 8, before)
    return obj


@always_inline
def small_block(size):
    if size < 16:
        size = 16
    c = gc.classes + (size >> 3) * CLASS_WORDS
    obj = load(c + CLASS_FREE)
    if obj == 0:
        obj = load(c + CLASS_AT)
        if obj == load(c + CLASS_END):
            return block_of_page(c, size)
        store(c + CLASS_AT, obj + size)
    else:
        store(c + CLASS_FREE, load(obj + 8))
    gc.used += size
    return obj


@dont_inline
def block_of_page(c, size):
    """A block of the size class from one more page."""
    n = 8
    while load(c + CLASS_PARTIAL) == 0 and load(c + CLASS_UNSWEPT) != 0 and n > 0:
        sweep_page_of(c)
        n -= 1
    page = load(c + CLASS_PARTIAL)
    if page != 0:
        store(c + CLASS_PARTIAL, load(page + PAGE_PARTIAL))
        obj = load(page + PAGE_FREE)
        store(c + CLASS_FREE, load(obj + 8))
    else:
        page = new_page()
        if page == 0:
            return 0
        store(page + PAGE_SIZE, size)
        store(page + PAGE_NEXT, load(c + CLASS_PAGES))
        store(c + CLASS_PAGES, page)
        room = load(c + CLASS_ROOM)
        if room == 0:
            # (a division could raise)
            while room + size <= PAGE - PAGE_BLOCKS:
                room += size
            store(c + CLASS_ROOM, room)
        obj = page + PAGE_BLOCKS
        store(c + CLASS_AT, obj + size)
        store(c + CLASS_END, obj + room)
    gc.used += size
    return obj


def new_page():
    arena = gc.open_arenas
    if arena != 0:
        page = load(arena + ARENA_FREE)
        store(arena + ARENA_FREE, load(page + PAGE_NEXT))
        if load(page + PAGE_NEXT) == 0:
            close_arena(arena)
    else:
        if gc.arena_at == gc.arena_end:
            if gc.n_kept > 0:
                forget_kept(ARENA)
            # If there are several, all of it will be used soon.
            arena = c_map(ARENA, gc.arena_bytes >> 21)
            if arena == 0:
                return 0
            store(arena + ARENA_NEXT, gc.arenas)
            gc.arenas = arena
            gc.arena_bytes += ARENA
            note_peaks()
            gc.arena_at = arena + ARENA_PAGES
            gc.arena_end = gc.arena_at + (ARENA - ARENA_PAGES & ~(PAGE - 1))
        page = gc.arena_at
        gc.arena_at = page + PAGE
        arena = gc.arenas
        store(page + PAGE_ARENA, arena)
    store(arena + ARENA_USED, load(arena + ARENA_USED) + 1)
    return page


def free_page(page):
    arena = load(page + PAGE_ARENA)
    store(arena + ARENA_USED, load(arena + ARENA_USED) - 1)
    following = load(arena + ARENA_FREE)
    store(page + PAGE_NEXT, following)
    store(arena + ARENA_FREE, page)
    if following == 0:
        last = gc.open_arenas
        store(arena + ARENA_AFTER, last)
        store(arena + ARENA_BEFORE, 0)
        if last != 0:
            store(last + ARENA_BEFORE, arena)
        gc.open_arenas = arena


def close_arena(arena):
    """Takes it out of the list of arenas with free pages."""
    before = load(arena + ARENA_BEFORE)
    after = load(arena + ARENA_AFTER)
    if before != 0:
        store(before + ARENA_AFTER, after)
    else:
        gc.open_arenas = after
    if after != 0:
        store(after + ARENA_BEFORE, before)


def free_arenas(n):
    """Gives at most n arenas without used pages back, but not the newest, and none that the heap needs until the next major collection
    ends. False if there may be more."""
    last = gc.arenas
    if last == 0:
        return True
    arena = load(last + ARENA_NEXT)
    # that starts at the limit, and takes its time
    least = next_limit() - gc.big_bytes
    least += least >> 1
    if least < 2 * (gc.used - gc.big_bytes):
        least = 2 * (gc.used - gc.big_bytes)
    while arena != 0 and gc.arena_bytes > least:
        following = load(arena + ARENA_NEXT)
        if load(arena + ARENA_USED) == 0:
            if n == 0:
                return False
            n -= 1
            close_arena(arena)
            store(last + ARENA_NEXT, following)
            gc.arena_bytes -= ARENA
            c_unmap(arena, ARENA)
        else:
            last = arena
        arena = following
    return True


@always_inline
def has_pointers(tid):
    return llop.gc_typeinfo(lltype.Signed, tid, N_PTRS) + llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS) > 0


# ---- the write barrier

@dont_inline
def remember(address):
    """Before a reference is written into an object outside of the nursery whose flag TRACK is set. Does nothing if it is not set."""
    obj = llop.cast_adr_to_int(lltype.Signed, address)
    header = load(obj)
    if header & TRACK:
        if header & UNWRITTEN:
            note_written(obj)
        store(obj, header & ~(TRACK | UNWRITTEN))
        note_remembered(obj)


@dont_inline
def remember_item(address, index, value):
    """Before a reference is written into an array as the item `index`; -1: elsewhere, in any object."""
    if index < 0:
        remember(address)
        return
    obj = llop.cast_adr_to_int(lltype.Signed, address)
    header = load(obj)
    if header & (TRACK | UNWRITTEN) != TRACK:
        remember(address)
        return
    if header & CARDS == 0:
        # It is short: to look at it once is cheaper than to come here for each item that is old.
        remember(address)
        return
    item = llop.cast_adr_to_int(lltype.Signed, value)
    if is_young(item):
        mark_card(obj, index >> CARD_SHIFT)
    elif gc.phase == MARKING and header & MARKED:
        mark(item)


@dont_inline
def remember_copy(to, source, start, at, n):
    """Before n items of `source`, an array of the same type, are copied to such an object."""
    obj = llop.cast_adr_to_int(lltype.Signed, to)
    header = load(obj)
    if header & CARDS == 0:
        remember(to)
        return
    if header & TRACK == 0 or n <= 0:
        return
    if gc.phase == MARKING and header & MARKED and gc.copied != obj:
        # all of it is looked at once more after the next minor collection
        gc.copied = obj
        push(obj)
    old = llop.cast_adr_to_int(lltype.Signed, source)
    flags = load(old)
    if is_young(old) or flags & TRACK == 0:
        mark_cards(obj, at, at + n)
    elif flags & DIRTY:
        # Only items with marked cards may be in the nursery. (The array may be the same: what is marked here must not come later.)
        card = start >> CARD_SHIFT
        last = (start + n - 1) >> CARD_SHIFT
        if start < at:
            while last >= card:
                copy_card(obj, old, last, start, at, n)
                last -= 1
        else:
            while card <= last:
                copy_card(obj, old, card, start, at, n)
                card += 1


def copy_card(obj, old, card, start, at, n):
    if load(card_word(old, card)) & card_bit(card):
        first = card * CARD
        end = first + CARD
        if first < start:
            first = start
        if end > start + n:
            end = start + n
        mark_cards(obj, first - start + at, end - start + at)


@always_inline
def card_word(obj, card):
    return obj - 24 - (card >> 6) * 8


@always_inline
def card_bit(card):
    # (a shift by `<<` could raise)
    return llop.int_lshift(lltype.Signed, 1, card & 63)


def mark_cards(obj, start, end):
    card = start >> CARD_SHIFT
    last = (end - 1) >> CARD_SHIFT
    while card <= last and load(obj) & TRACK:
        mark_card(obj, card)
        card += 1


def mark_card(obj, card):
    word = card_word(obj, card)
    bits = load(word)
    bit = card_bit(card)
    if bits & bit:
        return
    store(word, bits | bit)
    header = load(obj)
    gc.marked_cards += 1
    if gc.marked_cards >= MANY_CARDS:
        gc.limit = 0
    marked = load(obj - 16) + 1
    store(obj - 16, marked)
    # (64 cards are a word)
    cards = (load(obj - 8) - 16) * 8
    if 2 * marked > cards and cards <= 4 * MANY_CARDS:
        header &= ~TRACK
        store(obj, header)
        note_remembered(obj)
    if header & DIRTY == 0:
        if gc.n_dirty == gc.max_dirty:
            n = gc.max_dirty * 2 + 64
            table = enlarged(gc.dirty, gc.n_dirty * 8, n * 8)
            if table == 0:
                no_memory()
            gc.dirty = table
            gc.max_dirty = n
        store(gc.dirty + gc.n_dirty * 8, obj)
        gc.n_dirty += 1
        store(obj, header | DIRTY)


def note_remembered(obj):
    if gc.n_remembered == gc.max_remembered:
        n = gc.max_remembered * 2 + 256
        table = enlarged(gc.remembered, gc.n_remembered * 8, n * 8)
        if table == 0:
            no_memory()
        gc.remembered = table
        gc.max_remembered = n
    store(gc.remembered + gc.n_remembered * 8, obj)
    gc.n_remembered += 1
    if gc.n_remembered >= MANY_REMEMBERED:
        gc.limit = 0           # the next allocation sees to it


def note_written(obj):
    if gc.n_written == gc.max_written:
        n = gc.max_written * 2 + 64
        table = enlarged(gc.written, gc.n_written * 8, n * 8)
        if table == 0:
            no_memory()
        gc.written = table
        gc.max_written = n
    store(gc.written + gc.n_written * 8, obj)
    gc.n_written += 1


# ---- minor collections

@dont_inline
def collect_minor():
    """Moves what lives in the nursery to the old generation. The nursery is empty then."""
    gc.minors += 1
    before = gc.used + gc.swept
    arenas = gc.arena_bytes
    at = llop.cast_adr_to_int(lltype.Signed, llop.gc_root_base(lltype.Address))
    end = llop.cast_adr_to_int(lltype.Signed, llop.gc_root_top(lltype.Address))
    move_range(at, end, 8)
    at = llop.cast_adr_to_int(lltype.Signed, llop.gc_extra_roots(lltype.Address, 0))
    end = llop.cast_adr_to_int(lltype.Signed, llop.gc_extra_roots(lltype.Address, 1))
    move_range(at, end, 8)
    # a table of addresses of slots
    at = llop.cast_adr_to_int(lltype.Signed, llop.gc_static_roots(lltype.Address, 0))
    n = llop.cast_adr_to_int(lltype.Signed, llop.gc_static_roots(lltype.Address, 1))
    end = at + n * 8
    while at < end:
        move_slot(load(at))
        at += 8
    if llop.program_has(lltype.Bool, FINALIZERS):
        if is_young(gc.taken):
            gc.taken = moved(gc.taken)
    k = 0
    while k < gc.n_dirty:
        move_dirty(load(gc.dirty + k * 8))
        k += 1
    gc.n_dirty = 0
    gc.marked_cards = 0
    gc.copied = 0
    k = 0
    while k < gc.n_remembered:
        obj = load(gc.remembered + k * 8)
        header = load(obj)
        store(obj, header | TRACK)
        move_fields(obj)
        if gc.phase == MARKING and header & MARKED:
            # it was looked at, or will be, and may refer to others now
            push(obj)
        k += 1
    gc.n_remembered = 0
    move_all()
    changed = c_stacks(CHANGED, -1) >= 0
    if changed:
        move_stacks()
    if has_weakrefs():
        update_young_weakrefs(False)
    if llop.program_has(lltype.Bool, FINALIZERS) and gc.n_watched > gc.n_old_watched:
        k = first_dead()
        if find_young_dead():
            move_range(gc.dead + 16 * k, gc.dead + 16 * gc.n_dead, 16)
            move_all()
            if changed:
                move_stacks()
    if changed:
        settle_stacks()
    if has_weakrefs():
        update_young_weakrefs(True)
    gc.survived = gc.used + gc.swept - before
    if gc.stress:
        # the next object goes elsewhere, so that a reference to an old place shows
        poison(gc.fresh, gc.free)
        if gc.top - gc.free < LARGE:
            gc.free = gc.nursery
    else:
        if gc.poison:
            poison(gc.fresh, gc.free)
        gc.free = gc.nursery
        choose_top(gc.arena_bytes - arenas)
    gc.fresh = gc.free
    gc.limit = 0
    if gc.debug > 1:
        check_heap()


@dont_inline
def move_stacks():
    """Moves what stacks hold that have run since the last minor collection, if they are suspended and their handles live. Others hold
    nothing of the nursery."""
    found = True
    while found:
        found = False
        k = c_stacks(CHANGED, -1)
        while k >= 0:
            s = c_stacks(RECORD, k)
            if load(s + STACK_STATE) == SUSPENDED and load(s + STACK_MOVED) != gc.minors:
                handle = load(s + STACK_HANDLE)
                alive = True
                if is_young(handle) and k > 0:
                    header = load(handle)
                    alive = header & 1 != 0
                    if alive:
                        store(s + STACK_HANDLE, header - 1)
                if alive:
                    store(s + STACK_MOVED, gc.minors)
                    move_range(load(s + STACK_BASE), load(s + STACK_TOP), 8)
                    move_all()
                    found = True
            k = c_stacks(CHANGED, k)


def settle_stacks():
    """The end of `move_stacks`: those that it did not come to are dead."""
    k = c_stacks(CHANGED, -1)
    while k >= 0:
        s = c_stacks(RECORD, k)
        if load(s + STACK_STATE) == SUSPENDED and load(s + STACK_MOVED) != gc.minors:
            c_stacks(DIED, k)
        k = c_stacks(CHANGED, k)
    c_stacks(SETTLED, 0)


def choose_top(fresh):
    """How much of the nursery is used from now on, after a minor collection that took so much new memory."""
    size = gc.top - gc.nursery
    if gc.phase != IDLE:
        if gc.calm == 0:
            gc.calm = size
    elif gc.calm > 0:
        gc.top = gc.nursery + gc.calm
        gc.calm = 0
        return
    if gc.phase != IDLE or gc.arena_bytes > CACHED or fresh > gc.survived:
        fresh = gc.survived
    effort = gc.survived + FRESH_COST * fresh
    most = MOST_EFFORT
    if gc.phase == MARKING:
        most = MOST_EFFORT >> 2
    if effort > most:
        if size >= 2 * LEAST_NURSERY:
            gc.top = gc.nursery + (size >> 1)
    elif effort < most >> 2 and size < gc.nursery_size:
        size *= 2
        if size > gc.nursery_size:
            size = gc.nursery_size
        if size > HUGE_PAGE and gc.top - gc.nursery <= HUGE_PAGE:
            # (not for programs that do not run for long)
            c_huge(gc.nursery, gc.nursery_size)
        gc.top = gc.nursery + size


@dont_inline
def move_range(at, end, step):
    """Moves what slots refer to that are `step` bytes apart."""
    while at < end:
        move_slot(at)
        at += step


@always_inline
def move_slot(slot):
    """Lets a slot refer to the object's new place; moves the object if it still has to be."""
    obj = load(slot)
    if is_young(obj):
        header = load(obj)
        if header & 1:
            store(slot, header - 1)
        else:
            store(slot, move(obj))


def moved(obj):
    header = load(obj)
    if header & 1:
        return header - 1
    return move(obj)


@dont_inline
def move(obj):
    """Moves an object of the nursery to the old generation. This is the short way, for small objects where the size class has a block."""
    header = load(obj)
    tid = header & TYPE_ID
    size = size_of(obj, tid)
    if size > FEW_WORDS:
        return move_far(obj, size)
    # (sizes are multiples of 8; an object that is nothing but its header finds a class without blocks)
    c = gc.classes + size * (CLASS_WORDS // 8)
    new = load(c + CLASS_FREE)
    if new != 0:
        store(c + CLASS_FREE, load(new + 8))
    else:
        new = load(c + CLASS_AT)
        if new == load(c + CLASS_END):
            return move_far(obj, size)
        store(c + CLASS_AT, new + size)
    gc.used += size
    store(new, header | TRACK)
    k = 8
    while k + 8 < size:
        one = load(obj + k)
        other = load(obj + k + 8)
        store(new + k, one)
        store(new + k + 8, other)
        k += 16
    if k < size:
        store(new + k, load(obj + k))
    note_moved(obj, tid, new)
    return new


@dont_inline
def move_far(obj, size):
    """The same for any object."""
    header = load(obj)
    tid = header & TYPE_ID
    header |= TRACK
    lengthofs = llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS)
    n = 0
    if lengthofs != 0:
        n = load(obj + lengthofs)
    new = old_array(tid, size, n, False)
    if has_cards(tid, size):
        header |= CARDS
    if new == 0:
        no_memory()
    llop.raw_memcopy(lltype.Void, adr(obj), adr(new), size)
    store(new, header)
    note_moved(obj, tid, new)
    return new


@always_inline
def note_moved(obj, tid, new):
    if has_pointers(tid):
        # (it has a word behind the header then)
        store(obj + 8, gc.moved)
        gc.moved = obj
    store(obj, new + 1)


@dont_inline
def move_all():
    """Moves what the moved objects refer to, and so on."""
    while gc.moved != 0:
        obj = gc.moved
        gc.moved = load(obj + 8)
        move_fields(load(obj) - 1)


@always_inline
def move_fields(obj):
    """Moves what an object refers to."""
    tid = type_id(obj)
    n = llop.gc_typeinfo(lltype.Signed, tid, N_PTRS)
    k = 0
    while k < n:
        move_slot(obj + llop.gc_typeinfo_offset(lltype.Signed, tid, 0, k))
        k += 1
    n = llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS)
    if n > 0:
        move_items(obj, tid, n, 0, load(obj + llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS)))


def move_items(obj, tid, n, start, end):
    """Moves what these items, of n references each, refer to."""
    itemsize = llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE)
    first = obj + llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS)
    at = first + start * itemsize
    end = first + end * itemsize
    while at < end:
        k = 0
        while k < n:
            move_slot(at + llop.gc_typeinfo_offset(lltype.Signed, tid, 1, k))
            k += 1
        at += itemsize


def move_and_mark_items(obj, tid, n, start, end):
    """Moves the objects in the nursery that these items refer to, and marks them. (Others were marked when they were stored.)"""
    itemsize = llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE)
    first = obj + llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS)
    at = first + start * itemsize
    end = first + end * itemsize
    while at < end:
        k = 0
        while k < n:
            slot = at + llop.gc_typeinfo_offset(lltype.Signed, tid, 1, k)
            k += 1
            if is_young(load(slot)):
                move_slot(slot)
                mark(load(slot))
        at += itemsize


@dont_inline
def move_dirty(obj):
    """Moves what items with marked cards refer to, and takes the marks away."""
    header = load(obj) & ~DIRTY
    store(obj, header)
    tid = header & TYPE_ID
    n = llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS)
    length = load(obj + llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS))
    store(obj - 16, 0)
    word = obj - 24
    last = obj - load(obj - 8)
    index = 0
    while word >= last:
        bits = load(word)
        if bits != 0:
            store(word, 0)
            # (if the flag is not set all items are looked at anyway)
            if header & TRACK:
                k = index
                card = 0
                while card < 64:
                    if bits & card_bit(card):
                        end = k + CARD
                        if end > length:
                            end = length
                        if gc.phase == MARKING and header & MARKED:
                            move_and_mark_items(obj, tid, n, k, end)
                        else:
                            move_items(obj, tid, n, k, end)
                    k += CARD
                    card += 1
        index += 64 * CARD
        word -= 8


# ---- major collections

def control(what, arg):
    """What the library asks for: see the operation `gc_control`."""
    if gc.nursery == 0:
        if not set_up():
            return 0
    if what == 0:
        if arg >= 2:
            collect()
        else:
            step_or_minor(arg)
    elif what == 1:
        before = gc.phase
        step_or_minor(1)
        return before << 8 | gc.phase
    elif what == 2:
        if arg < 2:
            gc.enabled = arg == 1
        if gc.enabled:
            return 1
    elif what == 3:
        return statistic(arg)
    elif what == 4:
        gc.max_size = arg
        gc.next_major = next_limit()
    return 0


def step_or_minor(step):
    start = c_now()
    collect_minor()
    if step == 1:
        major_step()
    c_pause(start, gc.used, gc.minors, gc.majors)


def statistic(n):
    """By the numbers of rlib/rgc.py. Memory outside of objects, but for the nursery, is not counted."""
    if gc.used > gc.peak:
        gc.peak = gc.used
    if n == 0:
        return gc.arena_bytes + gc.big_bytes + gc.kept_bytes + gc.nursery_size
    if n == 1:
        return gc.used + gc.nursery_size
    if n == 3:
        return gc.peak_all + gc.nursery_size
    if n == 4:
        return gc.peak + gc.nursery_size
    if n == 5:
        return gc.arena_bytes
    if n == 6:
        return gc.big_bytes
    if n == 7:
        return gc.peak_arena
    if n == 8:
        return gc.peak_big
    if n == 9:
        return gc.nursery_size
    if n == 10:
        return c_time()
    return 0


def collect():
    """A full collection."""
    if gc.nursery != 0:
        start = c_now()
        collect_minor()
        collect_major()
        c_pause(start, gc.used, gc.minors, gc.majors)


def major_if_needed(size):
    """After a minor collection: a step of a major one if it is time for it. False if `size` more bytes would be too many."""
    if gc.enabled and (gc.phase != IDLE or gc.stress or gc.used + size > gc.next_major):
        major_step()
    if gc.max_size > 0:
        # What the nursery holds must fit as well. Near the limit an allocation fails, but the nursery is open again: what
        # handles the exception may allocate.
        if gc.used + size + gc.nursery_size > gc.max_size:
            collect_major()
            return gc.used + size + gc.nursery_size <= gc.max_size
    return True


def major_step():
    """Does a part of a major collection: the more, the more objects have become old."""
    if gc.phase == IDLE:
        start_marking()
        gc.hurry = 2 * gc.used + HURRY
    more = gc.survived
    if more > MOST_SURVIVED:
        more = MOST_SURVIVED
    # who makes a large object has to wait anyway
    if gc.born > MOST_BORN:
        gc.born = MOST_BORN
    more += gc.born
    gc.born = 0
    if gc.phase == MARKING:
        slots = gc.step_slots + (more >> 3)
        if gc.stress:
            slots = 64
        elif gc.used > gc.hurry:
            slots *= 4
            if gc.used > 2 * gc.hurry:
                slots = ALL
        continue_marking(slots)
    else:
        pages = STEP_PAGES + (more >> 12)
        if gc.used > gc.hurry:
            pages *= 4
        sweep_some(pages)


def next_limit():
    """How many used bytes are to start a major collection."""
    want = (gc.used >> 10) * gc.growth
    if gc.limit_growth > 0 and gc.next_major > 0:
        most = (gc.next_major >> 10) * gc.limit_growth
        if want > most:
            want = most
    if want > gc.used + gc.max_delta:
        want = gc.used + gc.max_delta
    if want < gc.used + gc.nursery_size:
        want = gc.used + gc.nursery_size
    if want < gc.least:
        want = gc.least
    if gc.max_size > 0 and want > gc.max_size:
        want = gc.max_size
    return want


@dont_inline
def collect_major():
    """A whole major collection. The nursery must be empty."""
    while gc.phase != IDLE:
        finish_phase()
    start_marking()
    while gc.phase != IDLE:
        finish_phase()


def finish_phase():
    if gc.phase == MARKING:
        continue_marking(ALL)
    else:
        sweep_some(ALL)


def start_marking():
    gc.majors += 1
    gc.phase = MARKING
    mark_roots()


def continue_marking(slots):
    slots = mark_some(slots)
    if slots <= 0:
        return
    # What the roots refer to by now. If all of it is marked no object changes from dead to alive any more.
    mark_roots()
    slots = mark_stacks(mark_some(slots))
    if slots <= 0:
        return
    if has_weakrefs():
        update_weakrefs(False)
    if llop.program_has(lltype.Bool, FINALIZERS) and gc.n_watched > 0:
        k = first_dead()
        if find_dead():
            mark_range(gc.dead + 16 * k, gc.dead + 16 * gc.n_dead, 16)
            if mark_stacks(mark_some(slots)) <= 0:
                return
    drop_stacks()
    if has_weakrefs():
        update_weakrefs(True)
    start_sweeping()


@dont_inline
def mark_stacks(slots):
    """Marks what suspended stacks hold whose handles are marked, and what that refers to. Returns as `mark_some` does. What a stack holds
    does not change while it is suspended."""
    n = c_stacks(COUNT, 0)
    found = n > 1
    while found:
        found = False
        k = 1
        while k < n and slots > 0:
            s = c_stacks(RECORD, k)
            k += 1
            if load(s + STACK_STATE) == SUSPENDED and load(s + STACK_MARKED) != gc.majors:
                handle = load(s + STACK_HANDLE)
                if handle != 0 and load(handle) & MARKED:
                    store(s + STACK_MARKED, gc.majors)
                    at = load(s + STACK_BASE)
                    end = load(s + STACK_TOP)
                    mark_range(at, end, 8)
                    slots = mark_some(slots - (end - at >> 3))
                    found = True
        if slots <= 0:
            return slots
    return slots


def drop_stacks():
    """Everything is marked: suspended stacks whose handles are not are dead."""
    n = c_stacks(COUNT, 0)
    k = 1
    while k < n:
        s = c_stacks(RECORD, k)
        if load(s + STACK_STATE) == SUSPENDED and load(s + STACK_MARKED) != gc.majors and load(s + STACK_HANDLE) != 0:
            c_stacks(DIED, k)
        k += 1
    if n > 0:
        c_stacks(ALL_MARKED, 0)


def mark_roots():
    at = llop.cast_adr_to_int(lltype.Signed, llop.gc_root_base(lltype.Address))
    end = llop.cast_adr_to_int(lltype.Signed, llop.gc_root_top(lltype.Address))
    mark_range(at, end, 8)
    at = llop.cast_adr_to_int(lltype.Signed, llop.gc_extra_roots(lltype.Address, 0))
    end = llop.cast_adr_to_int(lltype.Signed, llop.gc_extra_roots(lltype.Address, 1))
    mark_range(at, end, 8)
    n = c_stacks(COUNT, 0)
    k = 0
    while k < n:
        s = c_stacks(RECORD, k)
        if load(s + STACK_STATE) == SUSPENDED and (k == 0 or load(s + STACK_HANDLE) == 0):
            mark_range(load(s + STACK_BASE), load(s + STACK_TOP), 8)
        k += 1
    at = llop.cast_adr_to_int(lltype.Signed, llop.gc_static_roots(lltype.Address, 0))
    n = llop.cast_adr_to_int(lltype.Signed, llop.gc_static_roots(lltype.Address, 1))
    end = at + n * 8
    while at < end:
        mark(load(load(at)))
        at += 8
    k = 0
    while k < gc.n_written:
        mark_fields(load(gc.written + k * 8))
        k += 1
    if llop.program_has(lltype.Bool, FINALIZERS):
        mark(gc.taken)
        mark_range(gc.dead + 16 * gc.n_taken, gc.dead + 16 * gc.n_dead, 16)


@dont_inline
def mark_range(at, end, step):
    while at < end:
        mark(load(at))
        at += step


@always_inline
def mark(obj):
    if obj != 0:
        header = load(obj)
        if header & MARKED == 0:
            store(obj, header | MARKED)
            if has_pointers(header & TYPE_ID):
                push(obj)


@always_inline
def push(obj):
    if gc.n_pending == gc.max_pending:
        enlarge_pending()
    store(gc.pending + gc.n_pending * 8, obj)
    gc.n_pending += 1


@dont_inline
def enlarge_pending():
    n = gc.max_pending * 2 + 1024
    table = enlarged(gc.pending, gc.n_pending * 8, n * 8)
    if table == 0:
        no_memory()
    gc.pending = table
    gc.max_pending = n


@dont_inline
def mark_some(slots):
    """Marks what about so many slots refer to that are not looked at yet. How many are left, more than 0: all are looked at."""
    while slots > 0:
        if gc.n_pending > 0:
            gc.n_pending -= 1
            slots -= mark_fields(load(gc.pending + gc.n_pending * 8))
        elif gc.n_arrays > 0:
            slots -= mark_piece(gc.arrays + (gc.n_arrays - 1) * 16)
        else:
            break
    return slots


def mark_fields(obj):
    """Returns how many slots there were, plus 1."""
    header = load(obj)
    tid = header & TYPE_ID
    if header & CARDS:
        push_array(obj)
        return 1
    slots = 1
    n = llop.gc_typeinfo(lltype.Signed, tid, N_PTRS)
    k = 0
    while k < n:
        mark(load(obj + llop.gc_typeinfo_offset(lltype.Signed, tid, 0, k)))
        k += 1
    slots += n
    n = llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS)
    if n > 0:
        length = load(obj + llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS))
        mark_items(obj, tid, n, 0, length)
        slots += length * n
    return slots


@dont_inline
def push_array(obj):
    """The items of an array that may be large are looked at in pieces."""
    if gc.n_arrays == gc.max_arrays:
        n = gc.max_arrays * 2 + 64
        table = enlarged(gc.arrays, gc.n_arrays * 16, n * 16)
        if table == 0:
            no_memory()
        gc.arrays = table
        gc.max_arrays = n
    at = gc.arrays + gc.n_arrays * 16
    store(at, obj)
    store(at + 8, 0)
    gc.n_arrays += 1


def mark_piece(at):
    """The next piece of the array on top of the table."""
    obj = load(at)
    start = load(at + 8)
    tid = type_id(obj)
    n = llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS)
    end = load(obj + llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS))
    if end > start + PIECE:
        end = start + PIECE
        store(at + 8, end)
    else:
        gc.n_arrays -= 1
    found = gc.n_pending
    mark_items(obj, tid, n, start, end)
    # Items are read one behind the other, and their headers at once: that takes a fourth of the time.
    return ((end - start) * n >> 2) + gc.n_pending - found + 1


def mark_items(obj, tid, n, start, end):
    """Marks what these items, of n references each, refer to."""
    itemsize = llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE)
    first = obj + llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS)
    at = first + start * itemsize
    end = first + end * itemsize
    while at < end:
        k = 0
        while k < n:
            mark(load(at + llop.gc_typeinfo_offset(lltype.Signed, tid, 1, k)))
            k += 1
        at += itemsize


def start_sweeping():
    gc.phase = SWEEPING
    c = gc.classes
    size = 0
    while size <= SMALL:
        start_sweeping_class(c, size)
        c += CLASS_WORDS
        size += 8
    gc.sweep_class = gc.classes
    gc.sweep_big = 0
    gc.swept_big = 0
    gc.sweep_end = gc.n_big
    gc.n_stale = gc.n_kept


def start_sweeping_class(c, size):
    # unused memory becomes free blocks
    at = load(c + CLASS_AT)
    end = load(c + CLASS_END)
    while at < end:
        store(at, 0)
        at += size
    store(c + CLASS_AT, 0)
    store(c + CLASS_END, 0)
    store(c + CLASS_FREE, 0)
    store(c + CLASS_PARTIAL, 0)
    store(c + CLASS_UNSWEPT, load(c + CLASS_PAGES))
    store(c + CLASS_PAGES, 0)


@dont_inline
def sweep_some(pages):
    """Frees what is dead in so many pages, or in a part of what is outside of pages, or gives arenas back. What was not alive before the
    sweeping began is in other pages, and in the table behind `sweep_end`."""
    n = pages
    end = gc.classes + (SMALL // 8 + 1) * CLASS_WORDS
    while gc.sweep_class < end:
        if load(gc.sweep_class + CLASS_UNSWEPT) == 0:
            gc.sweep_class += CLASS_WORDS
        elif n == 0:
            return
        else:
            sweep_page_of(gc.sweep_class)
            n -= 1
    bytes = STEP_BIG
    arenas = STEP_ARENAS
    if pages == ALL:
        bytes = ALL
        arenas = ALL
    elif n < pages >> 1:
        return
    while gc.n_stale > 0:
        if bytes <= 0:
            return
        bytes -= forget_first()
    while gc.sweep_big < gc.sweep_end:
        if bytes <= 0:
            return
        bytes -= sweep_object(bytes)
    if bytes < STEP_BIG >> 1:
        return
    while gc.n_kept > 0 and gc.used + gc.kept_bytes > next_limit():
        if bytes <= 0:
            return
        bytes -= forget_first()
    if free_arenas(arenas):
        # behind those that live come the new ones
        k = gc.sweep_end
        n = gc.swept_big
        while k < gc.n_big:
            copy_entry(k, n)
            n += 1
            k += 1
        gc.n_big = n
        gc.phase = IDLE
        gc.next_major = next_limit()
        if gc.debug > 0:
            check_heap()


def sweep_page_of(c):
    page = load(c + CLASS_UNSWEPT)
    store(c + CLASS_UNSWEPT, load(page + PAGE_NEXT))
    sweep_page(c, page, load(page + PAGE_SIZE))


@dont_inline
def sweep_page(c, page, size):
    free = 0
    live = 0
    dead = 0
    first = page + PAGE_BLOCKS
    at = first + load(c + CLASS_ROOM) - size
    while at >= first:
        header = load(at)
        if header & MARKED:
            store(at, header & ~MARKED)
            live += 1
        else:
            if header != 0:
                dead += size
                if gc.stress:
                    poison(at, at + size)
                store(at, 0)
            store(at + 8, free)
            free = at
        at -= size
    gc.used -= dead
    gc.swept += dead
    if live == 0:
        free_page(page)
        return
    store(page + PAGE_NEXT, load(c + CLASS_PAGES))
    store(c + CLASS_PAGES, page)
    if free != 0:
        store(page + PAGE_FREE, free)
        store(page + PAGE_PARTIAL, load(c + CLASS_PARTIAL))
        store(c + CLASS_PARTIAL, page)


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
        store(obj, (header & NO_HASH) | (h << HASH_SHIFT))
    return h
