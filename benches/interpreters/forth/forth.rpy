"""A Forth: forth.rpy PROGRAM.fth [NUMBER]

Colon definitions are compiled to one array of cells, which a flat loop runs; calls of the guest live on a return stack
of its own. The word `main` is called with the number on the stack. Cells are 64 bits; `'` and the outer interpreter's
immediate words are left out, and what stands outside of definitions may only be `variable`, `constant` and `array`.
"""
import os
from rpython.rlib.jit import JitDriver, promote
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.rstring import StringBuilder

STACK_SIZE = 1000
RETURN_STACK_SIZE = 20000


class ForthError(Exception):
    def __init__(self, text):
        self.text = text


# ____________________________________________________________ the machine

PRIMITIVES = ["+", "-", "*", "/", "mod", "and", "or", "xor", "lshift", "rshift", "=", "<>", "<", ">", "<=", ">=", "min",
              "max", "negate", "abs", "0=", "0<", "1+", "1-", "2*", "2/", "dup", "drop", "swap", "over", "rot", "nip",
              "tuck", "2dup", "2drop", "?dup", "pick", "@", "!", "+!", "i", "j", ">r", "r>", "r@", "exit", "unloop", ".",
              "emit", "cr"]
# These have an operand in the next cell.
INTERNAL = ["(literal)", "(branch)", "(back)", "(0branch)", "(0back)", "(call)", "(recurse)", "(do)", "(loop)", "(+loop)",
            "(text)"]
OPCODES = dict((name, i) for i, name in enumerate(PRIMITIVES + INTERNAL))
(ADD, SUB, MUL, DIV, MOD, AND, OR, XOR, LSHIFT, RSHIFT, EQ, NE, LT, GT, LE, GE, MIN, MAX, NEGATE, ABS, IS_ZERO, IS_NEGATIVE,
 INC, DEC, DOUBLE, HALVE, DUP, DROP, SWAP, OVER, ROT, NIP, TUCK, DUP2, DROP2, MAYBE_DUP, PICK, FETCH, STORE, ADD_STORE, I,
 J, TO_R, FROM_R, AT_R, EXIT, UNLOOP, DOT, EMIT, CR, LITERAL, BRANCH, BACK, BRANCH0, BACK0, CALL, RECURSE, DO, LOOP,
 PLUS_LOOP, TEXT) = range(len(OPCODES))


class Program(object):
    _immutable_fields_ = ["cells[*]", "texts[*]", "names[*]"]

    def __init__(self, cells, texts, names):
        self.cells = cells
        self.texts = texts
        self.names = names        # for each cell, the word that it belongs to


class Machine(object):
    _virtualizable_ = ["sp", "rp"]
    _immutable_fields_ = ["stack", "returns", "memory"]

    def __init__(self, cells):
        self.stack = [0] * STACK_SIZE
        self.returns = [0] * RETURN_STACK_SIZE
        self.memory = [0] * cells
        self.out = StringBuilder()
        self.sp = 0
        self.rp = 0

    def push(self, value):
        sp = self.sp
        if sp >= STACK_SIZE:
            raise ForthError("stack overflow")
        assert sp >= 0
        self.stack[sp] = value
        self.sp = sp + 1

    def pop(self):
        sp = self.sp - 1
        if sp < 0:
            raise ForthError("stack underflow")
        self.sp = sp
        return self.stack[sp]

    def peek(self, n):
        at = self.sp - 1 - n
        if at < 0:
            raise ForthError("stack underflow")
        return self.stack[at]

    def rpush(self, value):
        rp = self.rp
        if rp >= RETURN_STACK_SIZE:
            raise ForthError("return stack overflow")
        assert rp >= 0
        self.returns[rp] = value
        self.rp = rp + 1

    def rpop(self):
        rp = self.rp - 1
        if rp < 0:
            raise ForthError("return stack underflow")
        self.rp = rp
        return self.returns[rp]

    def rpeek(self, n):
        at = self.rp - 1 - n
        if at < 0:
            raise ForthError("return stack underflow")
        return self.returns[at]

    def rpoke(self, n, value):
        at = self.rp - 1 - n
        assert at >= 0
        self.returns[at] = value

    def address(self):
        address = self.pop()
        if address < 0 or address >= len(self.memory):
            raise ForthError("no address %d" % address)
        return address

    def flush(self):
        os.write(1, self.out.build())


def location(pc, program):
    cell = program.cells[pc]
    name = "?"
    for word in OPCODES:
        if OPCODES[word] == cell:
            name = word
    return "%s %d: %s" % (program.names[pc], pc, name)


driver = JitDriver(greens=["pc", "program"], reds=["machine"], virtualizables=["machine"], get_printable_location=location)


