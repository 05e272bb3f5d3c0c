"""threading: over rpython.rlib.rthread. At import time there is one thread, and none can be started.

A target is any callable of the program; each place where a Thread is made may give other arguments to it. `local` is for programs that
start no thread."""

import time
from rpython.rlib import rthread
from rpython.rlib.debug import debug_print_traceback
from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rlib.rthread import RPY_LOCK_ACQUIRED

TIMEOUT_MAX = rthread.TIMEOUT_MAX
ThreadError = RuntimeError
get_ident = rthread.get_ident


def stack_size(size=0):
    """Bytes of the stacks of threads that are started from now on; what was before."""
    before = rthread.get_stacksize()
    if rthread.set_stacksize(size) != 0:
        raise ValueError('a stack is not that small')
    return before


class Lock(object):
    def __init__(self):
        self._block = rthread.Lock()

    def acquire(self, blocking=True, timeout=-1):
        if not blocking:
            return self._block.acquire(False)
        seconds = float(timeout)
        if seconds < 0.0:
            return self._block.acquire(True)
        return self._block._acquire(seconds) == RPY_LOCK_ACQUIRED

    def release(self):
        if not self._block.is_acquired():
            raise RuntimeError('release unlocked lock')
        self._block.release()

    def locked(self):
        return self._block.is_acquired()

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()

    # what Condition needs

    def _is_owned(self):
        return self._block.is_acquired()

    def _release_all(self):
        self.release()
        return 1

    def _acquire_again(self, depth):
        self.acquire()


class RLock(Lock):
    def __init__(self):
        Lock.__init__(self)
        self._owner = 0
        self._depth = 0

    def acquire(self, blocking=True, timeout=-1):
        if self._is_owned():
            self._depth += 1
            return True
        if not Lock.acquire(self, blocking, timeout):
            return False
        self._owner = get_ident()
        self._depth = 1
        return True

    def release(self):
        if not self._is_owned():
            raise RuntimeError('cannot release un-acquired lock')
        self._depth -= 1
        if self._depth == 0:
            self._owner = 0
            self._block.release()

    def _is_owned(self):
        return self._depth > 0 and self._owner == get_ident()

    def _release_all(self):
        depth = self._depth
        self._depth = 1
        self.release()
        return depth

    def _acquire_again(self, depth):
        self.acquire()
        self._depth = depth


class Condition(object):
    def __init__(self, lock=None):
        if lock is None:
            self._lock = RLock()
        else:
            self._lock = lock
        self._waiters = []

    def acquire(self, blocking=True, timeout=-1):
        return self._lock.acquire(blocking, timeout)

    def release(self):
        self._lock.release()

    def __enter__(self):
        return self._lock.acquire()

    def __exit__(self, *exc_info):
        self._lock.release()

    @specialize.argtype(1)
    def wait(self, timeout=None):
        """False if it was not notified in time."""
        if timeout is None:
            return self._wait(-1.0)
        return self._wait(_seconds(timeout))

    def _wait(self, seconds):
        if not self._lock._is_owned():
            raise RuntimeError('cannot wait on un-acquired lock')
        waiter = rthread.Lock()
        waiter.acquire(True)
        self._waiters.append(waiter)
        depth = self._lock._release_all()
        got = False
        try:
            got = waiter._acquire(seconds) == RPY_LOCK_ACQUIRED
        finally:
            self._lock._acquire_again(depth)
            if not got and waiter in self._waiters:
                self._waiters.remove(waiter)
        return got

    @specialize.argtype(1)
    def wait_for(self, predicate, timeout=None):
        """Waits until the predicate says yes, which is then the result."""
        end = _end_of(timeout)
        result = predicate()
        while not result:
            left = _left_until(end)
            if left == 0.0:
                break
            self._wait(left)
            result = predicate()
        return result

    def notify(self, n=1):
        if not self._lock._is_owned():
            raise RuntimeError('cannot notify on un-acquired lock')
        while n > 0 and len(self._waiters) > 0:
            self._waiters.pop(0).release()
            n -= 1

    def notify_all(self):
        self.notify(len(self._waiters))

    notifyAll = notify_all


@specialize.argtype(0)
def _end_of(timeout):
    """The time when a wait ends; less than 0: it has no end."""
    if timeout is None:
        return -1.0
    return time.time() + _seconds(timeout)


def _left_until(end):
    """The seconds up to such a time, 0 if it is over; less than 0: any number."""
    if end < 0.0:
        return -1.0
    left = end - time.time()
    if left < 0.0:
        return 0.0
    return left


@specialize.argtype(0)
def _seconds(timeout):
    """A time to wait; a negative one is none."""
    seconds = float(timeout)
    if seconds < 0.0:
        return 0.0
    return seconds


class Semaphore(object):
    _limit = -1

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._condition = Condition(Lock())
        self._value = value

    @specialize.argtype(2)
    def acquire(self, blocking=True, timeout=None):
        end = _end_of(timeout)
        with self._condition:
            while self._value == 0:
                left = _left_until(end)
                if not blocking or left == 0.0:
                    return False
                self._condition._wait(left)
            self._value -= 1
        return True

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        with self._condition:
            if 0 <= self._limit < self._value + n:
                raise ValueError('Semaphore released too many times')
            self._value += n
            self._condition.notify(n)

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        Semaphore.__init__(self, value)
        self._limit = value


