# jit: yes
"""A functional language with type inference: a lexer by tables, a parser with precedences, algebraic data types, Hindley-Milner types
with levels, patterns compiled into decision trees, closures converted to flat environments, an abstract machine with a JIT, and
exceptions of the guest. Errors have lines and texts."""
from rpython.rlib.jit import JitDriver, promote, elidable, unroll_safe, hint, we_are_jitted
from rpython.rlib.objectmodel import specialize, newlist_hint, import_from_mixin, always_inline, compute_identity_hash
from rpython.rlib.rarithmetic import ovfcheck, intmask
from rpython.rlib.rstring import StringBuilder
from rpython.rlib.unroll import unrolling_iterable

# ---------------------------------------------------------------- errors


class MLError(Exception):
    stage = "error"

    def __init__(self, line, text):
        self.line = line
        self.text = text

    def show(self):
        return "%s in line %d: %s" % (self.stage, self.line, self.text)


class LexError(MLError):
    stage = "lexical error"


class ParseError(MLError):
    stage = "syntax error"


class TypeProblem(MLError):
    stage = "type error"


class RunError(MLError):
    stage = "run time error"


# ---------------------------------------------------------------- lexer

KEYWORDS = {}
for _k in "let rec in fun if then else match with type of and true false raise try".split(" "):
    KEYWORDS[_k] = True
CLASSES = [0] * 256
OTHER, SPACE, DIGIT, LOWER, UPPER, SYMBOL, SINGLE = range(7)
for _c in range(256):
    _ch = chr(_c)
    if _ch in " \t\n":
        CLASSES[_c] = SPACE
    elif "0" <= _ch <= "9":
        CLASSES[_c] = DIGIT
    elif "a" <= _ch <= "z" or _ch in "_'":
        CLASSES[_c] = LOWER
    elif "A" <= _ch <= "Z":
        CLASSES[_c] = UPPER
    elif _ch in "+-*/<>=:|&^@%":
        CLASSES[_c] = SYMBOL
    elif _ch in "()[],;":
        CLASSES[_c] = SINGLE


class Token(object):
    def __init__(self, kind, text, line):
        self.kind = kind
        self.text = text
        self.line = line


def tokenize(source):
    tokens = []
    line = 1
    i = 0
    n = len(source)
    while i < n:
        c = source[i]
        cls = CLASSES[ord(c)]
        start = i
        if c == "\n":
            line += 1
        if cls == SPACE:
            i += 1
        elif c == "(" and i + 1 < n and source[i + 1] == "*":
            end = source.find("*)", i)
            if end < 0:
                raise LexError(line, "comment does not end")
            line += source.count("\n", i, end)
            i = end + 2
        elif cls == DIGIT:
            while i < n and CLASSES[ord(source[i])] == DIGIT:
                i += 1
            tokens.append(Token("int", source[start:i], line))
        elif cls == LOWER or cls == UPPER:
            while i < n and CLASSES[ord(source[i])] in (LOWER, UPPER, DIGIT):
                i += 1
            text = source[start:i]
            if text in KEYWORDS:
                tokens.append(Token(text, text, line))
            else:
                tokens.append(Token("name" if cls == LOWER else "constructor", text, line))
        elif cls == SYMBOL:
            while i < n and CLASSES[ord(source[i])] == SYMBOL:
                i += 1
            tokens.append(Token(source[start:i], source[start:i], line))
        elif cls == SINGLE:
            i += 1
            tokens.append(Token(c, c, line))
        elif c == '"':
            i = source.find('"', i + 1)
            if i < 0:
                raise LexError(line, "text does not end")
            i += 1
            tokens.append(Token("text", source[start + 1:i - 1], line))
        else:
            raise LexError(line, "character " + c)
    tokens.append(Token("end", "end of the program", line))
    return tokens


# ---------------------------------------------------------------- types

class Type(object):
    def find(self):
        return self


class TVar(Type):
    def __init__(self, level, number):
        self.link = None
        self.level = level
        self.number = number

    def find(self):
        t = self
        while isinstance(t, TVar) and t.link is not None:
            t = t.link
        return t


class TCon(Type):
    def __init__(self, name, args):
        self.name = name
        self.args = args


T_INT = TCon("int", [])
T_BOOL = TCon("bool", [])
T_TEXT = TCon("string", [])
T_UNIT = TCon("unit", [])
T_EXN = TCon("exn", [])


def arrow(a, b):
    return TCon("->", [a, b])


def list_of(t):
    return TCon("list", [t])


class Scheme(object):
    """A type; variables above the level are general."""
    def __init__(self, level, type):
        self.level = level
        self.type = type


class TypePrinter(object):
    def __init__(self):
        self.names = {}

    def show(self, t, nested=False):
        t = t.find()
        if isinstance(t, TVar):
            if t.number not in self.names:
                self.names[t.number] = "'" + chr(97 + len(self.names))
            return self.names[t.number]
        assert isinstance(t, TCon)
        if t.name == "->":
            s = self.show(t.args[0], True) + " -> " + self.show(t.args[1])
            return "(" + s + ")" if nested else s
        if t.name == "*":
            s = " * ".join([self.show(a, True) for a in t.args])
            return "(" + s + ")" if nested else s
        if len(t.args) == 1:
            return self.show(t.args[0], True) + " " + t.name
        if t.args:
            return "(" + ", ".join([self.show(a) for a in t.args]) + ") " + t.name
        return t.name


