# A small functional language with structural records and variants: types are inferred with row variables (a function that
# reads `.x` takes any record that has it), records at run time have shapes that are shared, patterns compile to decisions.
from rpython.rlib.objectmodel import compute_hash, r_dict


class LangError(Exception):
    def __init__(self, kind, message, at):
        self.kind = kind
        self.message = message
        self.at = at


# ---------------------------------------------------------------- syntax

class Tok(object):
    def __init__(self, kind, text, at):
        self.kind = kind
        self.text = text
        self.at = at


WORDS = ['let', 'rec', 'in', 'fun', 'if', 'then', 'else', 'match', 'with', 'end', 'true', 'false', 'and', 'or']


def lex(text):
    out = []
    i = 0
    while i < len(text):
        c = text[i]
        start = i
        if c.isspace():
            i += 1
            continue
        if c == '#':
            while i < len(text) and text[i] != '\n':
                i += 1
            continue
        if c.isdigit():
            while i < len(text) and text[i].isdigit():
                i += 1
            out.append(Tok('int', text[start:i], start))
        elif c.isalpha() or c == '_':
            while i < len(text) and (text[i].isalnum() or text[i] == '_'):
                i += 1
            word = text[start:i]
            kind = 'name'
            if word in WORDS:
                kind = word
            elif word[0].isupper():
                kind = 'tag'
            out.append(Tok(kind, word, start))
        elif c == "'":
            end = text.find("'", i + 1)
            if end < 0:
                raise LangError('syntax', 'text without end', start)
            out.append(Tok('text', text[i + 1:end], start))
            i = end + 1
        elif text[i:i + 2] in ('->', '==', '<=', '::', '++'):
            out.append(Tok(text[i:i + 2], text[i:i + 2], start))
            i += 2
        elif c in '(){}[].,;|=+-*/%<':
            out.append(Tok(c, c, start))
            i += 1
        else:
            raise LangError('syntax', 'unknown character ' + c, start)
    out.append(Tok('end of text', '', len(text)))
    return out


class Expr(object):
    _attrs_ = ['at']
    at = 0

    def infer(self, tenv):
        raise NotImplementedError

    def eval(self, env):
        raise NotImplementedError


class Pattern(object):
    _attrs_ = ['at']
    at = 0

    def infer(self, bound):
        raise NotImplementedError

    def match(self, v, env):
        """The extended environment, or None."""
        raise NotImplementedError


# ---------------------------------------------------------------- types

class T(object):
    _attrs_ = []

    def show(self, names):
        raise NotImplementedError


class TVar(T):
    counter = [0]

    def __init__(self, level):
        self.level = level
        self.link = None
        self.counter[0] += 1
        self.number = self.counter[0]

    def show(self, names):
        if self.link is not None:
            return self.link.show(names)
        if self.number not in names:
            names[self.number] = 'abcdefghijklmnop'[len(names) % 16]
        return "'" + names[self.number]


class TCon(T):
    def __init__(self, name, args):
        self.name = name
        self.args = args

    def show(self, names):
        if self.name == '->':
            left = self.args[0].show(names)
            if isinstance(find(self.args[0]), TCon) and con_name(self.args[0]) == '->':
                left = '(' + left + ')'
            return left + ' -> ' + self.args[1].show(names)
        if not self.args:
            return self.name
        return self.name + '(' + ', '.join([a.show(names) for a in self.args]) + ')'


class TRow(T):
    """Fields (or tags) that are known, and what else there may be: a variable, another row or nothing."""

    def __init__(self, kind, fields, rest):
        self.kind = kind        # '{' or '<'
        self.fields = fields
        self.rest = rest

    def show(self, names):
        fields, rest = flat(self)
        parts = []
        for name in sorted(fields.keys()):
            parts.append(name + ': ' + fields[name].show(names))
        if rest is not None:
            parts.append('..' + rest.show(names))
        close = '}' if self.kind == '{' else '>'
        return self.kind + ', '.join(parts) + close


INT, BOOL, TEXT, UNIT = TCon('int', []), TCon('bool', []), TCon('text', []), TCon('unit', [])


def find(t):
    while isinstance(t, TVar) and t.link is not None:
        t = t.link
    return t


