# skip-gc: ref it does not count what variables of threads refer to
# skip-gc: boehm it does not know the stacks of threads
# skip-llinterp: threads
# The modules threading and queue.
import queue
import threading
import time


class Squares(threading.Thread):
    def __init__(self, numbers):
        threading.Thread.__init__(self, name="squares")
        self.numbers = numbers
        self.result = 0

    def run(self):
        for n in self.numbers:
            self.result += n * n


class Box(object):
    def __init__(self):
        self.value = 0
        self.lock = threading.Lock()
        self.names = []


def add(box, times, step):
    for i in range(times):
        with box.lock:
            value = box.value
            if i % 50 == 0:
                time.sleep(0)
            box.value = value + step


def name_it(box, text):
    box.names.append(text + " in " + threading.current_thread().name)


def produce(q, start, n):
    for i in range(start, start + n):
        q.put(i)
    q.put(-1)


def consume(q, producers, out):
    while producers > 0:
        n = q.get()
        if n < 0:
            producers -= 1
        else:
            out.append(n)
        q.task_done()


def wait_for_it(never, event, out):
    out.append(never.wait(0.001))
    out.append(event.wait())


def meet(barrier, out):
    index = barrier.wait()
    out.append(index)
    barrier.wait()


def guarded(semaphore, box):
    with semaphore:
        box.value += 1
        if box.value > 2:
            box.names.append("too many")
        time.sleep(0.001)
        box.value -= 1


def nested(lock, n):
    with lock:
        if n == 0:
            return 0
        return 1 + nested(lock, n - 1)


class Turns(object):
    """Two threads take turns."""

    def __init__(self):
        self.condition = threading.Condition()
        self.turn = 0
        self.text = ""

    def play(self, me, letter):
        for i in range(5):
            with self.condition:
                while self.turn != me:
                    self.condition.wait()
                self.text += letter
                self.turn = 1 - me
                self.condition.notify()


def fails():
    raise ValueError("lost")


def entry_point(argv):
    main = threading.current_thread()
    print(main.name, main is threading.main_thread(), main.daemon, threading.active_count())
    squares = [Squares(list(range(k * 10, k * 10 + 10))) for k in range(5)]
    for s in squares:
        s.start()
    for s in squares:
        s.join()
    print(sum([s.result for s in squares]), squares[0].name, squares[0].is_alive())
    box = Box()
    adders = [threading.Thread(target=add, args=(box, 300, k)) for k in range(4)]
    for t in adders:
        t.start()
    for t in adders:
        t.join(timeout=30.0)
    print(box.value, adders[3].is_alive())
    named = threading.Thread(target=name_it, args=(box, "hello"), name="other")
    named.start()
    named.join()
    print(box.names, named.name)
    q = queue.Queue(4)
    got = []
    workers = [threading.Thread(target=produce, args=(q, k * 100, 30)) for k in range(3)]
    workers.append(threading.Thread(target=consume, args=(q, 3, got)))
    for t in workers:
        t.start()
    for t in workers:
        t.join()
    q.join()
    print(len(got), sum(got), q.empty(), q.qsize())
    try:
        q.get_nowait()
    except queue.Empty:
        print("empty")
    try:
        q.get(timeout=0.001)
    except queue.Empty:
        print("still empty")
    event = threading.Event()
    seen = []
    waiter = threading.Thread(target=wait_for_it, args=(threading.Event(), event, seen))
    waiter.start()
    time.sleep(0.01)
    event.set()
    waiter.join()
    print(seen, event.is_set())
    barrier = threading.Barrier(3)
    indexes = []
    friends = [threading.Thread(target=meet, args=(barrier, indexes)) for k in range(2)]
    for t in friends:
        t.start()
    indexes.append(barrier.wait())
    barrier.wait()
    for t in friends:
        t.join()
    print(sorted(indexes))
    box.names = []
    box.value = 0
    semaphore = threading.Semaphore(2)
    crowd = [threading.Thread(target=guarded, args=(semaphore, box)) for k in range(6)]
    for t in crowd:
        t.start()
    for t in crowd:
        t.join()
    print(box.value, box.names)
    print(nested(threading.RLock(), 20))
    turns = Turns()
    players = [threading.Thread(target=turns.play, args=(k, "xo"[k])) for k in range(2)]
    for t in players:
        t.start()
    for t in players:
        t.join()
    print(turns.text)
    timer = threading.Timer(0.001, name_it, (box, "timer"))
    timer.name = "late"
    timer.start()
    timer.join()
    never = threading.Timer(60.0, name_it, (box, "never"))
    never.start()
    never.cancel()
    never.join()
    print(box.names)
    failing = threading.Thread(target=fails)
    failing.start()
    failing.join()
    print(failing.is_alive(), threading.active_count())
    try:
        failing.start()
    except RuntimeError as e:
        print(e)
    lock = threading.Lock()
    print(lock.acquire(), lock.acquire(False), lock.acquire(True, 0.001), lock.locked())
    lock.release()
    try:
        lock.release()
    except RuntimeError as e:
        print(e)
    # the program waits for this one
    threading.Thread(target=late, args=()).start()
    return 0


def late():
    time.sleep(0.01)
    print("the last line")


def target(*args):
    return entry_point, None
