# A language in the style of Clojure: a reader with quotes, maps and vectors; macros; multi-arity functions with rest arguments;
# protocols whose functions choose by type; persistent vectors and maps; lazy sequences; loop/recur; exceptions; namespaces.
from rpython.rlib.objectmodel import compute_hash
from rpython.rlib.rarithmetic import intmask


class LispError(Exception):
    def __init__(self, message):
        self.message = message


# ---------------------------------------------------------------- objects and types

class Type(object):
    def __init__(self, name, parent):
        self.name = name
        self.parent = parent
        self.methods = {}

    def find(self, key):
        t = self
        while t is not None:
            if key in t.methods:
                return t.methods[key]
            t = t.parent
        return None


OBJECT = Type('Object', None)
TYPES = {'Object': OBJECT}


def make_type(name, parent=OBJECT):
    TYPES[name] = Type(name, parent)
    return TYPES[name]


class Obj(object):
    _attrs_ = []
    type = OBJECT

    def show(self):
        return '#<%s>' % self.get_type().name

    def get_type(self):
        return self.type

    def text(self):
        return self.show()

    def truth(self):
        return True

    def hash(self):
        raise LispError('no hash of ' + self.get_type().name)

    def equal(self, other):
        return self is other

    def call(self, args):
        raise LispError('%s cannot be called' % self.get_type().name)


class Nil(Obj):
    type = make_type('Nil')

    def show(self):
        return 'nil'

    def truth(self):
        return False

    def hash(self):
        return 0


class Bool(Obj):
    type = make_type('Bool')

    def __init__(self, b):
        self.b = b

    def show(self):
        return 'true' if self.b else 'false'

    def truth(self):
        return self.b

    def hash(self):
        return 1 + int(self.b)


NIL, TRUE, FALSE = Nil(), Bool(True), Bool(False)


def boolean(b):
    return TRUE if b else FALSE


class Int(Obj):
    type = make_type('Int')

    def __init__(self, n):
        self.n = n

    def show(self):
        return str(self.n)

    def hash(self):
        return intmask(self.n * 1000003)

    def equal(self, other):
        return isinstance(other, Int) and other.n == self.n


class Text(Obj):
    type = make_type('Text')

    def __init__(self, s):
        self.s = s

    def show(self):
        return '"' + self.s.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n') + '"'

    def text(self):
        return self.s

    def hash(self):
        return compute_hash(self.s)

    def equal(self, other):
        return isinstance(other, Text) and other.s == self.s


class Symbol(Obj):
    type = make_type('Symbol')

    def __init__(self, name):
        self.name = name

    def show(self):
        return self.name

    def hash(self):
        return compute_hash(self.name) ^ 5

    def equal(self, other):
        return isinstance(other, Symbol) and other.name == self.name


class Keyword(Obj):
    type = make_type('Keyword')
    table = {}

    def __init__(self, name):
        self.name = name

    def show(self):
        return ':' + self.name

    def hash(self):
        return compute_hash(self.name) ^ 9

    def call(self, args):
        if len(args) not in (1, 2):
            raise LispError('keyword called with %d' % len(args))
        m = args[0]
        default = args[1] if len(args) == 2 else NIL
        return m.get(self, default) if isinstance(m, Map) else default


def keyword(name):
    if name not in Keyword.table:
        Keyword.table[name] = Keyword(name)
    return Keyword.table[name]


# ---------------------------------------------------------------- sequences

class Seq(Obj):
    type = make_type('Seq')

    def first(self):
        raise NotImplementedError

    def rest(self):
        """A Seq, or NIL."""
        raise NotImplementedError

    def show(self):
        parts = []
        s = seq(self)
        while isinstance(s, Seq) and len(parts) < 30:
            parts.append(s.first().show())
            s = seq(s.rest())
        return '(' + ' '.join(parts) + ')'

    def equal(self, other):
        return equal_items(self, other)


class Cons(Seq):
    def __init__(self, head, tail):
        self.head = head
        self.tail = tail

    def first(self):
        return self.head

    def rest(self):
        return self.tail


