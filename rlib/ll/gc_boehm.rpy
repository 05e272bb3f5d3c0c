"""Boehm's collector, the library libgc: conservative, objects stay where they are.

It finds references itself, in the machine's stack and registers, in static data and in objects; the GC transformer makes no frames
for it. A number that looks like an address keeps an object alive. Objects start with the header word of the other collectors:
the high 32 bits are the identity hash (0: not asked for yet), the low ones the type id."""
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython.translator.tool.cbuild import ExternalCompilationInfo

info = ExternalCompilationInfo(libraries=['gc'], separate_module_sources=['''
#include <gc/gc.h>
#include <stdlib.h>
#include <string.h>

void tw_boehm_start(long max)
{
    GC_INIT();
    GC_set_warn_proc(GC_ignore_warn_proc);
    GC_set_finalize_on_demand(1);
    if (max > 0)
        GC_set_max_heap_size((GC_word)max);
}

char *tw_boehm_malloc(long size)
{
    return GC_malloc((size_t)size);
}

char *tw_boehm_malloc_atomic(long size)
{
    char *p = GC_malloc_atomic((size_t)size);
    if (p)
        memset(p, 0, (size_t)size);
    return p;
}

void tw_boehm_collect(void)
{
    GC_gcollect();
}

/* What there is: 0 bytes from the system, 1 bytes in use, 2 disabled */
long tw_boehm_state(long which)
{
    long size = (long)GC_get_heap_size();
    if (which == 2)
        return GC_is_disabled();
    return which == 0 ? size : size - (long)GC_get_free_bytes();
}

void tw_boehm_set(long which, long value)
{
    if (which == 0)
        GC_set_max_heap_size((GC_word)value);
    else if (GC_is_disabled() != value)
        value ? GC_disable() : GC_enable();
}

/* The word at `place`, which the collector does not look at, is cleared when the object there dies. */
void tw_boehm_weakref(char *place)
{
    void *object = *(void **)place;
    if (GC_base(object))
        GC_general_register_disappearing_link((void **)place, object);
}

/* An object with a finalizer. They run in the order in which they were noted. */
struct watched {
    long kind, number;
    void *object;
    struct watched *next;
};
static struct watched *dead, *taken;
static long numbers;

static void died(void *object, void *data)
{
    struct watched *w = data, **at = &dead;
    w->object = object;
    while (*at && (*at)->number < w->number)
        at = &(*at)->next;
    w->next = *at;
    *at = w;
}

void tw_boehm_finalizer(char *object, long kind)
{
    struct watched *w = GC_malloc(sizeof *w);
    if (!w)
        return; /* no memory: it will not be run */
    w->kind = kind;
    w->number = numbers++;
    GC_register_finalizer_no_order(object, died, w, NULL, NULL);
}

long tw_boehm_next_finalizer(void)
{
    if (!dead && GC_should_invoke_finalizers())
        GC_invoke_finalizers();
    taken = dead;
    if (!taken)
        return 0;
    dead = taken->next;
    return taken->kind;
}

char *tw_boehm_finalizer_object(void)
{
    struct watched *w = taken;
    taken = NULL;
    return w ? w->object : NULL;
}
'''])
c_start = llexternal("tw_boehm_start", [lltype.Signed], lltype.Void, compilation_info=info, random_effects_on_gcobjs=False)
c_malloc = llexternal("tw_boehm_malloc", [lltype.Signed], lltype.Address, compilation_info=info, random_effects_on_gcobjs=False)
c_malloc_atomic = llexternal("tw_boehm_malloc_atomic", [lltype.Signed], lltype.Address, compilation_info=info, random_effects_on_gcobjs=False)
c_fails = llexternal("tw_gc_fails", [], lltype.Signed)
c_collect = llexternal("tw_boehm_collect", [], lltype.Void, compilation_info=info, random_effects_on_gcobjs=False)
c_state = llexternal("tw_boehm_state", [lltype.Signed], lltype.Signed, compilation_info=info, random_effects_on_gcobjs=False)
c_set = llexternal("tw_boehm_set", [lltype.Signed] * 2, lltype.Void, compilation_info=info, random_effects_on_gcobjs=False)
c_weakref = llexternal("tw_boehm_weakref", [lltype.Address], lltype.Void, compilation_info=info, random_effects_on_gcobjs=False)
c_finalizer = llexternal("tw_boehm_finalizer", [lltype.Address, lltype.Signed], lltype.Void, compilation_info=info, random_effects_on_gcobjs=False)
c_next_finalizer = llexternal("tw_boehm_next_finalizer", [], lltype.Signed, compilation_info=info, random_effects_on_gcobjs=False)
c_finalizer_object = llexternal("tw_boehm_finalizer_object", [], lltype.Address, compilation_info=info, random_effects_on_gcobjs=False)

