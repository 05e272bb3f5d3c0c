"""The garbage collector, as programs see it."""

import gc as _gc

from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lltype import (
    cast_gcref_to_instance as try_cast_gcref_to_instance, cast_instance_to_gcref, not_supported)


def collect(gen=2):
    """Collects garbage now: 0: young objects, 1: and does a piece of a major collection, 2: all."""
    _gc.collect()


def _control(what, arg):
    """The collector's services, see `gc_control` in docs/OPS.md."""
    if what == 1:
        _gc.collect()
        return _encode_states(1, 0)
    if what == 2:
        if arg == 1:
            _gc.enable()
        elif arg == 0:
            _gc.disable()
        return int(_gc.isenabled())
    return 0


def collect_step():
    """Does a piece of a major collection (all of one, if the collector has no pieces). Returns the collector's states before
    and after it."""
    return _control(1, 0)


def _encode_states(oldstate, newstate):
    return oldstate << 8 | newstate


def old_state(states):
    return (states >> 8) & 0xFF


def new_state(states):
    return states & 0xFF


def is_done(states):
    """Did that step end a major collection?"""
    return is_done__states(old_state(states), new_state(states))


def is_done__states(oldstate, newstate):
    return oldstate != 0 and newstate == 0


def enable():
    """Major collections come by themselves again."""
    _control(2, 1)


def disable():
    """No more major collections, unless the program asks for one or the heap is at its limit."""
    _control(2, 0)


def isenabled():
    return _control(2, 2) != 0


def set_max_heap_size(nbytes):
    """An allocation beyond it raises MemoryError; 0: no limit."""
    _control(4, nbytes)


def must_be_light_finalizer(func):
    """`__del__` that only frees raw memory."""
    func._must_be_light_finalizer_ = True
    return func


def no_collect(func):
    """The function does not collect, and the translator checks it."""
    func._dont_inline_ = True
    func._gc_no_collect_ = True
    return func


def no_release_gil(func):
    func._dont_inline_ = True
    func._no_release_gil_ = True
    return func


def can_move(p):
    return True


def pin(obj):
    return False


def unpin(obj):
    raise AssertionError('pin() never succeeds untranslated')


def add_memory_pressure(estimate, object=None):
    """Tells of memory outside of the heap that an object keeps."""


def get_rpy_memory_usage(gcref):
    return 64


@specialize.call_location()
def ll_arraycopy(source, dest, source_start, dest_start, length):
    """Copies items of a list; the parts may overlap if the lists are the same."""
    if source_start < dest_start:
        i = length - 1
        while i >= 0:
            dest[dest_start + i] = source[source_start + i]
            i -= 1
    else:
        for i in range(length):
            dest[dest_start + i] = source[source_start + i]


def _note_object(function, obj):
    """The function is to be called with the object when nothing else refers to it."""
    cls = obj.__class__
    if not hasattr(cls, '_functions_'):
        class Noted(cls):
            _functions_ = True

            def __del__(self):
                functions = self.__dict__.pop('_noted_', [])
                self.__class__ = cls
                for f in functions:
                    f(self)
        Noted.__name__ = cls.__name__
        obj.__class__ = Noted
        obj.__dict__['_noted_'] = []
    obj.__dict__['_noted_'].append(function)


_noted_slots = {}


def _note_slots(function, obj):
    """The same untranslated for an object that has only slots. What exists at the end of the translator's import does not die."""
    if lltype._native is None:
        return
    cls = obj.__class__
    if not hasattr(cls, '_functions_'):
        cls._functions_ = True
        cls.__del__ = lambda self: [f(self) for f in _noted_slots.pop(id(self), [])]
    _noted_slots.setdefault(id(obj), []).append(function)


def _run_finalizers():
    """Calls what waits to be called."""
    _gc.collect()


_number_of_queues = [0]


def _queue_methods(attrs):
    """The methods of one class of queues: objects of different ones do not meet."""
    _number_of_queues[0] += 1
    queue_attr = '_queue_%d_' % _number_of_queues[0]
    list_attr = '_dead_%d_' % _number_of_queues[0]

    def dead(obj):
        give(getattr(obj, queue_attr), obj)

    def give(queue, obj):
        if getattr(queue, list_attr) is None:
            setattr(queue, list_attr, [])
        getattr(queue, list_attr).append(obj)
        queue.finalizer_trigger()

    def next_dead(self):
        """An object that has died, or None."""
        _run_finalizers()
        objects = getattr(self, list_attr)
        if objects is None or len(objects) == 0:
            return None
        return objects.pop(0)

    def register_finalizer(self, obj):
        """The object is given by `next_dead` when nothing else refers to it."""
        if not we_are_translated() and not hasattr(obj, '__dict__'):
            _note_slots(lambda obj: give(self, obj), obj)
            return
        setattr(obj, queue_attr, self)
        _note_object(dead, obj)

    # Slots do not forbid the attribute.
    attrs['Class']._attrs_besides_ = attrs['Class'].__dict__.get('_attrs_besides_', ()) + (queue_attr,)
    attrs.setdefault(list_attr, None)
    attrs.setdefault('next_dead', next_dead)
    attrs.setdefault('register_finalizer', register_finalizer)


