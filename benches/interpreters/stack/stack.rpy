"""A stack machine with recursive calls: stack.rpy PROGRAM.lsp [NUMBER]

The guest language is written as lists: `(def (f a b) body…)`, `(if c a b)`, `(while c body…)`, `(set x v)`, `(do …)`,
`(and a b)`, `(or a b)`, calls, and the operators of `OPERATORS`. Values are boxed integers, pairs and nil. Functions are
compiled to strings of bytes; each call of the guest is a call of the interpreter. `main` gets the number.
"""
import os
from rpython.rlib.debug import make_sure_not_resized
from rpython.rlib.jit import JitDriver, hint, unroll_safe
from rpython.rlib.rarithmetic import ovfcheck
from rpython.rlib.rstring import StringBuilder


class GuestError(Exception):
    def __init__(self, text):
        self.text = text


# ____________________________________________________________ values

class W_Object(object):
    _attrs_ = []

    def number(self):
        raise GuestError("a number is needed")

    def is_true(self):
        return True

    def equals(self, w_other):
        return self is w_other


class W_Nil(W_Object):
    _attrs_ = []

    def is_true(self):
        return False


class W_Number(W_Object):
    _attrs_ = _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def number(self):
        return self.value

    def is_true(self):
        return self.value != 0

    def equals(self, w_other):
        return isinstance(w_other, W_Number) and w_other.value == self.value


class W_Pair(W_Object):
    _attrs_ = _immutable_fields_ = ["w_head", "w_tail"]

    def __init__(self, w_head, w_tail):
        self.w_head = w_head
        self.w_tail = w_tail


NIL = W_Nil()
TRUE = W_Number(1)
FALSE = W_Number(0)


def truth(flag):
    if flag:
        return TRUE
    return FALSE


def pair(w_value):
    if not isinstance(w_value, W_Pair):
        raise GuestError("a pair is needed")
    return w_value


def text_of(w_value):
    if isinstance(w_value, W_Number):
        return str(w_value.value)
    b = StringBuilder()
    b.append("(")
    first = True
    while isinstance(w_value, W_Pair):
        if not first:
            b.append(" ")
        first = False
        b.append(text_of(w_value.w_head))
        w_value = w_value.w_tail
    if isinstance(w_value, W_Number):
        b.append(" . " + str(w_value.value))
    b.append(")")
    return b.build()


# ____________________________________________________________ instructions

NAMES = ["NUMBER", "CONSTANT", "NOTHING", "LOAD", "STORE", "DROP", "DUP", "JUMP", "BACK", "JUMP_IF_NOT", "CALL", "RETURN",
         "ADD", "SUB", "MUL", "DIV", "MOD", "LESS", "AT_MOST", "EQUAL", "NOT", "CONS", "HEAD", "TAIL", "IS_PAIR", "PRINT"]
for _i, _name in enumerate(NAMES):
    globals()[_name] = _i

#: operator: instruction, operands
OPERATORS = {"+": (ADD, 2), "-": (SUB, 2), "*": (MUL, 2), "/": (DIV, 2), "%": (MOD, 2), "<": (LESS, 2),
             "<=": (AT_MOST, 2), "=": (EQUAL, 2), "not": (NOT, 1), "cons": (CONS, 2), "head": (HEAD, 1),
             "tail": (TAIL, 1), "pair?": (IS_PAIR, 1), "print": (PRINT, 1)}


class Code(object):
    """A function: its bytecode is a string; jumps are absolute, in two bytes."""
    _immutable_fields_ = ["name", "parameters", "locals", "size", "bytecode", "constants[*]", "program"]

    def __init__(self, name, parameters, program):
        self.name = name
        self.parameters = parameters
        self.locals = 0
        self.size = 0
        self.bytecode = ""
        self.constants = []
        self.program = program


class Program(object):
    _immutable_fields_ = ["functions[*]"]

    def __init__(self):
        self.functions = []


class Frame(object):
    """Locals at the bottom of the stack. Neither changes its size."""
    _virtualizable_ = ["stack[*]", "top"]
    _immutable_fields_ = ["stack"]

    @unroll_safe
    def __init__(self, code):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.stack = [NIL] * code.size
        make_sure_not_resized(self.stack)
        self.top = 0

    def push(self, w_value):
        top = self.top
        assert top >= 0
        self.stack[top] = w_value
        self.top = top + 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        w_value = self.stack[top]
        self.stack[top] = None
        self.top = top
        return w_value

    def drop(self, n):
        while n > 0:
            self.pop()
            n -= 1


def location(pc, code):
    return "%s %d: %s" % (code.name, pc, NAMES[ord(code.bytecode[pc])])


jitdriver = JitDriver(greens=["pc", "code"], reds=["frame"], virtualizables=["frame"], get_printable_location=location,
                      is_recursive=True)


