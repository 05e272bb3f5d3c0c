"""_thread."""

from rpython.rlib import rthread
from rpython.rlib.objectmodel import specialize
from threading import Lock, _threads, get_ident, stack_size

error = RuntimeError
LockType = Lock
TIMEOUT_MAX = rthread.TIMEOUT_MAX


def allocate_lock():
    return Lock()


allocate = allocate_lock


@specialize.call_location()
def start_new_thread(function, args):
    """Calls the function in a new thread, which ends with the program at the latest."""
    def call():
        function(*args)
    _threads.begin(_Bare(call).run, True)


class _Bare(object):
    """A thread that has no object of class Thread."""

    def __init__(self, call):
        self.call = call

    def run(self):
        from threading import _report
        try:
            self.call()
        except SystemExit:
            pass
        except Exception as e:
            _report('started by start_new_thread', e)


start_new = start_new_thread


def exit():
    raise SystemExit
