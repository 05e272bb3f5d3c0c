"""An event scheduler: timed callbacks and cooperative tasks as generators, with cancelling, timeouts and statistics."""
from collections import deque
import heapq


class Event(object):
    def __init__(self, time, order, action, name):
        self.time = time
        self.order = order
        self.action = action
        self.name = name
        self.cancelled = False

    def __lt__(self, other):
        return (self.time, self.order) < (other.time, other.order)


class Loop(object):
    def __init__(self):
        self.queue = []
        self.now = 0
        self.order = 0
        self.trace = []

    def at(self, delay, action, name="event"):
        if delay < 0:
            raise ValueError("negative delay %d" % delay)
        self.order += 1
        event = Event(self.now + delay, self.order, action, name)
        heapq.heappush(self.queue, event)
        return event

    def every(self, period, action, name, times=3):
        left = [times]

        def again():
            action()
            left[0] -= 1
            if left[0] > 0:
                self.at(period, again, name)
        return self.at(period, again, name)

    def run(self, until=100):
        while self.queue and self.queue[0].time <= until:
            event = heapq.heappop(self.queue)
            if event.cancelled:
                self.log("skipped " + event.name)
                continue
            self.now = event.time
            try:
                event.action()
            except ValueError as e:
                self.log("%s failed: %s" % (event.name, e))

    def log(self, text):
        self.trace.append("%3d %s" % (self.now, text))


class Task(object):
    def __init__(self, loop, name, steps):
        self.loop = loop
        self.name = name
        self.steps = steps
        self.turns = 0
        loop.at(0, self.resume, name)

    def resume(self):
        try:
            delay = next(self.steps)
        except StopIteration:
            self.loop.log("%s done after %d turns" % (self.name, self.turns))
        else:
            self.turns += 1
            self.loop.at(delay, self.resume, self.name)


class Channel(object):
    def __init__(self, size):
        self.items = deque()
        self.size = size
        self.waits = 0

    def full(self):
        return len(self.items) >= self.size


def producer(loop, channel, count, pace):
    for i in range(count):
        while channel.full():
            channel.waits += 1
            yield 1
        channel.items.append(i * i)
        loop.log("put %d" % (i * i))
        yield pace


def consumer(loop, channel, name, pace, wanted):
    got = []
    try:
        while len(got) < wanted:
            if not channel.items:
                yield 1
                continue
            item = channel.items.popleft()
            got.append(item)
            yield pace + item % 3
    finally:
        loop.log("%s got %s" % (name, got))


def chain(loop, depth):
    if depth == 0:
        loop.log("leaf")
        yield 1
    else:
        for delay in chain(loop, depth - 1):
            yield delay + 1


def round_robin(jobs, quantum):
    queue = deque(jobs)
    time = 0
    while queue:
        name, need = queue.popleft()
        used = min(need, quantum)
        time += used
        if need > used:
            queue.append((name, need - used))
        else:
            yield name, time


def fail(text):
    raise ValueError(text)


def entry_point(argv):
    loop = Loop()
    ticks = []
    loop.every(10, lambda: ticks.append(loop.now), "tick", times=4)
    late = loop.at(15, lambda: loop.log("never"), "late")
    loop.at(12, lambda: setattr(late, "cancelled", True), "cancel")
    loop.at(5, lambda: fail("broken"), "bad")
    loop.at(5, lambda: loop.log("second at five"))
    loop.at(200, lambda: loop.log("too late"))
    try:
        loop.at(-1, lambda: None)
    except ValueError as e:
        print("ValueError:", e)
    loop.run()
    print(ticks, loop.now, len(loop.queue))
    print("\n".join(loop.trace))
    for size in (1, 2, 5):
        loop = Loop()
        channel = Channel(size)
        tasks = [Task(loop, "producer", producer(loop, channel, 6, 1)),
                 Task(loop, "fast", consumer(loop, channel, "fast", 1, 4)),
                 Task(loop, "slow", consumer(loop, channel, "slow", 4, 2)),
                 Task(loop, "chain", chain(loop, 3))]
        loop.run()
        print("size %d, waits %d, end %d, turns %s" % (size, channel.waits, loop.now, [t.turns for t in tasks]))
        for line in loop.trace:
            print("   ", line)
    jobs = [("a", 5), ("b", 2), ("c", 9), ("d", 1)]
    for quantum in (1, 3, 10):
        done = list(round_robin(jobs, quantum))
        print(quantum, done, "mean %.2f" % (sum([t for n, t in done]) / float(len(done))))
    return 0


def target(driver, args):
    return entry_point
