# A Lisp in continuation-passing style: expressions compile to objects with `run(env, k)`, continuations are objects; both
# are instances of hundreds of small classes, which templates make at import time: one for each shape of call, variable
# position, primitive and combination of operands. call/cc, dynamic-wind, generators by continuations, proper tail calls.
import re

from rpython.rlib.objectmodel import specialize


class LispError(Exception):
    def __init__(self, message):
        self.message = message


# ---------------------------------------------------------------- values

class Value(object):
    _attrs_ = []

    def show(self):
        raise NotImplementedError

    def truth(self):
        return True

    def eqv(self, other):
        return self is other


class Fixnum(Value):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n

    def show(self):
        return str(self.n)

    def eqv(self, other):
        return isinstance(other, Fixnum) and other.n == self.n


class Bool(Value):
    def __init__(self, b):
        self.b = b

    def show(self):
        return '#t' if self.b else '#f'

    def truth(self):
        return self.b


class Symbol(Value):
    table = {}

    def __init__(self, name):
        self.name = name

    def show(self):
        return self.name


def intern(name):
    if name not in Symbol.table:
        Symbol.table[name] = Symbol(name)
    return Symbol.table[name]


class Nil(Value):
    def show(self):
        return '()'


class Unspecific(Value):
    def show(self):
        return '#<void>'


class String(Value):
    def __init__(self, s):
        self.s = s

    def show(self):
        return '"%s"' % self.s


class Pair(Value):
    def __init__(self, car, cdr):
        self.car = car
        self.cdr = cdr

    def show(self):
        parts = []
        x = self
        while isinstance(x, Pair):
            parts.append(x.car.show())
            x = x.cdr
        if not isinstance(x, Nil):
            parts.append('.')
            parts.append(x.show())
        return '(' + ' '.join(parts) + ')'


TRUE, FALSE, NIL, VOID = Bool(True), Bool(False), Nil(), Unspecific()


def boolean(b):
    return TRUE if b else FALSE


def to_list(items):
    result = NIL
    i = len(items) - 1
    while i >= 0:
        result = Pair(items[i], result)
        i -= 1
    return result


def from_list(x):
    items = []
    while isinstance(x, Pair):
        items.append(x.car)
        x = x.cdr
    return items


# ---------------------------------------------------------------- environments: a class for each small size

class Env(object):
    _attrs_ = ['outer']
    _immutable_fields_ = ['outer']

    def __init__(self, outer):
        self.outer = outer

    def get(self, i):
        raise NotImplementedError

    def set(self, i, value):
        raise NotImplementedError

    def up(self, depth):
        env = self
        while depth > 0:
            env = env.outer
            depth -= 1
        return env


ENV_SIZES = 7
ENV_TEMPLATE = '''
class Env{n}(Env):
    _attrs_ = [{names}]

    def __init__(self, outer{params}):
        Env.__init__(self, outer)
{assign}

    def get(self, i):
{gets}
        raise LispError('no variable %d' % i)

    def set(self, i, value):
{sets}
        raise LispError('no variable %d' % i)


def make_env{n}(outer, values):
    return Env{n}(outer{args})
'''


def make_env_classes():
    factories = []
    for n in range(ENV_SIZES):
        names = ['v%d' % i for i in range(n)]
        text = ENV_TEMPLATE.format(
            n=n, names=', '.join(repr(x) for x in names), params=''.join(', ' + x for x in names),
            assign='\n'.join('        self.%s = %s' % (x, x) for x in names) or '        pass',
            gets='\n'.join('        if i == %d:\n            return self.%s' % (i, x) for i, x in enumerate(names)),
            sets='\n'.join('        if i == %d:\n            self.%s = value\n            return' % (i, x)
                           for i, x in enumerate(names)),
            args=''.join(', values[%d]' % i for i in range(n)))
        exec(text, globals())
        factories.append(globals()['make_env%d' % n])
    return factories


ENV_FACTORIES = make_env_classes()


class BigEnv(Env):
    def __init__(self, outer, values):
        Env.__init__(self, outer)
        self.values = values

    def get(self, i):
        return self.values[i]

    def set(self, i, value):
        self.values[i] = value


