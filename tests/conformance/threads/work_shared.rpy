# skip-gc: boehm it does not know the stacks of threads
# jit: yes
# skip-llinterp: threads
# Eight threads interpret a program with a JIT, on objects that all of them change: none of what they do is lost.
import time
from rpython.rlib import rgil, rthread
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'program'], reds=['left', 'total', 'worker'])

THREADS = 8
ROUNDS = 240


class Shared(object):
    def __init__(self):
        self.lock = rthread.allocate_lock()
        self.begun = 0
        self.ended = 0
        self.counts = {}
        self.lines = []
        self.results = [0] * THREADS


class Missing(Exception):
    def __init__(self, n):
        self.n = n


class Link(object):
    def __init__(self, value, behind):
        self.value = value
        self.behind = behind


class World(object):
    shared = None


world = World()


class Worker(object):
    def __init__(self, number):
        self.number = number
        self.chain = None
        self.length = 0

    def push(self, n):
        self.chain = Link(n, self.chain)
        self.length += 1
        if self.length == 50:
            self.check()
            self.chain = None
            self.length = 0

    def check(self):
        link = self.chain
        n = 0
        while link is not None:
            n += link.value % 2
            link = link.behind
        if n != 25:
            raise AssertionError("a chain has changed")


def need(n):
    if n % 3 == 0:
        raise Missing(n)
    return n


def interpret(program, left, worker):
    pc = 0
    total = 0
    while True:
        driver.jit_merge_point(pc=pc, program=program, left=left, total=total, worker=worker)
        op = program[pc]
        pc += 1
        if op == 'c':
            shared = world.shared
            shared.lock.acquire(True)
            key = "k%d" % (left % 11)
            shared.counts[key] = shared.counts.get(key, 0) + 1
            shared.lock.release()
        elif op == 'l':
            if left % 40 == 0:
                with world.shared.lock:
                    world.shared.lines.append("%d at %d" % (worker.number, left))
        elif op == 'e':
            try:
                total += need(left)
            except Missing as e:
                total += 2 * e.n
        elif op == 'p':
            worker.push(left)
        elif op == 'y':
            rgil.yield_thread()
        elif op == 's':
            if left % 60 == 0:
                time.sleep(0.0001)
        else:
            left -= 1
            if left == 0:
                return total
            pc = 0
            driver.can_enter_jit(pc=pc, program=program, left=left, total=total, worker=worker)


def work():
    shared = world.shared
    with shared.lock:
        number = shared.begun
        shared.begun += 1
    result = interpret(['clepyn', 'pcesyn'][number % 2], ROUNDS, Worker(number))
    with shared.lock:
        shared.results[number] = result
        shared.ended += 1


def entry_point(argv):
    world.shared = Shared()
    for i in range(THREADS):
        rthread.start_new_thread(work, ())
    while True:
        with world.shared.lock:
            if world.shared.ended == THREADS:
                break
        time.sleep(0.001)
    shared = world.shared
    all = 0
    for key in sorted(shared.counts):
        print(key, shared.counts[key])
        all += shared.counts[key]
    print(all == THREADS * ROUNDS, shared.results)
    for line in sorted(shared.lines):
        print(line)
    return 0


def target(*args):
    return entry_point, None
