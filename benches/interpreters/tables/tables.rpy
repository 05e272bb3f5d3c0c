"""A little language of functions and tables: tables.rpy PROGRAM.tab [NUMBER]

It looks like Lua, and is evaluated as a tree. Values are nil, booleans, integers and floats, texts, tables (a list of
what has the keys 1, 2, …, and dictionaries), closures and built-in functions; all are boxed. An integer that overflows
becomes a float. The global function `main` gets the number.
"""
import math
import os
from rpython.rlib.debug import make_sure_not_resized
from rpython.rlib.jit import JitDriver, dont_look_inside, hint, promote, unroll_safe
from rpython.rlib.rarithmetic import ovfcheck
from rpython.rlib.rstring import StringBuilder


class GuestError(Exception):
    def __init__(self, w_value):
        self.w_value = w_value


def fail(text):
    return GuestError(W_Str(text))


# ____________________________________________________________ values

class W_Root(object):
    _attrs_ = []
    kind = "value"

    def is_true(self):
        return True

    def str(self):
        return self.kind

    def equals(self, w_other):
        return self is w_other

    def get(self, w_key):
        raise fail("no items in a " + self.kind)

    def get_named(self, name):
        raise fail("no field %s in a %s" % (name, self.kind))

    def set(self, w_key, w_value):
        raise fail("cannot set items of a " + self.kind)

    def set_named(self, name, w_value):
        raise fail("cannot set a field of a " + self.kind)

    def length(self):
        raise fail("no length of a " + self.kind)

    def call(self, arguments):
        raise fail("a %s is not a function" % self.kind)


class W_Nil(W_Root):
    _attrs_ = []
    kind = "nil"

    def is_true(self):
        return False


class W_Bool(W_Root):
    _attrs_ = _immutable_fields_ = ["flag"]
    kind = "boolean"

    def __init__(self, flag):
        self.flag = flag

    def is_true(self):
        return self.flag

    def str(self):
        return "true" if self.flag else "false"


class W_Int(W_Root):
    _attrs_ = _immutable_fields_ = ["value"]
    kind = "number"

    def __init__(self, value):
        self.value = value

    def str(self):
        return str(self.value)

    def equals(self, w_other):
        if isinstance(w_other, W_Float):
            return float(self.value) == w_other.value
        return isinstance(w_other, W_Int) and self.value == w_other.value


class W_Float(W_Root):
    _attrs_ = _immutable_fields_ = ["value"]
    kind = "number"

    def __init__(self, value):
        self.value = value

    def str(self):
        return "%.6f" % self.value

    def equals(self, w_other):
        if isinstance(w_other, W_Int):
            return self.value == float(w_other.value)
        return isinstance(w_other, W_Float) and self.value == w_other.value


class W_Str(W_Root):
    _attrs_ = _immutable_fields_ = ["value"]
    kind = "string"

    def __init__(self, value):
        self.value = value

    def str(self):
        return self.value

    def equals(self, w_other):
        return isinstance(w_other, W_Str) and self.value == w_other.value

    def length(self):
        return len(self.value)


class W_Table(W_Root):
    _attrs_ = _immutable_fields_ = ["items", "named", "numbered"]
    kind = "table"

    def __init__(self):
        self.items = []
        self.named = {}
        self.numbered = {}

    def get(self, w_key):
        if isinstance(w_key, W_Int):
            i = w_key.value - 1
            if 0 <= i < len(self.items):
                return self.items[i]
            return self.numbered.get(i, NIL)
        if isinstance(w_key, W_Str):
            return self.named.get(w_key.value, NIL)
        raise fail("a %s is no key" % w_key.kind)

    def get_named(self, name):
        return self.named.get(name, NIL)

    def set(self, w_key, w_value):
        if isinstance(w_key, W_Int):
            i = w_key.value - 1
            if 0 <= i < len(self.items):
                self.items[i] = w_value
            elif i == len(self.items):
                self.items.append(w_value)
            else:
                self.numbered[i] = w_value
        elif isinstance(w_key, W_Str):
            self.named[w_key.value] = w_value
        else:
            raise fail("a %s is no key" % w_key.kind)

    def set_named(self, name, w_value):
        self.named[name] = w_value

    def length(self):
        return len(self.items)