def con_name(t):
    t = find(t)
    return t.name if isinstance(t, TCon) else ''


def arrow(a, b):
    return TCon('->', [a, b])


def flat(row):
    """All fields of a row, and its open end."""
    fields = {}
    rest = row
    while True:
        if rest is None:
            return fields, None
        rest = find(rest)
        if isinstance(rest, TRow):
            for name in rest.fields:
                if name not in fields:
                    fields[name] = rest.fields[name]
            rest = rest.rest
        else:
            return fields, rest


class Checker(object):
    def __init__(self):
        self.level = 0

    def fresh(self):
        return TVar(self.level)

    def occurs(self, v, t):
        t = find(t)
        if t is v:
            return True
        if isinstance(t, TVar):
            t.level = min(t.level, v.level)
        elif isinstance(t, TCon):
            for a in t.args:
                if self.occurs(v, a):
                    return True
        elif isinstance(t, TRow):
            fields, rest = flat(t)
            for name in fields:
                if self.occurs(v, fields[name]):
                    return True
            if rest is not None and self.occurs(v, rest):
                return True
        return False

    def unify(self, a, b, at):
        a, b = find(a), find(b)
        if a is b:
            return
        if isinstance(a, TVar):
            if self.occurs(a, b):
                raise LangError('type', 'a type that contains itself', at)
            a.link = b
        elif isinstance(b, TVar):
            self.unify(b, a, at)
        elif isinstance(a, TCon) and isinstance(b, TCon) and a.name == b.name and len(a.args) == len(b.args):
            for i in range(len(a.args)):
                self.unify(a.args[i], b.args[i], at)
        elif isinstance(a, TRow) and isinstance(b, TRow) and a.kind == b.kind:
            self.unify_rows(a, b, at)
        else:
            names = {}
            raise LangError('type', '%s is no %s' % (a.show(names), b.show(names)), at)

    def unify_rows(self, a, b, at):
        fa, ra = flat(a)
        fb, rb = flat(b)
        only_a, only_b = {}, {}
        for name in sorted(fa.keys()):
            if name in fb:
                self.unify(fa[name], fb[name], at)
            else:
                only_a[name] = fa[name]
        for name in fb:
            if name not in fa:
                only_b[name] = fb[name]
        if only_a and rb is None or only_b and ra is None:
            missing = sorted((only_a if only_a and rb is None else only_b).keys())
            raise LangError('type', 'no %s in %s' % (missing[0], (b if only_a and rb is None else a).show({})), at)
        if ra is not None and rb is not None and ra is rb:
            if only_a or only_b:
                raise LangError('type', 'rows that differ', at)
            return
        rest = None
        if ra is not None and rb is not None:
            rest = self.fresh()
        if rb is not None:
            self.unify(rb, TRow(a.kind, only_a, rest), at)
        if ra is not None:
            self.unify(ra, TRow(a.kind, only_b, rest), at)

    def instantiate(self, t, level, made):
        """A copy with new variables for those deeper than the level."""
        t = find(t)
        if isinstance(t, TVar):
            if t.level <= level:
                return t
            if t.number not in made:
                made[t.number] = self.fresh()
            return made[t.number]
        if isinstance(t, TCon):
            if not t.args:
                return t
            return TCon(t.name, [self.instantiate(a, level, made) for a in t.args])
        assert isinstance(t, TRow)
        fields, rest = flat(t)
        copies = {}
        for name in fields:
            copies[name] = self.instantiate(fields[name], level, made)
        return TRow(t.kind, copies, None if rest is None else self.instantiate(rest, level, made))


checker = Checker()


class Scheme(object):
    def __init__(self, type, level):
        self.type = type
        self.level = level      # variables deeper than this are general


class TEnv(object):
    def __init__(self, name, scheme, outer):
        self.name = name
        self.scheme = scheme
        self.outer = outer


def lookup_type(tenv, name, at):
    while tenv is not None:
        if tenv.name == name:
            return checker.instantiate(tenv.scheme.type, tenv.scheme.level, {})
        tenv = tenv.outer
    raise LangError('name', 'unknown name ' + name, at)


def mono(t):
    return Scheme(t, 1000000)


# ---------------------------------------------------------------- values: records have shapes

