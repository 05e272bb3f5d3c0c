# jit: yes
"""Two jitdrivers: loops of the one call loops of the other, also recursively, with exceptions on the way."""
from rpython.rlib.jit import JitDriver

inner = JitDriver(greens=['code', 'pc'], reds=['depth', 'n', 'acc'], name='inner')
outer = JitDriver(greens=['step', 'code'], reds=['i', 'total', 'depth', 'box'], name='outer')
method = JitDriver(greens=['position', 'function'], reds=['stack'], name='method')


class Box(object):
    def __init__(self, value):
        self.value = value


class Failed(Exception):
    def __init__(self, value):
        self.value = value


def run(code, n, acc, depth):
    pc = 0
    while pc < len(code):
        inner.jit_merge_point(code=code, pc=pc, acc=acc, n=n, depth=depth)
        op = code[pc]
        if op == '+':
            acc = Box(acc.value + n)
        elif op == '-':
            acc = Box(acc.value - 1)
        elif op == 'd':
            n -= 1
        elif op == 'l':
            if n > 0:
                pc = 0
                continue
        elif op == '!':
            if acc.value % 7 == 3:
                raise Failed(acc.value)
        elif op == 'r':
            if depth > 0:
                acc = Box(loop('+r!d', 2, 3, depth - 1) + acc.value)
        pc += 1
    return acc


def loop(code, step, i, depth):
    total = 0
    box = Box(1)
    while i > 0:
        outer.jit_merge_point(step=step, code=code, i=i, total=total, box=box, depth=depth)
        try:
            box = run(code, i % 5, box, depth)
        except Failed as e:
            total += 1000 + e.value % 10
            box = Box(5)
        total += box.value
        i -= step
    return total % 1000003


class Stack(object):
    def __init__(self):
        self.items = []
        self.calls = 0

    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()


def call(function, stack):
    """A function is a line of instructions; it is entered here only, and counted as hot here only."""
    position = 0
    stack.calls += 1
    while True:
        if position == 0:
            method.can_enter_jit(position=position, function=function, stack=stack)
        method.jit_merge_point(position=position, function=function, stack=stack)
        if position == len(function):
            return
        op = function[position]
        if op == 'i':
            stack.push(stack.pop() + 1)
        elif op == 'n':
            n = stack.pop()
            stack.push(n - 1)
            if n <= 0:
                return
        elif op == 'f':
            n = stack.pop()
            if n < 2:
                stack.push(n)
            else:
                stack.push(n - 1)
                call('f', stack)
                stack.push(n - 2)
                call('f', stack)
                stack.push(stack.pop() + stack.pop())
        elif op == 'w':
            repeat(stack)
        elif op == 'L':
            x = stack.pop()
            stack.push(x + loop('+-dl', 1, 3, 0))
        position += 1


repeating = JitDriver(greens=['function'], reds=['limit', 'stack'], name='repeating')


def repeat(stack):
    """A loop as a primitive of the method language."""
    limit = stack.pop() + 25
    function = 'ii'
    if limit % 2:
        function = 'iL'
    while True:
        repeating.jit_merge_point(function=function, limit=limit, stack=stack)
        call(function, stack)
        x = stack.pop()
        stack.push(x)
        if x > limit * 4:
            break


def entry_point(argv):
    codes = ['+-dl', '+', '+-!dl', '--+!', 'd+', '+rd', 'r!dl']
    for k in range(4):
        for code in codes:
            print('%s %d' % (code, loop(code, 1 + k % 2, 40 * len(argv), 2)))
    for code in codes:
        print('%s %d' % (code, loop(code, 1, 1500 * len(argv), 1)))
    for k in range(30):
        stack = Stack()
        stack.push(0)
        stack.push(7)
        call('f', stack)
        stack.push(k)
        call('w', stack)
        if k % 10 == 3:
            print('%d %d %d' % (len(stack.items), stack.pop(), stack.calls))
    stack = Stack()
    stack.push(17)
    call('f', stack)
    print('%d %d' % (stack.pop(), stack.calls))
    return 0


def target(driver, args):
    return entry_point