def make_env(outer, values):
    if len(values) < ENV_SIZES:
        return ENV_FACTORIES[len(values)](outer, values)
    return BigEnv(outer, values)


# ---------------------------------------------------------------- the machine: nodes, continuations, closures

class Node(object):
    _attrs_ = []
    simple = False

    def run(self, machine, env, k):
        """Goes on: leaves the next node in the machine, or a value for a continuation."""
        raise NotImplementedError

    def value(self, machine, env):
        """Of nodes that call nothing."""
        raise NotImplementedError

    def name(self):
        return 'node'


class Kont(object):
    _attrs_ = []
    winders = 0

    def plug(self, machine, value):
        raise NotImplementedError


class Done(Kont):
    def plug(self, machine, value):
        machine.result = value
        machine.node = None
        machine.kont = None


class Machine(object):
    def __init__(self):
        self.node = None
        self.env = None
        self.kont = None
        self.plugged = None
        self.result = VOID
        self.steps = 0
        self.globals = {}
        self.output = []
        self.winders = []

    def goto(self, node, env, k):
        self.node = node
        self.env = env
        self.kont = k

    def answer(self, k, value):
        self.node = None
        self.kont = k
        self.plugged = value

    def execute(self, node, k):
        self.goto(node, EMPTY, k)
        while self.kont is not None:
            self.steps += 1
            if self.steps > 400000:
                raise LispError('too many steps')
            node = self.node
            if node is not None:
                node.run(self, self.env, self.kont)
            else:
                self.kont.plug(self, self.plugged)
        return self.result


EMPTY = make_env(None, [])


class Procedure(Value):
    def call(self, machine, args, k):
        raise NotImplementedError

    def show(self):
        return '#<procedure>'


class Closure(Procedure):
    _immutable_fields_ = ['arity', 'rest', 'body', 'env']

    def __init__(self, arity, rest, body, env):
        self.arity = arity
        self.rest = rest
        self.body = body
        self.env = env

    def call(self, machine, args, k):
        if len(args) < self.arity or len(args) > self.arity and not self.rest:
            raise LispError('procedure of %d called with %d' % (self.arity, len(args)))
        if self.rest:
            args = args[:self.arity] + [to_list(args[self.arity:])]
        machine.goto(self.body, make_env(self.env, args), k)


class ContinuationValue(Procedure):
    def __init__(self, k, depth):
        self.k = k
        self.depth = depth

    def call(self, machine, args, k):
        if len(args) != 1:
            raise LispError('continuation called with %d' % len(args))
        if len(machine.winders) > self.depth:
            # leave the extents one by one, the innermost first
            after = machine.winders.pop()
            after.call(machine, [], AgainK(self, args[0]))
            return
        machine.answer(self.k, args[0])


class AgainK(Kont):
    def __init__(self, continuation, value):
        self.continuation = continuation
        self.given = value

    def plug(self, machine, value):
        self.continuation.call(machine, [self.given], self)


class CallCC(Procedure):
    def call(self, machine, args, k):
        callable_(args[0]).call(machine, [ContinuationValue(k, len(machine.winders))], k)


class Apply(Procedure):
    def call(self, machine, args, k):
        callable_(args[0]).call(machine, args[1:-1] + from_list(args[-1]), k)


class DynamicWind(Procedure):
    def call(self, machine, args, k):
        callable_(args[0]).call(machine, [], BeforeK(callable_(args[1]), callable_(args[2]), k))


class BeforeK(Kont):
    def __init__(self, thunk, after, k):
        self.thunk = thunk
        self.after = after
        self.k = k

    def plug(self, machine, value):
        machine.winders.append(self.after)
        self.thunk.call(machine, [], ThunkK(self.after, self.k))


class ThunkK(Kont):
    def __init__(self, after, k):
        self.after = after
        self.k = k

    def plug(self, machine, value):
        machine.winders.pop()
        self.after.call(machine, [], AfterK(value, self.k))


class AfterK(Kont):
    def __init__(self, result, k):
        self.result = result
        self.k = k

    def plug(self, machine, value):
        machine.answer(self.k, self.result)


