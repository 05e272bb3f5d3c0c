"""A register machine with boxed values: registers.rpy PROGRAM.reg [NUMBER]

A program is a list of functions in assembly text. Values are boxed integers, texts, lists and nil; a function's names are
the registers of its frames. `main` gets the number.
"""
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
    kind = "value"

    def add(self, w_other):
        raise GuestError("cannot add to a " + self.kind)

    def sub(self, w_other):
        raise GuestError("cannot subtract from a " + self.kind)

    def mul(self, w_other):
        raise GuestError("cannot multiply a " + self.kind)

    def div(self, w_other):
        raise GuestError("cannot divide a " + self.kind)

    def mod(self, w_other):
        raise GuestError("no remainder of a " + self.kind)

    def lt(self, w_other):
        raise GuestError("no order of a " + self.kind)

    def eq(self, w_other):
        return self is w_other

    def is_true(self):
        return True

    def item(self, w_index):
        raise GuestError("no items in a " + self.kind)

    def set_item(self, w_index, w_value):
        raise GuestError("cannot set items of a " + self.kind)

    def push(self, w_value):
        raise GuestError("cannot push to a " + self.kind)

    def length(self):
        raise GuestError("no length of a " + self.kind)

    def text(self):
        return "<" + self.kind + ">"


class W_Nil(W_Root):
    _attrs_ = []
    kind = "nil"

    def is_true(self):
        return False

    def text(self):
        return "nil"


