"""queue. The items of all queues of a program are of one type, as those of one list are."""

import heapq
from collections import deque
from rpython.rlib.objectmodel import specialize
from threading import Condition, Lock, _end_of, _left_until


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Queue(object):
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.queue = deque()
        self.unfinished_tasks = 0
        self.mutex = Lock()
        self.not_empty = Condition(self.mutex)
        self.not_full = Condition(self.mutex)
        self.all_tasks_done = Condition(self.mutex)

    def qsize(self):
        with self.mutex:
            return self._size()

    def empty(self):
        return self.qsize() == 0

    def full(self):
        return 0 < self.maxsize <= self.qsize()

    @specialize.argtype(3)
    def put(self, item, block=True, timeout=None):
        end = _end_of(timeout)
        with self.not_full:
            while 0 < self.maxsize <= self._size():
                left = _left_until(end)
                if not block or left == 0.0:
                    raise Full
                self.not_full._wait(left)
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    @specialize.argtype(2)
    def get(self, block=True, timeout=None):
        end = _end_of(timeout)
        with self.not_empty:
            while self._size() == 0:
                left = _left_until(end)
                if not block or left == 0.0:
                    raise Empty
                self.not_empty._wait(left)
            item = self._get()
            self.not_full.notify()
            return item

    def put_nowait(self, item):
        self.put(item, False)

    def get_nowait(self):
        return self.get(False)

    def task_done(self):
        with self.all_tasks_done:
            if self.unfinished_tasks <= 0:
                raise ValueError('task_done() called too many times')
            self.unfinished_tasks -= 1
            if self.unfinished_tasks == 0:
                self.all_tasks_done.notify_all()

    def join(self):
        with self.all_tasks_done:
            while self.unfinished_tasks > 0:
                self.all_tasks_done._wait(-1.0)

    def _size(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()


class LifoQueue(Queue):
    def _get(self):
        return self.queue.pop()


class PriorityQueue(Queue):
    def __init__(self, maxsize=0):
        Queue.__init__(self, maxsize)
        self._heap = []

    def _size(self):
        return len(self._heap)

    def _put(self, item):
        heapq.heappush(self._heap, item)

    def _get(self):
        return heapq.heappop(self._heap)


SimpleQueue = Queue