def callable_(x):
    if not isinstance(x, Procedure):
        raise LispError('not a procedure: ' + x.show())
    return x


def number(x):
    if not isinstance(x, Fixnum):
        raise LispError('not a number: ' + x.show())
    return x.n


def pair(x):
    if not isinstance(x, Pair):
        raise LispError('not a pair: ' + x.show())
    return x


# ---------------------------------------------------------------- primitives

@specialize.arg(0)
def fold(op, args, start):
    n = start
    for a in args:
        n = op(n, number(a))
    return Fixnum(n)


def quotient(a, b):
    if b == 0:
        raise LispError('division by zero')
    return a // b


PRIMITIVES = {
    'cons': (2, lambda a, b: Pair(a, b)), 'car': (1, lambda a: pair(a).car), 'cdr': (1, lambda a: pair(a).cdr),
    'null?': (1, lambda a: boolean(isinstance(a, Nil))), 'pair?': (1, lambda a: boolean(isinstance(a, Pair))),
    'eq?': (2, lambda a, b: boolean(a.eqv(b))), 'not': (1, lambda a: boolean(not a.truth())),
    '+': (2, lambda a, b: Fixnum(number(a) + number(b))), '-': (2, lambda a, b: Fixnum(number(a) - number(b))),
    '*': (2, lambda a, b: Fixnum(number(a) * number(b))), '/': (2, lambda a, b: Fixnum(quotient(number(a), number(b)))),
    'mod': (2, lambda a, b: Fixnum(number(a) - quotient(number(a), number(b)) * number(b))),
    '<': (2, lambda a, b: boolean(number(a) < number(b))), '=': (2, lambda a, b: boolean(number(a) == number(b))),
    'zero?': (1, lambda a: boolean(number(a) == 0)), 'symbol?': (1, lambda a: boolean(isinstance(a, Symbol))),
    'set-car!': (2, lambda a, b: set_car(pair(a), b)), 'abs': (1, lambda a: Fixnum(abs(number(a)))),
    'max': (2, lambda a, b: Fixnum(max(number(a), number(b)))), 'inc': (1, lambda a: Fixnum(number(a) + 1)),
    'list1': (1, lambda a: Pair(a, NIL)), 'list2': (2, lambda a, b: Pair(a, Pair(b, NIL))), 'caar': (1, lambda a: pair(pair(a).car).car),
    'cadr': (1, lambda a: pair(pair(a).cdr).car), 'cddr': (1, lambda a: pair(pair(a).cdr).cdr),
}


def set_car(p, x):
    p.car = x
    return VOID


class Display(Procedure):
    def call(self, machine, args, k):
        parts = []
        for a in args:
            parts.append(a.s if isinstance(a, String) else a.show())
        machine.output.append(' '.join(parts))
        machine.answer(k, VOID)


class ListProcedure(Procedure):
    def call(self, machine, args, k):
        machine.answer(k, to_list(args))


# ---------------------------------------------------------------- node classes from templates

# operands that need no continuation: text of the value, fields
OPERANDS = {}
for depth in range(4):
    for index in range(5):
        up = 'env' + '.outer' * depth
        OPERANDS['L%d_%d' % (depth, index)] = '%s.get(%d)' % (up, index)
OPERANDS['C'] = 'self.{f}'
for small in (0, 1, 2):
    OPERANDS['N%d' % small] = 'SMALL[%d]' % small
SMALL = [Fixnum(0), Fixnum(1), Fixnum(2)]

SIMPLE_TEMPLATE = '''
class {name}(SimpleNode):
    _immutable_fields_ = [{fields}]

    def __init__(self{params}):
{assign}

    def value(self, machine, env):
        return {value}

    def name(self):
        return {name!r}
'''

COUNTS = {'classes': 0}


class SimpleNode(Node):
    simple = True

    def run(self, machine, env, k):
        machine.answer(k, self.value(machine, env))


def make_class(name, fields, value):
    text = SIMPLE_TEMPLATE.format(name=name, fields=', '.join(repr(f) for f in fields), value=value,
                                  params=''.join(', ' + f for f in fields),
                                  assign='\n'.join('        self.%s = %s' % (f, f) for f in fields) or '        pass')
    space = globals()
    exec(text, space)
    COUNTS['classes'] += 1
    return space[name]