class Constructor(object):
    def __init__(self, name, tag, params, arg, result, count):
        self.name = name
        self.tag = tag
        self.params = params
        self.arg = arg
        self.result = result
        self.count = count


# ---------------------------------------------------------------- syntax trees

class Node(object):
    def __init__(self, line):
        self.line = line


class ELit(Node):
    def __init__(self, line, value, type):
        Node.__init__(self, line)
        self.value, self.type = value, type


class EVar(Node):
    def __init__(self, line, name):
        Node.__init__(self, line)
        self.name = name


class EConstr(Node):
    def __init__(self, line, name, arg):
        Node.__init__(self, line)
        self.name, self.arg = name, arg
        self.tag = -1


class EFun(Node):
    def __init__(self, line, param, body):
        Node.__init__(self, line)
        self.param, self.body = param, body


class EApp(Node):
    def __init__(self, line, f, arg):
        Node.__init__(self, line)
        self.f, self.arg = f, arg


class ELet(Node):
    def __init__(self, line, rec, name, value, body):
        Node.__init__(self, line)
        self.rec, self.name, self.value, self.body = rec, name, value, body


class EIf(Node):
    def __init__(self, line, test, yes, no):
        Node.__init__(self, line)
        self.test, self.yes, self.no = test, yes, no


class ETuple(Node):
    def __init__(self, line, items):
        Node.__init__(self, line)
        self.items = items


class EBinary(Node):
    def __init__(self, line, op, left, right):
        Node.__init__(self, line)
        self.op, self.left, self.right = op, left, right


class EMatch(Node):
    def __init__(self, line, value, cases, handler):
        Node.__init__(self, line)
        self.value, self.cases, self.handler = value, cases, handler


class ERaise(Node):
    def __init__(self, line, value):
        Node.__init__(self, line)
        self.value = value


class Pattern(Node):
    pass


class PAny(Pattern):
    pass


class PVar(Pattern):
    def __init__(self, line, name):
        Node.__init__(self, line)
        self.name = name


class PLit(Pattern):
    def __init__(self, line, value, type):
        Node.__init__(self, line)
        self.value, self.type = value, type


class PTuple(Pattern):
    def __init__(self, line, items):
        Node.__init__(self, line)
        self.items = items


class PConstr(Pattern):
    def __init__(self, line, name, arg):
        Node.__init__(self, line)
        self.name, self.arg = name, arg
        self.tag = -1


# ---------------------------------------------------------------- values

class Value(object):
    _attrs_ = []

    def show(self):
        return "?"


class VInt(Value):
    _attrs_ = _immutable_fields_ = ["n"]

    def __init__(self, n):
        self.n = n

    def show(self):
        return str(self.n)


class VBool(Value):
    _attrs_ = _immutable_fields_ = ["b"]

    def __init__(self, b):
        self.b = b

    def show(self):
        return "true" if self.b else "false"


class VText(Value):
    _attrs_ = _immutable_fields_ = ["s"]

    def __init__(self, s):
        self.s = s

    def show(self):
        return '"' + self.s + '"'


class VUnit(Value):
    def show(self):
        return "()"


class VTuple(Value):
    _attrs_ = ["items"]
    _immutable_fields_ = ["items[*]"]

    def __init__(self, items):
        self.items = items

    def show(self):
        return "(" + ", ".join([v.show() for v in self.items]) + ")"


class VData(Value):
    _attrs_ = _immutable_fields_ = ["tag", "name", "arg"]

    def __init__(self, tag, name, arg):
        self.tag, self.name, self.arg = tag, name, arg

    def show(self):
        if self.name == "[]" or self.name == "::":
            parts = []
            v = self
            while v.arg is not None:
                pair = v.arg
                assert isinstance(pair, VTuple)
                parts.append(pair.items[0].show())
                v = pair.items[1]
                assert isinstance(v, VData)
            return "[" + "; ".join(parts) + "]"
        if self.arg is None:
            return self.name
        return self.name + " " + self.arg.show()


class VClosure(Value):
    _attrs_ = ["code", "env"]
    _immutable_fields_ = ["code", "env[*]"]

    def __init__(self, code, env):
        self.code, self.env = code, env

    def show(self):
        return "<fun>"


V_TRUE = VBool(True)
V_FALSE = VBool(False)
V_UNIT = VUnit()


@always_inline
def newbool(b):
    return V_TRUE if b else V_FALSE


# ---------------------------------------------------------------- parser

LEVELS = [["|>"], ["||"], ["&&"], ["=", "<>", "<", ">", "<=", ">="], ["::"], ["^", "@"], ["+", "-"], ["*", "/", "%"]]
RIGHT = ["::", "^", "@", "||", "&&"]


