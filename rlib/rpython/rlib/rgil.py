"""The lock of the interpreter. A program that starts no thread has none: its only thread always runs."""
from rpython.rlib import jit, rthread


def allocate():
    pass


def acquire():
    """Without effect: functions of C give the lock away and take it back by themselves."""


acquire_maybe_in_new_thread = acquire


def release():
    """Without effect, as `acquire`."""


class _Switch(object):
    def __init__(self):
        self.callback = None


_switch = _Switch()


def _nothing():
    pass


_switch.callback = _nothing


def invoke_after_thread_switch(callback):
    """Calls the function after `yield_thread` has let another thread run."""
    _switch.callback = callback


@jit.dont_look_inside
def yield_thread():
    """Lets another thread run that waits to."""
    if rthread.has_threads():
        if rthread._c_yield() != 0:
            _switch.callback()


def am_I_holding_the_GIL():
    if rthread.has_threads():
        return rthread._c_mine() != 0
    return True


def gil_fetch_fastgil():
    return 0