class NodeFactory(object):
    """Makes nodes of one class from operands' constants."""

    def __init__(self, cls, wants):
        if wants == 0:
            self.make = lambda constants: cls()
        elif wants == 1:
            self.make = lambda constants: cls(constants[0])
        else:
            self.make = lambda constants: cls(constants[0], constants[1])

    def _freeze_(self):
        return True


FACTORIES = {}
PRIMITIVE_FUNCTIONS = {}


def safe(name):
    return re.sub('[^A-Za-z0-9]', lambda m: '_%d' % ord(m.group()), name)


def make_simple_classes():
    for key in sorted(OPERANDS):
        wants = 1 if key == 'C' else 0
        cls = make_class('Load_' + key, ['c0'][:wants], OPERANDS[key].format(f='c0'))
        FACTORIES[key] = NodeFactory(cls, wants)
    usual = ['C', 'N1'] + ['L%d_%d' % (d, i) for d in range(2) for i in range(2)]
    for name in sorted(PRIMITIVES):
        arity, function = PRIMITIVES[name]
        space = 'prim_' + safe(name)
        globals()[space] = function
        if arity == 1:
            shapes = [(a,) for a in usual]
        else:
            shapes = [(a, b) for a in usual for b in usual if not (a[0] in 'CN' and b[0] in 'CN')]
        for shape in shapes:
            constants = [i for i, s in enumerate(shape) if s == 'C']
            fields = ['c%d' % i for i in constants]
            args = ', '.join(OPERANDS[s].format(f='c%d' % i) for i, s in enumerate(shape))
            cls = make_class('Prim_%s_%s' % (safe(name), '_'.join(shape)), fields, '%s(%s)' % (space, args))
            FACTORIES[name + ' ' + ' '.join(shape)] = NodeFactory(cls, len(fields))


make_simple_classes()


class GeneralPrimitive(SimpleNode):
    """A primitive of nodes that are simple, where there is no class for the shape."""

    def __init__(self, function, nodes):
        self.function = function
        self.nodes = nodes

    def value(self, machine, env):
        return self.function([n.value(machine, env) for n in self.nodes])


def adapter(arity, f):
    if arity == 1:
        return lambda args: f(args[0])
    return lambda args: f(args[0], args[1])


ADAPTERS = dict((name, adapter(arity, f)) for name, (arity, f) in PRIMITIVES.items())


class PrimitiveValue(Procedure):
    def __init__(self, name, arity, function):
        self.name = name
        self.arity = arity
        self.function = function

    def call(self, machine, args, k):
        if len(args) != self.arity:
            raise LispError('%s called with %d' % (self.name, len(args)))
        machine.answer(k, self.function(args))

    def show(self):
        return '#<primitive %s>' % self.name


class LoadFar(SimpleNode):
    def __init__(self, depth, index):
        self.depth = depth
        self.index = index

    def value(self, machine, env):
        return env.up(self.depth).get(self.index)


class Global(SimpleNode):
    def __init__(self, key):
        self.key = key

    def value(self, machine, env):
        if self.key not in machine.globals:
            raise LispError('unbound ' + self.key)
        return machine.globals[self.key]


class Lambda(SimpleNode):
    def __init__(self, arity, rest, body):
        self.arity = arity
        self.rest = rest
        self.body = body

    def value(self, machine, env):
        return Closure(self.arity, self.rest, self.body, env)


class If(Node):
    _immutable_fields_ = ['test', 'then', 'otherwise']

    def __init__(self, test, then, otherwise):
        self.test = test
        self.then = then
        self.otherwise = otherwise

    def run(self, machine, env, k):
        if self.test.simple:
            machine.goto(self.then if self.test.value(machine, env).truth() else self.otherwise, env, k)
        else:
            machine.goto(self.test, env, IfK(self, env, k))


class IfK(Kont):
    def __init__(self, node, env, k):
        self.node = node
        self.env = env
        self.k = k

    def plug(self, machine, value):
        machine.goto(self.node.then if value.truth() else self.node.otherwise, self.env, self.k)