class Lazy(Seq):
    type = make_type('Lazy', TYPES['Seq'])

    def __init__(self, function):
        self.function = function
        self.value = None

    def force(self):
        if self.value is None:
            f = self.function
            self.function = NIL
            v = f.call([])
            while isinstance(v, Lazy):
                v = v.force()
            self.value = seq(v)
        return self.value

    def first(self):
        s = self.force()
        return s.first() if isinstance(s, Seq) else NIL

    def rest(self):
        s = self.force()
        return s.rest() if isinstance(s, Seq) else NIL


class VectorSeq(Seq):
    def __init__(self, v, i):
        self.v = v
        self.i = i

    def first(self):
        return self.v.nth(self.i)

    def rest(self):
        return VectorSeq(self.v, self.i + 1) if self.i + 1 < self.v.count else NIL


def seq(x):
    """A Seq that is not empty, or NIL."""
    if isinstance(x, Lazy):
        return x.force()
    if isinstance(x, Seq) or x is NIL:
        return x
    if isinstance(x, Vector):
        return VectorSeq(x, 0) if x.count else NIL
    if isinstance(x, Map):
        return seq(vector([vector([k, v]) for k, v in x.entries()]))
    if isinstance(x, Text):
        return seq(vector([Text(c) for c in x.s]))
    raise LispError('no sequence: ' + x.get_type().name)


def items(x):
    out = []
    s = seq(x)
    while isinstance(s, Seq):
        out.append(s.first())
        s = seq(s.rest())
    return out


def from_items(xs):
    s = NIL
    i = len(xs) - 1
    while i >= 0:
        s = Cons(xs[i], s)
        i -= 1
    return s


def equal_items(a, b):
    if not isinstance(b, Seq) and not isinstance(b, Vector):
        return False
    x, y = items(a), items(b)
    if len(x) != len(y):
        return False
    for i in range(len(x)):
        if not x[i].equal(y[i]):
            return False
    return True


class VNode(object):
    def __init__(self, values, children):
        self.values = values
        self.children = children


class Vector(Obj):
    """A tree of four ways, whose nodes are shared by the versions."""
    type = make_type('Vector')

    def __init__(self, count, depth, root):
        self.count = count
        self.depth = depth
        self.root = root

    def nth(self, i):
        if not 0 <= i < self.count:
            raise LispError('index %d of %d' % (i, self.count))
        node = self.root
        level = self.depth * 2
        while level > 0:
            node = node.children[i >> level & 3]
            level -= 2
        return node.values[i & 3]

    def conj(self, x):
        root, depth = self.root, self.depth
        if self.count == 1 << (2 * depth + 2):
            root = VNode([], [root])
            depth += 1
        return Vector(self.count + 1, depth, self.added(root, depth * 2, x))

    def added(self, node, level, x):
        if level == 0:
            return VNode(node.values + [x], [])
        children = node.children[:]
        i = self.count >> level & 3
        if i < len(children):
            children[i] = self.added(children[i], level - 2, x)
        else:
            children.append(self.added(VNode([], []), level - 2, x))
        return VNode([], children)

    def assoc(self, i, x):
        if i == self.count:
            return self.conj(x)
        self.nth(i)
        return Vector(self.count, self.depth, self.changed(self.root, self.depth * 2, i, x))

    def changed(self, node, level, i, x):
        if level == 0:
            values = node.values[:]
            values[i & 3] = x
            return VNode(values, [])
        children = node.children[:]
        children[i >> level & 3] = self.changed(children[i >> level & 3], level - 2, i, x)
        return VNode([], children)

    def show(self):
        return '[' + ' '.join([self.nth(i).show() for i in range(self.count)]) + ']'

    def hash(self):
        h = 7
        for i in range(self.count):
            h = intmask(h * 31 + self.nth(i).hash())
        return h

    def equal(self, other):
        return equal_items(self, other)

    def call(self, args):
        return self.nth(integer(args[0]))


EMPTY_VECTOR = Vector(0, 0, VNode([], []))


def vector(xs):
    v = EMPTY_VECTOR
    for x in xs:
        v = v.conj(x)
    return v


