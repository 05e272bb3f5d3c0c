"""A language of objects and prototypes: maps.rpy PROGRAM.pro [NUMBER]

The parser makes a tree of nodes, which evaluate themselves. Objects have a map (hidden class) and a list of values;
what an object lacks is found in its prototype. `clone p` makes an object with the prototype p. `main` gets the number.
"""
import os
from rpython.rlib.debug import make_sure_not_resized
from rpython.rlib.jit import JitDriver, elidable, elidable_promote, hint, promote, unroll_safe
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.rstring import StringBuilder


class GuestError(Exception):
    def __init__(self, text):
        self.text = text


# ____________________________________________________________ maps

class Map(object):
    """What the objects of one history have in common: names and places of slots, and the prototype."""
    _immutable_fields_ = ["prototype", "size"]

    def __init__(self, prototype, names):
        self.prototype = prototype
        self.indexes = {}
        for name in names:
            self.indexes[name] = len(self.indexes)
        self.names = names
        self.size = len(names)
        self.transitions = {}

    @elidable
    def index(self, name):
        return self.indexes.get(name, -1)

    @elidable
    def extended(self, name):
        if name not in self.transitions:
            self.transitions[name] = Map(self.prototype, self.names + [name])
        return self.transitions[name]


class Prototype(object):
    """An object that others were cloned from. The version changes whenever a slot of it does."""
    _immutable_fields_ = ["w_object", "parent", "children", "version?"]

    def __init__(self, w_object):
        self.w_object = w_object
        self.parent = w_object.map.prototype
        self.version = Version()
        self.children = Map(self, [])

    def lookup(self, name):
        return self.lookup_at(name, self.version)

    @elidable
    def lookup_at(self, name, version):
        w_object = self.w_object
        index = w_object.map.index(name)
        return w_object.storage[index] if index >= 0 else None


class Version(object):
    pass


# ____________________________________________________________ values

class W_Value(object):
    _attrs_ = []
    kind = "value"

    def is_true(self):
        return True

    def text(self):
        return "<" + self.kind + ">"

    def get(self, name):
        return None

    def set(self, name, w_value):
        raise GuestError("no slots in a " + self.kind)

    def same(self, w_other):
        return self is w_other


class W_Nil(W_Value):
    _attrs_ = []
    kind = "nil"

    def is_true(self):
        return False

    def text(self):
        return "nil"


class W_Bool(W_Value):
    _attrs_ = _immutable_fields_ = ["flag"]
    kind = "boolean"

    def __init__(self, flag):
        self.flag = flag

    def is_true(self):
        return self.flag

    def text(self):
        return "true" if self.flag else "false"


class W_Int(W_Value):
    _attrs_ = _immutable_fields_ = ["value"]
    kind = "number"

    def __init__(self, value):
        self.value = value

    def text(self):
        return str(self.value)

    def same(self, w_other):
        return isinstance(w_other, W_Int) and w_other.value == self.value


class W_Text(W_Value):
    _attrs_ = _immutable_fields_ = ["string"]
    kind = "text"

    def __init__(self, string):
        self.string = string

    def text(self):
        return self.string

    def same(self, w_other):
        return isinstance(w_other, W_Text) and w_other.string == self.string


class W_Array(W_Value):
    _attrs_ = _immutable_fields_ = ["items"]
    kind = "array"

    def __init__(self, items):
        make_sure_not_resized(items)
        self.items = items

    def get(self, name):
        return W_Int(len(self.items)) if name == "length" else None

    def place(self, w_index):
        if not isinstance(w_index, W_Int):
            raise GuestError("an index must be a number")
        index = w_index.value
        if index < 0 or index >= len(self.items):
            raise GuestError("no item %d" % index)
        return index


class W_Function(W_Value):
    _attrs_ = _immutable_fields_ = ["name", "parameters", "size", "body"]
    kind = "function"

    def __init__(self, name, parameters, size, body):
        self.name = name
        self.parameters = parameters
        self.size = size
        self.body = body

    def call(self, w_self, arguments):
        return run_function(self, Frame(self, w_self, arguments))