class Begin(Node):
    _immutable_fields_ = ['nodes[*]']

    def __init__(self, nodes):
        self.nodes = nodes

    def run(self, machine, env, k):
        self.from_(0, machine, env, k)

    def from_(self, i, machine, env, k):
        last = len(self.nodes) - 1
        while i < last and self.nodes[i].simple:
            self.nodes[i].value(machine, env)
            i += 1
        machine.goto(self.nodes[i], env, k if i == last else BeginK(self, i + 1, env, k))


class BeginK(Kont):
    def __init__(self, node, i, env, k):
        self.node = node
        self.i = i
        self.env = env
        self.k = k

    def plug(self, machine, value):
        self.node.from_(self.i, machine, self.env, self.k)


class SetVariable(Node):
    def __init__(self, depth, index, value):
        self.depth = depth
        self.index = index
        self.node = value

    def run(self, machine, env, k):
        machine.goto(self.node, env, SetK(self, env, k))


class SetK(Kont):
    def __init__(self, node, env, k):
        self.node = node
        self.env = env
        self.k = k

    def plug(self, machine, value):
        self.env.up(self.node.depth).set(self.node.index, value)
        machine.answer(self.k, VOID)


class Define(Node):
    def __init__(self, key, node, new):
        self.key = key
        self.node = node
        self.new = new

    def run(self, machine, env, k):
        machine.goto(self.node, env, DefineK(self, k))


class DefineK(Kont):
    def __init__(self, node, k):
        self.node = node
        self.k = k

    def plug(self, machine, value):
        if not self.node.new and self.node.key not in machine.globals:
            raise LispError('set! of unbound ' + self.node.key)
        machine.globals[self.node.key] = value
        machine.answer(self.k, VOID)


# calls: a class for each number of arguments and each set of those that are simple

CALL_TEMPLATE = '''
class Call_{mask}(Call):
    def run(self, machine, env, k):
        nodes = self.nodes
        values = [{values}]
{go}


class CallK_{mask}(Kont):
    def __init__(self, node, values, at, env, k):
        self.node = node
        self.values = values
        self.at = at
        self.env = env
        self.k = k

    def plug(self, machine, value):
        values = self.values[:]     # the continuation may be called again
        values[self.at] = value
        at = self.at + 1
        nodes = self.node.nodes
        while at < {n} and nodes[at].simple:
            at += 1
        if at == {n}:
            callable_(values[0]).call(machine, values[1:], self.k)
        else:
            machine.goto(nodes[at], self.env, CallK_{mask}(self.node, values, at, self.env, self.k))
'''


class Call(Node):
    _immutable_fields_ = ['nodes[*]']

    def __init__(self, nodes):
        self.nodes = nodes


class GeneralCall(Call):
    def run(self, machine, env, k):
        GeneralCallK(self, [], env, k).go(machine)


class GeneralCallK(Kont):
    def __init__(self, node, values, env, k):
        self.node = node
        self.values = values
        self.env = env
        self.k = k

    def go(self, machine):
        nodes = self.node.nodes
        values = self.values
        while len(values) < len(nodes) and nodes[len(values)].simple:
            values = values + [nodes[len(values)].value(machine, self.env)]
        if len(values) == len(nodes):
            callable_(values[0]).call(machine, values[1:], self.k)
        else:
            machine.goto(nodes[len(values)], self.env, GeneralCallK(self.node, values, self.env, self.k))

    def plug(self, machine, value):
        GeneralCallK(self.node, self.values + [value], self.env, self.k).go(machine)


CALLS = {}


def call_maker(cls):
    return lambda nodes: cls(nodes)


def make_calls():
    for n in range(1, 6):
        for bits in range(1 << n):
            simple = [bool(bits & (1 << i)) for i in range(n)]
            mask = ''.join('s' if s else 'c' for s in simple)
            values = ', '.join('nodes[%d].value(machine, env)' % i if s else 'VOID' for i, s in enumerate(simple))
            if all(simple):
                go = '        callable_(values[0]).call(machine, values[1:], k)'
            else:
                first = simple.index(False)
                go = '        machine.goto(nodes[%d], env, CallK_%s(self, values, %d, env, k))' % (first, mask, first)
            exec(CALL_TEMPLATE.format(mask=mask, values=values, go=go, n=n), globals())
            CALLS[mask] = call_maker(globals()['Call_' + mask])
            COUNTS['classes'] += 2