class MapNode(object):
    """A binary tree by hash; keys of one hash are a list."""

    def __init__(self, h, pairs, left, right):
        self.h = h
        self.pairs = pairs
        self.left = left
        self.right = right


def node_with(node, h, key, value):
    if node is None:
        return MapNode(h, [(key, value)], None, None)
    if h < node.h:
        return MapNode(node.h, node.pairs, node_with(node.left, h, key, value), node.right)
    if h > node.h:
        return MapNode(node.h, node.pairs, node.left, node_with(node.right, h, key, value))
    pairs = []
    found = False
    for k, v in node.pairs:
        if k.equal(key):
            found = True
            pairs.append((k, value))
        else:
            pairs.append((k, v))
    if not found:
        pairs.append((key, value))
    return MapNode(h, pairs, node.left, node.right)


class Map(Obj):
    type = make_type('Map')

    def __init__(self, root, order):
        self.root = root
        self.order = order      # keys, the newest first

    def find(self, key):
        h = key.hash()
        node = self.root
        while node is not None:
            if h == node.h:
                for k, v in node.pairs:
                    if k.equal(key):
                        return v
                return None
            node = node.left if h < node.h else node.right
        return None

    def get(self, key, default):
        v = self.find(key)
        return default if v is None else v

    def assoc(self, key, value):
        order = self.order if self.find(key) is not None else Cons(key, self.order)
        return Map(node_with(self.root, key.hash(), key, value), order)

    def entries(self):
        keys = items(self.order)
        keys.reverse()
        return [(k, self.get(k, NIL)) for k in keys]

    def show(self):
        return '{' + ', '.join([k.show() + ' ' + v.show() for k, v in self.entries()]) + '}'

    def equal(self, other):
        if not isinstance(other, Map) or len(self.entries()) != len(other.entries()):
            return False
        for k, v in self.entries():
            w = other.find(k)
            if w is None or not v.equal(w):
                return False
        return True

    def call(self, args):
        return self.get(args[0], NIL)


EMPTY_MAP = Map(None, NIL)


# ---------------------------------------------------------------- functions

class Native(Obj):
    type = make_type('Native')

    def __init__(self, name, low, high, f):
        self.name = name
        self.low = low
        self.high = high
        self.f = f

    def call(self, args):
        if len(args) < self.low or self.high >= 0 and len(args) > self.high:
            raise LispError('%s called with %d' % (self.name, len(args)))
        return self.f(args)


class Arity(object):
    def __init__(self, params, rest, body):
        self.params = params
        self.rest = rest
        self.body = body


class Function(Obj):
    type = make_type('Function')

    def __init__(self, name, arities, env):
        self.name = name
        self.arities = arities
        self.env = env
        self.macro = False
        self.space = world.current

    def choose(self, n):
        for a in self.arities:
            if len(a.params) == n and a.rest == '' or a.rest != '' and n >= len(a.params):
                return a
        raise LispError('%s called with %d' % (self.name, n))

    def call(self, args):
        before = world.current
        world.current = self.space
        try:
            return self.run(args)
        finally:
            world.current = before

    def run(self, args):
        a = self.choose(len(args))
        while True:
            env = Env(self.env)
            for i in range(len(a.params)):
                env.names[a.params[i]] = args[i]
            if a.rest != '':
                env.names[a.rest] = from_items(args[len(a.params):])
            result = run_body(a.body, env)
            if not isinstance(result, Recur):
                return result
            args = result.args


class Recur(Obj):
    def __init__(self, args):
        self.args = args


class Protocol(Obj):
    type = make_type('Protocol')

    def __init__(self, name, default):
        self.name = name
        self.default = default

    def call(self, args):
        if not args:
            raise LispError('%s wants an argument' % self.name)
        f = args[0].get_type().find(self.name)
        if f is None:
            raise LispError('no %s of %s' % (self.name, args[0].get_type().name))
        return f.call(args)


class Record(Obj):
    def __init__(self, rtype, names, values):
        self.rtype = rtype
        self.names = names
        self.values = values

    def get_type(self):
        return self.rtype

    def show(self):
        return '#%s{%s}' % (self.rtype.name, ' '.join([v.show() for v in self.values]))