class W_Object(W_Value):
    _attrs_ = ["map", "storage", "prototype"]
    kind = "object"

    def __init__(self, map):
        self.map = map
        self.storage = [NIL] * map.size
        self.prototype = None           # if it is one

    @unroll_safe
    def get(self, name):
        map = promote(self.map)
        index = map.index(name)
        if index >= 0:
            return self.storage[index]
        prototype = map.prototype
        while prototype is not None:
            w_value = prototype.lookup(name)
            if w_value is not None:
                return w_value
            prototype = prototype.parent
        return None

    def set(self, name, w_value):
        map = promote(self.map)
        index = map.index(name)
        if index >= 0:
            self.storage[index] = w_value
        else:
            self.add(map.extended(name), w_value)
        if self.prototype is not None:
            self.prototype.version = Version()

    @unroll_safe
    def add(self, map, w_value):
        storage = [NIL] * map.size
        for i in range(map.size - 1):
            storage[i] = self.storage[i]
        storage[map.size - 1] = w_value
        self.map = map
        self.storage = storage

    def cloned(self):
        if self.prototype is None:
            self.prototype = Prototype(self)
        return W_Object(promote(self.prototype).children)


NIL = W_Nil()
TRUE = W_Bool(True)
FALSE = W_Bool(False)
ROOT = Map(None, [])


def boolean(flag):
    return TRUE if flag else FALSE


class Global(object):
    """A variable outside of functions. Most are never changed."""
    _immutable_fields_ = ["name", "w_value?"]

    def __init__(self, name):
        self.name = name
        self.w_value = None


# ____________________________________________________________ running

class Frame(object):
    _virtualizable_ = ["w_self", "slots[*]"]
    _immutable_fields_ = ["w_self", "slots"]

    @unroll_safe
    def __init__(self, function, w_self, arguments):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        if len(arguments) != function.parameters:
            raise GuestError("wrong number of arguments for " + function.name)
        self.w_self = w_self
        self.slots = [NIL] * function.size
        make_sure_not_resized(self.slots)
        for i in range(len(arguments)):
            self.slots[i] = arguments[i]


class ReturnValue(Exception):
    _immutable_fields_ = ["w_value"]

    def __init__(self, w_value):
        self.w_value = w_value


def loop_location(node):
    return "while in line %d" % node.line


def call_location(function):
    return "function " + function.name


loop_driver = JitDriver(greens=["node"], reds=["frame"], virtualizables=["frame"], get_printable_location=loop_location,
                        name="loop")
call_driver = JitDriver(greens=["function"], reds=["frame"], virtualizables=["frame"],
                        get_printable_location=call_location, is_recursive=True, name="call")


def run_function(function, frame):
    call_driver.jit_merge_point(function=function, frame=frame)
    try:
        function.body.evaluate(frame)
    except ReturnValue as e:
        return e.w_value
    return NIL


class Node(object):
    _immutable_fields_ = ["line"]
    line = 0

    def evaluate(self, frame):
        raise NotImplementedError


class Literal(Node):
    _immutable_fields_ = ["w_value"]

    def __init__(self, w_value):
        self.w_value = w_value

    def evaluate(self, frame):
        return self.w_value


class ReadLocal(Node):
    _immutable_fields_ = ["index"]

    def __init__(self, index):
        self.index = index

    def evaluate(self, frame):
        return frame.slots[self.index]


class WriteLocal(Node):
    _immutable_fields_ = ["index", "value"]

    def __init__(self, index, value):
        self.index = index
        self.value = value

    def evaluate(self, frame):
        w_value = self.value.evaluate(frame)
        frame.slots[self.index] = w_value
        return w_value


class ReadGlobal(Node):
    _immutable_fields_ = ["variable"]

    def __init__(self, variable):
        self.variable = variable

    def evaluate(self, frame):
        w_value = self.variable.w_value
        if w_value is None:
            raise GuestError("no variable " + self.variable.name)
        return w_value


class WriteGlobal(Node):
    _immutable_fields_ = ["variable", "value"]

    def __init__(self, variable, value):
        self.variable = variable
        self.value = value

    def evaluate(self, frame):
        w_value = self.value.evaluate(frame)
        self.variable.w_value = w_value
        return w_value