class W_Closure(W_Root):
    _immutable_fields_ = ["function", "cells[*]"]
    kind = "function"

    def __init__(self, function, cells):
        self.function = function
        self.cells = cells

    def call(self, arguments):
        function = promote(self.function)
        return run_function(function, Frame(function, self.cells, arguments))


class W_Builtin(W_Root):
    _attrs_ = _immutable_fields_ = ["name", "function"]
    kind = "function"

    def __init__(self, name, function):
        self.name = name
        self.function = function

    def call(self, arguments):
        return self.function(arguments)


class Cell(object):
    """A variable that inner functions share."""

    def __init__(self, w_value):
        self.w_value = w_value


NIL = W_Nil()
TRUE = W_Bool(True)
FALSE = W_Bool(False)


def boolean(flag):
    return TRUE if flag else FALSE


class Global(object):
    _immutable_fields_ = ["name", "w_value?"]

    def __init__(self, name):
        self.name = name
        self.w_value = NIL


# ____________________________________________________________ arithmetic

def as_float(w_value):
    if isinstance(w_value, W_Float):
        return w_value.value
    if isinstance(w_value, W_Int):
        return float(w_value.value)
    raise fail("a number is needed, not a " + w_value.kind)


ADD, SUB, MUL, DIV, FLOOR, MOD, LT, LE, EQ, NE, CONCAT = range(11)


def binary(op, w_left, w_right):
    if op == EQ:
        return boolean(w_left.equals(w_right))
    if op == NE:
        return boolean(not w_left.equals(w_right))
    if op == CONCAT:
        return W_Str(w_left.str() + w_right.str())
    if isinstance(w_left, W_Int) and isinstance(w_right, W_Int):
        return integers(op, w_left.value, w_right.value)
    if isinstance(w_left, W_Str) and isinstance(w_right, W_Str):
        if op == LT:
            return boolean(w_left.value < w_right.value)
        if op == LE:
            return boolean(w_left.value <= w_right.value)
    return floats(op, as_float(w_left), as_float(w_right))