class Env(object):
    def __init__(self, outer):
        self.names = {}
        self.outer = outer


class Namespace(object):
    def __init__(self, name):
        self.name = name
        self.vars = {}


class Thrown(Exception):
    def __init__(self, value):
        self.value = value


# ---------------------------------------------------------------- reader

class Reader(object):
    def __init__(self, text):
        self.text = text
        self.at = 0

    def skip(self):
        while self.at < len(self.text):
            c = self.text[self.at]
            if c == ';':
                while self.at < len(self.text) and self.text[self.at] != '\n':
                    self.at += 1
            elif c.isspace() or c == ',':
                self.at += 1
            else:
                break

    def more(self):
        self.skip()
        return self.at < len(self.text)

    def until(self, end):
        xs = []
        while True:
            if not self.more():
                raise LispError('%s expected' % end)
            if self.text[self.at] == end:
                self.at += 1
                return xs
            xs.append(self.read())

    def read(self):
        if not self.more():
            raise LispError('unexpected end')
        c = self.text[self.at]
        self.at += 1
        if c == '(':
            return from_items(self.until(')'))
        if c == '[':
            return vector(self.until(']'))
        if c == '{':
            xs = self.until('}')
            if len(xs) % 2:
                raise LispError('a map with %d forms' % len(xs))
            return from_items([Symbol('hash-map')] + xs)
        if c == "'":
            return from_items([Symbol('quote'), self.read()])
        if c == '`':
            return from_items([Symbol('quasi'), self.read()])
        if c == '~':
            return from_items([Symbol('unquote'), self.read()])
        if c == '@':
            return from_items([Symbol('splice'), self.read()])
        if c == '"':
            return self.string()
        if c in ')]}':
            raise LispError('unexpected ' + c)
        start = self.at - 1
        while self.at < len(self.text) and not self.text[self.at].isspace() and self.text[self.at] not in '()[]{},;"':
            self.at += 1
        return self.atom(self.text[start:self.at])

    def string(self):
        out = []
        while True:
            if self.at >= len(self.text):
                raise LispError('text without end')
            c = self.text[self.at]
            self.at += 1
            if c == '"':
                return Text(''.join(out))
            if c == '\\':
                c = self.text[self.at]
                self.at += 1
                c = '\n' if c == 'n' else c
            out.append(c)

    def atom(self, word):
        if word == 'nil':
            return NIL
        if word == 'true' or word == 'false':
            return boolean(word == 'true')
        if word[0] == ':':
            return keyword(word[1:])
        if word[0].isdigit() or word[0] == '-' and len(word) > 1 and word[1].isdigit():
            try:
                return Int(int(word))
            except ValueError:
                raise LispError('bad number ' + word)
        return Symbol(word)


# ---------------------------------------------------------------- evaluation

class World(object):
    def __init__(self):
        self.namespaces = {'core': Namespace('core'), 'user': Namespace('user')}
        self.current = self.namespaces['user']
        self.depth = 0
        self.output = []


world = World()


def lookup(name, env):
    while env is not None:
        if name in env.names:
            return env.names[name]
        env = env.outer
    slash = name.find('/')
    if slash > 0:
        space = name[:slash]
        if space not in world.namespaces or name[slash + 1:] not in world.namespaces[space].vars:
            raise LispError('unknown ' + name)
        return world.namespaces[space].vars[name[slash + 1:]]
    for space in [world.current, world.namespaces['core']]:
        if name in space.vars:
            return space.vars[name]
    raise LispError('unknown ' + name)


def run_body(body, env):
    result = NIL
    for x in body:
        result = evaluate(x, env)
    return result


def evaluate(x, env):
    if isinstance(x, Symbol):
        return lookup(x.name, env)
    if isinstance(x, Vector):
        return vector([evaluate(i, env) for i in items(x)])
    if not isinstance(x, Cons):
        return x
    head = x.first()
    if isinstance(head, Symbol):
        if head.name in SPECIAL:
            return SPECIAL[head.name](items(x.rest()), env)
        f = lookup(head.name, env)
        if isinstance(f, Function) and f.macro:
            return evaluate(f.call(items(x.rest())), env)
    else:
        f = evaluate(head, env)
    args = [evaluate(a, env) for a in items(x.rest())]
    world.depth += 1
    if world.depth > 120:
        world.depth = 0
        raise LispError('too deep')
    result = f.call(args)
    world.depth -= 1
    return result


