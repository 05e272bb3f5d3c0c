"""thread of Python 2."""

from _thread import LockType, allocate, allocate_lock, error, exit, get_ident, stack_size, start_new, start_new_thread