MAX_ITEMS = 1 << 45
LOW_HALF = (1 << 32) - 1
HASH_STEP = 0x9E3779B1
HASH_SHIFT = 35
HASH_BITS = (1 << 29) - 1

# `which` of gc_typeinfo and gc_config
N_PTRS, N_ITEM_PTRS = 3, 4
STRESS, N_PREBUILT, MAX_SIZE, FAILS = 0, 2, 3, 11


class Boehm(object):
    """State of our side."""

    def __init__(self):
        self.started = False
        self.stress = False    # collect at every allocation
        self.fails = False     # one allocation is to fail
        self.next_hash = 0


gc = Boehm()


@dont_inline
def start():
    gc.started = True
    gc.next_hash = llop.gc_config(lltype.Signed, N_PREBUILT)
    gc.stress = llop.gc_config(lltype.Signed, STRESS) != 0
    gc.fails = llop.gc_config(lltype.Signed, FAILS) != 0
    c_start(llop.gc_config(lltype.Signed, MAX_SIZE))


@always_inline
def new(tid, size, pointers):
    """A zeroed object; null if there is no memory."""
    if not gc.started:
        start()
    if gc.stress:
        c_collect()
    if gc.fails and c_fails() != 0:
        return llop.cast_int_to_adr(lltype.Address, 0)
    if pointers != 0:
        obj = c_malloc(size)
    else:
        obj = c_malloc_atomic(size)
    return obj


def malloc_fixed(tid, size):
    """A zeroed object of `size` bytes, header included; 0 if there is no memory."""
    obj = new(tid, size, llop.gc_typeinfo(lltype.Signed, tid, N_PTRS))
    if llop.cast_adr_to_int(lltype.Signed, obj) != 0:
        llop.raw_store(lltype.Void, obj, 0, tid)
    return obj


def malloc_varsize(tid, fixedsize, itemsize, lengthofs, n):
    """A zeroed object with n items behind `fixedsize` bytes; 0 if there is no memory."""
    if n < 0 or n > MAX_ITEMS:
        return llop.cast_int_to_adr(lltype.Address, 0)
    pointers = llop.gc_typeinfo(lltype.Signed, tid, N_PTRS) + llop.gc_typeinfo(lltype.Signed, tid, N_ITEM_PTRS)
    obj = new(tid, fixedsize + itemsize * n, pointers)
    if llop.cast_adr_to_int(lltype.Signed, obj) != 0:
        llop.raw_store(lltype.Void, obj, 0, tid)
        llop.raw_store(lltype.Void, obj, lengthofs, n)
    return obj


def collect():
    """A full collection."""
    if gc.started:
        c_collect()


def control(what, arg):
    """What the library asks for: see the operation `gc_control`. All collections are full ones."""
    if not gc.started:
        start()
    if what == 0:
        c_collect()
    elif what == 1:
        c_collect()
        return 1 << 8
    elif what == 2:
        if arg < 2:
            c_set(1, 1 - arg)
        return 1 - c_state(2)
    elif what == 3:
        # (the library has no memory of peaks; its heap never shrinks)
        if arg == 0 or arg == 3:
            return c_state(0)
        if arg == 1 or arg == 4:
            return c_state(1)
    elif what == 4:
        c_set(0, arg)
    return 0


def note_weakref(address):
    c_weakref(llop.cast_int_to_adr(lltype.Address, llop.cast_adr_to_int(lltype.Signed, address) + 8))


def note_finalizer(address, kind):
    c_finalizer(address, kind)


def next_finalizer():
    return c_next_finalizer()


def finalizer_object():
    return c_finalizer_object()


def identity_hash(address):
    """A number that is the object's for life; assigned at the first call. Numbers of different objects differ until
    2**29 of them are given out."""
    if not gc.started:
        start()
    header = llop.raw_load(lltype.Signed, address, 0)
    h = (header >> HASH_SHIFT) & HASH_BITS
    if h == 0:
        while h == 0:
            gc.next_hash += 1
            h = (gc.next_hash * HASH_STEP) & HASH_BITS
        llop.raw_store(lltype.Void, address, 0, (header & LOW_HALF) | (h << HASH_SHIFT))
    return h