def run(program, pc, machine):
    machine.rpush(-1)
    while True:
        driver.jit_merge_point(pc=pc, program=program, machine=machine)
        cells = program.cells
        op = cells[pc]
        if op < NEGATE:
            right = machine.pop()
            left = machine.pop()
            machine.push(binary(op, left, right))
            pc += 1
        elif op < DUP:
            machine.push(unary(op, machine.pop()))
            pc += 1
        elif op < LITERAL:
            if op == EXIT:
                pc = promote(machine.rpop())
                if pc < 0:
                    return
            else:
                primitive(op, machine)
                pc += 1
        else:
            operand = cells[pc + 1]
            pc += 2
            if op == LITERAL:
                machine.push(operand)
            elif op == BRANCH:
                pc = operand
            elif op == BRANCH0:
                if machine.pop() == 0:
                    pc = operand
            elif op == CALL:
                machine.rpush(pc)
                pc = operand
            elif op == RECURSE:
                machine.rpush(pc)
                pc = operand
                driver.can_enter_jit(pc=pc, program=program, machine=machine)
            elif op == DO:
                start = machine.pop()
                limit = machine.pop()
                if start < limit:
                    machine.rpush(limit)
                    machine.rpush(start)
                else:
                    pc = operand
            elif op == TEXT:
                machine.out.append(program.texts[operand])
            else:
                if op == BACK:
                    again = True
                elif op == BACK0:
                    again = machine.pop() == 0
                else:
                    step = 1 if op == LOOP else machine.pop()
                    i = machine.rpeek(0) + step
                    machine.rpoke(0, i)
                    again = i < machine.rpeek(1)
                    if not again:
                        machine.rpop()
                        machine.rpop()
                if again:
                    pc = operand
                    driver.can_enter_jit(pc=pc, program=program, machine=machine)


def flag(condition):
    return -1 if condition else 0


def binary(op, left, right):
    if op == ADD:
        return intmask(left + right)
    if op == SUB:
        return intmask(left - right)
    if op == MUL:
        return intmask(left * right)
    if op == DIV or op == MOD:
        if right == 0:
            raise ForthError("division by zero")
        return left // right if op == DIV else left % right
    if op == AND:
        return left & right
    if op == OR:
        return left | right
    if op == XOR:
        return left ^ right
    if op == LSHIFT:
        return intmask(left << (right & 63))
    if op == RSHIFT:
        return left >> (right & 63)
    if op == EQ:
        return flag(left == right)
    if op == NE:
        return flag(left != right)
    if op == LT:
        return flag(left < right)
    if op == GT:
        return flag(left > right)
    if op == LE:
        return flag(left <= right)
    if op == GE:
        return flag(left >= right)
    if op == MIN:
        return left if left < right else right
    assert op == MAX
    return left if left > right else right


def unary(op, value):
    if op == NEGATE:
        return intmask(-value)
    if op == ABS:
        return intmask(-value) if value < 0 else value
    if op == IS_ZERO:
        return flag(value == 0)
    if op == IS_NEGATIVE:
        return flag(value < 0)
    if op == INC:
        return intmask(value + 1)
    if op == DEC:
        return intmask(value - 1)
    if op == DOUBLE:
        return intmask(value * 2)
    assert op == HALVE
    return value >> 1


def primitive(op, machine):
    if op == DUP:
        machine.push(machine.peek(0))
    elif op == DROP:
        machine.pop()
    elif op == SWAP:
        b = machine.pop()
        a = machine.pop()
        machine.push(b)
        machine.push(a)
    elif op == OVER:
        machine.push(machine.peek(1))
    elif op == ROT:
        c = machine.pop()
        b = machine.pop()
        a = machine.pop()
        machine.push(b)
        machine.push(c)
        machine.push(a)
    elif op == NIP:
        b = machine.pop()
        machine.pop()
        machine.push(b)
    elif op == TUCK:
        b = machine.pop()
        a = machine.pop()
        machine.push(b)
        machine.push(a)
        machine.push(b)
    elif op == DUP2:
        machine.push(machine.peek(1))
        machine.push(machine.peek(1))
    elif op == DROP2:
        machine.pop()
        machine.pop()
    elif op == MAYBE_DUP:
        if machine.peek(0) != 0:
            machine.push(machine.peek(0))
    elif op == PICK:
        n = machine.pop()
        if n < 0:
            raise ForthError("pick of a negative number")
        machine.push(machine.peek(n))
    elif op == FETCH:
        machine.push(machine.memory[machine.address()])
    elif op == STORE:
        address = machine.address()
        machine.memory[address] = machine.pop()
    elif op == ADD_STORE:
        address = machine.address()
        machine.memory[address] = intmask(machine.memory[address] + machine.pop())
    elif op == I:
        machine.push(machine.rpeek(0))
    elif op == J:
        machine.push(machine.rpeek(2))
    elif op == TO_R:
        machine.rpush(machine.pop())
    elif op == FROM_R:
        machine.push(machine.rpop())
    elif op == AT_R:
        machine.push(machine.rpeek(0))
    elif op == UNLOOP:
        machine.rpop()
        machine.rpop()
    elif op == DOT:
        machine.out.append(str(machine.pop()) + " ")
    elif op == EMIT:
        machine.out.append(chr(machine.pop() & 255))
    else:
        assert op == CR
        machine.out.append("\n")


