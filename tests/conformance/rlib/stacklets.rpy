# skip-gc: boehm it has no stacklets
# skip-llinterp: stacks of its own
"""Stacks that are switched: generators without yield, a scheduler, deep recursion on a side stack, exceptions, collections."""
from rpython.rlib import rgc
from rpython.rlib.rstacklet import StackletThread


class Node(object):
    def __init__(self, value, left, right):
        self.value = value
        self.left = left
        self.right = right


def make(lo, hi):
    if lo >= hi:
        return None
    mid = (lo + hi) // 2
    return Node(mid, make(lo, mid), make(mid + 1, hi))


class SThread(StackletThread):
    def __init__(self, config):
        StackletThread.__init__(self, config)
        self.switches = 0


class Coroutine(object):
    """Walks a tree; each value goes to whoever resumed it."""

    def __init__(self, sthread, tree):
        self.sthread = sthread
        self.tree = tree
        self.caller = None
        self.own = None
        self.value = 0
        self.finished = False

    def resume(self):
        self.sthread.switches += 1
        if self.own is None:
            start.coroutine = self
            self.own = self.sthread.new(walk_callback)
        else:
            self.own = self.sthread.switch(self.own)
        if self.sthread.is_empty_handle(self.own):
            self.finished = True
        return self.value

    def give(self, value):
        self.value = value
        self.caller = self.sthread.switch(self.caller)

    def walk(self, node):
        if node is None:
            return
        self.walk(node.left)
        names = ["node", str(node.value)]
        self.give(node.value)
        assert names[1] == str(node.value)
        self.walk(node.right)


class Start(object):
    coroutine = None


start = Start()


def walk_callback(h, arg):
    self = start.coroutine
    self.caller = h
    self.walk(self.tree)
    self.value = -1
    return self.caller


def same_fringe(a, b):
    sthread = SThread(None)
    one, two = Coroutine(sthread, a), Coroutine(sthread, b)
    n = 0
    while True:
        x, y = one.resume(), two.resume()
        if x != y:
            return "differ at %d: %d, %d" % (n, x, y)
        if one.finished:
            return "the same %d, %d switches" % (n, sthread.switches)
        n += 1
        if n % 8 == 0:
            rgc.collect()


class Task(object):
    def __init__(self, name, steps):
        self.name = name
        self.steps = steps
        self.handle = None
        self.error = ""


class Scheduler(object):
    def __init__(self):
        self.sthread = SThread(None)
        self.ready = []
        self.log = []
        self.main = None
        self.current = None

    def run(self, tasks):
        for t in tasks:
            self.current = t
            t.handle = self.sthread.new(task_callback)
            if not self.sthread.is_empty_handle(t.handle):
                self.ready.append(t)
        while self.ready:
            t = self.ready.pop(0)
            self.current = t
            t.handle = self.sthread.switch(t.handle)
            if not self.sthread.is_empty_handle(t.handle):
                self.ready.append(t)

    def pause(self):
        self.main = self.sthread.switch(self.main)


scheduler = Scheduler()


def depth(n, pauses):
    if n == 0:
        if pauses > 0:
            scheduler.pause()
        return 0
    return 1 + depth(n - 1, pauses)


def task_callback(h, arg):
    scheduler.main = h
    task = scheduler.current
    try:
        for i in range(task.steps):
            scheduler.log.append("%s%d" % (task.name, i))
            d = depth(10 * i, i)
            scheduler.log.append("%s:%d" % (task.name, d))
            if task.name == "b" and i == 2:
                raise ValueError("task " + task.name)
            try:
                scheduler.pause()
            finally:
                scheduler.log.append(task.name + "!")
    except ValueError as e:
        task.error = str(e)
    return scheduler.main


def endless(n):
    return endless(n + 1) + 1


def overflow_callback(h, arg):
    try:
        print(endless(0))
    except RuntimeError:
        print("too deep")
    return h


def entry_point(argv):
    print(same_fringe(make(0, 40), make(0, 40)))
    print(same_fringe(make(0, 40), make(0, 30)))
    tasks = [Task("a", 2), Task("b", 4), Task("c", 1)]
    scheduler.run(tasks)
    print(" ".join(scheduler.log))
    for t in tasks:
        print("%s [%s]" % (t.name, t.error))
    sthread = SThread(None)
    for i in range(3):
        h = sthread.new(overflow_callback)
        print(sthread.is_empty_handle(h), sthread.get_null_handle() is None)
    return 0


def target(driver, args):
    return entry_point