class Self(Node):
    def evaluate(self, frame):
        return frame.w_self


class Get(Node):
    _immutable_fields_ = ["receiver", "name"]

    def __init__(self, receiver, name):
        self.receiver = receiver
        self.name = name

    def evaluate(self, frame):
        return read_slot(self.receiver.evaluate(frame), self.name)


def read_slot(w_object, name):
    w_value = w_object.get(name)
    if w_value is None:
        raise GuestError("no slot %s in a %s" % (name, w_object.kind))
    return w_value


class Set(Node):
    _immutable_fields_ = ["receiver", "name", "value"]

    def __init__(self, receiver, name, value):
        self.receiver = receiver
        self.name = name
        self.value = value

    def evaluate(self, frame):
        w_object = self.receiver.evaluate(frame)
        w_value = self.value.evaluate(frame)
        w_object.set(self.name, w_value)
        return w_value


class Item(Node):
    _immutable_fields_ = ["array", "index", "value"]

    def __init__(self, array, index, value):
        self.array = array
        self.index = index
        self.value = value              # None: the item is read

    def evaluate(self, frame):
        w_array = self.array.evaluate(frame)
        w_index = self.index.evaluate(frame)
        if not isinstance(w_array, W_Array):
            raise GuestError("a %s has no items" % w_array.kind)
        index = w_array.place(w_index)
        if self.value is not None:
            w_array.items[index] = self.value.evaluate(frame)
        return w_array.items[index]


class Call(Node):
    """Of a method if there is a name, else of a value."""
    _immutable_fields_ = ["receiver", "name", "arguments[*]"]

    def __init__(self, receiver, name, arguments):
        self.receiver = receiver
        self.name = name
        self.arguments = arguments

    def evaluate(self, frame):
        w_self = self.receiver.evaluate(frame)
        w_function = w_self
        if self.name:
            w_function = read_slot(w_self, self.name)
        arguments = self.values(frame)
        if not isinstance(w_function, W_Function):
            raise GuestError("a %s cannot be called" % w_function.kind)
        return promote(w_function).call(w_self, arguments)

    @unroll_safe
    def values(self, frame):
        values = [NIL] * len(self.arguments)
        for i in range(len(self.arguments)):
            values[i] = self.arguments[i].evaluate(frame)
        return values