# ____________________________________________________________ the compiler

class Compiler(object):
    def __init__(self, words):
        self.words = words
        self.at = 0
        self.cells = []
        self.names = []
        self.texts = []
        self.colon = {}             # word: address
        self.constants = {}
        self.memory = 0
        self.name = ""
        self.start = 0
        self.open = []              # what is to be closed: (kind, address)
        self.leaves = []

    def next(self):
        if self.at >= len(self.words):
            raise ForthError("unexpected end")
        self.at += 1
        return self.words[self.at - 1]

    def emit(self, cell):
        self.cells.append(cell)
        self.names.append(self.name)

    def forward(self, op):
        self.emit(op)
        self.emit(0)
        return len(self.cells) - 1

    def patch(self, at):
        self.cells[at] = len(self.cells)

    def close(self, kind):
        if not self.open:
            raise ForthError(kind + " is not open")
        found, at = self.open.pop()
        if found != kind:
            raise ForthError("%s is open, not %s" % (found, kind))
        return at

    def number(self, word):
        if word in self.constants:
            return self.constants[word]
        try:
            return int(word)
        except ValueError:
            raise ForthError("unknown word " + word)

    def outside(self):
        value = 0
        while self.at < len(self.words):
            word = self.next()
            if word == ":":
                self.name = self.next()
                self.start = len(self.cells)
                self.colon[self.name] = self.start
                self.definition()
            elif word == "constant":
                self.constants[self.next()] = value
            elif word == "variable" or word == "array":
                self.constants[self.next()] = self.memory
                self.memory += 1 if word == "variable" else value
            else:
                value = self.number(word)

    def definition(self):
        while True:
            word = self.next()
            if word == ";":
                self.emit(EXIT)
                if self.open:
                    raise ForthError("something is open at the end of " + self.name)
                return
            self.inside(word)

    def inside(self, word):
        if word == "if":
            self.open.append(("if", self.forward(BRANCH0)))
        elif word == "else":
            at = self.close("if")
            self.open.append(("if", self.forward(BRANCH)))
            self.patch(at)
        elif word == "then":
            self.patch(self.close("if"))
        elif word == "begin":
            self.open.append(("begin", len(self.cells)))
        elif word == "while":
            at = self.close("begin")
            self.open.append(("while", self.forward(BRANCH0)))
            self.open.append(("begin", at))
        elif word == "repeat":
            self.emit(BACK)
            self.emit(self.close("begin"))
            self.patch(self.close("while"))
        elif word == "until":
            self.emit(BACK0)
            self.emit(self.close("begin"))
        elif word == "again":
            self.emit(BACK)
            self.emit(self.close("begin"))
        elif word == "do":
            self.open.append(("leave", self.forward(DO)))
            self.open.append(("do", len(self.cells)))
        elif word == "loop" or word == "+loop":
            self.emit(LOOP if word == "loop" else PLUS_LOOP)
            self.emit(self.close("do"))
            self.patch(self.close("leave"))
        elif word == "recurse":
            self.emit(RECURSE)
            self.emit(self.start)
        elif word == '."':
            b = []
            word = self.next()
            while word != '"':
                b.append(word)
                word = self.next()
            self.emit(TEXT)
            self.emit(len(self.texts))
            self.texts.append(" ".join(b))
        elif word in self.colon:
            self.emit(RECURSE if self.colon[word] == self.start else CALL)
            self.emit(self.colon[word])
        elif word in OPCODES and not word.startswith("("):
            self.emit(OPCODES[word])
        else:
            self.emit(LITERAL)
            self.emit(self.number(word))


def words_of(text):
    words = []
    for line in text.split("\n"):
        comment = False
        for word in line.split():
            if word == "\\":
                break
            if word == "(":
                comment = True
            elif comment:
                comment = not word.endswith(")")
            else:
                words.append(word)
    return words


def read_file(name):
    fd = os.open(name, os.O_RDONLY, 0o777)
    b = StringBuilder()
    while True:
        part = os.read(fd, 65536)
        if not part:
            break
        b.append(part)
    os.close(fd)
    return b.build()


def entry_point(argv):
    if len(argv) < 2:
        print("usage: forth PROGRAM.fth [NUMBER]")
        return 2
    try:
        compiler = Compiler(words_of(read_file(argv[1])))
        compiler.outside()
        if "main" not in compiler.colon:
            raise ForthError("no word main")
        program = Program(compiler.cells[:], compiler.texts[:], compiler.names[:])
        machine = Machine(compiler.memory)
        machine.push(int(argv[2]) if len(argv) > 2 else 0)
        try:
            run(program, compiler.colon["main"], machine)
        finally:
            machine.flush()
    except ForthError as e:
        print("error: " + e.text)
        return 1
    return 0


def target(driver, args):
    return entry_point, None
