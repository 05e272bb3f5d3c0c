# skip-gc: boehm it does not know the stacks of threads
# skip-llinterp: threads
# Locks between threads: who waits, who gets it, and after what time.
import os
import time
from rpython.rlib import rthread
from rpython.rlib.rthread import RPY_LOCK_ACQUIRED, RPY_LOCK_FAILURE


class State(object):
    def __init__(self):
        self.lock = rthread.allocate_lock()
        self.done = rthread.allocate_lock()
        self.order = []
        self.waiting = 0
        self.idents = {}
        self.fds = (0, 0)


state = State()


def waits():
    me = state.waiting
    state.waiting += 1
    state.lock.acquire(True)
    state.order.append(me)
    state.idents[rthread.get_ident()] = me
    state.lock.release()


def gives_up():
    got = state.lock.acquire_timed(2000)
    state.order.append(100 + got)
    state.done.release()


def ends():
    state.done.release()


def writes():
    time.sleep(0.005)
    os.write(state.fds[1], "from the other thread")
    os.close(state.fds[1])


def wait_until(n):
    while state.waiting < n:
        time.sleep(0.0005)
    time.sleep(0.005)


def entry_point(argv):
    lock = state.lock
    print(lock.acquire(False), lock.acquire(False), lock.is_acquired())
    print(lock.acquire_timed(0) == RPY_LOCK_FAILURE, lock.acquire_timed(1500) == RPY_LOCK_FAILURE)
    for n in range(4):
        rthread.start_new_thread(waits, ())
        wait_until(n + 1)
    print(state.order)
    lock.release()
    while len(state.order) < 4:
        time.sleep(0.001)
    lock.acquire(True)
    print(sorted(state.order), len(state.idents), rthread.get_ident() in state.idents)
    print(lock.is_acquired())
    # one that does not wait for long
    state.done.acquire(True)
    rthread.start_new_thread(gives_up, ())
    state.done.acquire(True)
    print(state.order[-1] == 100 + RPY_LOCK_FAILURE)
    lock.release()
    print(lock.is_acquired(), lock.acquire_timed(-1) == RPY_LOCK_ACQUIRED)
    lock.release()
    try:
        lock.release()
    except rthread.error:
        print("not held")
    # any thread may release
    rthread.start_new_thread(ends, ())
    state.done.acquire(True)
    # a thread runs while another one waits for the system
    state.fds = os.pipe()
    rthread.start_new_thread(writes, ())
    print(os.read(state.fds[0], 100) == "from the other thread")
    return 0


def target(*args):
    return entry_point, None
