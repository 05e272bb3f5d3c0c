"""A language about text: strings.rpy PROGRAM.txl [NUMBER]

Functions are compiled to code for a stack machine. Values are texts, numbers, lists, dictionaries with texts as keys, and
buffers, which texts are appended to. `&` concatenates, `s[i]` and `s[i:j]` cut. `main` gets the number.
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

class W_Object(object):
    _attrs_ = []
    kind = "value"

    def str(self):
        raise GuestError("a text is needed, not a " + self.kind)

    def int(self):
        raise GuestError("a number is needed, not a " + self.kind)

    def is_true(self):
        return True

    def equals(self, w_other):
        return self is w_other

    def less(self, w_other):
        raise GuestError("no order of a " + self.kind)

    def length(self):
        raise GuestError("no length of a " + self.kind)

    def item(self, w_key):
        raise GuestError("no items in a " + self.kind)

    def set_item(self, w_key, w_value):
        raise GuestError("cannot set items of a " + self.kind)

    def slice(self, start, stop):
        raise GuestError("no slices of a " + self.kind)

    def append(self, w_value):
        raise GuestError("cannot append to a " + self.kind)


class W_Nothing(W_Object):
    _attrs_ = []
    kind = "nothing"

    def str(self):
        return ""

    def is_true(self):
        return False


class W_Int(W_Object):
    _attrs_ = _immutable_fields_ = ["value"]
    kind = "number"

    def __init__(self, value):
        self.value = value

    def str(self):
        return str(self.value)

    def int(self):
        return self.value

    def is_true(self):
        return self.value != 0

    def equals(self, w_other):
        return isinstance(w_other, W_Int) and self.value == w_other.value

    def less(self, w_other):
        return self.value < w_other.int()


class W_Str(W_Object):
    _attrs_ = _immutable_fields_ = ["value"]
    kind = "text"

    def __init__(self, value):
        self.value = value

    def str(self):
        return self.value

    def int(self):
        try:
            return int(self.value)
        except ValueError:
            raise GuestError("not a number: " + self.value)

    def is_true(self):
        return self.value != ""

    def equals(self, w_other):
        return isinstance(w_other, W_Str) and self.value == w_other.value

    def less(self, w_other):
        return self.value < w_other.str()

    def length(self):
        return len(self.value)

    def item(self, w_key):
        i = w_key.int()
        if i < 0 or i >= len(self.value):
            raise GuestError("no character %d" % i)
        return W_Str(self.value[i])

    def slice(self, start, stop):
        size = len(self.value)
        if stop > size:
            stop = size
        if start < 0:
            start = 0
        if start >= stop:
            return W_Str("")
        return W_Str(self.value[start:stop])


class W_List(W_Object):
    _attrs_ = _immutable_fields_ = ["items"]
    kind = "list"

    def __init__(self, items):
        self.items = items

    def length(self):
        return len(self.items)

    def place(self, w_key):
        i = w_key.int()
        if i < 0 or i >= len(self.items):
            raise GuestError("no item %d" % i)
        return i

    def item(self, w_key):
        return self.items[self.place(w_key)]

    def set_item(self, w_key, w_value):
        self.items[self.place(w_key)] = w_value

    def append(self, w_value):
        self.items.append(w_value)


class W_Dict(W_Object):
    _attrs_ = _immutable_fields_ = ["content"]
    kind = "dictionary"

    def __init__(self):
        self.content = {}

    def length(self):
        return len(self.content)

    def item(self, w_key):
        return self.content.get(w_key.str(), NOTHING)

    def set_item(self, w_key, w_value):
        self.content[w_key.str()] = w_value


class W_Buffer(W_Object):
    _attrs_ = ["builder"]
    kind = "buffer"

    def __init__(self):
        self.builder = StringBuilder()

    def length(self):
        return self.builder.getlength()

    def str(self):
        return self.builder.build()

    def append(self, w_value):
        self.builder.append(w_value.str())


NOTHING = W_Nothing()
TRUE = W_Int(1)
FALSE = W_Int(0)


def truth(flag):
    return TRUE if flag else FALSE


# ____________________________________________________________ the machine

INSTRUCTIONS = ["CONSTANT", "LOAD", "STORE", "DROP", "JUMP", "BACK", "IF_NOT", "AND", "OR", "CALL", "RETURN", "CONCAT", "ADD",
                "SUB", "MUL", "DIV", "MOD", "EQ", "NE", "LT", "GT", "LE", "GE", "ITEM", "SET_ITEM", "SLICE", "NOT"]
#: functions of the language, and how many arguments they have
BUILTINS = ["len", "find", "upper", "lower", "replace", "split", "join", "chr", "ord", "str", "int", "list", "dict", "buffer",
            "append", "has", "keys", "starts", "strip", "print"]
ARGUMENTS = [1, 3, 1, 1, 3, 2, 2, 1, 1, 1, 1, 0, 0, 0, 2, 2, 1, 3, 1, 1]
for _i, _name in enumerate(INSTRUCTIONS):
    globals()[_name] = _i
for _i, _name in enumerate(BUILTINS):
    globals()["F_" + _name.upper()] = len(INSTRUCTIONS) + _i


class Code(object):
    _immutable_fields_ = ["name", "parameters", "locals", "depth", "ops[*]", "constants[*]", "program"]

    def __init__(self, name, program):
        self.name = name
        self.program = program
        self.parameters = 0
        self.locals = 0
        self.depth = 0
        self.ops = []
        self.constants = []


class Program(object):
    _immutable_fields_ = ["codes[*]"]

    def __init__(self):
        self.codes = []


class Frame(object):
    _virtualizable_ = ["locals[*]", "stack[*]", "depth"]
    _immutable_fields_ = ["locals", "stack"]

    def __init__(self, code):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.locals = [NOTHING] * code.locals
        self.stack = [NOTHING] * code.depth
        make_sure_not_resized(self.locals)
        make_sure_not_resized(self.stack)
        self.depth = 0

    def push(self, w_value):
        depth = self.depth
        assert depth >= 0
        self.stack[depth] = w_value
        self.depth = depth + 1

    def pop(self):
        depth = self.depth - 1
        assert depth >= 0
        self.depth = depth
        return self.stack[depth]


def location(pc, code):
    op = code.ops[pc]
    if op < len(INSTRUCTIONS):
        return "%s:%d %s" % (code.name, pc, INSTRUCTIONS[op])
    return "%s:%d %s()" % (code.name, pc, BUILTINS[op - len(INSTRUCTIONS)])


driver = JitDriver(greens=["pc", "code"], reds=["frame"], virtualizables=["frame"], get_printable_location=location,
                   is_recursive=True)


def run(code, frame):
    frame = hint(frame, access_directly=True)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.ops[pc]
        argument = code.ops[pc + 1]
        pc += 2
        if op == CONSTANT:
            frame.push(code.constants[argument])
        elif op == LOAD:
            frame.push(frame.locals[argument])
        elif op == STORE:
            frame.locals[argument] = frame.pop()
        elif op == DROP:
            frame.pop()
        elif op == JUMP:
            pc = argument
        elif op == BACK:
            pc = argument
            driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == IF_NOT:
            if not frame.pop().is_true():
                pc = argument
        elif op == AND or op == OR:
            w_value = frame.pop()
            if w_value.is_true() == (op == OR):
                frame.push(w_value)
                pc = argument
        elif op == CALL:
            frame.push(call(code.program.codes[argument], frame))
        elif op == RETURN:
            return frame.pop()
        elif op == SET_ITEM:
            w_value = frame.pop()
            w_key = frame.pop()
            frame.pop().set_item(w_key, w_value)
            frame.push(w_value)
        elif op == SLICE:
            stop = frame.pop().int()
            start = frame.pop().int()
            frame.push(frame.pop().slice(start, stop))
        elif op == NOT:
            frame.push(truth(not frame.pop().is_true()))
        elif op > NOT:
            w_third = frame.pop() if argument > 2 else NOTHING
            w_second = frame.pop() if argument > 1 else NOTHING
            w_first = frame.pop() if argument > 0 else NOTHING
            frame.push(builtin(op, w_first, w_second, w_third))
        else:
            w_right = frame.pop()
            frame.push(binary(op, frame.pop(), w_right))


@unroll_safe
def call(callee, frame):
    frame = hint(frame, access_directly=True)
    inner = Frame(callee)
    i = callee.parameters - 1
    while i >= 0:
        inner.locals[i] = frame.pop()
        i -= 1
    return run(callee, inner)


def binary(op, w_left, w_right):
    if op == CONCAT:
        return W_Str(w_left.str() + w_right.str())
    if op == ITEM:
        return w_left.item(w_right)
    if op == EQ:
        return truth(w_left.equals(w_right))
    if op == NE:
        return truth(not w_left.equals(w_right))
    if op == LT:
        return truth(w_left.less(w_right))
    if op == GT:
        return truth(w_right.less(w_left))
    if op == LE:
        return truth(not w_right.less(w_left))
    if op == GE:
        return truth(not w_left.less(w_right))
    left = w_left.int()
    right = w_right.int()
    if op == ADD:
        return W_Int(intmask(left + right))
    if op == SUB:
        return W_Int(intmask(left - right))
    if op == MUL:
        return W_Int(intmask(left * right))
    if right == 0:
        raise GuestError("division by zero")
    if op == DIV:
        return W_Int(left // right)
    assert op == MOD
    return W_Int(left % right)


def texts(strings):
    return W_List([W_Str(s) for s in strings])


def strings(items):
    return [w_item.str() for w_item in items]


def builtin(op, w_first, w_second, w_third):
    if op == F_LEN:
        return W_Int(w_first.length())
    if op == F_FIND:
        start = w_third.int()
        if start < 0:
            start = 0
        return W_Int(w_first.str().find(w_second.str(), start))
    if op == F_STARTS:
        start = w_third.int()
        s = w_first.str()
        prefix = w_second.str()
        return truth(0 <= start and start + len(prefix) <= len(s) and s.startswith(prefix, start))
    if op == F_UPPER:
        return W_Str(w_first.str().upper())
    if op == F_LOWER:
        return W_Str(w_first.str().lower())
    if op == F_STRIP:
        return W_Str(w_first.str().strip(" "))
    if op == F_REPLACE:
        return W_Str(w_first.str().replace(w_second.str(), w_third.str()))
    if op == F_SPLIT:
        if w_second.str() == "":
            raise GuestError("split needs a separator")
        return texts(w_first.str().split(w_second.str()))
    if op == F_JOIN:
        if not isinstance(w_first, W_List):
            raise GuestError("join needs a list")
        return W_Str(w_second.str().join(strings(w_first.items)))
    if op == F_CHR:
        return W_Str(chr(w_first.int() & 255))
    if op == F_ORD:
        s = w_first.str()
        if len(s) != 1:
            raise GuestError("ord needs a character")
        return W_Int(ord(s[0]))
    if op == F_STR:
        return W_Str(w_first.str())
    if op == F_INT:
        return W_Int(w_first.int())
    if op == F_LIST:
        return W_List([])
    if op == F_DICT:
        return W_Dict()
    if op == F_BUFFER:
        return W_Buffer()
    if op == F_APPEND:
        w_first.append(w_second)
        return w_first
    if op == F_HAS:
        if not isinstance(w_first, W_Dict):
            raise GuestError("has needs a dictionary")
        return truth(w_second.str() in w_first.content)
    if op == F_KEYS:
        if not isinstance(w_first, W_Dict):
            raise GuestError("keys needs a dictionary")
        return texts(w_first.content.keys())
    assert op == F_PRINT
    print(w_first.str())
    return NOTHING


# ____________________________________________________________ compiler

LEVELS = [["or"], ["and"], ["==", "!=", "<", ">", "<=", ">="], ["&"], ["+", "-"], ["*", "/", "%"]]
BINARY = {"or": OR, "and": AND, "==": EQ, "!=": NE, "<": LT, ">": GT, "<=": LE, ">=": GE, "&": CONCAT, "+": ADD, "-": SUB,
          "*": MUL, "/": DIV, "%": MOD}


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
                while i < len(text) and (text[i].isalnum() or text[i] == "_"):
                    i += 1
            elif c == '"':
                while i < len(text) and text[i] != '"':
                    i += 1
                i += 1
            elif i < len(text) and text[i] == "=" and c in "=!<>":
                i += 1
            if i > len(text):
                raise GuestError("a text without end")
            tokens.append(text[start:i])
    return tokens


class Compiler(object):
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
        token = self.peek()
        if not token:
            self.expect("something more")
        self.at += 1
        return token

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
            if not code.ops:
                raise GuestError("no function " + code.name)
        return self.codes[self.function_index("main")]

    def function(self):
        code = self.codes[self.function_index(self.next())]
        self.ops = []
        self.constants = []
        self.locals = {}
        self.height = self.highest = 0
        self.expect("(")
        while not self.take(")"):
            self.locals[self.next()] = len(self.locals)
            self.take(",")
        code.parameters = len(self.locals)
        self.block()
        self.constant(NOTHING)
        self.emit(RETURN, 0, -1)
        code.ops = self.ops[:]
        code.constants = self.constants[:]
        code.locals = len(self.locals)
        code.depth = self.highest

    def emit(self, op, argument, effect):
        self.ops.append(op)
        self.ops.append(argument)
        self.height += effect
        if self.height > self.highest:
            self.highest = self.height
        return len(self.ops) - 1

    def constant(self, w_value):
        self.emit(CONSTANT, len(self.constants), 1)
        self.constants.append(w_value)

    def patch(self, at):
        self.ops[at] = len(self.ops)

    def block(self):
        self.expect("{")
        while not self.take("}"):
            self.statement()

    def statement(self):
        if self.take("if"):
            self.expression()
            no = self.emit(IF_NOT, 0, -1)
            self.block()
            if self.take("else"):
                end = self.emit(JUMP, 0, 0)
                self.patch(no)
                if self.peek() == "if":
                    self.statement()
                else:
                    self.block()
                self.patch(end)
            else:
                self.patch(no)
        elif self.take("while"):
            top = len(self.ops)
            self.expression()
            out = self.emit(IF_NOT, 0, -1)
            self.block()
            self.emit(BACK, top, 0)
            self.patch(out)
        elif self.take("return"):
            self.expression()
            self.take(";")
            self.emit(RETURN, 0, -1)
        elif self.at + 1 < len(self.tokens) and self.tokens[self.at + 1] == "=":
            name = self.next()
            self.at += 1
            self.expression()
            self.take(";")
            if name not in self.locals:
                self.locals[name] = len(self.locals)
            self.emit(STORE, self.locals[name], -1)
        else:
            self.expression()
            self.take(";")
            self.emit(DROP, 0, -1)

    def expression(self):
        self.level(0)

    def level(self, n):
        if n == len(LEVELS):
            return self.postfix()
        self.level(n + 1)
        while self.peek() in LEVELS[n]:
            op = BINARY[self.next()]
            if n < 2:
                end = self.emit(op, 0, -1)
                self.level(n + 1)
                self.patch(end)
            else:
                self.level(n + 1)
                self.emit(op, 0, -1)

    def postfix(self):
        self.primary()
        while self.take("["):
            self.expression()
            if self.take(":"):
                self.expression()
                self.expect("]")
                self.emit(SLICE, 0, -2)
            else:
                self.expect("]")
                if self.take("="):
                    self.expression()
                    self.emit(SET_ITEM, 0, -2)
                else:
                    self.emit(ITEM, 0, -1)

    def primary(self):
        token = self.next()
        if token[0].isdigit():
            self.constant(W_Int(int(token)))
        elif token[0] == '"':
            self.constant(W_Str(token[1:len(token) - 1].replace("\\n", "\n")))
        elif token == "(":
            self.expression()
            self.expect(")")
        elif token == "-":
            self.constant(W_Int(0))
            self.postfix()
            self.emit(SUB, 0, -1)
        elif token == "not":
            self.postfix()
            self.emit(NOT, 0, 0)
        elif self.take("("):
            count = 0
            while not self.take(")"):
                self.expression()
                self.take(",")
                count += 1
            if token in BUILTINS:
                number = BUILTINS.index(token)
                if ARGUMENTS[number] != count:
                    raise GuestError("wrong number of arguments for " + token)
                self.emit(len(INSTRUCTIONS) + number, count, 1 - count)
            else:
                self.emit(CALL, self.function_index(token), 1 - count)
        elif token in self.locals:
            self.emit(LOAD, self.locals[token], 1)
        else:
            raise GuestError("unknown name " + token)


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
        print("usage: strings PROGRAM.txl [NUMBER]")
        return 2
    try:
        code = Compiler(read_file(argv[1])).compile()
        frame = Frame(code)
        if code.parameters != 1:
            raise GuestError("main has one parameter")
        frame.locals[0] = W_Int(int(argv[2]) if len(argv) > 2 else 0)
        print(run(code, frame).str())
    except GuestError as e:
        print("error: " + e.text)
        return 1
    return 0


def target(driver, args):
    return entry_point, None
