"""What the parts of the collector minimark share: layout, limits, and its state. (See gc_minimark.rpy.)"""
from rpython.rlib.objectmodel import always_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop

CHUNK = 1 << 14
MAX_ITEMS = 1 << 45
HASH_STEP = 0x9E3779B1

TRACK, MARKED, UNWRITTEN, DIRTY, CARDS = 1 << 32, 1 << 33, 1 << 34, 1 << 30, 1 << 31
TYPE_ID = DIRTY - 8
HASH_SHIFT = 35
HASH_BITS = (1 << 29) - 1
NO_HASH = (1 << HASH_SHIFT) - 1
CARD_SHIFT = 5
CARD = 1 << CARD_SHIFT     # items

SMALL = 1024               # largest size of blocks in pages
ARENA = 1 << 20            # what pages are cut from
HUGE_PAGE = 1 << 21        # of the system, if it has such
PAGE = 1 << 14
LARGE = 1 << 15            # larger objects are never in the nursery
LEAST_NURSERY = 1 << 17    # so much of the nursery is used in any case
FEW_WORDS = 128            # bytes that are copied and cleared word by word
MOST_EFFORT = 7 << 20      # a smaller part is used if a minor collection is more work, in bytes moved; a fourth of that while marking
FRESH_COST = 3             # moving a byte to memory that is new, or in no cache, costs so much more
CACHED = 1 << 26           # a heap with more memory than this is in no cache
MOST_SURVIVED = 7 << 16    # so many bytes that lived on make a step of a major collection larger, at most
MANY_REMEMBERED = 1 << 14  # collect soon
MANY_CARDS = 1 << 12
STEP_SLOTS = 1 << 15       # work of a step of a major collection: references
MOST_BORN = 1 << 19        # so many bytes of objects that were born old make a step larger, at most
STEP_PAGES = 96            # or pages,
STEP_BIG = 1 << 22         # or bytes outside of pages,
STEP_ARENAS = 3            # or arenas given back
MAPPED = 1 << 17           # objects outside of pages that are as large are mappings of their own,
MAP_UNIT = 1 << 14         # of a multiple of so many bytes;
KEPT_SIZE = 1 << 25        # when they die mappings up to this size are kept for others,
MANY_KEPT = 64             # so many at most
HURRY = 1 << 25            # a heap that has doubled and grown by so many bytes makes steps larger
PIECE = 1 << 10            # items of an array that are looked at together
ALL = 1 << 60
POISON = 0x5B5B5B5B5B5B5B5B

# Words of an arena: the next one, pages in use, free pages, the next and the last arena with free pages; the pages behind them.
ARENA_NEXT, ARENA_USED, ARENA_FREE, ARENA_AFTER, ARENA_BEFORE, ARENA_PAGES = 0, 8, 16, 24, 32, 64
# Words of a page; the blocks behind them.
PAGE_NEXT, PAGE_SIZE, PAGE_FREE, PAGE_PARTIAL, PAGE_ARENA, PAGE_BLOCKS = 0, 8, 16, 24, 32, 64
# Words of a size class: free blocks; unused memory; its end; pages; pages whose free blocks are in no list of the class yet;
# bytes of a page's blocks; pages that are not swept yet.
CLASS_FREE, CLASS_AT, CLASS_END, CLASS_PAGES, CLASS_PARTIAL, CLASS_ROOM = 0, 8, 16, 24, 32, 40
CLASS_UNSWEPT, CLASS_WORDS = 48, 56

# phases of a major collection
IDLE, MARKING, SWEEPING = 0, 1, 2

# `which` of gc_typeinfo and gc_config
SIZE, ITEM_SIZE, LENGTH_OFS, N_PTRS, N_ITEM_PTRS, ITEMS_OFS = 0, 1, 2, 3, 4, 5
STRESS, FIRST_SIZE, N_PREBUILT, MAX_SIZE, NURSERY_SIZE, MAJOR_GROWTH = 0, 1, 2, 3, 4, 5
LIMIT_GROWTH, MAX_DELTA, STEP_SIZE, DEBUG, NURSERY_DEBUG, FAILS = 6, 7, 8, 9, 10, 11
# `what` of program_has
WEAKREFS, FINALIZERS = 0, 1


