# jit: yes
"""A language with functions: recursion through the portal, frames, exceptions of the guest, dictionaries of names."""
from rpython.rlib.jit import JitDriver, elidable, hint, promote, unroll_safe

driver = JitDriver(greens=['pc', 'func'], reds=['frame'])

CONST, LOCAL, SET, ADD, SUB, MUL, LESS, JUMP, JUMPF, CALL, RETURN, RAISE, TRY, PRINT, GLOBAL = range(15)


class GuestError(Exception):
    def __init__(self, code):
        self.code = code


class Function(object):
    _immutable_fields_ = ['name', 'code[*]', 'nargs', 'nlocals', 'handler']

    def __init__(self, name, nargs, nlocals, code, handler):
        self.name = name
        self.nargs = nargs
        self.nlocals = nlocals
        self.code = code[:]
        self.handler = handler


class Globals(object):
    def __init__(self):
        self.functions = []
        self.values = {}

    def find(self, n):
        return find_function(self, n)


@elidable
def find_function(g, n):
    return g.functions[n]


the_globals = Globals()


class Frame(object):
    def __init__(self, func):
        self.locals = [0] * func.nlocals
        self.stack = [0] * 8
        self.top = 0

    def push(self, n):
        self.stack[self.top] = n
        self.top += 1

    def pop(self):
        self.top -= 1
        return self.stack[self.top]


@unroll_safe
def call(func, caller):
    frame = Frame(func)
    i = func.nargs - 1
    while i >= 0:
        frame.locals[i] = caller.pop()
        i -= 1
    return execute(func, frame)


def execute(func, frame):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, func=func, frame=frame)
        op = func.code[pc]
        arg = func.code[pc + 1]
        pc += 2
        if op == CONST:
            frame.push(arg)
        elif op == LOCAL:
            frame.push(frame.locals[arg])
        elif op == SET:
            frame.locals[arg] = frame.pop()
        elif op == ADD:
            b = frame.pop()
            frame.push(frame.pop() + b)
        elif op == SUB:
            b = frame.pop()
            frame.push(frame.pop() - b)
        elif op == MUL:
            b = frame.pop()
            frame.push(frame.pop() * b % 1000003)
        elif op == LESS:
            b = frame.pop()
            if frame.pop() < b:
                frame.push(1)
            else:
                frame.push(0)
        elif op == JUMP:
            if arg < pc:
                pc = arg
                driver.can_enter_jit(pc=pc, func=func, frame=frame)
            else:
                pc = arg
        elif op == JUMPF:
            if frame.pop() == 0:
                pc = arg
        elif op == CALL:
            f = the_globals.find(arg)
            try:
                frame.push(call(f, frame))
            except GuestError as e:
                if func.handler < 0:
                    raise
                frame.top = 0
                frame.push(e.code)
                pc = func.handler
        elif op == RETURN:
            return frame.pop()
        elif op == RAISE:
            raise GuestError(frame.pop())
        elif op == PRINT:
            print(frame.pop())
        elif op == GLOBAL:
            key = "k" + str(arg)
            n = the_globals.values.get(key, 0) + 1
            the_globals.values[key] = n
            frame.push(n)


def define(name, nargs, nlocals, code, handler=-1):
    the_globals.functions.append(Function(name, nargs, nlocals, code, handler))


# 0: fib(n)
define("fib", 1, 1, [
    LOCAL, 0, CONST, 2, LESS, 0, JUMPF, 12, LOCAL, 0, RETURN, 0,
    LOCAL, 0, CONST, 1, SUB, 0, CALL, 0, LOCAL, 0, CONST, 2, SUB, 0, CALL, 0, ADD, 0, RETURN, 0])
# 1: loop(n): a sum of squares by calls
define("square", 1, 1, [LOCAL, 0, LOCAL, 0, MUL, 0, RETURN, 0])
define("loop", 1, 3, [
    CONST, 0, SET, 1,
    LOCAL, 1, LOCAL, 0, LESS, 0, JUMPF, 32,
    LOCAL, 2, LOCAL, 1, CALL, 1, ADD, 0, SET, 2,
    LOCAL, 1, CONST, 1, ADD, 0, SET, 1, JUMP, 4,
    LOCAL, 2, RETURN, 0])
# 3: fails(n) raises n if n is a multiple of nothing: n < 3
define("fails", 1, 1, [
    LOCAL, 0, CONST, 3, LESS, 0, JUMPF, 12, LOCAL, 0, RAISE, 0, LOCAL, 0, RETURN, 0])
# 4: guarded(n): fails(n), or 1000 + code
define("guarded", 1, 1, [
    LOCAL, 0, CALL, 3, RETURN, 0, CONST, 1000, ADD, 0, RETURN, 0], 6)
# 5: try_loop(n): sum of guarded(i) for i < n, with a global counter
define("try_loop", 1, 3, [
    CONST, 0, SET, 1,
    LOCAL, 1, LOCAL, 0, LESS, 0, JUMPF, 36,
    LOCAL, 2, LOCAL, 1, CALL, 4, ADD, 0, GLOBAL, 7, ADD, 0, SET, 2,
    LOCAL, 1, CONST, 1, ADD, 0, SET, 1, JUMP, 4,
    LOCAL, 2, RETURN, 0])


def call_with(n, arg):
    f = the_globals.functions[n]
    frame = Frame(f)
    frame.locals[0] = arg
    return execute(f, frame)


def entry_point(argv):
    print(call_with(0, 15))
    print(call_with(2, 3000))
    print(call_with(5, 500))
    try:
        print(call_with(3, 1))
    except GuestError as e:
        print("error %d" % e.code)
    for i in range(40):
        try:
            call_with(3, i % 6)
        except GuestError as e:
            if i > 30:
                print("error %d" % e.code)
    return 0


def target(driver, args):
    return entry_point, None
