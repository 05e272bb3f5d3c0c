# jit: yes
"""The object of the machine is promoted where a function begins, in front of the merge point, as if that helped the loop. There is one machine
in one interpreter, so that it is a constant of the loop. Of the other's there are two: what an elidable function gave while the trace
was recorded is known once the machine is a constant, although it might raise an exception, which it would have to make."""
from rpython.rlib.jit import JitDriver, elidable, promote


class NoFunction(Exception):
    def __init__(self, name):
        self.name = name


class Code(object):
    _immutable_fields_ = ['text', 'size']

    def __init__(self, text, size):
        self.text = text
        self.size = size


class Frame(object):
    def __init__(self, size):
        self.items = [0] * size


class Single(object):
    def __init__(self):
        self.functions = {}
        self.misses = 0

    @elidable
    def find(self, name):
        if name not in self.functions:
            raise NoFunction(name + '?')
        return self.functions[name]


class Several(object):
    def __init__(self):
        self.functions = {}
        self.misses = 0

    @elidable
    def find(self, name):
        if name not in self.functions:
            raise NoFunction(name + '?')
        return self.functions[name]


def single_at(pc, code):
    return 'single %s %d' % (code.text, pc)


def several_at(pc, code):
    return 'several %s %d' % (code.text, pc)


single = JitDriver(greens=['pc', 'code'], reds=['n', 'frame', 'machine'], get_printable_location=single_at)
several = JitDriver(greens=['pc', 'code'], reds=['n', 'frame', 'machine'], get_printable_location=several_at)


def run_single(machine, code, n):
    machine = promote(machine)
    frame = Frame(code.size)
    pc = 0
    while True:
        single.jit_merge_point(pc=pc, code=code, n=n, frame=frame, machine=machine)
        op = code.text[pc]
        pc += 1
        if op == 'c':
            try:
                callee = machine.find(code.text[pc])
            except NoFunction as e:
                machine.misses += len(e.name)
            else:
                frame.items[1] = (frame.items[1] * 3 + run_single(machine, callee, frame.items[0])) % 1000003
            pc += 1
        elif op == 'i':
            frame.items[0] += 1
        elif op == 'j':
            if frame.items[0] < n:
                pc = 0
            else:
                return frame.items[1]
        else:
            return n + code.size


def run_several(machine, code, n):
    machine = promote(machine)
    frame = Frame(code.size)
    pc = 0
    while True:
        several.jit_merge_point(pc=pc, code=code, n=n, frame=frame, machine=machine)
        op = code.text[pc]
        pc += 1
        if op == 'c':
            try:
                callee = machine.find(code.text[pc])
            except NoFunction as e:
                machine.misses += len(e.name)
            else:
                frame.items[1] = (frame.items[1] * 3 + run_several(machine, callee, frame.items[0])) % 1000003
            pc += 1
        elif op == 'i':
            frame.items[0] += 1
        elif op == 'j':
            if frame.items[0] < n:
                pc = 0
            else:
                return frame.items[1]
        else:
            return n + code.size


def make(machine_functions):
    machine_functions['a'] = Code('r', 3)
    machine_functions['b'] = Code('cdr', 4)
    machine_functions['d'] = Code('cxr', 1)


def entry_point(argv):
    machine = Single()
    make(machine.functions)
    print(run_single(machine, Code('icacbj', 2), 3000), machine.misses)
    print(run_single(machine, Code('icyj', 2), 3000), machine.misses)
    for i in range(2):
        other = Several()
        make(other.functions)
        other.functions['a'] = Code('r', 10 + i)
        print(run_several(other, Code('icacbj', 2), 3000), other.misses)
    return 0


def target(driver, args):
    return entry_point
