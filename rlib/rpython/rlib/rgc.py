"""The garbage collector, as programs see it."""

import gc as _gc

from rpython.rlib.objectmodel import specialize


def collect(*gen):
    """Collects garbage now."""
    _gc.collect()


def collect_step():
    """Does a piece of a collection; is a major one complete?"""
    _gc.collect()
    return True


def enable():
    pass


def disable():
    pass


def isenabled():
    return True


def set_max_heap_size(nbytes):
    pass


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


class FinalizerQueue(object):
    """Objects whose finalizer is to be called: subclasses say of which class, and what to do."""
    Class = None

    def finalizer_trigger(self):
        raise NotImplementedError

    def next_dead(self):
        return None

    def register_finalizer(self, obj):
        pass