def symbol(x):
    if not isinstance(x, Symbol):
        raise LispError('a name is expected, not ' + x.show())
    return x.name


def integer(x):
    if not isinstance(x, Int):
        raise LispError('an int is expected, not ' + x.show())
    return x.n


def special_def(xs, env):
    v = evaluate(xs[1], env)
    world.current.vars[symbol(xs[0])] = v
    return v


def special_if(xs, env):
    if evaluate(xs[0], env).truth():
        return evaluate(xs[1], env)
    return evaluate(xs[2], env) if len(xs) > 2 else NIL


def special_do(xs, env):
    return run_body(xs, env)


def special_quote(xs, env):
    return xs[0]


def arity(params, body):
    names = [symbol(p) for p in items(params)]
    if len(names) >= 2 and names[-2] == '&':
        rest = names[-1]
        return Arity(names[:-2], rest, body)
    return Arity(names, '', body)


def make_function(name, xs, env):
    if xs and isinstance(xs[0], Vector):
        return Function(name, [arity(xs[0], xs[1:])], env)
    arities = []
    for x in xs:
        parts = items(x)
        arities.append(arity(parts[0], parts[1:]))
    return Function(name, arities, env)


def special_fn(xs, env):
    return make_function('fn', xs, env)


def special_defn(xs, env):
    name = symbol(xs[0])
    f = make_function(name, xs[1:], env)
    world.current.vars[name] = f
    return f


def special_defmacro(xs, env):
    f = special_defn(xs, env)
    f.macro = True
    return f


def bind_all(bindings, env):
    inner = Env(env)
    parts = items(bindings)
    for i in range(0, len(parts) - 1, 2):
        destructure(parts[i], evaluate(parts[i + 1], inner), inner)
    return inner


def destructure(pattern, value, env):
    if isinstance(pattern, Vector):
        parts = items(pattern)
        s = seq(value)
        i = 0
        while i < len(parts):
            p = parts[i]
            if isinstance(p, Symbol) and p.name == '&':
                destructure(parts[i + 1], s, env)
                return
            destructure(p, s.first() if isinstance(s, Seq) else NIL, env)
            s = seq(s.rest()) if isinstance(s, Seq) else NIL
            i += 1
    else:
        env.names[symbol(pattern)] = value


def special_let(xs, env):
    return run_body(xs[1:], bind_all(xs[0], env))


def special_loop(xs, env):
    parts = items(xs[0])
    names = [symbol(parts[i]) for i in range(0, len(parts), 2)]
    inner = bind_all(xs[0], env)
    while True:
        result = run_body(xs[1:], inner)
        if not isinstance(result, Recur):
            return result
        if len(result.args) != len(names):
            raise LispError('recur with %d' % len(result.args))
        inner = Env(env)
        for i in range(len(names)):
            inner.names[names[i]] = result.args[i]


def special_recur(xs, env):
    return Recur([evaluate(x, env) for x in xs])


def special_lazy(xs, env):
    return Lazy(Function('lazy', [Arity([], '', xs)], env))


def quasi(x, env):
    if isinstance(x, Cons):
        parts = items(x)
        if isinstance(parts[0], Symbol) and symbol(parts[0]) == 'unquote':
            return evaluate(parts[1], env)
        out = []
        for p in parts:
            if isinstance(p, Cons) and isinstance(p.first(), Symbol) and symbol(p.first()) == 'splice':
                out.extend(items(evaluate(items(p)[1], env)))
            else:
                out.append(quasi(p, env))
        return from_items(out)
    if isinstance(x, Vector):
        return vector([quasi(p, env) for p in items(x)])
    return x


def special_quasi(xs, env):
    return quasi(xs[0], env)


def special_defprotocol(xs, env):
    for x in xs[1:]:
        name = symbol(items(x)[0])
        world.current.vars[name] = Protocol(name, None)
    return NIL