class _QueueType(type):
    def __new__(meta, name, bases, attrs):
        if attrs.get('Class') is not None:
            _queue_methods(attrs)
        return type.__new__(meta, name, bases, attrs)


def _finalizer_trigger(self):
    raise NotImplementedError


def _no_class(self, *args):
    raise NotImplementedError("a FinalizerQueue without Class")


# Objects whose finalizer is to be called: subclasses say by `Class` of which class they are, and what to do.
# `finalizer_trigger` is called when objects have died, `next_dead` gives them one by one.
FinalizerQueue = _QueueType('FinalizerQueue', (object,), {
    'Class': None, 'finalizer_trigger': _finalizer_trigger, 'next_dead': _no_class, 'register_finalizer': _no_class})


class RegisterCustomLightFinalizer(object):
    pass


def register_custom_light_finalizer(TP, func):
    """Objects of low-level types have no finalizers."""
    not_supported("register_custom_light_finalizer()")


def register_custom_trace_hook(TP, func):
    """The collector knows all references of an object by itself."""


NULL_GCREF = None
ARRAY_OF_CHAR = lltype.GcArray(lltype.Char)


@specialize.argtype(0)
def may_ignore_finalizer(obj):
    """The object's finalizer need not be called."""


def ll_arrayclear(p):
    """Clears all items of a low-level array."""
    not_supported("rgc.ll_arrayclear()")


def ll_shrink_array(p, smallerlength):
    not_supported("rgc.ll_shrink_array()")


def move_out_of_nursery(obj):
    return obj


def _is_pinned(obj):
    return False


def get_rpy_roots():
    """References that the collector starts from: not given out."""
    return []


def get_rpy_referents(gcref):
    return []


def get_gcflag_extra(gcref):
    """Has `toggle_gcflag_extra` marked it? Only objects that were given out can be marked, and none are."""
    return False


def toggle_gcflag_extra(gcref):
    pass


def clear_gcflag_extra(fromlist):
    """Takes the marks from all that these references lead to."""


def assert_no_more_gcflags():
    pass


def get_rpy_type_index(gcref):
    return 0


def get_objects(*args):
    return []


def dump_rpy_heap(fd):
    """Whether the heap was written: no."""
    return False


def get_typeids_z():
    return ''


def get_stats(stat):
    """A number about the heap: bytes, or milliseconds for TOTAL_GC_TIME; 0: unknown."""
    return _control(3, stat)


TOTAL_MEMORY, TOTAL_ALLOCATED_MEMORY, TOTAL_MEMORY_PRESSURE, PEAK_MEMORY = 0, 1, 2, 3
PEAK_ALLOCATED_MEMORY, TOTAL_ARENA_MEMORY, TOTAL_RAWMALLOCED_MEMORY = 4, 5, 6
PEAK_ARENA_MEMORY, PEAK_RAWMALLOCED_MEMORY, NURSERY_SIZE, TOTAL_GC_TIME = 7, 8, 9, 10


@specialize.call_location()
def resizable_list_supporting_raw_ptr(lst):
    """The list."""
    return lst


@specialize.call_location()
def nonmoving_raw_ptr_for_resizable_list(lst):
    """Raises ValueError: items of lists may move. (So it is with RPython's --split-gc-address-space.)"""
    if must_split_gc_address_space():
        raise ValueError("items of lists have no address")
    from rpython.rtyper.lltypesystem import rffi
    return lltype.nullptr(rffi.CCHARP.TO)


def hide_nonmovable_gcref(gcref):
    not_supported("rgc.hide_nonmovable_gcref(): objects may move")


def reveal_gcref(addr):
    not_supported("rgc.reveal_gcref(): objects may move")


def increase_root_stack_depth(new_size):
    """Stacks grow by themselves."""


def has_gcflag_extra():
    """Whether objects can be marked by `toggle_gcflag_extra`: they cannot, and `do_get_objects` finds none."""
    return False


def get_gcflag_dummy(gcref):
    """Whether the object is none of the program's own."""
    return False


def do_get_objects(callback):
    """What the function gives for all objects, but None: see `has_gcflag_extra`."""
    return []


def get_typeids_list():
    """The numbers of types in dumps of the heap."""
    return []


def _heap_stats():
    """Numbers and sizes of objects by type: not counted."""
    return None


def ll_writebarrier(gc_obj):
    """The reference is going to be written to without the translator's knowledge."""
    not_supported("rgc.ll_writebarrier()")


def must_split_gc_address_space():
    """Whether objects may not be reached by addresses: they move."""
    return True
