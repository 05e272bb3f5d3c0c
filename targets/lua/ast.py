"""The syntax tree. Names are resolved while it is built: a name is a local variable, a variable of a surrounding function, or global."""


class Variable(object):
    """A local variable or parameter."""

    def __init__(self, name, attrib):
        self.name = name
        self.attrib = attrib                    # "", "const" or "close"
        self.captured = False
        self.assigned = False                   # after its declaration
        self.register = -1

    def needs_cell(self):
        """Closures copy the value of a variable that does not change; others share a cell."""
        return self.captured and self.assigned


class Upvalue(object):
    """Where a closure, when it is made, finds a variable of a surrounding function."""

    def __init__(self, variable, outer):
        self.variable = variable
        self.outer = outer                      # number among the upvalues of the surrounding function, or -1: its local variable


class Node(object):
    line = 0


# expressions


class Expr(Node):
    paren = False

    def is_multi(self):
        """Whether it can give several values."""
        return False


class Constant(Expr):
    def __init__(self, w_value):
        self.w_value = w_value


class Vararg(Expr):
    def is_multi(self):
        return not self.paren


class Function(Expr):
    def __init__(self, body):
        self.body = body


class Local(Expr):
    def __init__(self, variable):
        self.variable = variable


class Outer(Expr):
    """A variable of a surrounding function."""

    def __init__(self, variable, index):
        self.variable = variable
        self.index = index


class Global(Expr):
    def __init__(self, name):
        self.name = name


class Environment(Expr):
    """The name _ENV itself."""


class Index(Expr):
    def __init__(self, obj, key):
        self.obj = obj
        self.key = key


class Call(Expr):
    def __init__(self, func, args):
        self.func = func
        self.args = args

    def is_multi(self):
        return not self.paren


class Method(Expr):
    """obj:name(args)"""

    def __init__(self, obj, name, args):
        self.obj = obj
        self.name = name
        self.args = args

    def is_multi(self):
        return not self.paren


class Binary(Expr):
    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right


class Logical(Expr):
    """and, or"""

    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right


class Concat(Expr):
    """a .. b .. c: from the right, all at once"""

    def __init__(self, parts):
        self.parts = parts


class Unary(Expr):
    def __init__(self, op, operand):
        self.op = op
        self.operand = operand


class Item(Node):
    """Of a table constructor; without a key if it has its place by its position."""

    def __init__(self, key, value):
        self.key = key
        self.value = value


class TableCons(Expr):
    def __init__(self, items):
        self.items = items


# statements


class Stat(Node):
    pass


class Block(Node):
    def __init__(self, stats):
        self.stats = stats


class LocalStat(Stat):
    def __init__(self, variables, exprs):
        self.variables = variables
        self.exprs = exprs


class LocalFunction(Stat):
    def __init__(self, variable, func):
        self.variable = variable
        self.func = func


class Assign(Stat):
    def __init__(self, targets, exprs):
        self.targets = targets
        self.exprs = exprs


class CallStat(Stat):
    def __init__(self, call):
        self.call = call


class Do(Stat):
    def __init__(self, body):
        self.body = body


class While(Stat):
    def __init__(self, cond, body):
        self.cond = cond
        self.body = body


class Repeat(Stat):
    def __init__(self, body, cond):
        self.body = body
        self.cond = cond


class If(Stat):
    def __init__(self, conds, blocks, otherwise):
        self.conds = conds
        self.blocks = blocks
        self.otherwise = otherwise


class NumericFor(Stat):
    def __init__(self, variable, start, limit, step, body):
        self.variable = variable
        self.start = start
        self.limit = limit
        self.step = step                        # None: 1
        self.body = body


class GenericFor(Stat):
    def __init__(self, variables, exprs, body):
        self.variables = variables
        self.exprs = exprs
        self.body = body


class Return(Stat):
    def __init__(self, exprs):
        self.exprs = exprs


class Goto(Stat):
    """break is a goto to the label "break", which every loop has behind it."""

    def __init__(self, label):
        self.label = label


class Label(Stat):
    def __init__(self, name):
        self.name = name


class FunctionBody(Node):
    def __init__(self, name, parent):
        self.name = name
        self.parent = parent
        self.params = []
        self.is_vararg = False
        self.upvalues = []
        self.block = None
        self.last_line = 0
        self.active = []                        # variables in scope, while parsing
