"""queue: of one thread, so that nobody waits."""

from collections import deque


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Queue(object):
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.queue = deque()

    def qsize(self):
        return len(self.queue)

    def empty(self):
        return len(self.queue) == 0

    def full(self):
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item, block=True, timeout=None):
        if self.full():
            raise Full
        self.queue.append(item)

    def get(self, block=True, timeout=None):
        if self.empty():
            raise Empty
        return self._take()

    def put_nowait(self, item):
        self.put(item)

    def get_nowait(self):
        return self.get()

    def task_done(self):
        pass

    def join(self):
        pass

    def _take(self):
        return self.queue.popleft()


class LifoQueue(Queue):
    def _take(self):
        return self.queue.pop()
