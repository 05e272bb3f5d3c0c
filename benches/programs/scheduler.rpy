"""An operating system's scheduler in the small: virtual calls, queues, attributes. Nothing like it in plain C."""


class Packet(object):
    def __init__(self, link, ident, kind):
        self.link = link
        self.ident = ident
        self.kind = kind
        self.datum = 0


class Task(object):
    def __init__(self, machine, ident, priority):
        self.machine = machine
        self.ident = ident
        self.priority = priority
        self.queue = None
        self.waiting = False
        machine.tasks.append(self)

    def accept(self, packet):
        packet.link = None
        if self.queue is None:
            self.queue = packet
        else:
            last = self.queue
            while last.link is not None:
                last = last.link
            last.link = packet
        self.waiting = False

    def take(self):
        packet = self.queue
        if packet is not None:
            self.queue = packet.link
            packet.link = None
        return packet

    def step(self):
        raise NotImplementedError


class Idle(Task):
    def step(self):
        m = self.machine
        if m.left == 0:
            m.running = False
            return
        m.left -= 1
        m.tasks[1 + (m.left & 1)].accept(Packet(None, self.ident, m.left & 3))


class Worker(Task):
    def step(self):
        packet = self.take()
        if packet is None:
            self.waiting = True
            return
        packet.datum += self.ident * 3
        self.machine.done += 1
        if packet.kind > 0:
            packet.kind -= 1
            self.machine.tasks[3 + (packet.kind & 1)].accept(packet)


class Device(Task):
    def step(self):
        packet = self.take()
        if packet is None:
            self.waiting = True
            return
        self.machine.held += packet.datum & 7
        packet.ident = self.ident
        if packet.kind > 0:
            self.machine.tasks[1 + (packet.kind & 1)].accept(packet)


class Machine(object):
    def __init__(self, n):
        self.tasks = []
        self.left = n
        self.running = True
        self.done = 0
        self.held = 0

    def schedule(self):
        while self.running:
            best = self.tasks[0]
            for t in self.tasks:
                if not t.waiting and t.priority > best.priority:
                    best = t
            best.step()


def entry_point(argv):
    n = 1000000
    if len(argv) > 1:
        n = int(argv[1])
    m = Machine(n)
    Idle(m, 0, 0)
    Worker(m, 1, 10)
    Worker(m, 2, 20)
    Device(m, 3, 30)
    Device(m, 4, 40)
    m.schedule()
    print("%d %d" % (m.done, m.held))
    return 0


def target(driver, args):
    return entry_point, None