class V(object):
    _attrs_ = []

    def show(self):
        raise NotImplementedError

    def equals(self, other):
        return self is other


class VInt(V):
    def __init__(self, n):
        self.n = n

    def show(self):
        return str(self.n)

    def equals(self, other):
        return isinstance(other, VInt) and other.n == self.n


class VBool(V):
    def __init__(self, b):
        self.b = b

    def show(self):
        return 'true' if self.b else 'false'

    def equals(self, other):
        return isinstance(other, VBool) and other.b == self.b


class VText(V):
    def __init__(self, s):
        self.s = s

    def show(self):
        return "'" + self.s + "'"

    def equals(self, other):
        return isinstance(other, VText) and other.s == self.s


class VTag(V):
    def __init__(self, tag, value):
        self.tag = tag
        self.value = value

    def show(self):
        if self.value is UNIT_VALUE:
            return self.tag
        return self.tag + '(' + self.value.show() + ')'

    def equals(self, other):
        return isinstance(other, VTag) and other.tag == self.tag and other.value.equals(self.value)


class Shape(object):
    """The names of a record's fields, sorted. There is one object for each set of names."""
    _immutable_fields_ = ['names[*]']

    def __init__(self, names):
        self.names = names
        self.extensions = {}

    def index(self, name):
        low, high = 0, len(self.names)
        while low < high:
            middle = (low + high) // 2
            if self.names[middle] < name:
                low = middle + 1
            else:
                high = middle
        if low < len(self.names) and self.names[low] == name:
            return low
        return -1 - low

    def extended(self, name):
        if name not in self.extensions:
            at = -1 - self.index(name)
            assert at >= 0
            self.extensions[name] = shape_of(self.names[:at] + [name] + self.names[at:])
        return self.extensions[name]


def same_names(a, b):
    if len(a) != len(b):
        return False
    for i in range(len(a)):
        if a[i] != b[i]:
            return False
    return True


def hash_names(names):
    h = 17
    for n in names:
        h = (h * 31 + compute_hash(n)) & 0xffffff
    return h


SHAPES = r_dict(same_names, hash_names)


def shape_of(names):
    if names not in SHAPES:
        SHAPES[names] = Shape(names)
    return SHAPES[names]


EMPTY_SHAPE = shape_of([])


class VRecord(V):
    def __init__(self, shape, values):
        self.shape = shape
        self.values = values

    def show(self):
        parts = []
        for i in range(len(self.values)):
            parts.append(self.shape.names[i] + ' = ' + self.values[i].show())
        return '{' + ', '.join(parts) + '}'

    def equals(self, other):
        if not isinstance(other, VRecord) or other.shape is not self.shape:
            return False
        for i in range(len(self.values)):
            if not self.values[i].equals(other.values[i]):
                return False
        return True

    def get(self, name):
        return self.values[self.shape.index(name)]

    def with_(self, name, v):
        i = self.shape.index(name)
        values = self.values
        if i >= 0:
            values = values[:]
            values[i] = v
            return VRecord(self.shape, values)
        at = -1 - i
        assert at >= 0
        return VRecord(self.shape.extended(name), values[:at] + [v] + values[at:])


UNIT_VALUE = VRecord(EMPTY_SHAPE, [])


class VList(V):
    def __init__(self, head, tail):
        self.head = head
        self.tail = tail

    def show(self):
        parts = []
        x = self
        while x.tail is not None:
            parts.append(x.head.show())
            x = x.tail
        return '[' + '; '.join(parts) + ']'

    def equals(self, other):
        a, b = self, other
        if not isinstance(b, VList):
            return False
        while a.tail is not None and b.tail is not None:
            if not a.head.equals(b.head):
                return False
            a, b = a.tail, b.tail
        return a.tail is None and b.tail is None


END = VList(UNIT_VALUE, None)


class VFun(V):
    def __init__(self, pattern, body, env):
        self.pattern = pattern
        self.body = body
        self.env = env

    def show(self):
        return '<fun>'


class Env(object):
    def __init__(self, name, value, outer):
        self.name = name
        self.value = value
        self.outer = outer


# ---------------------------------------------------------------- patterns