class W_Int(W_Root):
    _attrs_ = _immutable_fields_ = ["value"]
    kind = "number"

    def __init__(self, value):
        self.value = value

    def add(self, w_other):
        return W_Int(intmask(self.value + as_int(w_other)))

    def sub(self, w_other):
        return W_Int(intmask(self.value - as_int(w_other)))

    def mul(self, w_other):
        return W_Int(intmask(self.value * as_int(w_other)))

    def div(self, w_other):
        divisor = as_int(w_other)
        if divisor == 0:
            raise GuestError("division by zero")
        return W_Int(self.value // divisor)

    def mod(self, w_other):
        divisor = as_int(w_other)
        if divisor == 0:
            raise GuestError("division by zero")
        return W_Int(self.value % divisor)

    def lt(self, w_other):
        return self.value < as_int(w_other)

    def eq(self, w_other):
        return isinstance(w_other, W_Int) and self.value == w_other.value

    def is_true(self):
        return self.value != 0

    def text(self):
        return str(self.value)


class W_Text(W_Root):
    _attrs_ = _immutable_fields_ = ["string"]
    kind = "text"

    def __init__(self, string):
        self.string = string

    def add(self, w_other):
        return W_Text(self.string + w_other.text())

    def lt(self, w_other):
        if not isinstance(w_other, W_Text):
            raise GuestError("cannot compare a text with a " + w_other.kind)
        return self.string < w_other.string

    def eq(self, w_other):
        return isinstance(w_other, W_Text) and self.string == w_other.string

    def is_true(self):
        return len(self.string) > 0

    def item(self, w_index):
        i = as_int(w_index)
        if i < 0 or i >= len(self.string):
            raise GuestError("no such character")
        return W_Text(self.string[i])

    def length(self):
        return len(self.string)

    def text(self):
        return self.string


class W_List(W_Root):
    _attrs_ = _immutable_fields_ = ["items"]
    kind = "list"

    def __init__(self, items):
        self.items = items

    def item(self, w_index):
        i = as_int(w_index)
        if i < 0 or i >= len(self.items):
            raise GuestError("no such item")
        return self.items[i]

    def set_item(self, w_index, w_value):
        i = as_int(w_index)
        if i < 0 or i >= len(self.items):
            raise GuestError("no such item")
        self.items[i] = w_value

    def push(self, w_value):
        self.items.append(w_value)

    def length(self):
        return len(self.items)

    def is_true(self):
        return len(self.items) > 0

    def text(self):
        b = StringBuilder()
        for i in range(len(self.items)):
            b.append("[" if i == 0 else " ")
            b.append(self.items[i].text())
        return b.build() + "]" if self.items else "[]"


def as_int(w_value):
    if not isinstance(w_value, W_Int):
        raise GuestError("a number is needed, not a " + w_value.kind)
    return w_value.value


NIL = W_Nil()
TRUE = W_Int(1)
FALSE = W_Int(0)


def truth(flag):
    return TRUE if flag else FALSE


# ____________________________________________________________ code

NAMES = ["add", "sub", "mul", "div", "mod", "lt", "le", "eq", "ne", "item", "set", "jump", "if", "ifnot", "call", "ret",
         "print", "list", "put", "push", "len", "char", "code"]
for _i, _name in enumerate(NAMES):
    globals()["OP_" + _name.upper()] = _i


class Code(object):
    """One function. An operand is a register, or the bitwise complement of a constant's index."""
    _immutable_fields_ = ["name", "parameters", "registers", "ops[*]", "constants[*]", "callees[*]"]

    def __init__(self, name):
        self.name = name
        self.parameters = 0
        self.registers = 0
        self.ops = []
        self.constants = []
        self.callees = []


class Frame(object):
    _virtualizable_ = ["regs[*]"]
    _immutable_fields_ = ["regs"]

    def __init__(self, code):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.regs = [NIL] * code.registers
        make_sure_not_resized(self.regs)

    def get(self, code, operand):
        if operand >= 0:
            return self.regs[operand]
        constant = ~operand
        assert constant >= 0
        return code.constants[constant]

    def put(self, register, w_value):
        assert register >= 0
        self.regs[register] = w_value


def location(pc, code):
    return "%s:%d %s" % (code.name, pc, NAMES[code.ops[pc]])


driver = JitDriver(greens=["pc", "code"], reds=["frame"], virtualizables=["frame"], get_printable_location=location,
                   is_recursive=True)


def interpret(code, frame):
    pc = 0
    frame = hint(frame, access_directly=True)
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        ops = code.ops
        op = ops[pc]
        if op == OP_JUMP or op == OP_IF or op == OP_IFNOT:
            target = ops[pc + 1]
            taken = True
            if op != OP_JUMP:
                taken = frame.get(code, ops[pc + 2]).is_true() == (op == OP_IF)
            if not taken:
                pc += 3
            elif target > pc:
                pc = target
            else:
                pc = target
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == OP_RET:
            return frame.get(code, ops[pc + 1])
        elif op == OP_CALL:
            callee = code.callees[ops[pc + 2]]
            count = ops[pc + 3]
            frame.put(ops[pc + 1], call(callee, frame, code, pc + 4, count))
            pc += 4 + count
        elif op == OP_PRINT:
            print(frame.get(code, ops[pc + 1]).text())
            pc += 2
        elif op == OP_PUT:
            frame.get(code, ops[pc + 1]).set_item(frame.get(code, ops[pc + 2]), frame.get(code, ops[pc + 3]))
            pc += 4
        elif op == OP_PUSH:
            frame.get(code, ops[pc + 1]).push(frame.get(code, ops[pc + 2]))
            pc += 3
        elif op == OP_SET or op == OP_LEN or op == OP_CHAR or op == OP_CODE:
            frame.put(ops[pc + 1], unary(op, frame.get(code, ops[pc + 2])))
            pc += 3
        else:
            w_left = frame.get(code, ops[pc + 2])
            w_right = frame.get(code, ops[pc + 3])
            frame.put(ops[pc + 1], binary(op, w_left, w_right))
            pc += 4


@unroll_safe
def call(callee, frame, code, at, count):
    frame = hint(frame, access_directly=True)
    inner = Frame(callee)
    for i in range(count):
        inner.put(i, frame.get(code, code.ops[at + i]))
    return interpret(callee, inner)


def unary(op, w_value):
    if op == OP_SET:
        return w_value
    if op == OP_LEN:
        return W_Int(w_value.length())
    if op == OP_CHAR:
        return W_Text(chr(as_int(w_value) & 255))
    assert op == OP_CODE
    if not isinstance(w_value, W_Text) or len(w_value.string) != 1:
        raise GuestError("a character is needed")
    return W_Int(ord(w_value.string[0]))


def binary(op, w_left, w_right):
    if op == OP_ADD:
        return w_left.add(w_right)
    if op == OP_SUB:
        return w_left.sub(w_right)
    if op == OP_MUL:
        return w_left.mul(w_right)
    if op == OP_DIV:
        return w_left.div(w_right)
    if op == OP_MOD:
        return w_left.mod(w_right)
    if op == OP_LT:
        return truth(w_left.lt(w_right))
    if op == OP_LE:
        return truth(not w_right.lt(w_left))
    if op == OP_EQ:
        return truth(w_left.eq(w_right))
    if op == OP_NE:
        return truth(not w_left.eq(w_right))
    if op == OP_ITEM:
        return w_left.item(w_right)
    assert op == OP_LIST
    return W_List([w_right] * as_int(w_left))


# ____________________________________________________________ assembler

#: Operands: d register to write, v value, l label, f function and arguments
FORMS = {"jump": "l", "if": "lv", "ifnot": "lv", "call": "df", "ret": "v", "print": "v", "set": "dv", "put": "vvv",
         "push": "vv", "len": "dv", "char": "dv", "code": "dv"}


class Assembler(object):
    def __init__(self, name, index, functions):
        self.code = Code(name)
        self.functions = functions
        self.ops = []
        self.constants = []
        self.registers = {}
        self.labels = {}
        self.uses = []
        self.index = index

    def register(self, name):
        if name not in self.registers:
            self.registers[name] = len(self.registers)
        return self.registers[name]

    def value(self, word):
        first = word[0]
        if first == "'":
            return self.constant(W_Text(word[1:].replace("_", " ")))
        if first.isdigit() or (first == "-" and len(word) > 1):
            return self.constant(W_Int(int(word)))
        if word == "nil":
            return self.constant(NIL)
        return self.register(word)

    def constant(self, w_value):
        self.constants.append(w_value)
        return ~(len(self.constants) - 1)

    def line(self, words):
        name = words[0]
        if name.endswith(":"):
            self.labels[name[:len(name) - 1]] = len(self.ops)
            return
        if name not in OPCODES:
            raise GuestError("unknown instruction " + name)
        self.ops.append(OPCODES[name])
        form = FORMS.get(name, "dvv")
        if len(words) <= len(form):
            raise GuestError("operands of " + name)
        for i in range(len(form)):
            word = words[i + 1]
            kind = form[i]
            if kind == "d":
                self.ops.append(self.register(word))
            elif kind == "v":
                self.ops.append(self.value(word))
            elif kind == "l":
                self.uses.append((len(self.ops), word))
                self.ops.append(0)
            else:
                if word not in self.index:
                    raise GuestError("no function " + word)
                callee = self.index[word]
                count = len(words) - 3
                if self.functions[callee].parameters != count:
                    raise GuestError("wrong number of arguments for " + word)
                self.ops.append(callee)
                self.ops.append(count)
                for j in range(count):
                    self.ops.append(self.value(words[3 + j]))

    def finish(self):
        for at, name in self.uses:
            if name not in self.labels:
                raise GuestError("no label " + name)
            self.ops[at] = self.labels[name]
        self.ops.append(OP_RET)
        self.ops.append(self.constant(NIL))
        self.code.ops = self.ops[:]
        self.code.constants = self.constants[:]
        self.code.registers = len(self.registers)


OPCODES = dict((name, i) for i, name in enumerate(NAMES))


def assemble(text):
    lines = []
    for line in text.split("\n"):
        words = line.split("#")[0].split()
        if words:
            lines.append(words)
    index = {}
    functions = []
    for words in lines:
        if words[0] == "func":
            if len(words) < 2:
                raise GuestError("a function without a name")
            code = Code(words[1])
            code.parameters = len(words) - 2
            index[words[1]] = len(functions)
            functions.append(code)
    table = functions[:]
    assembler = None
    for words in lines:
        if words[0] == "func":
            assembler = Assembler(words[1], index, functions)
            assembler.code = functions[index[words[1]]]
            assembler.code.callees = table
            for name in words[2:]:
                assembler.register(name)
        elif assembler is None:
            raise GuestError("an instruction outside of functions")
        elif words[0] == "end":
            assembler.finish()
            assembler = None
        else:
            assembler.line(words)
    if assembler is not None:
        raise GuestError("end is missing")
    if "main" not in index:
        raise GuestError("no function main")
    return functions[index["main"]]


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
        print("usage: registers PROGRAM.reg [NUMBER]")
        return 2
    try:
        code = assemble(read_file(argv[1]))
        frame = Frame(code)
        if code.parameters == 1:
            frame.put(0, W_Int(int(argv[2]) if len(argv) > 2 else 0))
        w_result = interpret(code, frame)
    except GuestError as e:
        print("error: " + e.text)
        return 1
    print(w_result.text())
    return 0


def target(driver, args):
    return entry_point, None
