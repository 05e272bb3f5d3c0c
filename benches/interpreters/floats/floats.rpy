"""A machine for numbers: floats.rpy PROGRAM.num [NUMBER]

Functions are compiled to instructions with three registers each. Values are boxed floats and integers, and arrays of
floats. Operators with an integer and a float convert. `main` gets the number as an integer.
"""
import math
import os
from rpython.rlib.debug import make_sure_not_resized
from rpython.rlib.jit import JitDriver, hint, unroll_safe
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.rstring import StringBuilder


class GuestError(Exception):
    def __init__(self, text):
        self.text = text


# ____________________________________________________________ values

class W_Root(object):
    _attrs_ = []

    def float(self):
        raise GuestError("a number is needed")

    def int(self):
        raise GuestError("an integer is needed")

    def is_true(self):
        return True

    def text(self):
        return "nothing"


class W_Float(W_Root):
    _attrs_ = _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def float(self):
        return self.value

    def is_true(self):
        return self.value != 0.0

    def text(self):
        return "%.9f" % self.value


class W_Int(W_Root):
    _attrs_ = _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def float(self):
        return float(self.value)

    def int(self):
        return self.value

    def is_true(self):
        return self.value != 0

    def text(self):
        return str(self.value)


class W_Array(W_Root):
    _attrs_ = _immutable_fields_ = ["items"]

    def __init__(self, size):
        self.items = [0.0] * size
        make_sure_not_resized(self.items)

    def place(self, w_index):
        index = w_index.int()
        if index < 0 or index >= len(self.items):
            raise GuestError("no item %d" % index)
        return index

    def text(self):
        b = StringBuilder()
        for x in self.items:
            b.append("%.6f " % x)
        return b.build()


NOTHING = W_Root()
TRUE = W_Int(1)
FALSE = W_Int(0)


def truth(flag):
    return TRUE if flag else FALSE


def array_of(w_value):
    if not isinstance(w_value, W_Array):
        raise GuestError("an array is needed")
    return w_value


# ____________________________________________________________ instructions

NAMES = ["CONST", "MOVE", "ADD", "SUB", "MUL", "DIV", "MOD", "LT", "LE", "EQ", "NE", "ITEM", "SET_ITEM", "JUMP", "BACK",
         "IF_NOT", "IF", "CALL", "RETURN", "ARRAY", "LENGTH", "SQRT", "ABS", "SIN", "EXP", "INT", "FLOAT", "PRINT"]
for _i, _name in enumerate(NAMES):
    globals()[_name] = _i
#: functions of one argument that are instructions
FUNCTIONS = {"array": ARRAY, "length": LENGTH, "sqrt": SQRT, "abs": ABS, "sin": SIN, "exp": EXP, "int": INT,
             "float": FLOAT, "print": PRINT}


class Instruction(object):
    _immutable_ = True

    def __init__(self, op, a, b, c):
        self.op = op
        self.a = a              # the result; for jumps the target
        self.b = b
        self.c = c


class Code(object):
    _immutable_fields_ = ["name", "parameters", "size", "instructions[*]", "constants[*]", "program"]

    def __init__(self, name, program):
        self.name = name
        self.program = program
        self.parameters = 0
        self.size = 0
        self.instructions = []
        self.constants = []


class Program(object):
    _immutable_fields_ = ["codes[*]"]

    def __init__(self):
        self.codes = []


class Frame(object):
    _virtualizable_ = ["registers[*]"]

    def __init__(self, code):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.registers = [NOTHING] * code.size
        make_sure_not_resized(self.registers)


def location(pc, code):
    return "%s %d %s" % (code.name, pc, NAMES[code.instructions[pc].op])


driver = JitDriver(greens=["pc", "code"], reds=["frame"], virtualizables=["frame"], get_printable_location=location,
                   is_recursive=True)


