# options: --specialize guest
from rpython.rlib.jit import JitDriver


class Function(object):
    _immutable_fields_ = ['code']

    def __init__(self, code):
        self.code = code


class Program(object):
    def __init__(self, functions, names):
        self.functions = functions
        self.names = names


driver = JitDriver(greens=['pc', 'function'], reds=['acc'])


def run(function, acc):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, function=function, acc=acc)
        op = function.code[pc]
        pc += 1
        if op == '+':
            acc += 1
        elif op == '<' and acc < 1000:
            pc = 0
        else:
            return acc


def start(program, acc):
    return run(program.functions[program.names['main']], acc)


def entry_point(argv):
    return 0


def specialize(driver, args):
    program = Program([Function('++<.')], {'main': 0})

    def guest(argv):
        print(start(program, len(argv)))
        return 0
    return guest


def target(driver, args):
    return entry_point, None
