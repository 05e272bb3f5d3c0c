# jit: yes
"""Methods of families (calls through the vtable, functions in fields) in loops that are traced."""
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable


def location(node):
    return node.name()


driver = JitDriver(greens=['node'], reds=['left', 'frame'], get_printable_location=location)


class Frame(object):
    def __init__(self):
        self.total = 0
        self.x = 0.5
        self.log = []


class TooMuch(Exception):
    def __init__(self, n):
        self.n = n


class Node(object):
    _immutable_fields_ = ['next']
    next = None

    def name(self):
        return 'node'

    def run(self, frame):
        raise NotImplementedError

    def weight(self):
        return 1

    def scale(self, x):
        return x


class Add(Node):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n

    def name(self):
        return 'add %d' % self.n

    def run(self, frame):
        frame.total += self.n * self.weight()

    def scale(self, x):
        return x * 1.5


class AddTwice(Add):
    def weight(self):
        return 2


class Fold(Node):
    """Raises where the total is large, and another method catches it."""

    def name(self):
        return 'fold'

    def run(self, frame):
        try:
            self.check(frame)
        except TooMuch as e:
            frame.total = e.n % 1000

    def check(self, frame):
        if frame.total > 5000:
            raise TooMuch(frame.total)

    def scale(self, x):
        if x > 100.0:
            return x / 64.0
        return x


class Note(Node):
    def run(self, frame):
        if frame.total % 97 == 0:
            self.note(frame)

    @dont_look_inside
    def note(self, frame):
        frame.log.append(frame.total)

    def weight(self):
        return self.table(3)

    @elidable
    def table(self, n):
        return n * n


class Calls(Node):
    """A function that is only known when the program runs."""
    _immutable_fields_ = ['function']

    def __init__(self, function):
        self.function = function

    def run(self, frame):
        frame.total = self.function(frame.total, self.next.weight())


def plus(a, b):
    return a + b


def minus(a, b):
    n = 0
    while n < b:                # a loop: not looked into
        a -= 1
        n += 1
    return a


class Stop(Node):
    def run(self, frame):
        raise TooMuch(-1)


def ring(nodes):
    for i in range(len(nodes)):
        nodes[i].next = nodes[(i + 1) % len(nodes)]
    return nodes[0]


def go(node, left):
    frame = Frame()
    while left > 0:
        driver.jit_merge_point(node=node, left=left, frame=frame)
        node.run(frame)
        frame.x = node.scale(frame.x)
        left -= 1
        node = node.next
    return frame


def show(frame):
    print(frame.total, '%.6f' % frame.x, len(frame.log), sum(frame.log))


def entry_point(argv):
    show(go(ring([Add(1)]), 3000))
    show(go(ring([Add(3), AddTwice(5), Fold(), Note()]), 9000))
    show(go(ring([Calls(plus), Add(2), Calls(minus), Note(), Fold()]), 9000))
    for n in range(4):
        nodes = [Add(7), Fold(), AddTwice(1)]
        for i in range(n + 1):
            nodes.append(Calls([plus, minus][i % 2]))
            nodes.append(Note())
        show(go(ring(nodes), 4000 + n))
    try:
        show(go(ring([Add(n) for n in range(50)] + [Stop()]), 4000))
    except TooMuch as e:
        print('stopped', e.n)
    return 0


def target(driver, args):
    return entry_point, None