def run(code, frame):
    frame = hint(frame, access_directly=True)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        instruction = code.instructions[pc]
        op = instruction.op
        a = instruction.a
        pc += 1
        if op == CONST:
            frame.registers[a] = code.constants[instruction.b]
        elif op == MOVE:
            frame.registers[a] = frame.registers[instruction.b]
        elif op < ITEM:
            w_left = frame.registers[instruction.b]
            w_right = frame.registers[instruction.c]
            frame.registers[a] = binary(op, w_left, w_right)
        elif op == ITEM:
            w_array = array_of(frame.registers[instruction.b])
            frame.registers[a] = W_Float(w_array.items[w_array.place(frame.registers[instruction.c])])
        elif op == SET_ITEM:
            w_array = array_of(frame.registers[a])
            w_array.items[w_array.place(frame.registers[instruction.b])] = frame.registers[instruction.c].float()
        elif op == JUMP:
            pc = a
        elif op == BACK:
            pc = a
            driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == IF_NOT or op == IF:
            if frame.registers[instruction.b].is_true() == (op == IF):
                pc = a
        elif op == CALL:
            frame.registers[a] = call(code.program.codes[instruction.b], frame, instruction.c)
        elif op == RETURN:
            return frame.registers[a]
        else:
            frame.registers[a] = unary(op, frame.registers[instruction.b])


@unroll_safe
def call(callee, frame, first):
    """The arguments are in registers from the first one on."""
    frame = hint(frame, access_directly=True)
    inner = Frame(callee)
    for i in range(callee.parameters):
        inner.registers[i] = frame.registers[first + i]
    return run(callee, inner)


def binary(op, w_left, w_right):
    if isinstance(w_left, W_Int) and isinstance(w_right, W_Int):
        return integers(op, w_left.value, w_right.value)
    left = w_left.float()
    right = w_right.float()
    if op == ADD:
        return W_Float(left + right)
    if op == SUB:
        return W_Float(left - right)
    if op == MUL:
        return W_Float(left * right)
    if op == DIV:
        if right == 0.0:
            raise GuestError("division by zero")
        return W_Float(left / right)
    if op == LT:
        return truth(left < right)
    if op == LE:
        return truth(left <= right)
    if op == EQ:
        return truth(left == right)
    if op == NE:
        return truth(left != right)
    raise GuestError("no remainder of floats")