def integers(op, left, right):
    if op == LT:
        return boolean(left < right)
    if op == LE:
        return boolean(left <= right)
    try:
        if op == ADD:
            return W_Int(ovfcheck(left + right))
        if op == SUB:
            return W_Int(ovfcheck(left - right))
        if op == MUL:
            return W_Int(ovfcheck(left * right))
    except OverflowError:
        return floats(op, float(left), float(right))
    if right == 0:
        raise fail("division by zero")
    if op == FLOOR:
        return W_Int(left // right)
    if op == MOD:
        return W_Int(left % right)
    return floats(op, float(left), float(right))


def floats(op, left, right):
    if op == ADD:
        return W_Float(left + right)
    if op == SUB:
        return W_Float(left - right)
    if op == MUL:
        return W_Float(left * right)
    if op == LT:
        return boolean(left < right)
    if op == LE:
        return boolean(left <= right)
    if right == 0.0:
        raise fail("division by zero")
    if op == DIV:
        return W_Float(left / right)
    raise fail("floats have no such operation")


# ____________________________________________________________ running

class Frame(object):
    _virtualizable_ = ["slots[*]", "cells"]
    _immutable_fields_ = ["slots", "cells"]

    @unroll_safe
    def __init__(self, function, cells, arguments):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.cells = cells
        self.slots = [NIL] * function.size
        make_sure_not_resized(self.slots)
        for i in range(min(len(arguments), function.parameters)):
            self.slots[i] = arguments[i]


class Function(object):
    _immutable_fields_ = ["name", "parameters", "size", "body", "shared[*]", "captured[*]"]

    def __init__(self, name):
        self.name = name
        self.parameters = 0
        self.size = 0
        self.body = None
        self.shared = []                # slots of parameters that are cells
        self.captured = []              # where the creator has the cells: slot, or complement of the index of one of its own


def location(function):
    return function.name


def loop_location(node):
    return "loop in line %d" % node.line


call_driver = JitDriver(greens=["function"], reds=["frame"], virtualizables=["frame"], is_recursive=True,
                        get_printable_location=location, name="call")
loop_driver = JitDriver(greens=["node"], reds=["frame"], virtualizables=["frame"], get_printable_location=loop_location,
                        name="while")
for_driver = JitDriver(greens=["node"], reds=["i", "limit", "step", "frame"], virtualizables=["frame"],
                       get_printable_location=loop_location, name="for")


@unroll_safe
def run_function(function, frame):
    call_driver.jit_merge_point(function=function, frame=frame)
    for slot in function.shared:
        frame.slots[slot] = W_Shared(Cell(frame.slots[slot]))
    w_result = function.body.execute(frame)
    return w_result if w_result is not None else NIL


class W_Shared(W_Root):
    """Stands in a slot whose variable is in a cell."""
    _attrs_ = _immutable_fields_ = ["cell"]

    def __init__(self, cell):
        self.cell = cell


class Node(object):
    _attrs_ = _immutable_fields_ = ["line"]
    line = 0

    def evaluate(self, frame):
        raise NotImplementedError

    def execute(self, frame):
        """Of statements: gives what the function returns, or None to go on."""
        self.evaluate(frame)
        return None


class Constant(Node):
    _attrs_ = _immutable_fields_ = ["w_value"]

    def __init__(self, w_value):
        self.w_value = w_value

    def evaluate(self, frame):
        return self.w_value


class Variable(object):
    _immutable_fields_ = ["slot", "shared"]

    def __init__(self, slot):
        self.slot = slot
        self.shared = False


class Local(Node):
    _attrs_ = _immutable_fields_ = ["variable"]

    def __init__(self, variable):
        self.variable = variable

    def evaluate(self, frame):
        w_value = frame.slots[self.variable.slot]
        if self.variable.shared:
            assert isinstance(w_value, W_Shared)
            return w_value.cell.w_value
        return w_value


class SetLocal(Node):
    _attrs_ = _immutable_fields_ = ["variable", "value", "declared"]

    def __init__(self, variable, value, declared):
        self.variable = variable
        self.value = value
        self.declared = declared

    def evaluate(self, frame):
        w_value = self.value.evaluate(frame)
        slot = self.variable.slot
        if not self.variable.shared:
            frame.slots[slot] = w_value
        elif self.declared:
            frame.slots[slot] = W_Shared(Cell(w_value))
        else:
            w_shared = frame.slots[slot]
            assert isinstance(w_shared, W_Shared)
            w_shared.cell.w_value = w_value
        return w_value


class Outer(Node):
    _attrs_ = _immutable_fields_ = ["index", "value"]

    def __init__(self, index, value):
        self.index = index
        self.value = value              # None: the variable is read

    def evaluate(self, frame):
        cell = frame.cells[self.index]
        if self.value is not None:
            cell.w_value = self.value.evaluate(frame)
        return cell.w_value


class GlobalVariable(Node):
    _attrs_ = _immutable_fields_ = ["variable", "value"]

    def __init__(self, variable, value):
        self.variable = variable
        self.value = value

    def evaluate(self, frame):
        if self.value is not None:
            self.variable.w_value = self.value.evaluate(frame)
        return self.variable.w_value


class Index(Node):
    """`table[key]` and `table.name`."""
    _attrs_ = _immutable_fields_ = ["table", "key", "value"]

    def __init__(self, table, key, value):
        self.table = table
        self.key = key
        self.value = value

    def evaluate(self, frame):
        w_table = self.table.evaluate(frame)
        key = self.key
        if isinstance(key, Constant):
            w_name = key.w_value
            if isinstance(w_name, W_Str):
                if self.value is None:
                    return w_table.get_named(w_name.value)
                w_value = self.value.evaluate(frame)
                w_table.set_named(w_name.value, w_value)
                return w_value
        w_key = key.evaluate(frame)
        if self.value is None:
            return w_table.get(w_key)
        w_value = self.value.evaluate(frame)
        w_table.set(w_key, w_value)
        return w_value


class Binary(Node):
    _attrs_ = _immutable_fields_ = ["op", "left", "right"]

    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right

    def evaluate(self, frame):
        w_left = self.left.evaluate(frame)
        return binary(self.op, w_left, self.right.evaluate(frame))


class Logic(Node):
    _attrs_ = _immutable_fields_ = ["conjunction", "left", "right"]

    def __init__(self, conjunction, left, right):
        self.conjunction = conjunction
        self.left = left
        self.right = right

    def evaluate(self, frame):
        w_left = self.left.evaluate(frame)
        return self.right.evaluate(frame) if w_left.is_true() == self.conjunction else w_left


class Not(Node):
    _attrs_ = _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def evaluate(self, frame):
        return boolean(not self.value.evaluate(frame).is_true())


class Length(Node):
    _attrs_ = _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def evaluate(self, frame):
        return W_Int(self.value.evaluate(frame).length())


class MakeTable(Node):
    _immutable_fields_ = ["keys[*]", "values[*]"]

    def __init__(self, keys, values):
        self.keys = keys
        self.values = values

    @unroll_safe
    def evaluate(self, frame):
        w_table = W_Table()
        for i in range(len(self.keys)):
            w_key = self.keys[i].evaluate(frame)
            w_table.set(w_key, self.values[i].evaluate(frame))
        return w_table


class MakeClosure(Node):
    _attrs_ = _immutable_fields_ = ["function"]

    def __init__(self, function):
        self.function = function

    @unroll_safe
    def evaluate(self, frame):
        captured = self.function.captured
        cells = [NO_CELL] * len(captured)
        for i in range(len(captured)):
            if captured[i] < 0:
                cells[i] = frame.cells[~captured[i]]
            else:
                w_shared = frame.slots[captured[i]]
                if isinstance(w_shared, W_Shared):
                    cells[i] = w_shared.cell
        return W_Closure(self.function, cells)


NO_CELL = Cell(None)


class Call(Node):
    _immutable_fields_ = ["callee", "arguments[*]"]

    def __init__(self, callee, arguments):
        self.callee = callee
        self.arguments = arguments

    @unroll_safe
    def evaluate(self, frame):
        w_callee = self.callee.evaluate(frame)
        arguments = [NIL] * len(self.arguments)
        for i in range(len(self.arguments)):
            arguments[i] = self.arguments[i].evaluate(frame)
        return w_callee.call(arguments)


class Block(Node):
    _immutable_fields_ = ["statements[*]"]

    def __init__(self, statements):
        self.statements = statements

    @unroll_safe
    def execute(self, frame):
        for statement in self.statements:
            w_result = statement.execute(frame)
            if w_result is not None:
                return w_result
        return None


class If(Node):
    _attrs_ = _immutable_fields_ = ["condition", "yes", "no"]

    def __init__(self, condition, yes, no):
        self.condition = condition
        self.yes = yes
        self.no = no

    def execute(self, frame):
        if self.condition.evaluate(frame).is_true():
            return self.yes.execute(frame)
        return self.no.execute(frame)


class Return(Node):
    _attrs_ = _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def execute(self, frame):
        return self.value.evaluate(frame)


class Break(Node):
    _attrs_ = []

    def execute(self, frame):
        return BREAK


BREAK = W_Root()


class While(Node):
    _attrs_ = _immutable_fields_ = ["condition", "body"]

    def __init__(self, condition, body):
        self.condition = condition
        self.body = body

    def execute(self, frame):
        while True:
            loop_driver.jit_merge_point(node=self, frame=frame)
            if not self.condition.evaluate(frame).is_true():
                return None
            w_result = self.body.execute(frame)
            if w_result is not None:
                return None if w_result is BREAK else w_result


class For(Node):
    _attrs_ = _immutable_fields_ = ["variable", "start", "limit", "step", "body"]

    def __init__(self, variable, start, limit, step, body):
        self.variable = variable
        self.start = start
        self.limit = limit
        self.step = step
        self.body = body

    def execute(self, frame):
        w_start = self.start.evaluate(frame)
        w_limit = self.limit.evaluate(frame)
        w_step = self.step.evaluate(frame)
        if not isinstance(w_start, W_Int) or not isinstance(w_limit, W_Int) or not isinstance(w_step, W_Int):
            raise fail("for needs integers")
        i = w_start.value
        limit = w_limit.value
        step = w_step.value
        if step == 0:
            raise fail("a step of 0")
        while i <= limit if step > 0 else i >= limit:
            for_driver.jit_merge_point(node=self, i=i, limit=limit, step=step, frame=frame)
            w_value = W_Int(i)
            frame.slots[self.variable.slot] = W_Shared(Cell(w_value)) if self.variable.shared else w_value
            w_result = self.body.execute(frame)
            if w_result is not None:
                return None if w_result is BREAK else w_result
            i += step
        return None


# ____________________________________________________________ built-in functions

def argument(arguments, i):
    return arguments[i] if i < len(arguments) else NIL


def b_print(arguments):
    print(argument(arguments, 0).str())
    return NIL


def b_tostring(arguments):
    return W_Str(argument(arguments, 0).str())


def b_insert(arguments):
    w_table = argument(arguments, 0)
    if not isinstance(w_table, W_Table):
        raise fail("insert needs a table")
    w_table.items.append(argument(arguments, 1))
    return NIL


def b_remove(arguments):
    w_table = argument(arguments, 0)
    if not isinstance(w_table, W_Table):
        raise fail("remove needs a table")
    return w_table.items.pop() if w_table.items else NIL


def b_sqrt(arguments):
    value = as_float(argument(arguments, 0))
    if value < 0.0:
        raise fail("square root of a negative number")
    return W_Float(math.sqrt(value))


@dont_look_inside
def b_concat(arguments):
    w_table = argument(arguments, 0)
    if not isinstance(w_table, W_Table):
        raise fail("concat needs a table")
    return W_Str(argument(arguments, 1).str().join([w_item.str() for w_item in w_table.items]))


def b_error(arguments):
    raise GuestError(argument(arguments, 0))


def b_pcall(arguments):
    """`pcall(f, x)`: a table with the result as `value`, or with the `error`."""
    w_result = W_Table()
    try:
        w_result.set_named("value", argument(arguments, 0).call([argument(arguments, 1)]))
    except GuestError as e:
        w_result.set_named("error", e.w_value)
    return w_result


BUILTINS = [("print", b_print), ("tostring", b_tostring), ("insert", b_insert), ("remove", b_remove), ("sqrt", b_sqrt),
            ("concat", b_concat), ("error", b_error), ("pcall", b_pcall)]

# ____________________________________________________________ parser

OPERATORS = [["or"], ["and"], ["==", "~=", "<", ">", "<=", ">="], [".."], ["+", "-"], ["*", "/", "//", "%"]]
CODES = {"==": EQ, "~=": NE, "<": LT, ">": LT, "<=": LE, ">=": LE, "..": CONCAT, "+": ADD, "-": SUB, "*": MUL, "/": DIV,
         "//": FLOOR, "%": MOD}
PAIRS = ["==", "~=", "<=", ">=", "..", "//"]


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
        elif c == "-" and i < len(text) and text[i] == "-":
            while i < len(text) and text[i] != "\n":
                i += 1
        elif not c.isspace():
            if c.isalnum() or c == "_":
                while i < len(text) and (text[i].isalnum() or text[i] == "_" or (text[i] == "." and c.isdigit())):
                    i += 1
            elif c == '"':
                while i < len(text) and text[i] != '"':
                    i += 1
                i += 1
            elif i < len(text) and text[start:i + 1] in PAIRS:
                i += 1
            if i > len(text):
                raise fail("a string without end")
            tokens.append(text[start:i])
            lines.append(line)
    return tokens, lines


class Scope(object):
    """A function that is being read: its variables, those of inner blocks last."""

    def __init__(self, outer, function):
        self.outer = outer
        self.function = function
        self.names = []
        self.variables = []
        self.captured = []
        self.captured_names = []

    def declare(self, name):
        variable = Variable(self.function.size)
        self.function.size += 1
        self.names.append(name)
        self.variables.append(variable)
        return variable

    def find(self, name):
        i = len(self.names) - 1
        while i >= 0:
            if self.names[i] == name:
                return self.variables[i]
            i -= 1
        return None

    def capture(self, name):
        """The index of an outer function's variable among the cells; -1 if there is none."""
        for i in range(len(self.captured)):
            if self.captured_names[i] == name:
                return i
        outer = self.outer
        if outer is None:
            return -1
        variable = outer.find(name)
        if variable is not None:
            variable.shared = True
            source = variable.slot
        else:
            index = outer.capture(name)
            if index < 0:
                return -1
            source = ~index
        self.captured.append(source)
        self.captured_names.append(name)
        return len(self.captured) - 1


class Parser(object):
    def __init__(self, text):
        self.tokens, self.lines = tokens_of(text)
        self.at = 0
        self.scope = None
        self.globals = {}
        for name, function in BUILTINS:
            self.global_variable(name).w_value = W_Builtin(name, function)

    def global_variable(self, name):
        if name not in self.globals:
            self.globals[name] = Global(name)
        return self.globals[name]

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def line(self):
        return self.lines[self.at] if self.at < len(self.lines) else 0

    def take(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token):
        if not self.take(token):
            raise fail("line %d: %s expected, not %s" % (self.line(), token, self.peek()))

    def next(self):
        if not self.peek():
            self.expect("something more")
        self.at += 1
        return self.tokens[self.at - 1]

    def program(self):
        return self.function("outside", [], "")

    def function(self, name, parameters, end):
        function = Function(name)
        scope = self.scope = Scope(self.scope, function)
        for parameter in parameters:
            scope.declare(parameter)
        function.parameters = len(parameters)
        function.body = self.block([end])
        self.at += 1
        function.captured = scope.captured[:]
        # Variables of the body have left their scope: what is still there are the parameters.
        function.shared = [variable.slot for variable in scope.variables if variable.shared]
        self.scope = scope.outer
        return function

    def block(self, ends):
        scope = self.scope
        depth = len(scope.names)
        statements = []
        while self.peek() not in ends:
            statements.append(self.statement())
        del scope.names[depth:]
        del scope.variables[depth:]
        return Block(statements[:])

    def statement(self):
        line = self.line()
        if self.take("local"):
            name = self.next()
            value = Constant(NIL)
            if name == "function":
                name = self.next()
                variable = self.scope.declare(name)
                return SetLocal(variable, self.function_rest(name), True)
            if self.take("="):
                value = self.expression()
            return SetLocal(self.scope.declare(name), value, True)
        if self.take("function"):
            name = self.next()
            return GlobalVariable(self.global_variable(name), self.function_rest(name))
        if self.take("if"):
            return self.condition()
        if self.take("while"):
            condition = self.expression()
            self.expect("do")
            loop = While(condition, self.block(["end"]))
            self.at += 1
            loop.line = line
            return loop
        if self.take("for"):
            return self.for_loop(line)
        if self.take("return"):
            return Return(Constant(NIL) if self.peek() in ["end", "else", "elseif", ""] else self.expression())
        if self.take("break"):
            return Break()
        node = self.expression()
        if self.take("="):
            value = self.expression()
            if isinstance(node, Local):
                return SetLocal(node.variable, value, False)
            if isinstance(node, Outer):
                return Outer(node.index, value)
            if isinstance(node, GlobalVariable):
                return GlobalVariable(node.variable, value)
            if isinstance(node, Index):
                return Index(node.table, node.key, value)
            raise fail("line %d: this cannot be assigned to" % line)
        return node

    def condition(self):
        condition = self.expression()
        self.expect("then")
        yes = self.block(["elseif", "else", "end"])
        no = Block([])
        end = self.next()
        if end == "elseif":
            no = Block([self.condition()])
        elif end == "else":
            no = self.block(["end"])
            self.at += 1
        return If(condition, yes, no)

    def for_loop(self, line):
        name = self.next()
        self.expect("=")
        start = self.expression()
        self.expect(",")
        limit = self.expression()
        step = self.expression() if self.take(",") else Constant(W_Int(1))
        self.expect("do")
        variable = self.scope.declare(name)
        loop = For(variable, start, limit, step, self.block(["end"]))
        self.scope.names.pop()
        self.scope.variables.pop()
        self.at += 1
        loop.line = line
        return loop

    def function_rest(self, name):
        self.expect("(")
        parameters = []
        while not self.take(")"):
            parameters.append(self.next())
            self.take(",")
        return MakeClosure(self.function(name, parameters, "end"))

    def expression(self):
        return self.level(0)

    def level(self, n):
        if n == len(OPERATORS):
            return self.postfix()
        left = self.level(n + 1)
        while self.peek() in OPERATORS[n]:
            name = self.next()
            right = self.level(n + 1)
            if n < 2:
                left = Logic(name == "and", left, right)
            elif name[0] == ">":
                left = Binary(CODES[name], right, left)
            else:
                left = Binary(CODES[name], left, right)
        return left

    def postfix(self):
        node = self.primary()
        while True:
            if self.take("."):
                node = Index(node, Constant(W_Str(self.next())), None)
            elif self.take("["):
                node = Index(node, self.expression(), None)
                self.expect("]")
            elif self.take("("):
                arguments = []
                while not self.take(")"):
                    arguments.append(self.expression())
                    self.take(",")
                node = Call(node, arguments[:])
            else:
                return node

    def primary(self):
        token = self.next()
        if token[0].isdigit():
            if "." in token:
                return Constant(W_Float(float(token)))
            return Constant(W_Int(int(token)))
        if token[0] == '"':
            return Constant(W_Str(token[1:len(token) - 1]))
        if token == "(":
            node = self.expression()
            self.expect(")")
            return node
        if token == "-":
            return Binary(SUB, Constant(W_Int(0)), self.postfix())
        if token == "not":
            return Not(self.postfix())
        if token == "#":
            return Length(self.postfix())
        if token == "{":
            return self.table()
        if token == "function":
            return self.function_rest("of line %d" % self.line())
        if token == "nil":
            return Constant(NIL)
        if token == "true" or token == "false":
            return Constant(boolean(token == "true"))
        variable = self.scope.find(token)
        if variable is not None:
            return Local(variable)
        index = self.scope.capture(token)
        if index >= 0:
            return Outer(index, None)
        return GlobalVariable(self.global_variable(token), None)

    def table(self):
        keys = []
        values = []
        count = 0
        while not self.take("}"):
            if self.at + 1 < len(self.tokens) and self.tokens[self.at + 1] == "=":
                keys.append(Constant(W_Str(self.next())))
                self.at += 1
            else:
                count += 1
                keys.append(Constant(W_Int(count)))
            values.append(self.expression())
            self.take(",")
        return MakeTable(keys[:], values[:])


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
        print("usage: tables PROGRAM.tab [NUMBER]")
        return 2
    try:
        parser = Parser(read_file(argv[1]))
        W_Closure(parser.program(), []).call([])
        w_main = parser.global_variable("main").w_value
        print(w_main.call([W_Int(int(argv[2]) if len(argv) > 2 else 0)]).str())
    except GuestError as e:
        print("error: " + e.w_value.str())
        return 1
    return 0


def target(driver, args):
    return entry_point, None
