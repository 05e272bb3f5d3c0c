# origin: after published programs
"""Opcodes collected by a metaclass and dispatched by an unrolled chain; stack effects are computed at import time."""
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib.rstring import StringBuilder

ALL_OPS = []


class OpMeta(type):
    def __new__(meta, name, bases, dct):
        cls = type.__new__(meta, name, bases, dct)
        if 'execute' in dct:
            cls.code = len(ALL_OPS)
            cls.opname = name.lower()
            ALL_OPS.append(cls)
        return cls


Op = OpMeta('Op', (object,), {'operands': 0})


def binary(name, f):
    def execute(frame, arg):
        b = frame.pop()
        a = frame.pop()
        frame.push(f(a, b))
    execute.__name__ = 'execute_' + name
    return OpMeta(name, (Op,), {'execute': staticmethod(execute), 'effect': -1})


binary('ADD', lambda a, b: a + b)
binary('SUB', lambda a, b: a - b)
binary('MUL', lambda a, b: a * b)
binary('LESS', lambda a, b: int(a < b))


class CONST(Op):
    operands = 1
    effect = 1

    @staticmethod
    def execute(frame, arg):
        frame.push(arg)


class DUP(Op):
    effect = 1

    @staticmethod
    def execute(frame, arg):
        frame.push(frame.stack[frame.sp - 1])


class SWAP(Op):
    effect = 0

    @staticmethod
    def execute(frame, arg):
        a, b = frame.pop(), frame.pop()
        frame.push(a)
        frame.push(b)


class JUMPIF(Op):
    operands = 1
    effect = -1

    @staticmethod
    def execute(frame, arg):
        if frame.pop():
            frame.pc = arg


class EMIT(Op):
    effect = -1

    @staticmethod
    def execute(frame, arg):
        frame.out.append(str(frame.pop()))
        frame.out.append(' ')


NAMES = dict((cls.opname, cls.code) for cls in ALL_OPS)
OPERANDS = [cls.operands for cls in ALL_OPS]
EFFECTS = [cls.effect for cls in ALL_OPS]
unrolled_ops = unrolling_iterable([(cls.code, cls.execute) for cls in ALL_OPS])


class Frame(object):
    def __init__(self, code, size):
        self.code = code
        self.pc = 0
        self.stack = [0] * size
        self.sp = 0
        self.out = StringBuilder()

    def push(self, x):
        self.stack[self.sp] = x
        self.sp += 1

    def pop(self):
        self.sp -= 1
        assert self.sp >= 0
        return self.stack[self.sp]

    def run(self):
        steps = 0
        while self.pc < len(self.code):
            op = self.code[self.pc]
            self.pc += 1
            arg = 0
            if OPERANDS[op]:
                arg = self.code[self.pc]
                self.pc += 1
            for code, execute in unrolled_ops:
                if op == code:
                    execute(self, arg)
                    break
            else:
                raise ValueError("bad opcode")
            steps += 1
        return steps


def assemble(source):
    code = []
    labels = {}
    fixups = []
    depth = maximum = 0
    for word in source.split():
        if word.endswith(':'):
            labels[word[:-1]] = len(code)
        elif word in NAMES:
            code.append(NAMES[word])
            depth += EFFECTS[NAMES[word]]
            maximum = max(maximum, depth)
        elif word.startswith('@'):
            fixups.append((len(code), word[1:]))
            code.append(-1)
        else:
            code.append(int(word))
    for at, label in fixups:
        code[at] = labels[label]
    return code, maximum


def entry_point(argv):
    print(" ".join([cls.opname for cls in ALL_OPS]) if False else "%d operations" % len(ALL_OPS))
    for source in ["const 2 const 3 add emit",
                   "const 5 loop: dup emit const 1 sub dup jumpif @loop const 7 const 9 swap sub emit emit",
                   "const 1 again: const 2 mul dup const 500 less jumpif @again emit",
                   "const 1 99"]:
        code, size = assemble(source)
        frame = Frame(code, size)
        try:
            steps = frame.run()
            print("%s| %d steps, depth %d" % (frame.out.build(), steps, size))
        except (ValueError, IndexError):
            print("error at %d" % frame.pc)
    return 0


def target(driver, args):
    return entry_point