def target_of(bytecode, pc):
    return ord(bytecode[pc]) | ord(bytecode[pc + 1]) << 8


def run(code, frame):
    frame = hint(frame, access_directly=True)
    pc = 0
    while True:
        jitdriver.jit_merge_point(pc=pc, code=code, frame=frame)
        bytecode = code.bytecode
        op = ord(bytecode[pc])
        pc += 1
        if op == NUMBER:
            frame.push(W_Number(ord(bytecode[pc])))
            pc += 1
        elif op == CONSTANT:
            frame.push(code.constants[ord(bytecode[pc])])
            pc += 1
        elif op == NOTHING:
            frame.push(NIL)
        elif op == LOAD:
            frame.push(frame.stack[ord(bytecode[pc])])
            pc += 1
        elif op == STORE:
            frame.stack[ord(bytecode[pc])] = frame.pop()
            pc += 1
        elif op == DROP:
            frame.pop()
        elif op == DUP:
            w_value = frame.pop()
            frame.push(w_value)
            frame.push(w_value)
        elif op == JUMP:
            pc = target_of(bytecode, pc)
        elif op == BACK:
            pc = target_of(bytecode, pc)
            jitdriver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == JUMP_IF_NOT:
            if frame.pop().is_true():
                pc += 2
            else:
                pc = target_of(bytecode, pc)
        elif op == CALL:
            callee = code.program.functions[ord(bytecode[pc])]
            pc += 1
            frame.push(call(callee, frame))
        elif op == RETURN:
            return frame.pop()
        elif op == NOT:
            frame.push(truth(not frame.pop().is_true()))
        elif op == HEAD:
            frame.push(pair(frame.pop()).w_head)
        elif op == TAIL:
            frame.push(pair(frame.pop()).w_tail)
        elif op == IS_PAIR:
            frame.push(truth(isinstance(frame.pop(), W_Pair)))
        elif op == PRINT:
            w_value = frame.pop()
            print(text_of(w_value))
            frame.push(w_value)
        else:
            w_right = frame.pop()
            w_left = frame.pop()
            if op == CONS:
                frame.push(W_Pair(w_left, w_right))
            elif op == EQUAL:
                frame.push(truth(w_left.equals(w_right)))
            elif op == LESS:
                frame.push(truth(w_left.number() < w_right.number()))
            elif op == AT_MOST:
                frame.push(truth(w_left.number() <= w_right.number()))
            else:
                frame.push(W_Number(arithmetic(op, w_left.number(), w_right.number())))


@unroll_safe
def call(callee, frame):
    frame = hint(frame, access_directly=True)
    inner = Frame(callee)
    i = callee.parameters
    while i > 0:
        i -= 1
        inner.stack[i] = frame.pop()
    inner.top = callee.locals
    return run(callee, inner)


