"""Locks and variables of threads, for programs of one thread (there are no others)."""
from rpython.rlib.objectmodel import specialize
from rpython.rtyper.lltypesystem.lltype import not_supported


class RThreadError(Exception):
    """A thread or a lock cannot do that."""


error = RThreadError


class Lock(object):
    """A lock that nobody else can hold."""

    def __init__(self, ll_lock=None):
        self._held = False

    def acquire(self, flag):
        if self._held:
            if flag:
                raise RThreadError('the lock would never be released: there is one thread')
            return False
        self._held = True
        return True

    def acquire_timed(self, timeout):
        """RPY_LOCK_ACQUIRED or RPY_LOCK_FAILURE."""
        if self._held:
            return RPY_LOCK_FAILURE
        self._held = True
        return RPY_LOCK_ACQUIRED

    def is_acquired(self):
        return self._held

    def release(self):
        if not self._held:
            raise RThreadError('the lock was not held')
        self._held = False

    def __enter__(self):
        self.acquire(True)

    def __exit__(self, *args):
        self.release()


class DummyLock(object):
    """A lock that is always free."""

    def acquire(self, flag):
        return True

    def is_acquired(self):
        return False

    def release(self):
        pass

    def _freeze_(self):
        return True

    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass


dummy_lock = DummyLock()
RPY_LOCK_FAILURE, RPY_LOCK_ACQUIRED, RPY_LOCK_INTR = 0, 1, 2
TIMEOUT_MAX = 9223372036.0


def allocate_lock():
    return Lock()


def get_ident():
    """The number of the thread."""
    return 1


get_or_make_ident = get_ident


@specialize.argtype(0)
def start_new_thread(x, y):
    not_supported("rthread.start_new_thread(): programs have one thread")


@specialize.argtype(0)
def ll_start_new_thread(func):
    not_supported("rthread.ll_start_new_thread(): programs have one thread")


def get_stacksize():
    return 0


def set_stacksize(newsize):
    """-1: the size cannot be chosen."""
    return -1


def thread_after_fork():
    pass


def gc_thread_run():
    pass


def gc_thread_start():
    pass


def gc_thread_die():
    pass


class ThreadLocalField(object):
    """A variable of each thread, of a low-level type. Make it at module level."""

    def __init__(self, FIELDTYPE, fieldname, loop_invariant=False):
        from rpython.rtyper.lltypesystem import lltype
        cell = _Cell(lltype._zero(FIELDTYPE))

        def get_or_make_raw():
            return cell.value

        def setraw(value):
            cell.value = value
        self.fieldname = fieldname
        self.FIELDTYPE = FIELDTYPE
        self.getraw = self.get_or_make_raw = get_or_make_raw
        self.setraw = setraw

    def _freeze_(self):
        return True


class ThreadLocalReference(object):
    """A variable of each thread that refers to an instance of a class. Make it at module level."""

    def __init__(self, Cls, loop_invariant=False):
        cell = _reference_cell(Cls)

        def get():
            return cell.value

        def set(value):
            cell.value = value
        self.get = get
        self.set = set

    @staticmethod
    def automatic_keepalive(config=None):
        """The value lives as long as the thread."""
        return True

    def _freeze_(self):
        return True


class _Cell(object):
    def __init__(self, value):
        self.value = value


def _reference_cell(Cls):
    class Cell(object):
        """One class for each variable: their values do not meet."""
        value = None
    return Cell()


def _make_cell_class():
    global _Cell

    def make(value):
        class Cell(object):
            pass
        c = Cell()
        c.value = value
        return c
    _Cell = make


_make_cell_class()