class PName(Pattern):
    def __init__(self, name):
        self.name = name

    def infer(self, bound):
        t = checker.fresh()
        if self.name != '_':
            bound.append((self.name, t))
        return t

    def match(self, v, env):
        return env if self.name == '_' else Env(self.name, v, env)


class PConst(Pattern):
    def __init__(self, value, type):
        self.value = value
        self.type = type

    def infer(self, bound):
        return self.type

    def match(self, v, env):
        return env if self.value.equals(v) else None


class PRecord(Pattern):
    def __init__(self, names, patterns, open):
        self.names = names
        self.patterns = patterns
        self.open = open

    def infer(self, bound):
        fields = {}
        for i in range(len(self.names)):
            fields[self.names[i]] = self.patterns[i].infer(bound)
        return TRow('{', fields, checker.fresh() if self.open else None)

    def match(self, v, env):
        assert isinstance(v, VRecord)
        for i in range(len(self.names)):
            env = self.patterns[i].match(v.get(self.names[i]), env)
            if env is None:
                return None
        return env


class PTag(Pattern):
    def __init__(self, tag, pattern):
        self.tag = tag
        self.pattern = pattern

    def infer(self, bound):
        return TRow('<', {self.tag: self.pattern.infer(bound)}, checker.fresh())

    def match(self, v, env):
        assert isinstance(v, VTag)
        return self.pattern.match(v.value, env) if v.tag == self.tag else None


class PCons(Pattern):
    def __init__(self, head, tail):
        self.head = head
        self.tail = tail

    def infer(self, bound):
        t = self.head.infer(bound)
        result = TCon('list', [t])
        checker.unify(self.tail.infer(bound), result, self.at)
        return result

    def match(self, v, env):
        assert isinstance(v, VList)
        if v.tail is None:
            return None
        env = self.head.match(v.head, env)
        return None if env is None else self.tail.match(v.tail, env)


class PEnd(Pattern):
    def infer(self, bound):
        return TCon('list', [checker.fresh()])

    def match(self, v, env):
        assert isinstance(v, VList)
        return env if v.tail is None else None


# ---------------------------------------------------------------- expressions

class EConst(Expr):
    def __init__(self, value, type):
        self.value = value
        self.type = type

    def infer(self, tenv):
        return self.type

    def eval(self, env):
        return self.value


class EName(Expr):
    def __init__(self, name):
        self.name = name

    def infer(self, tenv):
        return lookup_type(tenv, self.name, self.at)

    def eval(self, env):
        while env is not None:
            if env.name == self.name:
                return env.value
            env = env.outer
        raise LangError('run', 'unknown name ' + self.name, self.at)


class ERecord(Expr):
    def __init__(self, base, names, values):
        self.base = base
        self.names = names
        self.values = values

    def infer(self, tenv):
        fields = {}
        for i in range(len(self.names)):
            if self.names[i] in fields:
                raise LangError('type', 'field %s twice' % self.names[i], self.at)
            fields[self.names[i]] = self.values[i].infer(tenv)
        if self.base is None:
            return TRow('{', fields, None)
        # what the record has under these names may be of other types, or missing
        t = find(self.base.infer(tenv))
        if isinstance(t, TRow):
            old, rest = flat(t)
            for name in old:
                if name not in fields:
                    fields[name] = old[name]
            return TRow('{', fields, rest)
        rest = checker.fresh()
        checker.unify(t, TRow('{', fields, rest), self.at)
        return TRow('{', fields, rest)

    def eval(self, env):
        r = UNIT_VALUE
        if self.base is not None:
            v = self.base.eval(env)
            assert isinstance(v, VRecord)
            r = v
        for i in range(len(self.names)):
            r = r.with_(self.names[i], self.values[i].eval(env))
        return r


class EField(Expr):
    def __init__(self, record, name):
        self.record = record
        self.name = name

    def infer(self, tenv):
        t = checker.fresh()
        checker.unify(self.record.infer(tenv), TRow('{', {self.name: t}, checker.fresh()), self.at)
        return t

    def eval(self, env):
        v = self.record.eval(env)
        assert isinstance(v, VRecord)
        return v.get(self.name)


class ETag(Expr):
    def __init__(self, tag, value):
        self.tag = tag
        self.value = value

    def infer(self, tenv):
        return TRow('<', {self.tag: self.value.infer(tenv)}, checker.fresh())

    def eval(self, env):
        return VTag(self.tag, self.value.eval(env))