class Parser(object):
    def __init__(self, source):
        self.tokens = tokenize(source)
        self.pos = 0
        self.fresh = 0
        self.types = []

    def peek(self):
        return self.tokens[self.pos].kind

    def line(self):
        return self.tokens[self.pos].line

    def next(self):
        t = self.tokens[self.pos]
        self.pos += 1
        return t

    def accept(self, kind):
        if self.tokens[self.pos].kind == kind:
            self.pos += 1
            return True
        return False

    def expect(self, kind):
        t = self.next()
        if t.kind != kind:
            raise ParseError(t.line, "%s expected, not %s" % (kind, t.text))
        return t.text

    def name(self):
        return self.expect("name")

    def program(self):
        while self.peek() == "type":
            self.types.append(self.type_definition())
        e = self.expression()
        if self.peek() != "end":
            raise ParseError(self.line(), "unexpected " + self.tokens[self.pos].text)
        return e

    def type_definition(self):
        line = self.next().line
        params = []
        while self.peek() == "name" and self.tokens[self.pos].text[0] == "'":
            params.append(self.name())
        name = self.name()
        self.expect("=")
        constructors = []
        while True:
            c = self.expect("constructor")
            arg = self.type_expression() if self.accept("of") else None
            constructors.append((c, arg))
            if not self.accept("|"):
                break
        self.accept(";")
        return TypeDefinition(line, name, params, constructors)

    def type_expression(self):
        t = self.type_product()
        if self.accept("->"):
            return arrow(t, self.type_expression())
        return t

    def type_product(self):
        items = [self.type_atom()]
        while self.accept("*"):
            items.append(self.type_atom())
        if len(items) == 1:
            return items[0]
        return TCon("*", items)

    def type_atom(self):
        if self.accept("("):
            t = self.type_expression()
            self.expect(")")
        else:
            t = TCon(self.name(), [])
        while self.peek() == "name" and self.tokens[self.pos].text[0] != "'":
            t = TCon(self.name(), [t])
        return t

    def expression(self):
        line = self.line()
        if self.accept("let"):
            rec = self.accept("rec")
            name = self.name()
            params = []
            while self.peek() != "=":
                params.append(self.pattern_atom())
            self.next()
            value = self.expression()
            for i in range(len(params) - 1, -1, -1):
                value = self.function(line, params[i], value)
            if not self.accept("in"):
                raise ParseError(self.line(), "in expected after let " + name)
            return ELet(line, rec, name, value, self.expression())
        if self.accept("fun"):
            params = [self.pattern_atom()]
            while self.peek() != "->":
                params.append(self.pattern_atom())
            self.next()
            value = self.expression()
            for i in range(len(params) - 1, -1, -1):
                value = self.function(line, params[i], value)
            return value
        if self.accept("if"):
            test = self.expression()
            self.expect("then")
            yes = self.expression()
            self.expect("else")
            return EIf(line, test, yes, self.expression())
        if self.peek() == "match" or self.peek() == "try":
            handler = self.next().kind == "try"
            value = self.expression()
            self.expect("with")
            self.accept("|")
            cases = []
            while True:
                p = self.pattern()
                self.expect("->")
                cases.append((p, self.expression()))
                if not self.accept("|"):
                    break
            return EMatch(line, value, cases, handler)
        if self.accept("raise"):
            return ERaise(line, self.application())
        return self.level(0)

    def function(self, line, pattern, body):
        if isinstance(pattern, PVar):
            return EFun(line, pattern.name, body)
        self.fresh += 1
        name = "%%%d" % self.fresh
        return EFun(line, name, EMatch(line, EVar(line, name), [(pattern, body)], False))

    def level(self, n):
        if n == len(LEVELS):
            return self.application()
        left = self.level(n + 1)
        while self.peek() in LEVELS[n]:
            t = self.next()
            if t.kind in RIGHT:
                right = self.level(n)
            else:
                right = self.level(n + 1)
            if t.kind == "::":
                left = EConstr(t.line, "::", ETuple(t.line, [left, right]))
            elif t.kind == "|>":
                left = EApp(t.line, right, left)
            elif t.kind == "&&":
                left = EIf(t.line, left, right, ELit(t.line, V_FALSE, T_BOOL))
            elif t.kind == "||":
                left = EIf(t.line, left, ELit(t.line, V_TRUE, T_BOOL), right)
            elif t.kind == "@":
                left = EApp(t.line, EApp(t.line, EVar(t.line, "append"), left), right)
            else:
                left = EBinary(t.line, t.kind, left, right)
        return left

    def starts_atom(self):
        return self.peek() in ("int", "name", "constructor", "text", "true", "false", "(", "[")

    def application(self):
        line = self.line()
        if self.peek() == "constructor":
            name = self.next().text
            arg = self.atom() if self.starts_atom() else None
            return EConstr(line, name, arg)
        e = self.atom()
        while self.starts_atom():
            e = EApp(line, e, self.atom())
        return e

    def atom(self):
        t = self.next()
        if t.kind == "int":
            return ELit(t.line, VInt(int(t.text)), T_INT)
        if t.kind == "text":
            return ELit(t.line, VText(t.text), T_TEXT)
        if t.kind == "true" or t.kind == "false":
            return ELit(t.line, newbool(t.kind == "true"), T_BOOL)
        if t.kind == "name":
            return EVar(t.line, t.text)
        if t.kind == "constructor":
            return EConstr(t.line, t.text, None)
        if t.kind == "(":
            if self.accept(")"):
                return ELit(t.line, V_UNIT, T_UNIT)
            items = [self.expression()]
            while self.accept(","):
                items.append(self.expression())
            self.expect(")")
            if len(items) == 1:
                return items[0]
            return ETuple(t.line, items)
        if t.kind == "[":
            items = []
            while self.peek() != "]":
                items.append(self.expression())
                if not self.accept(";"):
                    break
            self.expect("]")
            e = EConstr(t.line, "[]", None)
            for i in range(len(items) - 1, -1, -1):
                e = EConstr(t.line, "::", ETuple(t.line, [items[i], e]))
            return e
        raise ParseError(t.line, "expression expected, not " + t.text)

    def pattern(self):
        p = self.pattern_application()
        if self.peek() == "::":
            line = self.next().line
            return PConstr(line, "::", PTuple(line, [p, self.pattern()]))
        return p

    def pattern_application(self):
        if self.peek() == "constructor":
            t = self.next()
            arg = self.pattern_atom() if self.starts_atom() else None
            return PConstr(t.line, t.text, arg)
        return self.pattern_atom()

    def pattern_atom(self):
        t = self.next()
        if t.kind == "name":
            if t.text == "_":
                return PAny(t.line)
            return PVar(t.line, t.text)
        if t.kind == "int":
            return PLit(t.line, VInt(int(t.text)), T_INT)
        if t.kind == "text":
            return PLit(t.line, VText(t.text), T_TEXT)
        if t.kind == "true" or t.kind == "false":
            return PLit(t.line, newbool(t.kind == "true"), T_BOOL)
        if t.kind == "constructor":
            return PConstr(t.line, t.text, None)
        if t.kind == "[":
            self.expect("]")
            return PConstr(t.line, "[]", None)
        if t.kind == "(":
            if self.accept(")"):
                return PLit(t.line, V_UNIT, T_UNIT)
            items = [self.pattern()]
            while self.accept(","):
                items.append(self.pattern())
            self.expect(")")
            return items[0] if len(items) == 1 else PTuple(t.line, items)
        raise ParseError(t.line, "pattern expected, not " + t.text)