make_calls()


# ---------------------------------------------------------------- reader and compiler

def tokens_of(text):
    out = []
    i = 0
    while i < len(text):
        c = text[i]
        if c == ';':
            while i < len(text) and text[i] != '\n':
                i += 1
        elif c.isspace():
            i += 1
        elif c in "()'":
            out.append(c)
            i += 1
        elif c == '"':
            end = text.find('"', i + 1)
            if end < 0:
                raise LispError('string without end')
            out.append(text[i:end])
            i = end + 1
        else:
            start = i
            while i < len(text) and not text[i].isspace() and text[i] not in "()'\"":
                i += 1
            out.append(text[start:i])
    return out


class Reader(object):
    def __init__(self, tokens):
        self.tokens = tokens
        self.at = 0

    def read(self):
        if self.at >= len(self.tokens):
            raise LispError('unexpected end')
        t = self.tokens[self.at]
        self.at += 1
        if t == '(':
            items = []
            while True:
                if self.at >= len(self.tokens):
                    raise LispError('unexpected end')
                if self.tokens[self.at] == ')':
                    self.at += 1
                    return to_list(items)
                if self.tokens[self.at] == '.' and items:
                    self.at += 1
                    result = self.read()
                    if self.at >= len(self.tokens) or self.tokens[self.at] != ')':
                        raise LispError(') expected')
                    self.at += 1
                    i = len(items) - 1
                    while i >= 0:
                        result = Pair(items[i], result)
                        i -= 1
                    return result
                items.append(self.read())
        if t == ')':
            raise LispError('unexpected )')
        if t == "'":
            return to_list([intern('quote'), self.read()])
        if t[0] == '"':
            return String(t[1:])
        if t == '#t':
            return TRUE
        if t == '#f':
            return FALSE
        try:
            return Fixnum(int(t))
        except ValueError:
            return intern(t)


class Scope(object):
    def __init__(self, names, outer):
        self.names = names
        self.outer = outer


class Compiled(object):
    """A node, and how a primitive would take it as an operand: a key, and a constant."""

    def __init__(self, node, key, constant):
        self.node = node
        self.key = key
        self.constant = constant


