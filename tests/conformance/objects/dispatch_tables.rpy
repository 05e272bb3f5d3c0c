"""Methods kept in tables: unbound functions called with self, bound methods, frozen objects, several names in a variable."""


class Interp(object):
    def __init__(self):
        self.stack = []
        self.trace = []

    def push(self, x):
        self.stack.append(x)

    def pop(self):
        return self.stack.pop()

    def op_add(self, arg):
        self.push(self.pop() + self.pop())

    def op_mul(self, arg):
        self.push(self.pop() * self.pop())

    def op_push(self, arg):
        self.push(arg)

    def op_dup(self, arg):
        x = self.pop()
        self.push(x)
        self.push(x)

    def op_swap(self, arg):
        a = self.pop()
        b = self.pop()
        self.push(a)
        self.push(b)

    def log(self, text):
        self.trace.append("log " + text)

    def shout(self, text):
        self.trace.append("SHOUT " + text.upper())

    def run(self, program):
        for name, arg in program:
            OPS[name](self, arg)


OPS = {'add': Interp.op_add, 'mul': Interp.op_mul, 'push': Interp.op_push, 'dup': Interp.op_dup, 'swap': Interp.op_swap}
TABLE = [Interp.op_add, Interp.op_mul, Interp.op_push]


class Strategy(object):
    def _freeze_(self):
        return True


class Doubler(Strategy):
    name = "doubler"

    def apply(self, x):
        return x * 2


class Adder(Strategy):
    name = "adder"

    def __init__(self, n):
        self.n = n

    def apply(self, x):
        return x + self.n


STRATEGIES = [Doubler(), Adder(1), Adder(10)]


def by_number(i):
    return STRATEGIES[i % 3]


class Button(object):
    def __init__(self):
        self.on_click = None

    def click(self, text):
        if self.on_click is not None:
            self.on_click(text)


def plain_handler(text):
    print("plain " + text)


def entry_point(argv):
    it = Interp()
    it.run([('push', 3), ('push', 4), ('add', 0), ('dup', 0), ('mul', 0), ('push', 1), ('swap', 0)])
    print(it.stack)
    TABLE[2](it, 5)
    TABLE[0](it, 0)
    print(it.stack)
    for i in range(4):
        s = by_number(i)
        print(s.name, s.apply(5))
    f = by_number(1).apply
    print(f(100))
    methods = [it.log, it.shout]
    for m in methods:
        m("hello")
    chosen = it.log
    if len(it.stack) > 0:
        chosen = it.shout
    chosen("picked")
    print(it.trace)
    b = Button()
    b.click("nothing")
    b.on_click = it.log
    b.click("one")
    other = Interp()
    b.on_click = other.log
    b.click("two")
    b.on_click = other.shout
    b.click("three")
    print(it.trace, other.trace)
    return 0


def target(driver, args):
    return entry_point, None