class TypeDefinition(object):
    def __init__(self, line, name, params, constructors):
        self.line, self.name, self.params, self.constructors = line, name, params, constructors


# ---------------------------------------------------------------- inference

class Env(object):
    def __init__(self, name, scheme, parent):
        self.name, self.scheme, self.parent = name, scheme, parent

    def find(self, name):
        env = self
        while env is not None:
            if env.name == name:
                return env.scheme
            env = env.parent
        return None


class Inference(object):
    def __init__(self):
        self.level = 0
        self.counter = 0
        self.constructors = {}
        a = TCon("'a", [])
        self.add_type(TypeDefinition(0, "list", ["'a"], [("[]", None), ("::", TCon("*", [a, TCon("list", [a])]))]))
        self.add_type(TypeDefinition(0, "exn", [], [("Failure", T_TEXT), ("NotFound", None), ("Overflow", None), ("DivisionByZero", None),
                                                    ("MatchFailure", T_INT)]))

    def add_type(self, definition):
        result = TCon(definition.name, [TCon(p, []) for p in definition.params])
        count = len(definition.constructors)
        for tag in range(count):
            name, arg = definition.constructors[tag]
            self.constructors[name] = Constructor(name, tag, definition.params, arg, result, count)

    def var(self):
        self.counter += 1
        return TVar(self.level, self.counter)

    def instance_of(self, scheme):
        if scheme.level < 0:
            return scheme.type
        return self.copy(scheme.type, scheme.level, {})

    def copy(self, t, level, made):
        t = t.find()
        if isinstance(t, TVar):
            if t.level <= level:
                return t
            if t.number not in made:
                made[t.number] = self.var()
            return made[t.number]
        assert isinstance(t, TCon)
        if not t.args:
            return t
        return TCon(t.name, [self.copy(a, level, made) for a in t.args])

    def substitute(self, t, names):
        assert isinstance(t, TCon)
        if t.name[0] == "'":
            if t.name not in names:
                names[t.name] = self.var()
            return names[t.name]
        if not t.args:
            return t
        return TCon(t.name, [self.substitute(a, names) for a in t.args])

    def unify(self, a, b, line):
        if not self.unified(a, b):
            p = TypePrinter()
            raise TypeProblem(line, p.show(a) + " is not " + p.show(b))

    def unified(self, a, b):
        a = a.find()
        b = b.find()
        if a is b:
            return True
        if isinstance(a, TVar):
            if self.occurs(a, b):
                return False
            a.link = b
            return True
        if isinstance(b, TVar):
            return self.unified(b, a)
        assert isinstance(a, TCon) and isinstance(b, TCon)
        if a.name != b.name or len(a.args) != len(b.args):
            return False
        for i in range(len(a.args)):
            if not self.unified(a.args[i], b.args[i]):
                return False
        return True

    def occurs(self, var, t):
        t = t.find()
        if isinstance(t, TVar):
            if t is var:
                return True
            if t.level > var.level:
                t.level = var.level
            return False
        assert isinstance(t, TCon)
        for a in t.args:
            if self.occurs(var, a):
                return True
        return False

    def constructor(self, name, line):
        try:
            return self.constructors[name]
        except KeyError:
            raise TypeProblem(line, "no constructor " + name)

    def infer(self, e, env):
        if isinstance(e, ELit):
            return e.type
        elif isinstance(e, EVar):
            scheme = env.find(e.name)
            if scheme is None:
                raise TypeProblem(e.line, "no variable " + e.name)
            return self.instance_of(scheme)
        elif isinstance(e, EFun):
            p = self.var()
            body = self.infer(e.body, Env(e.param, Scheme(-1, p), env))
            return arrow(p, body)
        elif isinstance(e, EApp):
            f = self.infer(e.f, env)
            arg = self.infer(e.arg, env)
            result = self.var()
            self.unify(f, arrow(arg, result), e.line)
            return result
        elif isinstance(e, ELet):
            self.level += 1
            inner = env
            own = self.var()
            if e.rec:
                inner = Env(e.name, Scheme(-1, own), env)
            t = self.infer(e.value, inner)
            self.unify(own, t, e.line)
            self.level -= 1
            return self.infer(e.body, Env(e.name, Scheme(self.level, t), env))
        elif isinstance(e, EIf):
            self.unify(self.infer(e.test, env), T_BOOL, e.line)
            t = self.infer(e.yes, env)
            self.unify(t, self.infer(e.no, env), e.line)
            return t
        elif isinstance(e, ETuple):
            return TCon("*", [self.infer(x, env) for x in e.items])
        elif isinstance(e, EConstr):
            c = self.constructor(e.name, e.line)
            e.tag = c.tag
            names = {}
            result = self.substitute(c.result, names)
            if (c.arg is None) != (e.arg is None):
                raise TypeProblem(e.line, "constructor %s takes %s" % (e.name, "nothing" if c.arg is None else "an argument"))
            if c.arg is not None:
                self.unify(self.substitute(c.arg, names), self.infer(e.arg, env), e.line)
            return result
        elif isinstance(e, EBinary):
            left = self.infer(e.left, env)
            right = self.infer(e.right, env)
            if e.op in ("=", "<>"):
                self.unify(left, right, e.line)
                return T_BOOL
            want = T_TEXT if e.op == "^" else T_INT
            self.unify(left, want, e.line)
            self.unify(right, want, e.line)
            return T_BOOL if e.op in ("<", ">", "<=", ">=") else want
        elif isinstance(e, EMatch):
            value = self.infer(e.value, env)
            result = value if e.handler else self.var()
            matched = T_EXN if e.handler else value
            for pattern, body in e.cases:
                inner = self.pattern(pattern, matched, env)
                self.unify(result, self.infer(body, inner), body.line)
            return result
        elif isinstance(e, ERaise):
            self.unify(self.infer(e.value, env), T_EXN, e.line)
            return self.var()
        raise TypeProblem(e.line, "internal")

    def pattern(self, p, t, env):
        if isinstance(p, PVar):
            return Env(p.name, Scheme(-1, t), env)
        elif isinstance(p, PLit):
            self.unify(t, p.type, p.line)
        elif isinstance(p, PTuple):
            items = [self.var() for _ in p.items]
            self.unify(t, TCon("*", [v.find() for v in items]), p.line)
            for i in range(len(items)):
                env = self.pattern(p.items[i], items[i], env)
        elif isinstance(p, PConstr):
            c = self.constructor(p.name, p.line)
            p.tag = c.tag
            names = {}
            self.unify(t, self.substitute(c.result, names), p.line)
            if (c.arg is None) != (p.arg is None):
                raise TypeProblem(p.line, "pattern %s has %s" % (p.name, "an argument" if c.arg is None else "no argument"))
            if c.arg is not None:
                env = self.pattern(p.arg, self.substitute(c.arg, names), env)
        return env