class EList(Expr):
    def __init__(self, items, tail):
        self.items = items
        self.tail = tail

    def infer(self, tenv):
        t = checker.fresh()
        for i in self.items:
            checker.unify(i.infer(tenv), t, i.at)
        result = TCon('list', [t])
        if self.tail is not None:
            checker.unify(self.tail.infer(tenv), result, self.at)
        return result

    def eval(self, env):
        result = END
        if self.tail is not None:
            v = self.tail.eval(env)
            assert isinstance(v, VList)
            result = v
        i = len(self.items) - 1
        while i >= 0:
            result = VList(self.items[i].eval(env), result)
            i -= 1
        return result


class EFun(Expr):
    def __init__(self, pattern, body):
        self.pattern = pattern
        self.body = body

    def infer(self, tenv):
        bound = []
        t = self.pattern.infer(bound)
        for name, u in bound:
            tenv = TEnv(name, mono(u), tenv)
        return arrow(t, self.body.infer(tenv))

    def eval(self, env):
        return VFun(self.pattern, self.body, env)


class ECall(Expr):
    def __init__(self, function, arg):
        self.function = function
        self.arg = arg

    def infer(self, tenv):
        f = self.function.infer(tenv)
        result = checker.fresh()
        checker.unify(f, arrow(self.arg.infer(tenv), result), self.at)
        return result

    def eval(self, env):
        f = self.function.eval(env)
        v = self.arg.eval(env)
        assert isinstance(f, VFun)
        inner = f.pattern.match(v, f.env)
        if inner is None:
            raise LangError('run', 'no match for ' + v.show(), self.at)
        return f.body.eval(inner)


class ELet(Expr):
    def __init__(self, name, value, body, recursive):
        self.name = name
        self.value = value
        self.body = body
        self.recursive = recursive

    def scheme(self, tenv):
        checker.level += 1
        inner = tenv
        own = checker.fresh()
        if self.recursive:
            inner = TEnv(self.name, mono(own), tenv)
        t = self.value.infer(inner)
        checker.unify(own, t, self.at)
        checker.level -= 1
        return Scheme(t, checker.level)

    def infer(self, tenv):
        return self.body.infer(TEnv(self.name, self.scheme(tenv), tenv))

    def bind(self, env):
        if self.recursive:
            inner = Env(self.name, UNIT_VALUE, env)
            inner.value = self.value.eval(inner)
            return inner
        return Env(self.name, self.value.eval(env), env)

    def eval(self, env):
        return self.body.eval(self.bind(env))


class EIf(Expr):
    def __init__(self, test, then, otherwise):
        self.test = test
        self.then = then
        self.otherwise = otherwise

    def infer(self, tenv):
        checker.unify(self.test.infer(tenv), BOOL, self.test.at)
        t = self.then.infer(tenv)
        checker.unify(self.otherwise.infer(tenv), t, self.otherwise.at)
        return t

    def eval(self, env):
        v = self.test.eval(env)
        assert isinstance(v, VBool)
        return self.then.eval(env) if v.b else self.otherwise.eval(env)


class EMatch(Expr):
    def __init__(self, subject, patterns, bodies):
        self.subject = subject
        self.patterns = patterns
        self.bodies = bodies

    def infer(self, tenv):
        t = self.subject.infer(tenv)
        result = checker.fresh()
        closed = True
        for i in range(len(self.patterns)):
            bound = []
            p = self.patterns[i]
            checker.unify(p.infer(bound), t, p.at)
            inner = tenv
            for name, u in bound:
                inner = TEnv(name, mono(u), inner)
            checker.unify(self.bodies[i].infer(inner), result, self.bodies[i].at)
            if not isinstance(p, PTag):
                closed = False
        if closed:
            # only these tags: the row ends here
            _, rest = flat(find(t))
            if isinstance(rest, TVar):
                rest.link = TRow('<', {}, None)
        return result

    def eval(self, env):
        v = self.subject.eval(env)
        for i in range(len(self.patterns)):
            inner = self.patterns[i].match(v, env)
            if inner is not None:
                return self.bodies[i].eval(inner)
        raise LangError('run', 'no match for ' + v.show(), self.at)


