"""A toy stack language: tlc.rpy PROGRAM.tlc [NUMBER]

The language of the 2007 paper on generated JITs is one like this: instructions of a stack machine, and values that tell their
class at run time: integers, texts and pairs. A program is one instruction per line; `#` starts a comment.

    def NAME [PARAMETER…]       begins a function; a name that is stored is a variable
    LABEL:                      a place to go to
    int N, text WORDS…, nil     push a value
    load NAME, store NAME       variables
    pop, dup, swap              the stack
    add sub mul div mod and     of two integers (`add` of two texts: one behind the other)
    lt le eq                    of two integers or texts: 1 or 0 (`eq` also of pairs: the same one)
    cons, head, tail            pairs
    len                         length of a text or list
    is_pair                     1 or 0
    goto LABEL, if LABEL, ifnot LABEL       nil, 0 and the empty text are false
    call NAME, return           arguments are on the stack
    print                       prints and keeps the value

`main` gets the number. Arithmetic wraps around.
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

class Value(object):
    """What a class does not define is an error of the guest program."""
    _attrs_ = []

    def integer(self):
        raise GuestError("an integer is needed")

    def string(self):
        raise GuestError("a text is needed")

    def add(self, other):
        raise GuestError("cannot be added")

    def less(self, other):
        raise GuestError("cannot be compared")

    def equals(self, other):
        return self is other

    def is_true(self):
        return True

    def head(self):
        raise GuestError("a pair is needed")

    def tail(self):
        raise GuestError("a pair is needed")

    def length(self):
        raise GuestError("has no length")


class Nil(Value):
    _attrs_ = []

    def is_true(self):
        return False

    def length(self):
        return 0


class Integer(Value):
    _attrs_ = _immutable_fields_ = ["n"]

    def __init__(self, n):
        self.n = n

    def integer(self):
        return self.n

    def add(self, other):
        return Integer(intmask(self.n + other.integer()))

    def less(self, other):
        return self.n < other.integer()

    def equals(self, other):
        return isinstance(other, Integer) and other.n == self.n

    def is_true(self):
        return self.n != 0


class Text(Value):
    _attrs_ = _immutable_fields_ = ["s"]

    def __init__(self, s):
        self.s = s

    def string(self):
        return self.s

    def add(self, other):
        return Text(self.s + other.string())

    def less(self, other):
        return self.s < other.string()

    def equals(self, other):
        return isinstance(other, Text) and other.s == self.s

    def is_true(self):
        return len(self.s) > 0

    def length(self):
        return len(self.s)


class Pair(Value):
    _attrs_ = _immutable_fields_ = ["first", "rest"]

    def __init__(self, first, rest):
        self.first = first
        self.rest = rest

    def head(self):
        return self.first

    def tail(self):
        return self.rest

    def length(self):
        n = 1
        value = self.rest
        while isinstance(value, Pair):
            n += 1
            value = value.rest
        return n


NIL = Nil()


def shown(value):
    if isinstance(value, Integer):
        return str(value.n)
    if isinstance(value, Text):
        return value.s
    b = StringBuilder()
    b.append("[")
    separator = ""
    while isinstance(value, Pair):
        b.append(separator)
        b.append(shown(value.first))
        separator = " "
        value = value.rest
    if not isinstance(value, Nil):
        b.append(" . " + shown(value))
    b.append("]")
    return b.build()


# ____________________________________________________________ interpreter

NAMES = ["NIL", "INT", "CONSTANT", "LOAD", "STORE", "POP", "DUP", "SWAP", "GOTO", "BACK", "IF", "IFNOT", "CALL", "RETURN", "ADD",
         "SUB", "MUL", "DIV", "MOD", "AND", "LT", "LE", "EQ", "CONS", "HEAD", "TAIL", "LEN", "IS_PAIR", "PRINT"]
for _i, _name in enumerate(NAMES):
    globals()["OP_" + _name] = _i

#: Instructions without operand: the word, the instruction, how many values it takes and leaves.
PLAIN = {"nil": (OP_NIL, 0, 1), "pop": (OP_POP, 1, 0), "dup": (OP_DUP, 1, 2), "swap": (OP_SWAP, 2, 2),
         "return": (OP_RETURN, 1, 0), "add": (OP_ADD, 2, 1), "sub": (OP_SUB, 2, 1), "mul": (OP_MUL, 2, 1),
         "div": (OP_DIV, 2, 1), "mod": (OP_MOD, 2, 1), "and": (OP_AND, 2, 1), "lt": (OP_LT, 2, 1), "le": (OP_LE, 2, 1),
         "eq": (OP_EQ, 2, 1), "cons": (OP_CONS, 2, 1), "head": (OP_HEAD, 1, 1), "tail": (OP_TAIL, 1, 1),
         "len": (OP_LEN, 1, 1), "is_pair": (OP_IS_PAIR, 1, 1), "print": (OP_PRINT, 1, 1)}


class Function(object):
    """Its code is a string: an instruction and its operand of two bytes, if it has one."""
    _immutable_fields_ = ["name", "code", "constants[*]", "parameters", "variables", "room", "program"]

    def __init__(self, name, program):
        self.name = name
        self.program = program
        self.code = ""
        self.constants = []
        self.parameters = 0
        self.variables = 0
        self.room = 0


class Program(object):
    _immutable_fields_ = ["functions[*]"]

    def __init__(self):
        self.functions = []


class Frame(object):
    """Variables, and the stack above them."""
    _virtualizable_ = ["values[*]", "top"]
    _immutable_fields_ = ["values"]

    @unroll_safe
    def __init__(self, function):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.values = [NIL] * function.room
        make_sure_not_resized(self.values)
        self.top = function.variables

    def push(self, value):
        top = self.top
        assert top >= 0
        self.values[top] = value
        self.top = top + 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        value = self.values[top]
        self.values[top] = None
        self.top = top
        return value


def location(pc, function):
    code = function.code
    op = ord(code[pc])
    text = "%s %d: %s" % (function.name, pc, NAMES[op])
    if op == OP_INT or op == OP_LOAD or op == OP_STORE or OP_GOTO <= op <= OP_IFNOT:
        text += " %d" % operand(code, pc + 1)
    return text


jitdriver = JitDriver(greens=["pc", "function"], reds=["frame"], virtualizables=["frame"],
                      get_printable_location=location, is_recursive=True)


def operand(code, at):
    return ord(code[at]) | ord(code[at + 1]) << 8


def flag(condition):
    if condition:
        return Integer(1)
    return Integer(0)


def interpret(function, frame):
    frame = hint(frame, access_directly=True)
    pc = 0
    while True:
        jitdriver.jit_merge_point(pc=pc, function=function, frame=frame)
        code = function.code
        op = ord(code[pc])
        pc += 1
        if op == OP_INT:
            frame.push(Integer(operand(code, pc)))
            pc += 2
        elif op == OP_CONSTANT:
            frame.push(function.constants[operand(code, pc)])
            pc += 2
        elif op == OP_NIL:
            frame.push(NIL)
        elif op == OP_LOAD:
            frame.push(frame.values[operand(code, pc)])
            pc += 2
        elif op == OP_STORE:
            frame.values[operand(code, pc)] = frame.pop()
            pc += 2
        elif op == OP_POP:
            frame.pop()
        elif op == OP_DUP:
            value = frame.pop()
            frame.push(value)
            frame.push(value)
        elif op == OP_SWAP:
            second = frame.pop()
            first = frame.pop()
            frame.push(second)
            frame.push(first)
        elif op == OP_GOTO:
            pc = operand(code, pc)
        elif op == OP_BACK:
            pc = operand(code, pc)
            jitdriver.can_enter_jit(pc=pc, function=function, frame=frame)
        elif op == OP_IF or op == OP_IFNOT:
            if frame.pop().is_true() == (op == OP_IF):
                pc = operand(code, pc)
            else:
                pc += 2
        elif op == OP_CALL:
            callee = function.program.functions[operand(code, pc)]
            pc += 2
            frame.push(call(callee, frame))
        elif op == OP_RETURN:
            return frame.pop()
        elif op == OP_HEAD:
            frame.push(frame.pop().head())
        elif op == OP_TAIL:
            frame.push(frame.pop().tail())
        elif op == OP_LEN:
            frame.push(Integer(frame.pop().length()))
        elif op == OP_IS_PAIR:
            frame.push(flag(isinstance(frame.pop(), Pair)))
        elif op == OP_PRINT:
            value = frame.pop()
            print(shown(value))
            frame.push(value)
        else:
            right = frame.pop()
            left = frame.pop()
            if op == OP_ADD:
                value = left.add(right)
            elif op == OP_LT:
                value = flag(left.less(right))
            elif op == OP_LE:
                value = flag(not right.less(left))
            elif op == OP_EQ:
                value = flag(left.equals(right))
            elif op == OP_CONS:
                value = Pair(left, right)
            else:
                value = Integer(arithmetic(op, left.integer(), right.integer()))
            frame.push(value)


def arithmetic(op, left, right):
    if op == OP_SUB:
        return intmask(left - right)
    if op == OP_MUL:
        return intmask(left * right)
    if op == OP_AND:
        return left & right
    if right == 0:
        raise GuestError("division by zero")
    if right == -1:
        # The one quotient that would not fit.
        if op == OP_DIV:
            return intmask(-left)
        return 0
    if op == OP_DIV:
        return left // right
    assert op == OP_MOD
    return left % right


@unroll_safe
def call(callee, frame):
    frame = hint(frame, access_directly=True)
    inner = Frame(callee)
    i = callee.parameters
    while i > 0:
        i -= 1
        inner.values[i] = frame.pop()
    return interpret(callee, inner)


# ____________________________________________________________ assembler

class Assembler(object):
    def __init__(self, function, index):
        self.function = function
        self.index = index
        self.code = []
        self.constants = []
        self.variables = {}
        self.labels = {}
        self.jumps = []
        self.depths = {}
        self.depth = 0
        self.deepest = 0

    def emit(self, op, taken, left):
        self.code.append(chr(op))
        if self.depth < taken:
            raise GuestError("nothing is on the stack in " + self.function.name)
        self.depth += left - taken
        if self.depth > self.deepest:
            self.deepest = self.depth

    def operand(self, n):
        if n > 65535:
            raise GuestError("too many of a kind in " + self.function.name)
        self.code.append(chr(n & 255))
        self.code.append(chr(n >> 8))

    def constant(self, value):
        self.emit(OP_CONSTANT, 0, 1)
        self.operand(len(self.constants))
        self.constants.append(value)

    def arrive(self, label):
        """Everybody who comes there must leave as many values on the stack."""
        if label in self.depths:
            if self.depths[label] != self.depth:
                raise GuestError("the stack at " + label + " is not always the same")
        else:
            self.depths[label] = self.depth

    def label(self, label, falls):
        if label in self.labels:
            raise GuestError("twice: " + label)
        if falls:
            self.arrive(label)
        elif label in self.depths:
            self.depth = self.depths[label]
        else:
            self.depth = 0
            self.depths[label] = 0
        self.labels[label] = len(self.code)

    def jump(self, op, taken, label):
        self.emit(op, taken, 0)
        self.arrive(label)
        self.jumps.append((len(self.code), label))
        self.operand(0)

    def instruction(self, words, line):
        """False: what stands behind it is reached by jumps only."""
        word = words[0]
        if word in PLAIN and len(words) == 1:
            op, taken, left = PLAIN[word]
            self.emit(op, taken, left)
            return op != OP_RETURN
        if word == "text":
            # All that stands behind the word.
            start = line.find("text") + 5
            self.constant(Text(line[min(start, len(line)):]))
            return True
        if len(words) != 2:
            raise GuestError("not an instruction: " + line)
        name = words[1]
        if word == "int":
            n = number(name)
            if 0 <= n <= 65535:
                self.emit(OP_INT, 0, 1)
                self.operand(n)
            else:
                self.constant(Integer(n))
        elif word == "load":
            if name not in self.variables:
                raise GuestError("unknown variable " + name + " in " + self.function.name)
            self.emit(OP_LOAD, 0, 1)
            self.operand(self.variables[name])
        elif word == "store":
            if name not in self.variables:
                self.variables[name] = len(self.variables)
            self.emit(OP_STORE, 1, 0)
            self.operand(self.variables[name])
        elif word == "goto":
            if name in self.labels:
                self.jump(OP_BACK, 0, name)
            else:
                self.jump(OP_GOTO, 0, name)
            return False
        elif word == "if":
            self.jump(OP_IF, 1, name)
        elif word == "ifnot":
            self.jump(OP_IFNOT, 1, name)
        elif word == "call":
            if name not in self.index:
                raise GuestError("unknown function " + name)
            self.emit(OP_CALL, self.function.program.functions[self.index[name]].parameters, 1)
            self.operand(self.index[name])
        else:
            raise GuestError("not an instruction: " + line)
        return True

    def finish(self, falls):
        if falls:
            raise GuestError("no return at the end of " + self.function.name)
        for at, label in self.jumps:
            if label not in self.labels:
                raise GuestError("no label " + label)
            target = self.labels[label]
            self.code[at] = chr(target & 255)
            self.code[at + 1] = chr(target >> 8)
        f = self.function
        f.code = "".join(self.code)
        f.constants = self.constants[:]
        f.variables = len(self.variables)
        f.room = f.variables + self.deepest


def number(word):
    try:
        return int(word)
    except ValueError:
        raise GuestError("not a number: " + word)


def assemble(source):
    lines = []
    for line in source.split("\n"):
        comment = line.find("#")
        if comment >= 0:
            line = line[:comment]
        line = line.rstrip()
        if line:
            lines.append(line)
    program = Program()
    functions = []
    index = {}
    for line in lines:
        words = line.split()
        if words[0] == "def":
            if len(words) < 2 or words[1] in index:
                raise GuestError("not a new function: " + line)
            f = Function(words[1], program)
            f.parameters = len(words) - 2
            index[words[1]] = len(functions)
            functions.append(f)
    program.functions = functions[:]
    if "main" not in index or functions[index["main"]].parameters != 1:
        raise GuestError("no function main of a number")
    assembler = None
    falls = False
    for line in lines:
        words = line.split()
        if words[0] == "def":
            if assembler is not None:
                assembler.finish(falls)
            assembler = Assembler(functions[index[words[1]]], index)
            for i in range(2, len(words)):
                assembler.variables[words[i]] = i - 2
            falls = True
        elif assembler is None:
            raise GuestError("outside of a function: " + line)
        elif len(words) == 1 and words[0].endswith(":"):
            label = words[0]
            assembler.label(label[:len(label) - 1], falls)
            falls = True
        elif falls:
            falls = assembler.instruction(words, line)
        else:
            raise GuestError("never reached: " + line)
    if assembler is not None:
        assembler.finish(falls)
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


def run_main(function, n):
    try:
        frame = Frame(function)
        frame.values[0] = Integer(n)
        print(shown(interpret(function, frame)))
    except GuestError as e:
        print("error: " + e.text)
        return 1
    return 0


def argument(argv, at):
    if len(argv) > at:
        return number(argv[at])
    return 0


def entry_point(argv):
    if len(argv) < 2:
        print("usage: tlc PROGRAM.tlc [NUMBER]")
        return 2
    try:
        return run_main(assemble(read_file(argv[1])), argument(argv, 2))
    except GuestError as e:
        print("error: " + e.text)
        return 1


def target(driver, args):
    return entry_point, None


def specialize(driver, args):
    """The program `args[0]` alone."""
    function = assemble(read_file(args[0]))

    def entry_point(argv):
        try:
            return run_main(function, argument(argv, 1))
        except GuestError as e:
            print("error: " + e.text)
            return 1
    return entry_point, None