# ---------------------------------------------------------------- compiler

OPCODES = ["CONST", "LOCAL", "FREE", "CLOSURE", "CALL", "TAILCALL", "RETURN", "JUMP", "JUMP_FALSE", "BIND", "TUPLE", "DATA", "TAG", "ARG",
           "ITEM", "SAME", "POP", "ADD", "SUB", "MUL", "DIV", "MOD", "LT", "GT", "LE", "GE", "EQ", "NE", "CONCAT", "FAIL", "RAISE", "TRY",
           "END_TRY", "SELF", "DUP"]
for _i, _n in enumerate(OPCODES):
    globals()[_n] = _i
BINARY = {"+": ADD, "-": SUB, "*": MUL, "/": DIV, "%": MOD, "<": LT, ">": GT, "<=": LE, ">=": GE, "=": EQ, "<>": NE, "^": CONCAT}


class Code(object):
    _immutable_fields_ = ["name", "ops[*]", "args[*]", "lines[*]", "consts[*]", "codes[*]", "captures[*]", "nlocals", "depth"]

    def __init__(self, name, ops, args, lines, consts, codes, captures, nlocals, depth):
        self.name, self.ops, self.args, self.lines = name, ops, args, lines
        self.consts, self.codes, self.captures = consts, codes, captures
        self.nlocals, self.depth = nlocals, depth


