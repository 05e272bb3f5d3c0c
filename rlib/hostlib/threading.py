"""threading: locks and thread-local data for one thread; others cannot be started."""
from rpython.rtyper.lltypesystem.lltype import not_supported


class Lock(object):
    def __init__(self):
        self._locked = False

    def acquire(self, blocking=True, timeout=-1):
        if self._locked:
            if not blocking or timeout >= 0:
                return False
            raise RuntimeError('deadlock: the only thread waits for a lock that it holds')
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError('release unlocked lock')
        self._locked = False

    def locked(self):
        return self._locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


class RLock(Lock):
    def __init__(self):
        self._depth = 0

    def acquire(self, blocking=True, timeout=-1):
        self._depth += 1
        return True

    def release(self):
        if not self._depth:
            raise RuntimeError('cannot release un-acquired lock')
        self._depth -= 1


class Condition(RLock):
    def notify(self, n=1):
        pass

    notify_all = notifyAll = notify


class Event(object):
    _flag = False

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def is_set(self):
        return self._flag

    isSet = is_set

    def wait(self, timeout=None):
        return self._flag


class local(object):
    pass


class Thread(object):
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, daemon=None):
        self.name = name or 'Thread'
        self.daemon = daemon

    def start(self):
        not_supported('Thread.start(): programs have one thread')

    def run(self):
        pass


class _MainThread(Thread):
    pass


_main = _MainThread(name='MainThread')


def current_thread(): return _main
def main_thread(): return _main
def active_count(): return 1
def enumerate(): return [_main]
def get_ident(): return 1


currentThread = current_thread
