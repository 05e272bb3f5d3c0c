"""Locks for programs of one thread (there are no others)."""


class error(Exception):
    pass


class Lock(object):
    """A lock that nobody else can hold."""

    def __init__(self):
        self._held = False

    def acquire(self, flag):
        if self._held:
            if flag:
                raise error('the lock would never be released: there is one thread')
            return False
        self._held = True
        return True

    def is_acquired(self):
        return self._held

    def release(self):
        if not self._held:
            raise error('the lock was not held')
        self._held = False

    def __enter__(self):
        self.acquire(True)

    def __exit__(self, *args):
        self.release()


def allocate_lock():
    return Lock()


def get_ident():
    return 1


def start_new_thread(x, y):
    raise error('there are no threads')