class Compiler(object):
    """One function: parameter in local 0."""
    def __init__(self, name, parent, param, own_name):
        self.name, self.parent, self.own_name = name, parent, own_name
        self.ops, self.args, self.lines = [], [], []
        self.consts, self.codes = [], []
        self.locals = [param]
        self.nlocals = 1
        self.free = []
        self.captures = []

    def emit(self, op, arg, line):
        self.ops.append(op)
        self.args.append(arg)
        self.lines.append(line)
        return len(self.ops) - 1

    def patch(self, at):
        self.args[at] = len(self.ops)

    def const(self, value, line):
        self.consts.append(value)
        self.emit(CONST, len(self.consts) - 1, line)

    def bind(self, name):
        self.locals.append(name)
        if len(self.locals) > self.nlocals:
            self.nlocals = len(self.locals)
        return len(self.locals) - 1

    def find_local(self, name):
        for i in range(len(self.locals) - 1, -1, -1):
            if self.locals[i] == name:
                return i
        return -1

    def find_free(self, name):
        for i in range(len(self.free)):
            if self.free[i] == name:
                return i
        self.free.append(name)
        parent = self.parent
        assert parent is not None
        at = parent.find_local(name)
        if at < 0:
            if name == parent.own_name:
                at = -1000000
            else:
                at = -1 - parent.find_free(name)
        self.captures.append(at)
        return len(self.free) - 1

    def load(self, name, line):
        at = self.find_local(name)
        if at >= 0:
            self.emit(LOCAL, at, line)
        elif name == self.own_name:
            self.emit(SELF, 0, line)
        else:
            self.emit(FREE, self.find_free(name), line)

    def function(self, name, param, body, line, own_name):
        inner = Compiler(name, self, param, own_name)
        inner.compile(body, True)
        inner.emit(RETURN, 0, body.line)
        self.codes.append(inner.finish())
        self.emit(CLOSURE, len(self.codes) - 1, line)

    def finish(self):
        return Code(self.name, self.ops[:], self.args[:], self.lines[:], self.consts[:], self.codes[:], self.captures[:], self.nlocals,
                    len(self.ops))

    def compile(self, e, tail):
        if isinstance(e, ELit):
            self.const(e.value, e.line)
        elif isinstance(e, EVar):
            self.load(e.name, e.line)
        elif isinstance(e, EFun):
            self.function("fun", e.param, e.body, e.line, "")
        elif isinstance(e, EApp):
            self.compile(e.f, False)
            self.compile(e.arg, False)
            self.emit(TAILCALL if tail else CALL, 0, e.line)
        elif isinstance(e, ELet):
            value = e.value
            if isinstance(value, EFun):
                self.function(e.name, value.param, value.body, e.line, e.name if e.rec else "")
            else:
                self.compile(value, False)
            n = len(self.locals)
            self.emit(BIND, self.bind(e.name), e.line)
            self.compile(e.body, tail)
            self.locals = self.locals[:n]
        elif isinstance(e, EIf):
            self.compile(e.test, False)
            no = self.emit(JUMP_FALSE, 0, e.line)
            self.compile(e.yes, tail)
            end = self.emit(JUMP, 0, e.line)
            self.patch(no)
            self.compile(e.no, tail)
            self.patch(end)
        elif isinstance(e, ETuple):
            for item in e.items:
                self.compile(item, False)
            self.emit(TUPLE, len(e.items), e.line)
        elif isinstance(e, EConstr):
            if e.arg is None:
                self.const(VData(e.tag, e.name, None), e.line)
            else:
                self.compile(e.arg, False)
                self.consts.append(VData(e.tag, e.name, None))
                self.emit(DATA, len(self.consts) - 1, e.line)
        elif isinstance(e, EBinary):
            self.compile(e.left, False)
            self.compile(e.right, False)
            self.emit(BINARY[e.op], 0, e.line)
        elif isinstance(e, EMatch):
            self.match(e, tail)
        elif isinstance(e, ERaise):
            self.compile(e.value, False)
            self.emit(RAISE, 0, e.line)

    def match(self, e, tail):
        n = len(self.locals)
        ends = []
        if e.handler:
            handler = self.emit(TRY, 0, e.line)
            self.compile(e.value, False)
            self.emit(END_TRY, 0, e.line)
            ends.append(self.emit(JUMP, 0, e.line))
            self.patch(handler)
        else:
            self.compile(e.value, False)
        at = self.bind("%value")
        self.emit(BIND, at, e.line)
        for pattern, body in e.cases:
            fails = []
            inner = len(self.locals)
            self.emit(LOCAL, at, pattern.line)
            self.test(pattern, fails)
            self.compile(body, tail)
            ends.append(self.emit(JUMP, 0, body.line))
            for f in fails:
                self.patch(f)
            self.locals = self.locals[:inner]
        if e.handler:
            self.emit(LOCAL, at, e.line)
            self.emit(RAISE, 0, e.line)
        else:
            self.emit(FAIL, e.line, e.line)
        for end in ends:
            self.patch(end)
        self.locals = self.locals[:n]

    def test(self, p, fails):
        """The value is on the stack, and gone afterwards."""
        if isinstance(p, PVar):
            self.emit(BIND, self.bind(p.name), p.line)
        elif isinstance(p, PAny):
            self.emit(POP, 0, p.line)
        elif isinstance(p, PLit):
            self.const(p.value, p.line)
            self.emit(SAME, 0, p.line)
            fails.append(self.emit(JUMP_FALSE, 0, p.line))
        elif isinstance(p, PTuple):
            at = self.bind("%tuple")
            self.emit(BIND, at, p.line)
            for i in range(len(p.items)):
                if isinstance(p.items[i], PAny):
                    continue
                self.emit(LOCAL, at, p.line)
                self.emit(ITEM, i, p.line)
                self.test(p.items[i], fails)
        elif isinstance(p, PConstr):
            at = self.bind("%data")
            self.emit(BIND, at, p.line)
            self.emit(LOCAL, at, p.line)
            self.emit(TAG, p.tag, p.line)
            fails.append(self.emit(JUMP_FALSE, 0, p.line))
            if p.arg is not None:
                self.emit(LOCAL, at, p.line)
                self.emit(ARG, 0, p.line)
                self.test(p.arg, fails)


# ---------------------------------------------------------------- machine

class GuestException(Exception):
    def __init__(self, value, line):
        self.value, self.line = value, line


class Frame(object):
    _immutable_fields_ = ["stack", "locals"]

    def __init__(self, code, closure, arg):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.locals = [None] * code.nlocals
        self.stack = [None] * code.depth
        self.sp = 0
        self.closure = closure
        self.locals[0] = arg
        self.handlers = None

    def push(self, v):
        self.stack[self.sp] = v
        self.sp += 1

    def pop(self):
        self.sp -= 1
        v = self.stack[self.sp]
        self.stack[self.sp] = None
        return v


class Handler(object):
    def __init__(self, pc, sp, parent):
        self.pc, self.sp, self.parent = pc, sp, parent


