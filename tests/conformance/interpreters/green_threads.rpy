# origin: after published programs
# Green threads of a guest language: generators as tasks, channels that block, timers in a heap, a scheduler with priorities.
import heapq


class Task(object):
    def __init__(self, name, priority):
        self.name = name
        self.priority = priority
        self.waiting = ''
        self.inbox = 0
        self.body = None
        self.done = False
        self.turns = 0


class Channel(object):
    def __init__(self, name, size):
        self.name = name
        self.size = size
        self.items = []
        self.receivers = []
        self.senders = []


class Deadlock(Exception):
    pass


class Scheduler(object):
    def __init__(self):
        self.ready = []
        self.timers = []
        self.clock = 0
        self.count = 0
        self.log = []
        self.tasks = []

    def spawn(self, name, priority, make):
        t = Task(name, priority)
        t.body = make(self, t)
        self.tasks.append(t)
        self.wake(t)
        return t

    def wake(self, t):
        t.waiting = ''
        self.count += 1
        heapq.heappush(self.ready, (-t.priority, self.count, len(self.tasks) if t not in self.tasks else self.tasks.index(t)))

    def sleep(self, t, n):
        t.waiting = 'sleep'
        self.count += 1
        heapq.heappush(self.timers, (self.clock + n, self.count, self.tasks.index(t)))

    def send(self, t, channel, n):
        """Whether it went at once; otherwise the task waits."""
        if channel.receivers:
            r = channel.receivers.pop(0)
            r.inbox = n
            self.wake(r)
            return True
        if len(channel.items) < channel.size:
            channel.items.append(n)
            return True
        t.waiting = 'send ' + channel.name
        channel.senders.append((t, n))
        return False

    def receive(self, t, channel):
        if channel.items:
            t.inbox = channel.items.pop(0)
            if channel.senders:
                s, n = channel.senders.pop(0)
                channel.items.append(n)
                self.wake(s)
            return True
        if channel.senders:
            s, n = channel.senders.pop(0)
            t.inbox = n
            self.wake(s)
            return True
        t.waiting = 'receive ' + channel.name
        channel.receivers.append(t)
        return False

    def run(self, limit):
        turns = 0
        while turns < limit:
            if not self.ready:
                if not self.timers:
                    break
                when, _, i = heapq.heappop(self.timers)
                self.clock = when
                self.wake(self.tasks[i])
            _, _, i = heapq.heappop(self.ready)
            t = self.tasks[i]
            turns += 1
            t.turns += 1
            try:
                again = t.body.next()
            except StopIteration:
                t.done = True
                self.log.append('%s ends at %d' % (t.name, self.clock))
                continue
            if again:
                self.wake(t)
        stuck = [t.name + ': ' + t.waiting for t in self.tasks if not t.done and t.waiting]
        if stuck and not self.ready and not self.timers:
            raise Deadlock(', '.join(stuck))
        return turns


class Body(object):
    """What runs a task piece by piece: `next` gives whether it can go on at once."""

    def __init__(self, generator):
        self.generator = generator

    def next(self):
        return next(self.generator)


def producer(channel, n):
    def make(scheduler, task):
        def body():
            for i in range(n):
                sent = scheduler.send(task, channel, i * i)
                yield sent
            scheduler.log.append('%s sent %d' % (task.name, n))
        return Body(body())
    return make


def consumer(channel, total):
    def make(scheduler, task):
        def body():
            for i in range(total[1]):
                if not scheduler.receive(task, channel):
                    yield False
                total[0] += task.inbox
                yield True
        return Body(body())
    return make


def ticker(n, step):
    def make(scheduler, task):
        def body():
            for i in range(n):
                scheduler.log.append('%s %d' % (task.name, scheduler.clock))
                scheduler.sleep(task, step)
                yield False
        return Body(body())
    return make


def entry_point(argv):
    s = Scheduler()
    c = Channel('numbers', 2)
    first, second = [0, 6], [0, 4]
    s.spawn('producer', 1, producer(c, 10))
    s.spawn('a', 2, consumer(c, first))
    s.spawn('b', 2, consumer(c, second))
    s.spawn('slow', 3, ticker(2, 50))
    s.spawn('fast', 3, ticker(3, 20))
    print(s.run(1000), s.clock, first[0] + second[0], [t.done for t in s.tasks])
    for line in s.log:
        print(line)
    s = Scheduler()
    c = Channel('empty', 0)
    s.spawn('x', 1, consumer(c, [0, 1]))
    s.spawn('y', 1, producer(Channel('full', 1), 3))
    try:
        s.run(100)
    except Deadlock as e:
        print('deadlock: %s' % e)
    print([t.turns for t in s.tasks])
    return 0


def target(driver, args):
    return entry_point, None