def integers(op, left, right):
    if op == ADD:
        return W_Int(intmask(left + right))
    if op == SUB:
        return W_Int(intmask(left - right))
    if op == MUL:
        return W_Int(intmask(left * right))
    if op == LT:
        return truth(left < right)
    if op == LE:
        return truth(left <= right)
    if op == EQ:
        return truth(left == right)
    if op == NE:
        return truth(left != right)
    if right == 0:
        raise GuestError("division by zero")
    return W_Int(left // right if op == DIV else left % right)


def unary(op, w_value):
    if op == ARRAY:
        size = w_value.int()
        if size < 0:
            raise GuestError("the size of an array")
        return W_Array(size)
    if op == LENGTH:
        return W_Int(len(array_of(w_value).items))
    if op == PRINT:
        print(w_value.text())
        return w_value
    if op == INT:
        if isinstance(w_value, W_Int):
            return w_value
        value = w_value.float()
        if not -9e18 < value < 9e18:
            raise GuestError("too large for an integer")
        return W_Int(int(value))
    if op == ABS and isinstance(w_value, W_Int):
        return W_Int(intmask(-w_value.value)) if w_value.value < 0 else w_value
    value = w_value.float()
    if op == FLOAT:
        return W_Float(value)
    if op == ABS:
        return W_Float(abs(value))
    if op == SQRT:
        if value < 0.0:
            raise GuestError("square root of a negative number")
        return W_Float(math.sqrt(value))
    if op == SIN:
        return W_Float(math.sin(value))
    assert op == EXP
    return W_Float(math.exp(value))


# ____________________________________________________________ compiler

LEVELS = [["or"], ["and"], ["==", "!=", "<", ">", "<=", ">="], ["+", "-"], ["*", "/", "%"]]
BINARY = {"==": EQ, "!=": NE, "<": LT, ">": LT, "<=": LE, ">=": LE, "+": ADD, "-": SUB, "*": MUL, "/": DIV, "%": MOD}


def tokens_of(text):
    tokens = []
    i = 0
    while i < len(text):
        c = text[i]
        start = i
        i += 1
        if c == "#":
            while i < len(text) and text[i] != "\n":
                i += 1
        elif not c.isspace():
            if c.isalnum() or c == "_":
                while i < len(text) and (text[i].isalnum() or text[i] == "_" or (text[i] == "." and c.isdigit())):
                    i += 1
            elif i < len(text) and text[i] == "=" and c in "=!<>":
                i += 1
            tokens.append(text[start:i])
    return tokens


class Compiler(object):
    """Variables have registers of their own; a temporary value is put where the caller wants it."""

    def __init__(self, text):
        self.tokens = tokens_of(text)
        self.at = 0
        self.program = Program()
        self.index = {}
        self.codes = []

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token):
        if not self.take(token):
            raise GuestError("%s expected, not %s" % (token, self.peek()))

    def next(self):
        if not self.peek():
            self.expect("something more")
        self.at += 1
        return self.tokens[self.at - 1]

    def function_index(self, name):
        if name not in self.index:
            self.index[name] = len(self.codes)
            self.codes.append(Code(name, self.program))
        return self.index[name]

    def compile(self):
        while self.take("def"):
            self.function()
        if self.peek():
            self.expect("def")
        self.program.codes = self.codes[:]
        for code in self.codes:
            if not code.instructions:
                raise GuestError("no function " + code.name)
        return self.codes[self.function_index("main")]

    def function(self):
        code = self.codes[self.function_index(self.next())]
        self.instructions = []
        self.constants = []
        self.variables = {}
        self.expect("(")
        while not self.take(")"):
            self.variables[self.next()] = len(self.variables)
            self.take(",")
        code.parameters = len(self.variables)
        # Variables come first, so that their number must be known.
        depth = 0
        at = self.at
        while at < len(self.tokens) and (depth or at == self.at):
            token = self.tokens[at]
            depth += int(token == "{") - int(token == "}")
            at += 1
            if at < len(self.tokens) and self.tokens[at] == "=" and token not in self.variables and token != "]":
                self.variables[token] = len(self.variables)
        self.free = self.size = len(self.variables)
        self.block()
        nothing = self.temporary()
        self.emit(CONST, nothing, self.constant(W_Int(0)), 0)
        self.emit(RETURN, nothing, 0, 0)
        code.instructions = self.instructions[:]
        code.constants = self.constants[:]
        code.size = self.size

    def emit(self, op, a, b, c):
        self.instructions.append(Instruction(op, a, b, c))
        return len(self.instructions) - 1

    def patch(self, at):
        old = self.instructions[at]
        self.instructions[at] = Instruction(old.op, len(self.instructions), old.b, old.c)

    def constant(self, w_value):
        self.constants.append(w_value)
        return len(self.constants) - 1

    def temporary(self):
        self.free += 1
        if self.free > self.size:
            self.size = self.free
        return self.free - 1

    def block(self):
        self.expect("{")
        while not self.take("}"):
            free = self.free
            self.statement()
            self.free = free

    def statement(self):
        if self.take("if"):
            no = self.emit(IF_NOT, 0, self.value(), 0)
            self.block()
            if self.take("else"):
                end = self.emit(JUMP, 0, 0, 0)
                self.patch(no)
                if self.peek() == "if":
                    self.statement()
                else:
                    self.block()
                no = end
            self.patch(no)
        elif self.take("while"):
            top = len(self.instructions)
            out = self.emit(IF_NOT, 0, self.value(), 0)
            self.block()
            self.emit(BACK, top, 0, 0)
            self.patch(out)
        elif self.take("return"):
            self.emit(RETURN, self.value(), 0, 0)
        elif self.at + 1 < len(self.tokens) and self.tokens[self.at + 1] == "=":
            register = self.variables[self.next()]
            self.at += 1
            self.level(0, register)
        else:
            array = self.level(0, -1)
            if self.take("="):
                # The reading of an item becomes a store.
                read = self.instructions.pop()
                if read.op != ITEM:
                    raise GuestError("this cannot be assigned to")
                self.emit(SET_ITEM, read.b, read.c, self.value())
            else:
                assert array >= 0
        self.take(";")

    def value(self):
        return self.level(0, -1)

    def level(self, n, wanted):
        """Compiles an expression; gives the register of its value: the wanted one, if that is not negative."""
        if n == len(LEVELS):
            return self.postfix(wanted)
        if n < 2:
            return self.logic(n, wanted)
        left = self.level(n + 1, wanted)
        while self.peek() in LEVELS[n]:
            name = self.next()
            right = self.level(n + 1, -1)
            result = wanted if wanted >= 0 else self.temporary()
            if name[0] == ">":
                left, right = right, left
            self.emit(BINARY[name], result, left, right)
            left = result
        return left

    def logic(self, n, wanted):
        left = self.level(n + 1, wanted)
        if self.peek() not in LEVELS[n]:
            return left
        result = wanted if wanted >= 0 else self.temporary()
        if left != result:
            self.emit(MOVE, result, left, 0)
        ends = []
        while self.peek() in LEVELS[n]:
            ends.append(self.emit(IF if self.next() == "or" else IF_NOT, 0, result, 0))
            self.level(n + 1, result)
        for end in ends:
            self.patch(end)
        return result

    def postfix(self, wanted):
        if self.at + 1 < len(self.tokens) and self.tokens[self.at + 1] == "[":
            register = self.primary(-1)
        else:
            register = self.primary(wanted)
        while self.take("["):
            index = self.value()
            self.expect("]")
            result = wanted if wanted >= 0 and self.peek() != "[" else self.temporary()
            self.emit(ITEM, result, register, index)
            register = result
        return register

    def primary(self, wanted):
        token = self.next()
        if token == "(":
            register = self.level(0, wanted)
            self.expect(")")
            return register
        if token in self.variables and self.peek() != "(":
            register = self.variables[token]
            if wanted >= 0 and wanted != register:
                self.emit(MOVE, wanted, register, 0)
                return wanted
            return register
        result = wanted if wanted >= 0 else self.temporary()
        if token[0].isdigit():
            if "." in token:
                self.emit(CONST, result, self.constant(W_Float(float(token))), 0)
            else:
                self.emit(CONST, result, self.constant(W_Int(int(token))), 0)
        elif token == "-":
            zero = self.temporary()
            self.emit(CONST, zero, self.constant(W_Int(0)), 0)
            self.emit(SUB, result, zero, self.postfix(-1))
        elif self.take("("):
            first = self.free
            count = 0
            while not self.take(")"):
                self.level(0, self.temporary())
                count += 1
                self.free = first + count
                self.take(",")
            if token in FUNCTIONS and count == 1:
                self.emit(FUNCTIONS[token], result, first, 0)
            else:
                self.emit(CALL, result, self.function_index(token), first)
        else:
            raise GuestError("unknown name " + token)
        return result


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
        print("usage: floats PROGRAM.num [NUMBER]")
        return 2
    try:
        code = Compiler(read_file(argv[1])).compile()
        frame = Frame(code)
        if code.parameters != 1:
            raise GuestError("main has one parameter")
        frame.registers[0] = W_Int(int(argv[2]) if len(argv) > 2 else 0)
        print(run(code, frame).text())
    except GuestError as e:
        print("error: " + e.text)
        return 1
    return 0


def target(driver, args):
    return entry_point, None