def equal(a, b, line):
    if isinstance(a, VInt):
        return isinstance(b, VInt) and a.n == b.n
    if isinstance(a, VBool):
        return isinstance(b, VBool) and a.b == b.b
    if isinstance(a, VText):
        return isinstance(b, VText) and a.s == b.s
    if isinstance(a, VTuple):
        assert isinstance(b, VTuple)
        for i in range(len(a.items)):
            if not equal(a.items[i], b.items[i], line):
                return False
        return True
    if isinstance(a, VData):
        assert isinstance(b, VData)
        if a.tag != b.tag:
            return False
        return a.arg is None or equal(a.arg, b.arg, line)
    if isinstance(a, VClosure):
        raise RunError(line, "functions are not compared")
    return True


def failure(name, tag, arg):
    return VData(tag, name, arg)


def int_binary(op, a, b, line):
    assert isinstance(a, VInt) and isinstance(b, VInt)
    x, y = a.n, b.n
    try:
        if op == ADD:
            return VInt(ovfcheck(x + y))
        elif op == SUB:
            return VInt(ovfcheck(x - y))
        elif op == MUL:
            return VInt(ovfcheck(x * y))
        elif op == DIV:
            return VInt(ovfcheck(x // y))
        elif op == MOD:
            return VInt(x % y)
    except OverflowError:
        raise GuestException(failure("Overflow", 2, None), line)
    except ZeroDivisionError:
        raise GuestException(failure("DivisionByZero", 3, None), line)
    if op == LT:
        return newbool(x < y)
    elif op == GT:
        return newbool(x > y)
    elif op == LE:
        return newbool(x <= y)
    return newbool(x >= y)


def location(pc, code):
    return "%s %d: %s" % (code.name, pc, OPCODES[code.ops[pc]])


driver = JitDriver(greens=["pc", "code"], reds=["frame", "depth"], get_printable_location=location)


@unroll_safe
def make_closure(frame, code):
    env = [None] * len(code.captures)
    for i in range(len(code.captures)):
        at = code.captures[i]
        if at >= 0:
            env[i] = frame.locals[at]
        elif at == -1000000:
            env[i] = frame.closure
        else:
            env[i] = frame.closure.env[-1 - at]
    return VClosure(code, env)


MAX_DEPTH = 600


def call(closure, arg, depth):
    code = promote(closure.code)
    frame = Frame(code, closure, arg)
    pc = 0
    if depth > MAX_DEPTH:
        raise RunError(code.lines[0], "too deep")
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, depth=depth)
        op = code.ops[pc]
        n = code.args[pc]
        pc += 1
        try:
            if op == CONST:
                frame.push(code.consts[n])
            elif op == LOCAL:
                frame.push(frame.locals[n])
            elif op == FREE:
                frame.push(frame.closure.env[n])
            elif op == SELF:
                frame.push(frame.closure)
            elif op == CLOSURE:
                frame.push(make_closure(frame, code.codes[n]))
            elif op == CALL:
                arg = frame.pop()
                f = frame.pop()
                assert isinstance(f, VClosure)
                frame.push(call(f, arg, depth + 1))
            elif op == TAILCALL:
                arg = frame.pop()
                f = frame.pop()
                assert isinstance(f, VClosure)
                code = promote(f.code)
                frame = Frame(code, f, arg)
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, frame=frame, depth=depth)
            elif op == RETURN:
                return frame.pop()
            elif op == JUMP:
                pc = n
            elif op == JUMP_FALSE:
                v = frame.pop()
                assert isinstance(v, VBool)
                if not v.b:
                    pc = n
            elif op == BIND:
                frame.locals[n] = frame.pop()
            elif op == POP:
                frame.pop()
            elif op == TUPLE:
                frame.push(make_tuple(frame, n))
            elif op == DATA:
                proto = code.consts[n]
                assert isinstance(proto, VData)
                frame.push(VData(proto.tag, proto.name, frame.pop()))
            elif op == TAG:
                v = frame.pop()
                assert isinstance(v, VData)
                frame.push(newbool(v.tag == n))
            elif op == ARG:
                v = frame.pop()
                assert isinstance(v, VData)
                frame.push(v.arg)
            elif op == ITEM:
                v = frame.pop()
                assert isinstance(v, VTuple)
                frame.push(v.items[n])
            elif op == SAME or op == EQ or op == NE:
                b = frame.pop()
                a = frame.pop()
                same = equal(a, b, code.lines[pc - 1])
                frame.push(newbool(same == (op != NE)))
            elif op == CONCAT:
                b = frame.pop()
                a = frame.pop()
                assert isinstance(a, VText) and isinstance(b, VText)
                frame.push(VText(a.s + b.s))
            elif op == FAIL:
                raise GuestException(failure("MatchFailure", 4, VInt(n)), n)
            elif op == RAISE:
                raise GuestException(frame.pop(), code.lines[pc - 1])
            elif op == TRY:
                frame.handlers = Handler(n, frame.sp, frame.handlers)
            elif op == END_TRY:
                frame.handlers = frame.handlers.parent
            else:
                b = frame.pop()
                frame.push(int_binary(op, frame.pop(), b, code.lines[pc - 1]))
        except GuestException as e:
            handler = frame.handlers
            if handler is None:
                raise
            frame.handlers = handler.parent
            while frame.sp > handler.sp:
                frame.pop()
            frame.push(e.value)
            pc = handler.pc


@unroll_safe
def make_tuple(frame, n):
    items = [None] * n
    i = n - 1
    while i >= 0:
        items[i] = frame.pop()
        i -= 1
    return VTuple(items)


# ---------------------------------------------------------------- programs