class Event(object):
    def __init__(self):
        self._condition = Condition(Lock())
        self._flag = False

    def set(self):
        with self._condition:
            self._flag = True
            self._condition.notify_all()

    def clear(self):
        with self._condition:
            self._flag = False

    def is_set(self):
        return self._flag

    isSet = is_set

    @specialize.argtype(1)
    def wait(self, timeout=None):
        with self._condition:
            if not self._flag:
                self._condition.wait(timeout)
            return self._flag


class BrokenBarrierError(RuntimeError):
    pass


class Barrier(object):
    """Of a number of threads: none goes on before all have come."""

    def __init__(self, parties):
        self._condition = Condition(Lock())
        self.parties = parties
        self.n_waiting = 0
        self._round = 0
        self.broken = False

    def wait(self):
        with self._condition:
            if self.broken:
                raise BrokenBarrierError
            index = self.n_waiting
            this = self._round
            self.n_waiting += 1
            if self.n_waiting == self.parties:
                self.n_waiting = 0
                self._round += 1
                self._condition.notify_all()
            while this == self._round and not self.broken:
                self._condition._wait(-1.0)
            if self.broken:
                raise BrokenBarrierError
            return index

    def abort(self):
        with self._condition:
            self.broken = True
            self._condition.notify_all()


class local(object):
    def __init__(self):
        if rthread.has_threads():
            raise NotImplementedError('threading.local in a program that starts threads: use '
                                      'rpython.rlib.rthread.ThreadLocalReference')


# ---- threads

def _nothing():
    pass


class Thread(object):
    """`target` and `args` may be of other types at each place where a thread is made."""

    @specialize.call_location()
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, daemon=None):
        if target is None:
            self._call = _nothing
        else:
            def call():
                target(*args)
            self._call = call
        if name is None:
            self.name = _threads.next_name()
        else:
            self.name = name
        if daemon is None:
            self.daemon = current_thread().daemon
        else:
            self.daemon = daemon
        self.ident = 0
        self._started = False
        self._ended = False
        self._end = Condition(Lock())

    def start(self):
        if self._started:
            raise RuntimeError('threads can only be started once')
        self._started = True
        _threads.running.append(self)
        _threads.begin(self._run, self.daemon)

    def _run(self):
        self.ident = get_ident()
        _current.set(self)
        try:
            self.run()
        except SystemExit:
            pass
        except Exception as e:
            _report(self.name, e)
        _threads.running.remove(self)
        with self._end:
            self._ended = True
            self._end.notify_all()

    def run(self):
        self._call()

    @specialize.argtype(1)
    def join(self, timeout=None):
        if not self._started:
            raise RuntimeError('cannot join thread before it is started')
        if self is current_thread():
            raise RuntimeError('cannot join current thread')
        seconds = -1.0
        if timeout is not None:
            seconds = _seconds(timeout)
        with self._end:
            if not self._ended:
                self._end._wait(seconds)

    def is_alive(self):
        return self._started and not self._ended

    isAlive = is_alive

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def isDaemon(self):
        return self.daemon

    def setDaemon(self, daemon):
        self.daemon = daemon


class _MainThread(Thread):
    def __init__(self):
        self.name = 'MainThread'
        self.daemon = False
        self.ident = 0
        self._call = _nothing
        self._started = True
        self._ended = False
        self._end = Condition(Lock())


def _report(name, e):
    import os
    os.write(2, 'Exception in thread ' + name + ':\n')
    debug_print_traceback()
    text = str(e)
    if text:
        text = ': ' + text
    os.write(2, e.__class__.__name__ + text + '\n')


class _Threads(object):
    """The threads of the program."""

    def __init__(self):
        self.numbers = 0
        self.running = []
        self.beginning = []

    def next_name(self):
        self.numbers += 1
        return 'Thread-%d' % self.numbers

    def begin(self, call, daemon):
        if not we_are_translated():
            raise NotImplementedError('no thread can be started at import time')
        self.beginning.append(call)
        if daemon:
            rthread.start_new_thread(_begin, ())
        else:
            rthread.await_new_thread()
            rthread.start_new_thread(_begin_awaited, ())


_threads = _Threads()


def _begin():
    _threads.beginning.pop(0)()


def _begin_awaited():
    _threads.beginning.pop(0)()
    rthread.awaited_thread_ends()


_current = rthread.ThreadLocalReference(Thread)
_main = _MainThread()


def current_thread():
    if rthread.has_threads():
        thread = _current.get()
        if thread is not None:
            return thread
    return _main


def main_thread():
    return _main


def active_count():
    return 1 + len(_threads.running)


def enumerate():
    return [_main] + _threads.running


currentThread = current_thread
activeCount = active_count


class Timer(Thread):
    """Calls a function after so many seconds, unless it is cancelled before."""

    @specialize.call_location()
    def __init__(self, interval, function, args=()):
        Thread.__init__(self, target=function, args=args)
        self.interval = float(interval)
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        self.finished.wait(self.interval)
        if not self.finished.is_set():
            self._call()
        self.finished.set()