class Compiler(object):
    def __init__(self):
        self.shapes = {}

    def compile(self, x, scope):
        return self.operand(x, scope).node

    def constant(self, x):
        if isinstance(x, Fixnum) and 0 <= x.n <= 2:
            key = 'N%d' % x.n
            return Compiled(FACTORIES[key].make([]), key, None)
        return Compiled(FACTORIES['C'].make([x]), 'C', x)

    def general(self, node):
        return Compiled(node, '', None)

    def lookup(self, name, scope):
        depth = 0
        while scope is not None:
            if name in scope.names:
                return depth, scope.names.index(name)
            scope = scope.outer
            depth += 1
        return -1, 0

    def operand(self, x, scope):
        if isinstance(x, Symbol):
            depth, index = self.lookup(x.name, scope)
            if depth < 0:
                return self.general(Global(x.name))
            key = 'L%d_%d' % (depth, index)
            if key in FACTORIES:
                return Compiled(FACTORIES[key].make([]), key, None)
            return self.general(LoadFar(depth, index))
        if not isinstance(x, Pair):
            return self.constant(x)
        head = x.car
        if isinstance(head, Symbol) and self.lookup(head.name, scope)[0] < 0:
            items = from_list(x.cdr)
            name = head.name
            if name == 'quote':
                return self.constant(items[0])
            if name == 'if':
                test = self.compile(items[0], scope)
                then = self.compile(items[1], scope)
                otherwise = self.compile(items[2], scope) if len(items) > 2 else self.constant(VOID).node
                return self.general(If(test, then, otherwise))
            if name == 'lambda':
                return self.general(self.function(items[0], items[1:], scope))
            if name == 'begin':
                return self.general(self.body(items, scope))
            if name == 'let':
                bindings = [from_list(b) for b in from_list(items[0])]
                params = to_list([b[0] for b in bindings])
                f = Pair(intern('lambda'), Pair(params, to_list(items[1:])))
                return self.operand(Pair(f, to_list([b[1] for b in bindings])), scope)
            if name == 'and' or name == 'or':
                if not items:
                    return self.constant(boolean(name == 'and'))
                first = items[0]
                if len(items) == 1:
                    return self.operand(first, scope)
                rest = Pair(head, to_list(items[1:]))
                if name == 'and':
                    return self.operand(to_list([intern('if'), first, rest, FALSE]), scope)
                t = intern('%t')
                return self.operand(to_list([intern('let'), to_list([to_list([t, first])]),
                                             to_list([intern('if'), t, t, rest])]), scope)
            if name == 'define' or name == 'set!':
                target = items[0]
                if isinstance(target, Pair):
                    value = self.function(target.cdr, items[1:], scope)
                    target = target.car
                else:
                    value = self.compile(items[1], scope)
                assert isinstance(target, Symbol)
                depth, index = self.lookup(target.name, scope)
                if depth >= 0:
                    return self.general(SetVariable(depth, index, value))
                return self.general(Define(target.name, value, name == 'define'))
            if name in PRIMITIVES_ARITY and PRIMITIVES_ARITY[name] == len(items):
                operands = [self.operand(i, scope) for i in items]
                key = name
                constants = []
                simple = True
                for o in operands:
                    key += ' ' + o.key
                    if o.constant is not None:
                        constants.append(o.constant)
                    simple = simple and o.node.simple
                if key in FACTORIES:
                    self.shapes[key] = self.shapes.get(key, 0) + 1
                    return self.general(FACTORIES[key].make(constants))
                if simple:
                    return self.general(GeneralPrimitive(ADAPTERS[name], [o.node for o in operands]))
        nodes = [self.compile(i, scope) for i in from_list(x)]
        mask = ''.join(['s' if n.simple else 'c' for n in nodes])
        if mask in CALLS:
            self.shapes[mask] = self.shapes.get(mask, 0) + 1
            return self.general(CALLS[mask](nodes))
        return self.general(GeneralCall(nodes))

    def function(self, params, body, scope):
        names = []
        rest = False
        x = params
        while isinstance(x, Pair):
            p = x.car
            assert isinstance(p, Symbol)
            names.append(p.name)
            x = x.cdr
        arity = len(names)
        if isinstance(x, Symbol):
            rest = True
            names.append(x.name)
        return Lambda(arity, rest, self.body(body, Scope(names, scope)))

    def body(self, items, scope):
        nodes = [self.compile(i, scope) for i in items]
        if not nodes:
            return self.constant(VOID).node
        return nodes[0] if len(nodes) == 1 else Begin(nodes)


PRIMITIVES_ARITY = dict((name, arity) for name, (arity, f) in PRIMITIVES.items())
PRIMITIVE_VALUES = dict((name, PrimitiveValue(name, arity, ADAPTERS[name])) for name, (arity, f) in PRIMITIVES.items())