def special_extend(xs, env):
    """(extend Type (name [params] body…)…)"""
    t = symbol(xs[0])
    if t not in TYPES:
        raise LispError('no type ' + t)
    for x in xs[1:]:
        parts = items(x)
        name = symbol(parts[0])
        TYPES[t].methods[name] = make_function(name, parts[1:], env)
    return NIL


def special_deftype(xs, env):
    name = symbol(xs[0])
    names = [symbol(n) for n in items(xs[1])]
    rtype = make_type(name)

    def make(args):
        return Record(rtype, names, args)
    world.current.vars['->' + name] = Native('->' + name, len(names), len(names), make)
    for i in range(len(names)):
        world.current.vars['.' + names[i]] = Native('.' + names[i], 1, 1, getter(names[i]))
    return NIL


def getter(name):
    def get(args):
        r = args[0]
        if not isinstance(r, Record) or name not in r.names:
            raise LispError('no field %s in %s' % (name, r.get_type().name))
        return r.values[r.names.index(name)]
    return get


def special_try(xs, env):
    """(try body… (catch name handler…) (finally body…))"""
    body, handler, last = [], NIL, NIL
    for x in xs:
        if isinstance(x, Cons) and isinstance(x.first(), Symbol):
            n = symbol(x.first())
            if n == 'catch':
                handler = x
                continue
            if n == 'finally':
                last = x
                continue
        body.append(x)
    depth = world.depth
    try:
        return run_body(body, env)
    except (Thrown, LispError) as e:
        world.depth = depth
        if handler is NIL:
            raise
        parts = items(handler)
        inner = Env(env)
        inner.names[symbol(parts[1])] = e.value if isinstance(e, Thrown) else Text(message_of(e))
        return run_body(parts[2:], inner)
    finally:
        if last is not NIL:
            run_body(items(last)[1:], env)


def message_of(e):
    return e.message if isinstance(e, LispError) else 'thrown'


def special_ns(xs, env):
    name = symbol(xs[0])
    if name not in world.namespaces:
        world.namespaces[name] = Namespace(name)
    world.current = world.namespaces[name]
    return NIL


SPECIAL = {'def': special_def, 'if': special_if, 'do': special_do, 'quote': special_quote, 'fn': special_fn, 'defn': special_defn,
           'defmacro': special_defmacro, 'let': special_let, 'loop': special_loop, 'recur': special_recur, 'lazy-seq': special_lazy,
           'quasi': special_quasi, 'defprotocol': special_defprotocol, 'extend': special_extend, 'deftype': special_deftype,
           'try': special_try, 'ns': special_ns}


# ---------------------------------------------------------------- the core library

def native(name, low, high):
    def decorate(f):
        world.namespaces['core'].vars[name] = Native(name, low, high, f)
        return f
    return decorate


def fold_ints(name, start, op):
    def f(args):
        if name == '-' and len(args) == 1:
            return Int(-integer(args[0]))
        n = start if name != '-' else integer(args[0])
        for a in (args[1:] if name == '-' else args):
            n = op(n, integer(a))
        return Int(n)
    world.namespaces['core'].vars[name] = Native(name, int(name == '-'), -1, f)


fold_ints('+', 0, lambda a, b: a + b)
fold_ints('-', 0, lambda a, b: a - b)
fold_ints('*', 1, lambda a, b: a * b)


def compare_ints(name, op):
    def f(args):
        for i in range(len(args) - 1):
            if not op(integer(args[i]), integer(args[i + 1])):
                return FALSE
        return TRUE
    world.namespaces['core'].vars[name] = Native(name, 1, -1, f)


compare_ints('<', lambda a, b: a < b)
compare_ints('<=', lambda a, b: a <= b)
compare_ints('>', lambda a, b: a > b)


@native('quot', 2, 2)
def quot(args):
    a, b = integer(args[0]), integer(args[1])
    if b == 0:
        raise LispError('division by zero')
    q = abs(a) // abs(b)
    return Int(q if (a < 0) == (b < 0) else -q)


@native('=', 2, 2)
def equals(args):
    return boolean(args[0].equal(args[1]))