def arithmetic(op, left, right):
    try:
        if op == ADD:
            return ovfcheck(left + right)
        if op == SUB:
            return ovfcheck(left - right)
        if op == MUL:
            return ovfcheck(left * right)
        if op == DIV:
            return ovfcheck(left // right)
        assert op == MOD
        return ovfcheck(left % right)
    except OverflowError:
        raise GuestError("overflow")
    except ZeroDivisionError:
        raise GuestError("division by zero")


# ____________________________________________________________ reader and compiler

class Node(object):
    """A word, or a list of nodes."""

    def __init__(self, word, items):
        self.word = word
        self.items = items


class Reader(object):
    def __init__(self, text):
        self.text = text
        self.at = 0

    def skip(self):
        text = self.text
        while self.at < len(text):
            c = text[self.at]
            if c == ";":
                while self.at < len(text) and text[self.at] != "\n":
                    self.at += 1
            elif c.isspace():
                self.at += 1
            else:
                return True
        return False

    def node(self):
        if not self.skip():
            raise GuestError("unexpected end")
        if self.text[self.at] == "(":
            self.at += 1
            items = []
            while self.skip() and self.text[self.at] != ")":
                items.append(self.node())
            if not self.skip():
                raise GuestError("a bracket is not closed")
            self.at += 1
            return Node("", items)
        start = self.at
        while self.at < len(self.text) and not self.text[self.at].isspace() and self.text[self.at] not in "();":
            self.at += 1
        if start == self.at:
            raise GuestError("a bracket too many")
        return Node(self.text[start:self.at], [])


class Compiler(object):
    def __init__(self, code, index):
        self.code = code
        self.index = index
        self.bytes = []
        self.constants = []
        self.locals = {}
        self.depth = 0
        self.deepest = 0

    def emit(self, op, effect):
        self.bytes.append(chr(op))
        self.depth += effect
        if self.depth > self.deepest:
            self.deepest = self.depth

    def byte(self, n):
        if n > 255:
            raise GuestError("too many of a kind in " + self.code.name)
        self.bytes.append(chr(n))

    def jump(self, op, effect):
        self.emit(op, effect)
        self.bytes.append("\0")
        self.bytes.append("\0")
        return len(self.bytes) - 2

    def patch(self, at, target):
        self.bytes[at] = chr(target & 255)
        self.bytes[at + 1] = chr(target >> 8)

    def local(self, name):
        if name not in self.locals:
            self.locals[name] = len(self.locals)
        return self.locals[name]

    def word(self, word):
        c = word[0]
        if c.isdigit() or (c == "-" and len(word) > 1):
            number = int(word)
            if 0 <= number < 256:
                self.emit(NUMBER, 1)
                self.byte(number)
            else:
                self.emit(CONSTANT, 1)
                self.byte(len(self.constants))
                self.constants.append(W_Number(number))
        elif word == "nil":
            self.emit(NOTHING, 1)
        elif word in self.locals:
            self.emit(LOAD, 1)
            self.byte(self.locals[word])
        else:
            raise GuestError("unknown name " + word + " in " + self.code.name)

    def body(self, items, start):
        if start == len(items):
            self.emit(NOTHING, 1)
        for i in range(start, len(items)):
            self.expression(items[i])
            if i < len(items) - 1:
                self.emit(DROP, -1)

    def expression(self, node):
        if node.word:
            return self.word(node.word)
        items = node.items
        if not items or not items[0].word:
            raise GuestError("what is to be called? In " + self.code.name)
        name = items[0].word
        count = len(items) - 1
        if name == "do":
            self.body(items, 1)
        elif name == "set" and count == 2:
            self.expression(items[2])
            self.emit(DUP, 1)
            self.emit(STORE, -1)
            self.byte(self.local(items[1].word))
        elif name == "if" and count == 3:
            self.expression(items[1])
            no = self.jump(JUMP_IF_NOT, -1)
            self.expression(items[2])
            end = self.jump(JUMP, -1)
            self.patch(no, len(self.bytes))
            self.expression(items[3])
            self.patch(end, len(self.bytes))
        elif name == "while" and count >= 1:
            top = len(self.bytes)
            self.expression(items[1])
            out = self.jump(JUMP_IF_NOT, -1)
            self.body(items, 2)
            self.emit(DROP, -1)
            self.patch(self.jump(BACK, 0), top)
            self.patch(out, len(self.bytes))
            self.emit(NOTHING, 1)
        elif (name == "and" or name == "or") and count == 2:
            self.expression(items[1])
            self.emit(DUP, 1)
            if name == "or":
                self.emit(NOT, 0)
            end = self.jump(JUMP_IF_NOT, -1)
            self.emit(DROP, -1)
            self.expression(items[2])
            self.patch(end, len(self.bytes))
        else:
            for i in range(count):
                self.expression(items[1 + i])
            if name in OPERATORS and OPERATORS[name][1] == count:
                self.emit(OPERATORS[name][0], 1 - count)
            elif name in self.index:
                callee = self.code.program.functions[self.index[name]]
                if callee.parameters != count:
                    raise GuestError("wrong number of arguments for " + name)
                self.emit(CALL, 1 - count)
                self.byte(self.index[name])
            else:
                raise GuestError("unknown function " + name + " in " + self.code.name)

    def finish(self):
        self.emit(RETURN, -1)
        code = self.code
        code.bytecode = "".join(self.bytes)
        code.constants = self.constants[:]
        code.locals = len(self.locals)
        code.size = code.locals + self.deepest


def compile_program(text):
    reader = Reader(text)
    nodes = []
    while reader.skip():
        nodes.append(reader.node())
    program = Program()
    index = {}
    functions = []
    for node in nodes:
        if len(node.items) < 2 or node.items[0].word != "def" or not node.items[1].items:
            raise GuestError("only definitions stand outside")
        head = node.items[1].items
        index[head[0].word] = len(functions)
        functions.append(Code(head[0].word, len(head) - 1, program))
    program.functions = functions[:]
    for i in range(len(nodes)):
        compiler = Compiler(functions[i], index)
        head = nodes[i].items[1].items
        for j in range(1, len(head)):
            compiler.local(head[j].word)
        compiler.body(nodes[i].items, 2)
        compiler.finish()
    if "main" not in index or functions[index["main"]].parameters != 1:
        raise GuestError("no function main of a number")
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
        print("usage: stack PROGRAM.lsp [NUMBER]")
        return 2
    try:
        code = compile_program(read_file(argv[1]))
        frame = Frame(code)
        frame.stack[0] = W_Number(int(argv[2]) if len(argv) > 2 else 0)
        frame.top = code.locals
        print(text_of(run(code, frame)))
    except GuestError as e:
        print("error: " + e.text)
        return 1
    return 0


def target(driver, args):
    return entry_point, None
