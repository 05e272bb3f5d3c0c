"""A stack machine with an assembler: loops, calls, errors."""

PUSH, ADD, SUB, MUL, DUP, SWAP, POP, JUMP, JZ, PRINT, CALL, RET, LOAD, STORE, HALT = range(15)
NAMES = ["push", "add", "sub", "mul", "dup", "swap", "pop", "jump", "jz", "print", "call", "ret", "load",
         "store", "halt"]
HAS_ARG = [PUSH, JUMP, JZ, CALL, LOAD, STORE]


class VMError(Exception):
    def __init__(self, message, pc):
        self.message_ = message
        self.pc = pc


class Frame(object):
    def __init__(self, back, return_pc):
        self.back = back
        self.return_pc = return_pc
        self.locals = [0] * 4


def assemble(text):
    labels = {}
    code = []
    fixups = []
    for line in text.split("\n"):
        words = [w for w in line.split(" ") if w != ""]
        if len(words) == 0:
            continue
        if words[0].endswith(":"):
            labels[words[0][:-1]] = len(code)
            continue
        op = NAMES.index(words[0])
        code.append(op)
        if op in HAS_ARG:
            arg = words[1]
            try:
                code.append(int(arg))
            except ValueError:
                fixups.append((len(code), arg))
                code.append(0)
    for at, name in fixups:
        code[at] = labels[name]
    return code


class VM(object):
    def __init__(self, code):
        self.code = code
        self.stack = []
        self.frame = Frame(None, -1)
        self.steps = 0

    def pop(self, pc):
        if not self.stack:
            raise VMError("stack underflow", pc)
        return self.stack.pop()

    def run(self):
        pc = 0
        code = self.code
        while True:
            self.steps += 1
            op = code[pc]
            pc += 1
            if op == PUSH:
                self.stack.append(code[pc])
                pc += 1
            elif op == ADD:
                b = self.pop(pc)
                self.stack.append(self.pop(pc) + b)
            elif op == SUB:
                b = self.pop(pc)
                self.stack.append(self.pop(pc) - b)
            elif op == MUL:
                b = self.pop(pc)
                self.stack.append(self.pop(pc) * b)
            elif op == DUP:
                a = self.pop(pc)
                self.stack.append(a)
                self.stack.append(a)
            elif op == SWAP:
                b = self.pop(pc)
                a = self.pop(pc)
                self.stack.append(b)
                self.stack.append(a)
            elif op == POP:
                self.pop(pc)
            elif op == JUMP:
                pc = code[pc]
            elif op == JZ:
                if self.pop(pc) == 0:
                    pc = code[pc]
                else:
                    pc += 1
            elif op == PRINT:
                print(self.pop(pc))
            elif op == CALL:
                self.frame = Frame(self.frame, pc + 1)
                pc = code[pc]
            elif op == RET:
                frame = self.frame
                if frame.back is None:
                    raise VMError("return from main", pc)
                pc = frame.return_pc
                self.frame = frame.back
            elif op == LOAD:
                self.stack.append(self.frame.locals[code[pc]])
                pc += 1
            elif op == STORE:
                self.frame.locals[code[pc]] = self.pop(pc)
                pc += 1
            elif op == HALT:
                return
            else:
                raise VMError("bad opcode %d" % op, pc)


FACTORIAL = """
push 10
call fact
print
halt
fact:
store 0
load 0
jz one
load 0
push 1
sub
call fact
load 0
mul
ret
one:
push 1
ret
"""

COUNTDOWN = """
push 5
again:
dup
print
push 1
sub
dup
jz done
jump again
done:
pop
add
"""


def execute(text):
    vm = VM(assemble(text))
    try:
        vm.run()
        print("ok after %d steps" % vm.steps)
    except VMError as e:
        print("%s at %d after %d steps" % (e.message_, e.pc, vm.steps))


def entry_point(argv):
    execute(FACTORIAL)
    execute(COUNTDOWN)
    execute("ret")
    return 0


def target(driver, args):
    return entry_point, None