class EBinary(Expr):
    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right

    def infer(self, tenv):
        a, b = self.left.infer(tenv), self.right.infer(tenv)
        if self.op == '==':
            checker.unify(a, b, self.at)
            return BOOL
        operand, result = INT, INT
        if self.op == '++':
            operand, result = TEXT, TEXT
        elif self.op in ('<', '<='):
            result = BOOL
        elif self.op in ('and', 'or'):
            operand, result = BOOL, BOOL
        checker.unify(a, operand, self.left.at)
        checker.unify(b, operand, self.right.at)
        return result

    def eval(self, env):
        op = self.op
        a = self.left.eval(env)
        if isinstance(a, VBool) and (op == 'and' or op == 'or'):
            return self.right.eval(env) if a.b == (op == 'and') else a
        b = self.right.eval(env)
        if op == '==':
            return VBool(a.equals(b))
        if op == '++':
            assert isinstance(a, VText) and isinstance(b, VText)
            return VText(a.s + b.s)
        assert isinstance(a, VInt) and isinstance(b, VInt)
        if op == '+':
            return VInt(a.n + b.n)
        if op == '-':
            return VInt(a.n - b.n)
        if op == '*':
            return VInt(a.n * b.n)
        if op == '<':
            return VBool(a.n < b.n)
        if op == '<=':
            return VBool(a.n <= b.n)
        if b.n == 0:
            raise LangError('run', 'division by zero', self.at)
        return VInt(a.n // b.n if op == '/' else a.n % b.n)


# ---------------------------------------------------------------- parser

LEVELS = [['or'], ['and'], ['==', '<', '<='], ['::'], ['+', '-', '++'], ['*', '/', '%']]


class Parser(object):
    def __init__(self, toks):
        self.toks = toks
        self.i = 0

    def peek(self):
        return self.toks[self.i].kind

    def at(self):
        return self.toks[self.i].at

    def accept(self, kind):
        if self.peek() == kind:
            self.i += 1
            return True
        return False

    def expect(self, kind):
        t = self.toks[self.i]
        if t.kind != kind:
            raise LangError('syntax', '%s expected, not %s' % (kind, t.text or t.kind), t.at)
        self.i += 1
        return t.text

    def program(self):
        """Definitions, and expressions to show: each ends in a semicolon."""
        names, exprs = [], []
        while not self.accept('end of text'):
            at = self.at()
            if self.accept('let'):
                e = self.let(at)
                names.append(e.name)
                exprs.append(e)
            else:
                names.append('')
                exprs.append(self.expr())
            self.expect(';')
        return names, exprs

    def let(self, at):
        recursive = self.accept('rec')
        name = self.expect('name')
        params = []
        while self.peek() != '=':
            params.append(self.pattern_atom())
        self.expect('=')
        value = self.expr()
        i = len(params) - 1
        while i >= 0:
            value = EFun(params[i], value)
            value.at = at
            i -= 1
        body = self.expr() if self.accept('in') else UNIT_EXPR
        e = ELet(name, value, body, recursive)
        e.at = at
        return e

    def expr(self):
        at = self.at()
        if self.accept('let'):
            return self.let(at)
        if self.accept('fun'):
            params = []
            while not self.accept('->'):
                params.append(self.pattern_atom())
            e = self.expr()
            i = len(params) - 1
            while i >= 0:
                e = EFun(params[i], e)
                e.at = at
                i -= 1
            return e
        if self.accept('if'):
            test = self.expr()
            self.expect('then')
            then = self.expr()
            self.expect('else')
            e = EIf(test, then, self.expr())
            e.at = at
            return e
        if self.accept('match'):
            subject = self.expr()
            self.expect('with')
            patterns, bodies = [], []
            while self.accept('|'):
                patterns.append(self.pattern())
                self.expect('->')
                bodies.append(self.expr())
            self.expect('end')
            e = EMatch(subject, patterns, bodies)
            e.at = at
            return e
        return self.binary(0)

    def binary(self, level):
        if level == len(LEVELS):
            return self.call()
        e = self.binary(level + 1)
        while self.peek() in LEVELS[level]:
            at = self.at()
            op = self.expect(self.peek())
            if op == '::':
                e = EList([e], self.binary(level))
            else:
                e = EBinary(op, e, self.binary(level + 1))
            e.at = at
        return e

    def call(self):
        at = self.at()
        if self.peek() == 'tag':
            tag = self.expect('tag')
            value = self.postfix() if self.starts_atom() else UNIT_EXPR
            e = ETag(tag, value)
            e.at = at
            return e
        e = self.postfix()
        while self.starts_atom():
            at = self.at()
            e = ECall(e, self.postfix())
            e.at = at
        return e

    def starts_atom(self):
        return self.peek() in ('int', 'text', 'name', 'true', 'false', '(', '{', '[', 'tag')

    def postfix(self):
        e = self.atom()
        while self.peek() == '.':
            at = self.at()
            self.i += 1
            e = EField(e, self.expect('name'))
            e.at = at
        return e

    def atom(self):
        at = self.at()
        e = self.atom_at()
        e.at = at
        return e

    def atom_at(self):
        kind = self.peek()
        if kind == 'int':
            return EConst(VInt(int(self.expect('int'))), INT)
        if kind == 'text':
            return EConst(VText(self.expect('text')), TEXT)
        if kind == 'true' or kind == 'false':
            self.i += 1
            return EConst(VBool(kind == 'true'), BOOL)
        if kind == 'tag':
            return ETag(self.expect('tag'), UNIT_EXPR)
        if self.accept('('):
            e = self.expr()
            self.expect(')')
            return e
        if self.accept('['):
            items = []
            while not self.accept(']'):
                items.append(self.expr())
                self.accept(',')
            return EList(items, None)
        if self.accept('{'):
            base = None
            names, values = [], []
            if self.peek() != '}' and self.toks[self.i + 1].kind != '=':
                base = self.expr()
                self.expect('with')
            while not self.accept('}'):
                names.append(self.expect('name'))
                self.expect('=')
                values.append(self.expr())
                self.accept(',')
            return ERecord(base, names, values)
        return EName(self.expect('name'))

    def pattern(self):
        at = self.at()
        p = self.pattern_atom()
        if self.accept('::'):
            p = PCons(p, self.pattern())
            p.at = at
        return p

    def pattern_atom(self):
        at = self.at()
        p = self.pattern_at()
        p.at = at
        return p

    def pattern_at(self):
        kind = self.peek()
        if kind == 'int':
            return PConst(VInt(int(self.expect('int'))), INT)
        if kind == 'text':
            return PConst(VText(self.expect('text')), TEXT)
        if kind == 'true' or kind == 'false':
            self.i += 1
            return PConst(VBool(kind == 'true'), BOOL)
        if kind == 'tag':
            tag = self.expect('tag')
            inner = PRecord([], [], False)
            if self.peek() in ('int', 'text', 'name', '(', '{', '['):
                return PTag(tag, self.pattern_atom())
            return PTag(tag, inner)
        if self.accept('('):
            p = self.pattern()
            self.expect(')')
            return p
        if self.accept('['):
            self.expect(']')
            return PEnd()
        if self.accept('{'):
            names, patterns = [], []
            is_open = False
            while not self.accept('}'):
                if self.accept('.'):
                    self.expect('.')
                    is_open = True
                    continue
                name = self.expect('name')
                names.append(name)
                patterns.append(self.pattern() if self.accept('=') else PName(name))
                self.accept(',')
            return PRecord(names, patterns, is_open)
        return PName(self.expect('name'))


UNIT_EXPR = ERecord(None, [], [])


# ---------------------------------------------------------------- programs

PROGRAMS = ['''
let p = { x = 3, y = 4 };
let norm2 r = r.x * r.x + r.y * r.y;
norm2 p;
norm2 { y = 1, z = 'other', x = 2 };
let move dx r = { r with x = r.x + dx };
move 10 p;
move 1 { x = 0, name = 'named' };
{ p with z = 5, x = 'now a text' };
let swap {a, b} = { a = b, b = a };
swap { a = 1, b = 'one' };
p == { y = 4, x = 3 };
{};
''', '''
let rec map f xs = match xs with | [] -> [] | x :: rest -> f x :: map f rest end;
let rec fold f z xs = match xs with | [] -> z | x :: rest -> fold f (f z x) rest end;
let rec range a b = if b <= a then [] else a :: range (a + 1) b;
map (fun x -> { n = x, square = x * x }) (range 1 5);
fold (fun a r -> a + r.square) 0 (map (fun x -> { square = x * x }) (range 0 100));
let compose f g x = f (g x);
compose (fun r -> r.name) (fun n -> { name = n ++ '!', length = 1 }) 'hi';
let rec sort before xs = match xs with
  | [] -> []
  | x :: rest ->
    let rec part ys = match ys with
      | [] -> { low = [], high = [] }
      | y :: more -> let r = part more in if before y x then { r with low = y :: r.low } else { r with high = y :: r.high }
      end in
    let r = part rest in
    fold (fun a y -> y :: a) (x :: sort before r.high) (fold (fun a y -> y :: a) [] (fold (fun a y -> y :: a) [] (fold (fun a y -> y :: a) [] (sort before r.low))))
  end;
sort (fun a b -> a < b) [5, 3, 9, 1, 7, 3];
sort (fun a b -> a.age < b.age) [{ age = 40, who = 'x' }, { age = 7, who = 'y' }, { age = 33, who = 'z' }];
''', '''
let step st op = match op with
  | Push n -> n :: st
  | Add -> (match st with | a :: b :: rest -> a + b :: rest | other -> other end)
  | Mul -> (match st with | a :: b :: rest -> a * b :: rest | other -> other end)
  | Dup {times, ..} -> (match st with | [] -> [] | a :: rest -> if times == 2 then a :: a :: rest else a :: st end)
  end;
let rec run st code = match code with | [] -> st | op :: rest -> run (step st op) rest end;
run [] [Push 2, Push 5, Dup { times = 2, note = 'twice' }, Mul, Add, Push 1, Add];
run [] [Add];
let area s = match s with | Circle {r} -> 3 * r * r | Rect {w, h, ..} -> w * h | Empty -> 0 end;
area (Rect { w = 4, h = 5, colour = 'red' });
area Empty;
let safe a b = if b == 0 then None else Some (a / b);
let default d o = match o with | Some v -> v | None -> d end;
default 0 (safe 7 2) + default 100 (safe 1 0);
[Some 1, None, Some (2 * 3)];
match { kind = Up, n = 2 } with | { kind = Down, n } -> n | { kind = Up, n = 1 } -> 10 | { kind = _, n } -> n * 100 end;
match 7 with | 1 -> 'one' | n -> if n < 10 then 'small' else 'large' end;
''', "let f r = r.x + 1; f { y = 2 };", "let f r = r.x ++ r.y; f { x = 'a', y = 3 };", 'let twice f = f f;', '1 + true;',
            'let g o = match o with | A -> 1 | B n -> n end; g (C 3);', 'unknown;', 'match [1] with | [] -> 0 end;', 'let x = ;',
            "'open;", '{ a = 1, a = 2 };', '10 / (5 - 5);', 'let id x = x; { i = id 3, t = id true, f = id };',
            'let r = { f = fun x -> x.a, g = 1 }; r.f { a = r.g };', 'if 1 then 2 else 3;', '[1, true];', '@']


def run(source):
    TVar.counter[0] = 0
    checker.level = 0
    tenv = None
    env = None
    try:
        names, exprs = Parser(lex(source)).program()
        for i in range(len(exprs)):
            e = exprs[i]
            if isinstance(e, ELet) and names[i]:
                scheme = e.scheme(tenv)
                tenv = TEnv(e.name, scheme, tenv)
                env = e.bind(env)
                print('%s : %s' % (e.name, scheme.type.show({})))
            else:
                t = e.infer(tenv)
                print('%s : %s' % (e.eval(env).show(), t.show({})))
    except LangError as e:
        print('%s error at %d: %s' % (e.kind, e.at, e.message))


def entry_point(argv):
    for source in PROGRAMS:
        run(source)
    sizes = {}
    for names in SHAPES:
        n = len(names)
        sizes[n] = sizes.get(n, 0) + 1
    print(len(SHAPES), [sizes[n] for n in sorted(sizes)])
    return 0


def target(driver, args):
    return entry_point, None