PRELUDE = """let rec append xs ys = match xs with [] -> ys | x :: rest -> x :: append rest ys in
let rec map f xs = match xs with [] -> [] | x :: rest -> f x :: map f rest in
let rec fold f acc xs = match xs with [] -> acc | x :: rest -> fold f (f acc x) rest in
let rec range a b = if a >= b then [] else a :: range (a + 1) b in
let not b = if b then false else true in
"""

PROGRAMS = [
    "1 + 2 * 3 - 4 / 2",
    "let twice f x = f (f x) in twice (fun x -> x * x) 7",
    "let rec loop i acc = if i = 0 then acc else loop (i - 1) (acc + i * i) in loop 500 0",
    "map (fun x -> (x, x % 2 = 0)) (range 1 6)",
    "fold (fun a b -> a ^ b) \"\" [\"x\"; \"yz\"; \"\"; \"w\"] ^ \"!\"",
    "let compose f g x = f (g x) in compose",
    "let pair x = (x, x) in (pair 1, pair true, pair \"s\")",
    """type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree;
let rec insert x t = match t with
    Leaf -> Node (Leaf, x, Leaf)
  | Node (l, y, r) -> if x < y then Node (insert x l, y, r) else if y < x then Node (l, y, insert x r) else t in
let rec walk t = match t with Leaf -> [] | Node (l, x, r) -> walk l @ (x :: walk r) in
walk (fold (fun t x -> insert x t) Leaf [5; 2; 8; 1; 9; 3; 5])""",
    """type expr = Num of int | Add of expr * expr | Mul of expr * expr | Neg of expr;
let rec simplify e = match e with
    Add (Num 0, x) -> simplify x
  | Add (x, Num 0) -> simplify x
  | Mul (Num 1, x) -> simplify x
  | Mul (Num 0, _) -> Num 0
  | Neg (Neg x) -> simplify x
  | Add (a, b) -> Add (simplify a, simplify b)
  | Mul (a, b) -> Mul (simplify a, simplify b)
  | Neg x -> Neg (simplify x)
  | Num n -> Num n in
simplify (Add (Num 0, Mul (Num 1, Neg (Neg (Add (Num 3, Num 0))))))""",
    "let rec fib n = if n < 2 then n else fib (n - 1) + fib (n - 2) in fib 15",
    "try fold (fun a b -> a * b) 1 (range 1 30) with Overflow -> 0 - 1 | NotFound -> 0",
    "let find p xs = let rec go l = match l with [] -> raise NotFound | x :: r -> if p x then x else go r in go xs in"
    " (try find (fun x -> x > 3) [1; 5; 2] with NotFound -> 0, try find (fun x -> x > 9) [1; 5; 2] with NotFound -> 0)",
    "try raise (Failure \"deep\") with NotFound -> \"no\" | Failure s -> \"failed: \" ^ s",
    "match (1, [2; 3]) with (0, _) -> 0 | (n, x :: y :: []) -> n + x * y | _ -> 99",
    "match 5 with 1 -> true | 2 -> false",
    "let f x = match x with true -> 1 in f false",
    "1 / 0", "10 % (3 - 3)", "raise (Failure \"at the top\")",
    "(fun x -> x) = (fun x -> x)",
    "[1; 2] = [1; 2] && not ([1] = [2]) || false",
    "[[1]; []; [2; 3]] |> map (fun l -> fold (fun a b -> a + b) 0 l)",
    "let rec forever x = 1 + forever x in forever 1",
    "1 + true", "fun x -> x x", "let id = fun x -> x in id id 3 + id 4", "if 1 then 2 else 3", "[1; \"a\"]", "undefined + 1", "Nope 3",
    "Failure", "match 1 with Failure s -> 1", "fun (x, y) -> fun z -> [x; y + z]", "fun f -> fun x -> f (f x) :: []",
    "let x = in 3", "(1, 2", "let y = 3\nin y $ 4", "\"abc", "1 (* no end", "let rec g a b = if a = 0 then b else g (a - 1) (b + a * 3 % 7) in g 3000 0",
    "let mod7 = fun n -> n % 7 in let rec count n seen = if n > 400 then seen else count (n + 1) (if mod7 n = 3 then seen + 1 else seen) in count 0 0",
]


def split_types(source):
    """Type definitions come before the prelude."""
    at = source.rfind(";\nlet ")
    if source.startswith("type ") and at >= 0:
        return source[:at + 2], source[at + 2:]
    return "", source


def evaluate(source):
    types, rest = split_types(source)
    text = types + PRELUDE + rest
    extra = types.count("\n") + PRELUDE.count("\n")
    try:
        parser = Parser(text)
        e = parser.program()
        inference = Inference()
        for definition in parser.types:
            inference.add_type(definition)
        t = inference.infer(e, None_env())
        shown = TypePrinter().show(t)
        compiler = Compiler("program", None, "%unit", "")
        compiler.compile(e, False)
        compiler.emit(RETURN, 0, 0)
        try:
            v = call(VClosure(compiler.finish(), []), V_UNIT, 0)
        except GuestException as g:
            return "uncaught %s in line %d" % (g.value.show(), relative(g.line, extra))
        return v.show() + " : " + shown
    except MLError as err:
        err.line = relative(err.line, extra)
        return err.show()


def relative(line, extra):
    return line - extra


def None_env():
    return Env("%nothing", Scheme(-1, T_UNIT), None)


def entry_point(argv):
    for source in PROGRAMS:
        print(evaluate(source))
    return 0


def target(driver, args):
    return entry_point, None
