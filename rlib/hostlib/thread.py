"""thread of Python 2."""

from threading import Lock, get_ident
from rpython.rtyper.lltypesystem.lltype import not_supported

error = RuntimeError
allocate_lock = allocate = Lock
LockType = Lock


def start_new_thread(function, args, kwargs=None):
    not_supported('start_new_thread(): programs have one thread')


start_new = start_new_thread