class MiniMark(object):
    """State of the collector."""

    def __init__(self):
        self.free = 0          # where the next object goes
        self.limit = 0         # end of what may be allocated inline (0 under stress, and if one is to fail)
        self.nursery = 0       # start of the nursery; 0 before the first allocation
        self.top = 0           # end of the nursery
        self.nursery_size = 0  # of all of it; `top` may be less
        self.calm = 0          # how much of it is to be used after the major collection; 0: none is going on
        self.fresh = 0         # what was allocated last begins here
        self.large = 0         # larger objects are born old
        self.stress = False    # collect at every allocation
        self.fails = False     # one allocation is to fail
        self.next_hash = 0
        self.minors = 0
        self.majors = 0
        self.survived = 0      # bytes that the last minor collection moved
        self.born = 0          # bytes that were born old since the last step of a major collection
        self.moved = 0         # minor collection: moved objects whose fields are still to be looked at
        # old generation
        self.used = 0          # bytes of its objects
        self.next_major = 0    # that many start a major collection
        self.least = 0         # limits for `next_major`
        self.growth = 0        # 1024ths of what lives
        self.limit_growth = 0  # of the last limit: no more than so many 1024ths; 0: any number
        self.max_delta = 0     # no more than so much above what lives
        self.enabled = True    # major collections come by themselves
        self.arena_bytes = 0   # of all arenas
        self.big_bytes = 0     # of all objects outside of pages
        self.peak = 0          # largest values so far: of used, of arena_bytes, of big_bytes, of these two
        self.peak_arena = 0
        self.peak_big = 0
        self.peak_all = 0
        self.step_slots = 0    # work of a step while marking
        self.debug = 0         # check the heap after major (1), or all (2) collections
        self.poison = False    # fill the nursery after minor collections
        self.max_size = 0      # 0: no limit
        self.classes = 0       # raw table of size classes
        self.arenas = 0
        self.arena_at = 0      # unused pages of the newest arena
        self.arena_end = 0
        self.open_arenas = 0   # those with free pages
        self.big = 0           # raw table of (object, bytes of its mapping or 0): those that are not in pages
        self.n_big = 0
        self.max_big = 0
        self.kept = 0          # raw table of (mapping, bytes) of objects that died: the next ones get them. The first n_stale ones
        self.n_kept = 0        # were there when the last sweep began
        self.max_kept = 0
        self.n_stale = 0
        self.kept_bytes = 0
        self.remembered = 0    # raw table of objects outside of the nursery that may refer to it
        self.n_remembered = 0
        self.max_remembered = 0
        self.dirty = 0         # raw table of arrays with marked cards
        self.n_dirty = 0
        self.max_dirty = 0
        self.marked_cards = 0
        self.copied = 0        # a marked array that items were copied to since the last minor collection
        self.written = 0       # raw table of prebuilt objects that were written to
        self.n_written = 0
        self.max_written = 0
        self.pending = 0       # raw table of marked objects whose fields are still to be looked at
        self.n_pending = 0
        self.max_pending = 0
        self.arrays = 0        # raw table of (array, index of the next item to be looked at)
        self.n_arrays = 0
        self.max_arrays = 0
        # the major collection
        self.phase = 0
        self.hurry = 0         # with so many bytes its steps become larger
        self.sweep_class = 0   # sweeping: the size class whose pages come next
        self.sweep_big = 0     # index in the table `big` of the next one, and end of those that were there when it began
        self.sweep_end = 0
        self.swept_big = 0     # how many of them live
        self.released = 0      # bytes of the next one that were given back already
        self.swept = 0         # bytes that sweeping has freed so far
        # weak references and finalizers
        self.weakrefs = 0      # raw table of weak references: old ones, then those in the nursery
        self.n_weakrefs = 0
        self.n_old_weakrefs = 0
        self.max_weakrefs = 0
        self.watched = 0       # raw table of (object, kind): objects with finalizers; old ones first
        self.n_watched = 0
        self.n_old_watched = 0
        self.max_watched = 0
        self.dead = 0          # raw table of (object, kind) from n_taken to n_dead: finalizers to be run
        self.n_taken = 0
        self.n_dead = 0
        self.max_dead = 0
        self.taken = 0         # the object of the last finalizer taken


gc = MiniMark()


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
def raw_malloc(size):
    return llop.cast_adr_to_int(lltype.Signed, llop.raw_malloc(lltype.Address, size))


@always_inline
def type_id(obj):
    return load(obj) & TYPE_ID


@always_inline
def is_young(obj):
    return obj >= gc.nursery and obj < gc.top


def enlarged(table, used, size):
    """A table of `size` bytes with the first `used` ones of an old one; 0 if there is no memory."""
    new = raw_malloc(size)
    if new != 0 and table != 0:
        llop.raw_memcopy(lltype.Void, adr(table), adr(new), used)
        llop.raw_free(lltype.Void, adr(table))
    return new


def object_size(obj):
    return size_of(obj, type_id(obj))


@always_inline
def size_of(obj, tid):
    lengthofs = llop.gc_typeinfo(lltype.Signed, tid, LENGTH_OFS)
    if lengthofs == 0:
        return llop.gc_typeinfo(lltype.Signed, tid, SIZE)
    size = llop.gc_typeinfo(lltype.Signed, tid, ITEMS_OFS)
    size += llop.gc_typeinfo(lltype.Signed, tid, ITEM_SIZE) * load(obj + lengthofs)
    return (size + 7) & ~7


def note_peaks():
    if gc.used > gc.peak:
        gc.peak = gc.used
    if gc.arena_bytes > gc.peak_arena:
        gc.peak_arena = gc.arena_bytes
    if gc.big_bytes > gc.peak_big:
        gc.peak_big = gc.big_bytes
    if gc.arena_bytes + gc.big_bytes > gc.peak_all:
        gc.peak_all = gc.arena_bytes + gc.big_bytes


@always_inline
def clear(at, size):
    """So many bytes, a multiple of 8."""
    if size > FEW_WORDS:
        llop.raw_memclear(lltype.Void, adr(at), size)
        return
    k = 0
    while k + 8 < size:
        store(at + k, 0)
        store(at + k + 8, 0)
        k += 16
    if k < size:
        store(at + k, 0)


def poison(at, end):
    while at < end:
        store(at, POISON)
        at += 8