PROGRAMS = ['''
(define (fact n) (if (zero? n) 1 (* n (fact (- n 1)))))
(define (loop i acc) (if (= i 0) acc (loop (- i 1) (+ acc i))))
(display (fact 15) (loop 5000 0))
(define (map f xs) (if (null? xs) '() (cons (f (car xs)) (map f (cdr xs)))))
(define (range a b) (if (< a b) (cons a (range (inc a) b)) '()))
(display (map (lambda (x) (* x x)) (range 0 10)))
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(display (fib 14))
''', '''
; early exit, re-entry, generators
(define (find p xs) (call/cc (lambda (return) (begin (each (lambda (x) (if (p x) (return x))) xs) 'none))))
(define (each f xs) (if (null? xs) 'done (begin (f (car xs)) (each f (cdr xs)))))
(display (find (lambda (x) (< 10 x)) '(3 9 12 4)) (find (lambda (x) (< 100 x)) '(3 9)))
(define saved #f) (define count 0)
(display (+ 1 (call/cc (lambda (k) (begin (set! saved k) 1)))))
(set! count (+ count 1))
(if (< count 4) (saved count) (display 'over count))
(define (tree-walk tree)
  (define return #f)
  (define (go t) (if (pair? t) (begin (go (car t)) (go (cdr t)))
                     (if (null? t) 'skip (call/cc (lambda (next) (begin (set! resume next) (return t)))))))
  (define resume #f)
  (lambda () (call/cc (lambda (k) (begin (set! return k) (if resume (resume 'go) (begin (go tree) (return 'end))))))))
(define w (tree-walk '((1 2) (3 (4)) 5)))
(display (w) (w))
''', '''
(define trail '())
(define (note x) (set! trail (cons x trail)))
(display (call/cc (lambda (k) (dynamic-wind (lambda () (note 'in)) (lambda () (begin (note 'body) (k 'left) (note 'never)))
                                            (lambda () (note 'out))))))
(dynamic-wind (lambda () (note 1)) (lambda () (dynamic-wind (lambda () (note 2)) (lambda () (note 3)) (lambda () (note 4)))) (lambda () (note 5)))
(display trail)
(display (let ((a 1) (b 2)) (let ((c (+ a b))) (list a b c (and a b) (or #f c) (and) (or)))))
(define (count-up . xs) (if (null? xs) 0 (+ 1 (apply count-up (cdr xs)))))
(display (count-up 1 2 3 4 5 6 7 8 9) ((lambda (a b c d e f g h) (list h g f e d c b a)) 1 2 3 4 5 6 7 8))
(display map car (lambda (x) x) "text" 'symbol #t)
''', '''
(define (queens n)
  (define (ok? row dist placed) (if (null? placed) #t
     (and (not (= (car placed) row)) (not (= (abs (- (car placed) row)) dist)) (ok? row (inc dist) (cdr placed)))))
  (define (try row k placed) (if (= k n) 1 (if (= row n) 0
     (+ (if (ok? row 1 placed) (try 0 (inc k) (cons row placed)) 0) (try (inc row) k placed)))))
  (try 0 0 '()))
(display (queens 5))
(define (ackermann m n) (if (= m 0) (inc n) (if (= n 0) (ackermann (- m 1) 1) (ackermann (- m 1) (ackermann m (- n 1))))))
(display (ackermann 2 4))
(define (even2? n) (if (= n 0) #t (odd2? (- n 1)))) (define (odd2? n) (if (= n 0) #f (even2? (- n 1))))
(display (even2? 3000) (mod 17 5) (/ 17 5) (max 3 9))
''', '(car 5)', '(display (undefined 1))', '((lambda (x) x))', '(+ 1', ')', '(5 5)', '(/ 1 0)', '(set! nowhere 1)',
            '(define (forever) (forever)) (forever)', '(display "open']


def run(source):
    machine = Machine()
    for name in PRIMITIVE_VALUES:
        machine.globals[name] = PRIMITIVE_VALUES[name]
    machine.globals['display'] = Display()
    machine.globals['call/cc'] = CallCC()
    machine.globals['apply'] = Apply()
    machine.globals['list'] = ListProcedure()
    machine.globals['dynamic-wind'] = DynamicWind()
    compiler = Compiler()
    try:
        reader = Reader(tokens_of(source))
        nodes = []
        while reader.at < len(reader.tokens):
            nodes.append(compiler.compile(reader.read(), None))
        machine.execute(Begin(nodes), Done())
    except LispError as e:
        machine.output.append('error: ' + e.message)
    for line in machine.output:
        print(line)
    shapes = 0
    for key in compiler.shapes:
        shapes += compiler.shapes[key]
    print('-- %d steps, %d of %d shapes' % (machine.steps, len(compiler.shapes), shapes))


def entry_point(argv):
    print(COUNTS['classes'] > 600, len(CALLS), len(FACTORIES) > 400)
    for source in PROGRAMS:
        run(source)
    return 0


def target(driver, args):
    return entry_point, None
