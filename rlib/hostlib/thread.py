"""thread of Python 2."""

from threading import Lock, get_ident

error = RuntimeError
allocate_lock = allocate = Lock
LockType = Lock


def start_new_thread(function, args, kwargs=None):
    raise NotImplementedError('no thread can be started at import time')


start_new = start_new_thread