class Operator(Node):
    """Of numbers; of other values a method with the operator's name."""
    _immutable_fields_ = ["op", "left", "right"]

    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right

    def evaluate(self, frame):
        w_left = self.left.evaluate(frame)
        w_right = self.right.evaluate(frame)
        op = self.op
        if op == "==":
            return boolean(w_left.same(w_right))
        if op == "!=":
            return boolean(not w_left.same(w_right))
        if isinstance(w_left, W_Int) and isinstance(w_right, W_Int):
            return self.numbers(w_left.value, w_right.value)
        if isinstance(w_left, W_Text) and op == "+":
            return W_Text(w_left.string + w_right.text())
        w_function = w_left.get(op)
        if not isinstance(w_function, W_Function):
            raise GuestError("no %s of a %s and a %s" % (op, w_left.kind, w_right.kind))
        return promote(w_function).call(w_left, [w_right])

    def numbers(self, left, right):
        op = self.op
        if op == "+":
            return W_Int(intmask(left + right))
        if op == "-":
            return W_Int(intmask(left - right))
        if op == "*":
            return W_Int(intmask(left * right))
        if op == "<":
            return boolean(left < right)
        if op == ">":
            return boolean(left > right)
        if op == "<=":
            return boolean(left <= right)
        if op == ">=":
            return boolean(left >= right)
        if right == 0:
            raise GuestError("division by zero")
        return W_Int(left // right if op == "/" else left % right)


class Logic(Node):
    _immutable_fields_ = ["conjunction", "left", "right"]

    def __init__(self, conjunction, left, right):
        self.conjunction = conjunction
        self.left = left
        self.right = right

    def evaluate(self, frame):
        w_left = self.left.evaluate(frame)
        if w_left.is_true() == self.conjunction:
            return self.right.evaluate(frame)
        return w_left


class Clone(Node):
    """`clone p`, or `{ … }`: an object without prototype."""
    _immutable_fields_ = ["prototype", "names[*]", "values[*]"]

    def __init__(self, prototype, names, values):
        self.prototype = prototype
        self.names = names
        self.values = values

    @unroll_safe
    def evaluate(self, frame):
        if self.prototype is None:
            w_object = W_Object(ROOT)
        else:
            w_prototype = self.prototype.evaluate(frame)
            if not isinstance(w_prototype, W_Object):
                raise GuestError("a %s is no prototype" % w_prototype.kind)
            w_object = w_prototype.cloned()
        for i in range(len(self.names)):
            w_object.set(self.names[i], self.values[i].evaluate(frame))
        return w_object


class NewArray(Node):
    _immutable_fields_ = ["size"]

    def __init__(self, size):
        self.size = size

    def evaluate(self, frame):
        w_size = self.size.evaluate(frame)
        if not isinstance(w_size, W_Int) or w_size.value < 0:
            raise GuestError("the size of an array")
        return W_Array([NIL] * w_size.value)


class Print(Node):
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def evaluate(self, frame):
        print(self.value.evaluate(frame).text())
        return NIL


class Return(Node):
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def evaluate(self, frame):
        raise ReturnValue(self.value.evaluate(frame))


class Block(Node):
    _immutable_fields_ = ["statements[*]"]

    def __init__(self, statements):
        self.statements = statements

    @unroll_safe
    def evaluate(self, frame):
        for statement in self.statements:
            statement.evaluate(frame)
        return NIL


class If(Node):
    _immutable_fields_ = ["condition", "yes", "no"]

    def __init__(self, condition, yes, no):
        self.condition = condition
        self.yes = yes
        self.no = no

    def evaluate(self, frame):
        if self.condition.evaluate(frame).is_true():
            return self.yes.evaluate(frame)
        return self.no.evaluate(frame)


class While(Node):
    _immutable_fields_ = ["condition", "body"]

    def __init__(self, condition, body, line):
        self.condition = condition
        self.body = body
        self.line = line

    def evaluate(self, frame):
        while True:
            loop_driver.jit_merge_point(node=self, frame=frame)
            if not self.condition.evaluate(frame).is_true():
                return NIL
            self.body.evaluate(frame)


# ____________________________________________________________ parser

LEVELS = [["or"], ["and"], ["==", "!=", "<", ">", "<=", ">="], ["+", "-"], ["*", "/", "%"]]


def tokens_of(text):
    tokens = []
    lines = []
    line = 1
    i = 0
    while i < len(text):
        c = text[i]
        start = i
        i += 1
        if c == "\n":
            line += 1
        elif c == "#":
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
            lines.append(line)
    return tokens, lines


class Parser(object):
    def __init__(self, text):
        self.tokens, self.lines = tokens_of(text)
        self.at = 0
        self.globals = {}
        self.locals = None

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token):
        if not self.take(token):
            line = self.lines[self.at] if self.at < len(self.lines) else 0
            raise GuestError("line %d: %s expected, not %s" % (line, token, self.peek()))

    def name(self):
        name = self.peek()
        if not name or not (name[0].isalpha() or name[0] == "_"):
            self.expect("a name")
        self.at += 1
        return name

    def variable(self, name):
        if name not in self.globals:
            self.globals[name] = Global(name)
        return self.globals[name]

    def block(self):
        self.expect("{")
        statements = []
        while not self.take("}"):
            statements.append(self.statement())
        return Block(statements[:])

    def statement(self):
        line = self.lines[self.at] if self.at < len(self.lines) else 0
        if self.take("var"):
            name = self.name()
            self.expect("=")
            value = self.expression()
            self.take(";")
            if self.locals is None:
                return WriteGlobal(self.variable(name), value)
            if name not in self.locals:
                self.locals[name] = len(self.locals)
            return WriteLocal(self.locals[name], value)
        if self.take("if"):
            condition = self.expression()
            yes = self.block()
            no = Block([])
            if self.take("else"):
                no = Block([self.statement()]) if self.peek() == "if" else self.block()
            return If(condition, yes, no)
        if self.take("while"):
            condition = self.expression()
            return While(condition, self.block(), line)
        if self.take("return"):
            node = Return(self.expression())
        elif self.take("print"):
            node = Print(self.expression())
        else:
            node = self.expression()
        self.take(";")
        return node

    def expression(self):
        left = self.level(0)
        if not self.take("="):
            return left
        value = self.expression()
        if isinstance(left, ReadLocal):
            return WriteLocal(left.index, value)
        if isinstance(left, ReadGlobal):
            return WriteGlobal(left.variable, value)
        if isinstance(left, Get):
            return Set(left.receiver, left.name, value)
        if isinstance(left, Item):
            return Item(left.array, left.index, value)
        raise GuestError("this cannot be assigned to")

    def level(self, n):
        if n == len(LEVELS):
            return self.postfix()
        left = self.level(n + 1)
        while self.peek() in LEVELS[n]:
            op = self.peek()
            self.at += 1
            right = self.level(n + 1)
            left = Logic(op == "and", left, right) if n < 2 else Operator(op, left, right)
        return left

    def arguments(self, end):
        arguments = []
        while not self.take(end):
            arguments.append(self.expression())
            self.take(",")
        return arguments[:]

    def postfix(self):
        node = self.primary()
        while True:
            if self.take("."):
                name = self.name()
                node = Call(node, name, self.arguments(")")) if self.take("(") else Get(node, name)
            elif self.take("("):
                node = Call(node, "", self.arguments(")"))
            elif self.take("["):
                node = Item(node, self.expression(), None)
                self.expect("]")
            else:
                return node

    def primary(self):
        token = self.peek()
        if not token:
            self.expect("an expression")
        if token[0].isdigit():
            self.at += 1
            return Literal(W_Int(int(token)))
        if token[0] == '"':
            self.at += 1
            return Literal(W_Text(token[1:len(token) - 1]))
        if self.take("-"):
            return Operator("-", Literal(W_Int(0)), self.postfix())
        if self.take("("):
            node = self.expression()
            self.expect(")")
            return node
        if self.take("clone"):
            prototype = self.postfix()
            return self.slots(prototype) if self.peek() == "{" else Clone(prototype, [], [])
        if token == "{":
            return self.slots(None)
        name = self.name()
        if name == "fun":
            return Literal(self.function())
        if name == "array" and self.take("("):
            node = NewArray(self.expression())
            self.expect(")")
            return node
        if name == "self":
            return Self()
        if name == "nil":
            return Literal(NIL)
        if name == "true" or name == "false":
            return Literal(boolean(name == "true"))
        if self.locals is not None and name in self.locals:
            return ReadLocal(self.locals[name])
        return ReadGlobal(self.variable(name))

    def slots(self, prototype):
        self.expect("{")
        names = []
        values = []
        while not self.take("}"):
            name = self.peek()
            self.at += 1
            names.append(name[1:len(name) - 1] if name.startswith('"') else name)
            self.expect(":")
            values.append(self.expression())
            self.take(",")
        return Clone(prototype, names[:], values[:])

    def function(self):
        name = "of line %d" % self.lines[self.at]
        outer = self.locals
        self.locals = {}
        self.expect("(")
        while not self.take(")"):
            self.locals[self.name()] = len(self.locals)
            self.take(",")
        parameters = len(self.locals)
        body = self.block()
        size = len(self.locals)
        self.locals = outer
        return W_Function(name, parameters, size, body)


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
        print("usage: maps PROGRAM.pro [NUMBER]")
        return 2
    try:
        parser = Parser(read_file(argv[1]))
        statements = []
        while parser.peek():
            statements.append(parser.statement())
        W_Function("outside", 0, 0, Block(statements[:])).call(NIL, [])
        w_main = parser.variable("main").w_value
        if not isinstance(w_main, W_Function):
            raise GuestError("no function main")
        print(w_main.call(NIL, [W_Int(int(argv[2]) if len(argv) > 2 else 0)]).text())
    except GuestError as e:
        print("error: " + e.text)
        return 1
    return 0


def target(driver, args):
    return entry_point, None
