# Variables that change after they were captured, unbound ones, cells at import time, and deeper nesting.


def make_counter(start):
    count = start
    steps = 0

    def step(by):
        nonlocal count, steps
        count += by
        steps += 1
        return count

    def report():
        return '%d in %d steps' % (count, steps)

    def reset():
        nonlocal count
        count = start
    return step, report, reset


imported_step, imported_report, imported_reset = make_counter(100)


def late():
    fs = []
    for i in range(3):
        def show():
            return 'i=%d j=%d' % (i, j)
        fs.append(show)
    j = 5
    out = [f() for f in fs]
    j += 1
    i = 42
    out.append(fs[0]())
    return ', '.join(out)


def unbound(flag):
    def read():
        return x
    if flag:
        x = 1
    try:
        return 'x is %d' % read()
    except NameError:
        return 'no x'


def unbound_own(flag):
    if flag > 0:
        y = flag

    def read():
        return y
    y2 = 0
    try:
        y2 = y + 1
    except UnboundLocalError:
        y2 = -1
    if flag == 0:
        y = 77
    try:
        return read() * 1000 + y2
    except NameError:
        return y2


def deleted(n):
    v = n

    def read():
        return v
    a = read()
    del v
    try:
        return a + read()
    except NameError:
        v = 10
    return a + read()


def three_levels(a):
    def second(b):
        c = a + b

        def third(d):
            nonlocal c
            c += d
            return a * 1000 + b * 100 + c * 10 + d
        return third
    return second


def comprehension_cells():
    rows = [[(lambda: i * 10 + j) for j in range(3)] for i in range(2)]
    out = []
    for row in rows:
        for f in row:
            out.append(f())
    table = {}
    for k in range(3):
        fs = [lambda: k + m for m in range(k + 1)]
        table[k] = fs[0]
    for k2 in range(3):
        out.append(table[k2]())
    return out


class Button(object):
    def __init__(self, name):
        self.name = name
        self.handlers = []

    def connect(self, handler):
        self.handlers.append(handler)

    def connect_counter(self, log):
        def clicked(what):
            self.clicks += 1
            log.append('%s %s %d' % (self.name, what, self.clicks))
        self.clicks = 0
        self.connect(clicked)

    def click(self, what):
        for h in self.handlers:
            h(what)


def swap_state():
    state = 'a'
    trace = []

    def to_b():
        nonlocal state, current
        state = 'b'
        current = to_a

    def to_a():
        nonlocal state, current
        state = 'a'
        current = to_b
    current = to_b
    for _ in range(5):
        trace.append(state)
        current()
    return ''.join(trace)


def lists_of_cells(n):
    total = 0
    adders = []
    for i in range(n):
        def add(k, i=i):
            nonlocal total
            total += i * k
            return total
        adders.append(add)
    for a in adders:
        a(10)
    return total


def param_cell(n, text):
    def grow():
        nonlocal n, text
        n += 1
        text += '!'
    while n < 5:
        grow()
    return text + str(n)


def kwonly(n):
    def f(a, *, b=n, c=3):
        return a * 100 + b * 10 + c
    return f(1) + f(1, b=2) + f(1, c=n, b=n)


def entry_point(argv):
    step, report, reset = make_counter(len(argv))
    step(5)
    step(6)
    print(report())
    reset()
    print(report())
    other_step, other_report, _ = make_counter(1000)
    other_step(1)
    print(other_report())
    print(report())
    imported_step(1)
    imported_step(2)
    print(imported_report())
    imported_reset()
    print(imported_report())
    print(late())
    print(unbound(True))
    print(unbound(False))
    print(unbound_own(3))
    print(unbound_own(0))
    print(unbound_own(-1))
    print(deleted(7))
    t = three_levels(1)(2)
    print(t(3))
    print(t(3))
    print(comprehension_cells())
    b = Button('ok')
    log = []
    b.connect_counter(log)
    b.connect(lambda what: log.append('lambda ' + what))
    b.click('left')
    b.click('right')
    for line in log:
        print(line)
    print(swap_state())
    print(lists_of_cells(5))
    print(param_cell(len(argv), 'grow'))
    print(kwonly(len(argv) + 4))
    return 0


def target(driver, args):
    return entry_point, None
