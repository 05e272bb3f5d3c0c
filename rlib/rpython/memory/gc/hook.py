"""Events of the garbage collector. The collectors here tell of none: the methods are never called."""
from rpython.rlib import rgc


class GcHooks(object):
    """Base of classes whose methods a collector would call."""

    def is_gc_minor_enabled(self):
        return False

    def is_gc_collect_step_enabled(self):
        return False

    def is_gc_collect_enabled(self):
        return False

    def on_gc_minor(self, duration, total_memory_used, pinned_objects):
        """After a minor collection."""

    def on_gc_collect_step(self, duration, oldstate, newstate):
        """After a step of a major collection."""

    def on_gc_collect(self, num_major_collects, arenas_count_before, arenas_count_after, arenas_bytes, rawmalloc_bytes_before,
                      rawmalloc_bytes_after, pinned_objects):
        """After a major collection."""

    @staticmethod
    def gc_state_name(state):
        return GC_STATES[state]


GC_STATES = ['SCANNING', 'MARKING', 'SWEEPING', 'FINALIZING', 'USERDEL']
is_done = rgc.is_done