@native('first', 1, 1)
def first(args):
    s = seq(args[0])
    return s.first() if isinstance(s, Seq) else NIL


@native('rest', 1, 1)
def rest(args):
    s = seq(args[0])
    return s.rest() if isinstance(s, Seq) else NIL


@native('seq', 1, 1)
def seq_(args):
    return seq(args[0])


@native('cons', 2, 2)
def cons(args):
    tail = args[1]
    if not isinstance(tail, Seq) and tail is not NIL:
        tail = seq(tail)
    return Cons(args[0], tail)


@native('list', 0, -1)
def list_(args):
    return from_items(args)


@native('hash-map', 0, -1)
def hash_map(args):
    m = EMPTY_MAP
    for i in range(0, len(args) - 1, 2):
        m = m.assoc(args[i], args[i + 1])
    return m


@native('vec', 1, 1)
def vec(args):
    return vector(items(args[0]))


@native('conj', 2, -1)
def conj(args):
    x = args[0]
    for a in args[1:]:
        if isinstance(x, Vector):
            x = x.conj(a)
        elif isinstance(x, Map):
            pair = items(a)
            x = x.assoc(pair[0], pair[1])
        else:
            x = Cons(a, x)
    return x


@native('assoc', 3, 3)
def assoc(args):
    x = args[0]
    if isinstance(x, Vector):
        return x.assoc(integer(args[1]), args[2])
    if isinstance(x, Map):
        return x.assoc(args[1], args[2])
    raise LispError('assoc of ' + x.get_type().name)


@native('get', 2, 3)
def get(args):
    x = args[0]
    default = args[2] if len(args) > 2 else NIL
    if isinstance(x, Map):
        return x.get(args[1], default)
    if isinstance(x, Vector):
        i = integer(args[1])
        return x.nth(i) if 0 <= i < x.count else default
    return default


@native('count', 1, 1)
def count(args):
    x = args[0]
    return Int(x.count if isinstance(x, Vector) else len(items(x)))


@native('apply', 2, 2)
def apply_(args):
    return args[0].call(items(args[1]))


@native('reduce', 3, 3)
def reduce_(args):
    x = args[1]
    for y in items(args[2]):
        x = args[0].call([x, y])
    return x


@native('str', 0, -1)
def str_(args):
    return Text(''.join([a.text() if a is not NIL else '' for a in args]))


@native('println', 0, -1)
def println(args):
    world.output.append(' '.join([a.text() for a in args]))
    return NIL


@native('throw', 1, 1)
def throw(args):
    raise Thrown(args[0])


@native('type', 1, 1)
def type_(args):
    return Symbol(args[0].get_type().name)


@native('satisfies?', 2, 2)
def satisfies(args):
    p = args[0]
    return boolean(isinstance(p, Protocol) and args[1].get_type().find(p.name) is not None)


