# jit: yes
"""Guests whose functions call one another: compiled code calls compiled code, with results of all kinds, with exceptions
through it, guards that fail in the callee, and loops in callees."""
from rpython.rlib.jit import JitDriver, promote, set_param


class W(object):
    pass


class WInt(W):
    def __init__(self, n):
        self.n = n


class WPair(W):
    def __init__(self, a, b):
        self.a = a
        self.b = b


class GuestError(Exception):
    def __init__(self, w):
        self.w = w


class Code(object):
    def __init__(self, name, ops, size):
        self.name = name
        self.ops = ops
        self.size = size


def where(pc, code):
    return "%s@%d %s" % (code.name, pc, code.ops[pc])


driver = JitDriver(greens=['pc', 'code'], reds=['frame'], get_printable_location=where)


class Frame(object):
    def __init__(self, code, arg):
        self.code = code
        self.stack = [None] * code.size
        self.depth = 0
        self.arg = arg

    def push(self, w):
        self.stack[self.depth] = w
        self.depth += 1

    def pop(self):
        self.depth -= 1
        w = self.stack[self.depth]
        self.stack[self.depth] = None
        return w


program = {}


def as_int(w):
    if isinstance(w, WInt):
        return w.n
    raise GuestError(w)


def interpret(code, arg):
    frame = Frame(code, arg)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.ops[pc]
        pc += 1
        kind = op[0]
        if kind == 'a':
            frame.push(frame.arg)
        elif kind == 'i':
            frame.push(WInt(int(op[1:])))
        elif kind == '+' or kind == '-' or kind == '<':
            b = as_int(frame.pop())
            a = as_int(frame.pop())
            if kind == '+':
                frame.push(WInt(a + b))
            elif kind == '-':
                frame.push(WInt(a - b))
            else:
                frame.push(WInt(int(a < b)))
        elif kind == 'z':
            if as_int(frame.pop()) == 0:
                pc = int(op[1:])
        elif kind == 'j':
            pc = int(op[1:])
            driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif kind == 'c':
            arg = frame.pop()
            frame.push(interpret(promote(program[op[1:]]), arg))
        elif kind == 't':
            # Call; an exception gives its value.
            arg = frame.pop()
            try:
                w = interpret(program[op[1:]], arg)
            except GuestError as e:
                w = e.w
            frame.push(w)
        elif kind == 'p':
            b = frame.pop()
            a = frame.pop()
            frame.push(WPair(a, b))
        elif kind == 'h':
            w = frame.pop()
            assert isinstance(w, WPair)
            frame.push(w.a)
        elif kind == 's':
            frame.arg = frame.pop()
        elif kind == '!':
            raise GuestError(frame.pop())
        else:
            return frame.pop()


def show(w):
    if isinstance(w, WInt):
        return str(w.n)
    if isinstance(w, WPair):
        return "(" + show(w.a) + " . " + show(w.b) + ")"
    return "nothing"


def define(name, text):
    """`z` and `j` name labels."""
    ops = []
    labels = {}
    for word in text.split():
        if word.endswith(':'):
            labels[word[:-1]] = len(ops)
        else:
            ops.append(word)
    for i in range(len(ops)):
        if ops[i][0] in 'zj':
            ops[i] = ops[i][0] + str(labels[ops[i][1:]])
    program[name] = Code(name, ops, 8)


define('fib', 'a i2 < zmore a r more: a i1 - cfib a i2 - cfib + r')
define('even', 'a zend a i1 - codd r end: i1 r')
define('odd', 'a zend a i1 - ceven r end: i0 r')
define('loop', 'again: a zend a i1 - s jagain end: i7 r')
# A pair for some arguments, a number for others.
define('mixed', 'a i3 < zmore a i5 p r more: a cloop a + r')
define('sum', 'a zend a cloop a i1 - csum + r end: i0 r')
# Raises at 0, through all its callers.
define('deep', 'a zend a i1 - cdeep r end: i41 i1 p !')
define('catch', 'a zend a tdeep h a i1 - ccatch + r end: i0 r')
define('wrong', 'a tmixed a i2 - tmixed + r')


def portal_of_floats(n, scale):
    return average(n, scale) + 0.5


floats = JitDriver(greens=['n'], reds=['i', 'total', 'scale'])


def average(n, scale):
    i = 0
    total = 0.0
    while i < n:
        floats.jit_merge_point(n=n, i=i, total=total, scale=scale)
        if i == 3 and n > 4:
            total += average(n - 4, scale * 0.5)
        total += i * scale
        i += 1
        floats.can_enter_jit(n=n, i=i, total=total, scale=scale)
    return total


log = []
quiet = JitDriver(greens=['depth'], reds=['i'])


def note(depth):
    i = 0
    while i < 6:
        quiet.jit_merge_point(depth=depth, i=i)
        if depth > 0 and i == 2:
            note(depth - 1)
        log.append(depth * 10 + i)
        i += 1
        quiet.can_enter_jit(depth=depth, i=i)


def run(name, n):
    try:
        print("%s(%d) = %s" % (name, n, show(interpret(program[name], WInt(n)))))
    except GuestError as e:
        print("%s(%d) raises %s" % (name, n, show(e.w)))


def entry_point(argv):
    for round in range(3):
        for n in [1, 7, 14]:
            run('fib', n)
        for n in [4, 61]:
            run('even', n)
            run('sum', n)
            run('deep', n)
            run('catch', n)
        for n in range(6):
            run('mixed', n)
            run('wrong', n)
        total = 0.0
        for n in range(40):
            total += portal_of_floats(n, 0.25)
        print("%.6f" % total)
        for n in range(20):
            del log[:]
            note(n % 5)
        print("%d %s" % (len(log), log[:12]))
        set_param(driver, 'max_unroll_recursion', round)
        set_param(floats, 'max_unroll_recursion', round)
    return 0


def target(driver, args):
    return entry_point, None
