# options: --opt=jit
"""Lists of arguments that are made for guest calls: some are kept, some are forgotten."""
from rpython.rlib.jit import JitDriver, dont_look_inside

driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'machine'], virtualizables=['frame'])


class Frame(object):
    _virtualizable_ = ['stack[*]', 'top']

    def __init__(self):
        self.stack = [0] * 8
        self.top = 0

    def push(self, value):
        top = self.top
        assert top >= 0
        self.stack[top] = value
        self.top = top + 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        self.top = top
        return self.stack[top]


class Arguments(object):
    def __init__(self, items):
        self.items = items


class Machine(object):
    def __init__(self):
        self.last = []
        self.calls = []

    def enter(self, code, args):
        frame = Frame()
        frame.push(args[0])
        frame.push(args[1])
        return run(code, frame, self)

    def enter_with(self, code, args):
        return self.enter(code, args.items)

    def remembered(self, code, value):
        """The machine has it."""
        args = [value, 1]
        self.last = args
        return self.enter(code, args)

    def listed(self, code, value):
        """It is in an object that is in a list of the machine."""
        args = Arguments([value, 2])
        self.calls.append(args)
        return self.enter_with(code, args)

    def shown(self, code, value):
        """It is given to a function into which the JIT does not look."""
        args = [value, 3]
        show(args)
        return self.enter(code, args)

    def rare(self, code, value):
        """It is kept now and then."""
        args = [value, 4]
        if value == 7:
            self.last = args
        return self.enter(code, args)

    def forgotten(self, code, value):
        args = [value, 5]
        return self.enter(code, args)


@dont_look_inside
def show(items):
    assert len(items) == 2


def run(code, frame, machine):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, machine=machine)
        op = code[pc]
        pc += 1
        if op == 'm':
            frame.push(machine.remembered('+', frame.pop()))
        elif op == 'l':
            frame.push(machine.listed('+', frame.pop()))
        elif op == 's':
            frame.push(machine.shown('+', frame.pop()))
        elif op == 'r':
            frame.push(machine.rare('+', frame.pop()))
        elif op == 'f':
            frame.push(machine.forgotten('+', frame.pop()))
        elif op == '+':
            value = frame.pop()
            frame.push(frame.pop() + value)
        elif op == 'j':
            value = frame.pop()
            if value > 1000:
                return value
            frame.push(value)
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, frame=frame, machine=machine)
        if pc == len(code):
            return frame.pop()


def entry_point(argv):
    frame = Frame()
    frame.push(len(argv))
    machine = Machine()
    print(run('mlsrfj', frame, machine))
    print(len(machine.calls) + len(machine.last))
    return 0


def target(driver, args):
    return entry_point, None