PRELUDE = '''
(defmacro when [test & body] `(if ~test (do @body)))
(defmacro cond [& clauses] (if (seq clauses) `(if ~(first clauses) ~(first (rest clauses)) (cond @(rest (rest clauses))))))
(defmacro and [a b] `(if ~a ~b false))
(defmacro or [a b] `(let [%or ~a] (if %or %or ~b)))
(defmacro -> [x & forms] (reduce (fn [acc f] `(~(first f) ~acc @(rest f))) x forms))
(defn not [x] (if x false true))
(defn map [f xs] (lazy-seq (when (seq xs) (cons (f (first xs)) (map f (rest xs))))))
(defn filter [p xs] (lazy-seq (when (seq xs) (if (p (first xs)) (cons (first xs) (filter p (rest xs))) (filter p (rest xs))))))
(defn take [n xs] (lazy-seq (when (and (> n 0) (seq xs)) (cons (first xs) (take (- n 1) (rest xs))))))
(defn iterate [f x] (lazy-seq (cons x (iterate f (f x)))))
(defn range ([n] (range 0 n)) ([a b] (lazy-seq (when (< a b) (cons a (range (+ a 1) b))))))
(defn comp [f g] (fn [& args] (f (apply g args))))
'''
PROGRAMS = ['''
(defn fact [n] (loop [i n acc 1] (if (< i 2) acc (recur (- i 1) (* acc i)))))
(println (fact 10) (fact 20))
(defn area ([side] (* side side)) ([a b] (* a b)) ([a b & more] (apply + (cons a (cons b more)))))
(println (area 4) (area 2 3) (area 1 2 3 4))
(def v (vec (range 20)))
(def w (-> v (conj 100) (assoc 3 :three)))
(println (count v) (count w) (w 3) (v 3) (get v 99 :none) (first w) v)
(println (take 5 (map (fn [x] (* x x)) (iterate (fn [x] (+ x 3)) 1))) (filter (fn [x] (= 0 (- x (* 2 (quot x 2))))) (range 10)))
(let [[a b & more] (list 1 2 3 4) {} nil] (println a b more))
''', '''
(let [[a b & more] (list 1 2 3 4) [c [d]] [5 [6]]] (println a b more c d))
(def m {:a 1 "b" 2 [1 2] {:deep true}})
(println m (:a m) (m "b") (:deep (m [1 2])) (:zip m :default) (= m {"b" 2 [1 2] {:deep true} :a 1}) (count (assoc m :a 7)))
(println (reduce (fn [acc w] (assoc acc w (+ 1 (get acc w 0)))) {} (list "to" "be" "or" "not" "to" "be")))
(println (cond (< 2 1) "no" (= 1 1) "yes") (or nil 5) (and 1 nil) ((comp not nil?) 1))
''', '''
(defprotocol Shape (area [s]) (describe [s how]))
(deftype Circle [r]) (deftype Rect [w h])
(extend Circle (area [c] (* 3 (.r c) (.r c))) (describe [c how] (str how " circle of " (.r c))))
(extend Rect (area [q] (* (.w q) (.h q))))
(extend Object (describe [x how] (str how " " (type x))))
(extend Int (area [n] n))
(println (map area (list (->Circle 2) (->Rect 3 4) 5)) (describe (->Circle 1) "a") (describe (->Rect 1 2) "some") (describe nil "the"))
(println (satisfies? area 5) (satisfies? area "x") (->Rect 7 8))
(println (try (area "text") (catch e (str "caught: " e)) (finally (println "finally"))))
(println (try (throw {:code 42}) (catch e (:code e))))
(println (try (.h (->Circle 1)) (catch e e)) (try (quot 1 0) (catch e e)))
''', '''
(ns geometry) (def unit 10) (defn scale [x] (* unit x))
(ns user) (println (geometry/scale 4) geometry/unit (= 1 1))
(defmacro unless [c & body] `(if ~c nil (do @body)))
(println (unless false 1 2) (unless true 1) 'quoted '(a "b" :c [1 nil]) `(1 ~(+ 1 1) @(list 3 4)))
(defn fib [] (map first (iterate (fn [p] [(p 1) (+ (p 0) (p 1))]) [0 1])))
(println (take 15 (fib)) (count (take 100 (fib))))
(println (seq "abc") (seq []) (rest (list 1)) (vec "xy") (= [1 2] (list 1 2)) (str 1 :k "s" nil [1]))
''', '(println unknown)', '(defn deep [n] (+ 1 (deep n))) (deep 1)', '(1 2)', '(area', ')', '(let [1 2] 3)', '([1 2] 5)', '{:a}', '(fact)',
            '"open', '(nowhere/x)', '(recur 1)', '12ab', '((fn [a] a))']


def run(source):
    world.depth = 0
    world.output = []
    try:
        reader = Reader(source)
        while reader.more():
            evaluate(reader.read(), None)
    except LispError as e:
        world.output.append('error: ' + e.message)
    except Thrown as e:
        world.output.append('thrown: ' + e.value.show())
    for line in world.output:
        print(line)
    print('--')


def entry_point(argv):
    world.current = world.namespaces['core']
    run(PRELUDE + '(defn nil? [x] (= x nil))')
    world.current = world.namespaces['user']
    for source in PROGRAMS:
        run(source)
    print(sorted(TYPES.keys()), len(world.namespaces['core'].vars))
    return 0


def target(driver, args):
    return entry_point, None
