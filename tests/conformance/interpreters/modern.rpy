"""A small typed language in today's Python: lexer, Pratt parser, type inference with unification, optimiser, compiler to closures.
Uses what programs of today use: f-strings, sets, comprehensions, sorted with keys, special methods, closures, properties,
static and class methods, keyword-only arguments, the walrus, nonlocal."""


class LangError(Exception):
    def __init__(self, message, *, line=0):
        super().__init__(message)
        self.message = message
        self.line = line

    def __str__(self):
        if self.line:
            return f"line {self.line}: {self.message}"
        return self.message


class TypeMismatch(LangError):
    pass


# ____________________________________________________________ tokens

KEYWORDS = {"let", "in", "if", "then", "else", "fun", "rec", "true", "false", "and", "or", "not"}
OPERATORS = ["->", "==", "!=", "<=", ">=", "::", "+", "-", "*", "/", "%", "<", ">", "=", "(", ")", "[", "]", ",", "|", ";"]


class Token:
    def __init__(self, kind, text, line):
        self.kind = kind
        self.text = text
        self.line = line

    def __repr__(self):
        return f"<{self.kind} {self.text!r}>"

    def __eq__(self, other):
        return self.kind == other.kind and self.text == other.text

    def __hash__(self):
        return hash(self.text)


def tokenize(text):
    tokens = []
    line = 1
    i = 0
    while i < len(text):
        c = text[i]
        if c == "\n":
            line += 1
            i += 1
        elif c.isspace():
            i += 1
        elif c == "#":
            while i < len(text) and text[i] != "\n":
                i += 1
        elif c.isdigit():
            start = i
            while i < len(text) and text[i].isdigit():
                i += 1
            tokens.append(Token("int", text[start:i], line))
        elif c.isalpha() or c == "_":
            start = i
            while i < len(text) and (text[i].isalnum() or text[i] in "_'"):
                i += 1
            word = text[start:i]
            tokens.append(Token("key" if word in KEYWORDS else "name", word, line))
        elif c == '"':
            end = text.find('"', i + 1)
            if end < 0:
                raise LangError("string does not end", line=line)
            tokens.append(Token("str", text[i + 1:end], line))
            i = end + 1
        else:
            for op in OPERATORS:
                if text.startswith(op, i):
                    tokens.append(Token("op", op, line))
                    i += len(op)
                    break
            else:
                raise LangError(f"unexpected character {c!r}", line=line)
    tokens.append(Token("end", "", line))
    return tokens


# ____________________________________________________________ types


class Type:
    counter = 0

    def prune(self):
        return self

    def free(self):
        return set()

    def occurs(self, v):
        return v in self.free()

    def __ne__(self, other):
        return not (self == other)


class TypeVar(Type):
    def __init__(self, number):
        self.number = number
        self.link = None

    def prune(self):
        if self.link is None:
            return self
        self.link = self.link.prune()
        return self.link

    def free(self):
        t = self.prune()
        if isinstance(t, TypeVar):
            return {t}
        return t.free()

    def __str__(self):
        t = self.prune()
        if t is self:
            return "'" + chr(ord("a") + self.number % 26)
        return str(t)


class Con(Type):
    """A constructor with arguments: int, bool, str, list of t, a -> b."""

    def __init__(self, name, args):
        self.name = name
        self.args = args

    def free(self):
        result = set()
        for a in self.args:
            result |= a.free()
        return result

    def __str__(self):
        if self.name == "->":
            left, right = self.args
            text = str(left.prune())
            p = left.prune()
            if isinstance(p, Con) and p.name == "->":
                text = f"({text})"
            return f"{text} -> {right}"
        if self.name == "list":
            return f"[{self.args[0]}]"
        return self.name


INT = Con("int", [])
BOOL = Con("bool", [])
STR = Con("str", [])


def fun_type(*parts):
    t = parts[-1]
    for p in reversed(parts[:-1]):
        t = Con("->", [p, t])
    return t


class Scheme:
    """forall vars. type"""

    def __init__(self, variables, type):
        self.variables = variables
        self.type = type


# ____________________________________________________________ syntax


class Expr:
    line = 0

    def children(self):
        return []

    @property
    def size(self):
        return 1 + sum([c.size for c in self.children()])

    def infer(self, checker, env):
        raise NotImplementedError

    def compile(self, scope):
        raise NotImplementedError

    def simplify(self):
        return self


class Lit(Expr):
    def __init__(self, value):
        self.value = value

    def infer(self, checker, env):
        return self.value.type()

    def compile(self, scope):
        value = self.value
        return lambda env: value

    def __str__(self):
        return str(self.value)


class Var(Expr):
    def __init__(self, name, line):
        self.name = name
        self.line = line

    def infer(self, checker, env):
        if self.name not in env:
            raise LangError(f"unknown name {self.name}", line=self.line)
        return checker.instantiate(env[self.name])

    def compile(self, scope):
        depth = scope.depth_of(self.name) if scope is not None else -1
        if depth < 0:
            value = BUILTINS[self.name].value
            return lambda env: value

        def load(env):
            for _ in range(depth):
                env = env.parent
            return env.value
        return load

    def __str__(self):
        return self.name


class Apply(Expr):
    def __init__(self, fn, arg, line):
        self.fn = fn
        self.arg = arg
        self.line = line

    def children(self):
        return [self.fn, self.arg]

    def infer(self, checker, env):
        fn = self.fn.infer(checker, env)
        arg = self.arg.infer(checker, env)
        result = checker.fresh()
        checker.unify(fn, fun_type(arg, result), self.line)
        return result

    def compile(self, scope):
        fn = self.fn.compile(scope)
        arg = self.arg.compile(scope)

        def call(env):
            f = fn(env)
            return f.call(arg(env))
        return call

    def simplify(self):
        return Apply(self.fn.simplify(), self.arg.simplify(), self.line)

    def __str__(self):
        return f"({self.fn} {self.arg})"


class Fun(Expr):
    def __init__(self, param, body):
        self.param = param
        self.body = body

    def children(self):
        return [self.body]

    def infer(self, checker, env):
        t = checker.fresh()
        inner = dict(env)
        inner[self.param] = Scheme(set(), t)
        return fun_type(t, self.body.infer(checker, inner))

    def compile(self, scope):
        body = self.body.compile(Scope(self.param, scope))
        return lambda env: Closure(body, env)

    def simplify(self):
        return Fun(self.param, self.body.simplify())

    def __str__(self):
        return f"(fun {self.param} -> {self.body})"


class Let(Expr):
    def __init__(self, name, value, body, recursive, line):
        self.name = name
        self.value = value
        self.body = body
        self.recursive = recursive
        self.line = line

    def children(self):
        return [self.value, self.body]

    def infer(self, checker, env):
        inner = dict(env)
        if self.recursive:
            t = checker.fresh()
            inner[self.name] = Scheme(set(), t)
            checker.unify(t, self.value.infer(checker, inner), self.line)
        else:
            t = self.value.infer(checker, env)
        inner[self.name] = checker.generalize(t, env)
        checker.note(self.name, t)
        return self.body.infer(checker, inner)

    def compile(self, scope):
        inner = Scope(self.name, scope)
        body = self.body.compile(inner)
        if not self.recursive:
            value = self.value.compile(scope)
            return lambda env: body(Env(value(env), env))
        value = self.value.compile(inner)

        def bind(env):
            new = Env(UNIT, env)
            new.value = value(new)
            return body(new)
        return bind

    def simplify(self):
        return Let(self.name, self.value.simplify(), self.body.simplify(), self.recursive, self.line)

    def __str__(self):
        rec = "rec " if self.recursive else ""
        return f"(let {rec}{self.name} = {self.value} in {self.body})"


class If(Expr):
    def __init__(self, test, then, other, line):
        self.test = test
        self.then = then
        self.other = other
        self.line = line

    def children(self):
        return [self.test, self.then, self.other]

    def infer(self, checker, env):
        checker.unify(self.test.infer(checker, env), BOOL, self.line)
        t = self.then.infer(checker, env)
        checker.unify(t, self.other.infer(checker, env), self.line)
        return t

    def compile(self, scope):
        test, then, other = [e.compile(scope) for e in self.children()]
        return lambda env: then(env) if test(env).truth else other(env)

    def simplify(self):
        test = self.test.simplify()
        if isinstance(test, Lit):
            return self.then.simplify() if test.value.truth else self.other.simplify()
        return If(test, self.then.simplify(), self.other.simplify(), self.line)

    def __str__(self):
        return f"(if {self.test} then {self.then} else {self.other})"


class ListExpr(Expr):
    def __init__(self, items, line):
        self.items = items
        self.line = line

    def children(self):
        return self.items

    def infer(self, checker, env):
        t = checker.fresh()
        for item in self.items:
            checker.unify(t, item.infer(checker, env), self.line)
        return Con("list", [t])

    def compile(self, scope):
        items = [i.compile(scope) for i in self.items]
        return lambda env: ListValue.of([i(env) for i in items])

    def simplify(self):
        return ListExpr([i.simplify() for i in self.items], self.line)

    def __str__(self):
        return "[" + ", ".join([str(i) for i in self.items]) + "]"


class BinOp(Expr):
    def __init__(self, op, left, right, line):
        self.op = op
        self.left = left
        self.right = right
        self.line = line

    def children(self):
        return [self.left, self.right]

    def infer(self, checker, env):
        left = self.left.infer(checker, env)
        right = self.right.infer(checker, env)
        if self.op in ("==", "!="):
            checker.unify(left, right, self.line)
            return BOOL
        if self.op == "::":
            checker.unify(Con("list", [left]), right, self.line)
            return right
        if self.op in {"and", "or"}:
            checker.unify(left, BOOL, self.line)
            checker.unify(right, BOOL, self.line)
            return BOOL
        checker.unify(left, INT, self.line)
        checker.unify(right, INT, self.line)
        return INT if self.op in ARITHMETIC else BOOL

    def compile(self, scope):
        left, right = self.left.compile(scope), self.right.compile(scope)
        if self.op in ARITHMETIC:
            compute = ARITHMETIC[self.op]
            return lambda env: IntValue(compute(left(env).number, right(env).number))
        if self.op in COMPARISONS:
            compare = COMPARISONS[self.op]
            return lambda env: BoolValue(compare(left(env).number, right(env).number))
        if self.op == "::":
            return lambda env: Cons(left(env), right(env))
        if self.op == "==":
            return lambda env: BoolValue(left(env) == right(env))
        if self.op == "!=":
            return lambda env: BoolValue(left(env) != right(env))
        if self.op == "and":
            return lambda env: right(env) if left(env).truth else BoolValue(False)
        return lambda env: BoolValue(True) if left(env).truth else right(env)

    def simplify(self):
        left, right = self.left.simplify(), self.right.simplify()
        if isinstance(left, Lit) and isinstance(right, Lit) and self.op in ARITHMETIC:
            if not (self.op in "/%" and right.value.number == 0):
                return Lit(IntValue(ARITHMETIC[self.op](left.value.number, right.value.number)))
        if isinstance(right, Lit):
            n = right.value
            if self.op in ("+", "-") and n == IntValue(0) or self.op in ("*", "/") and n == IntValue(1):
                return left
        return BinOp(self.op, left, right, self.line)

    def __str__(self):
        return f"({self.left} {self.op} {self.right})"


def divide(a, b):
    if b == 0:
        raise LangError("division by zero")
    return a // b


def modulo(a, b):
    if b == 0:
        raise LangError("division by zero")
    return a % b


ARITHMETIC = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": divide, "%": modulo}
COMPARISONS = {"<": lambda a, b: a < b, ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b}
LEVELS = {"or": 1, "and": 2, "==": 3, "!=": 3, "<": 3, ">": 3, "<=": 3, ">=": 3, "::": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6}


# ____________________________________________________________ values


class Value:
    number = 0
    truth = False

    def type(self):
        raise NotImplementedError

    def call(self, arg):
        raise LangError(f"{self} cannot be called")


class IntValue(Value):
    def __init__(self, number):
        self.number = number

    def type(self):
        return INT

    def __eq__(self, other):
        return isinstance(other, IntValue) and self.number == other.number

    def __hash__(self):
        return self.number

    def __str__(self):
        return str(self.number)


class BoolValue(Value):
    def __init__(self, truth):
        self.truth = truth

    def type(self):
        return BOOL

    def __eq__(self, other):
        return isinstance(other, BoolValue) and self.truth == other.truth

    def __hash__(self):
        return int(self.truth)

    def __str__(self):
        return "true" if self.truth else "false"


class StrValue(Value):
    def __init__(self, text):
        self.text = text

    def type(self):
        return STR

    def __eq__(self, other):
        return isinstance(other, StrValue) and self.text == other.text

    def __hash__(self):
        return hash(self.text)

    def __str__(self):
        return f'"{self.text}"'


class ListValue(Value):
    """The empty list, and the base of the others."""

    @staticmethod
    def of(items):
        result = NIL
        for item in reversed(items):
            result = Cons(item, result)
        return result

    def __iter__(self):
        cell = self
        while isinstance(cell, Cons):
            yield cell.head
            cell = cell.tail

    def __len__(self):
        n = 0
        for _ in self:
            n += 1
        return n

    def __eq__(self, other):
        if not isinstance(other, ListValue):
            return False
        a, b = self, other
        while isinstance(a, Cons) and isinstance(b, Cons):
            if a.head != b.head:
                return False
            a, b = a.tail, b.tail
        return isinstance(a, Cons) == isinstance(b, Cons)

    def __hash__(self):
        return len(self)

    def __str__(self):
        return "[" + ", ".join([str(x) for x in self]) + "]"


class Cons(ListValue):
    def __init__(self, head, tail):
        self.head = head
        self.tail = tail


NIL = ListValue()
UNIT = StrValue("uninitialised")


class Closure(Value):
    def __init__(self, body, env):
        self.body = body
        self.env = env

    def call(self, arg):
        return self.body(Env(arg, self.env))

    def __str__(self):
        return "<fun>"


class Builtin(Value):
    def __init__(self, name, arity, function, args):
        self.name = name
        self.arity = arity
        self.function = function
        self.args = args

    def call(self, arg):
        args = self.args + [arg]
        if len(args) == self.arity:
            return self.function(args)
        return Builtin(self.name, self.arity, self.function, args)

    def __str__(self):
        return f"<{self.name}>"


class Env:
    def __init__(self, value, parent):
        self.value = value
        self.parent = parent


class Scope:
    def __init__(self, name, parent):
        self.name = name
        self.parent = parent

    def depth_of(self, name):
        depth = 0
        scope = self
        while scope is not None:
            if scope.name == name:
                return depth
            depth += 1
            scope = scope.parent
        return -1


# ____________________________________________________________ inference


class Checker:
    def __init__(self):
        self.counter = 0
        self.notes = []

    def fresh(self):
        self.counter += 1
        return TypeVar(self.counter - 1)

    def note(self, name, t):
        self.notes.append((name, t))

    def unify(self, a, b, line):
        a, b = a.prune(), b.prune()
        if isinstance(a, TypeVar):
            if a is not b:
                if b.occurs(a):
                    raise TypeMismatch(f"infinite type {a} = {rename(b)}", line=line)
                a.link = b
            return
        if isinstance(b, TypeVar):
            self.unify(b, a, line)
            return
        if isinstance(a, Con) and isinstance(b, Con):
            if a.name != b.name or len(a.args) != len(b.args):
                raise TypeMismatch(f"{rename(a)} is not {rename(b)}", line=line)
            for x, y in zip(a.args, b.args):
                self.unify(x, y, line)

    def generalize(self, t, env):
        bound = set()
        for scheme in env.values():
            bound |= scheme.type.free() - scheme.variables
        return Scheme(t.free() - bound, t)

    def instantiate(self, scheme):
        fresh = {v: self.fresh() for v in sorted(scheme.variables, key=lambda v: v.number)}

        def copy(t):
            t = t.prune()
            if isinstance(t, TypeVar):
                return fresh.get(t, t)
            if isinstance(t, Con):
                return Con(t.name, [copy(a) for a in t.args]) if t.args else t
            return t
        return copy(scheme.type)


def rename(t):
    """The text of a type with variables named in order."""
    names = {}

    def show(t, nested):
        t = t.prune()
        if isinstance(t, TypeVar):
            if t not in names:
                names[t] = "'" + chr(ord("a") + len(names))
            return names[t]
        if isinstance(t, Con):
            if t.name == "->":
                text = f"{show(t.args[0], True)} -> {show(t.args[1], False)}"
                return f"({text})" if nested else text
            if t.name == "list":
                return f"[{show(t.args[0], False)}]"
            return t.name
        return "?"
    return show(t, False)


# ____________________________________________________________ parser


class Parser:
    def __init__(self, text):
        self.tokens = tokenize(text)
        self.pos = 0

    @classmethod
    def parse(cls, text):
        parser = cls(text)
        expr = parser.expr()
        if (t := parser.peek()).kind != "end":
            raise LangError(f"unexpected {t.text!r}", line=t.line)
        return expr

    def peek(self):
        return self.tokens[self.pos]

    def next(self):
        self.pos += 1
        return self.tokens[self.pos - 1]

    def accept(self, text):
        if (t := self.peek()).text == text and t.kind in ("op", "key"):
            self.pos += 1
            return True
        return False

    def expect(self, text):
        t = self.peek()
        if not self.accept(text):
            found = t.text if t.kind != "end" else "end of text"
            raise LangError(f"expected {text!r}, found {found!r}", line=t.line)

    def name(self):
        t = self.next()
        if t.kind != "name":
            raise LangError(f"a name is expected, not {t.text!r}", line=t.line)
        return t.text

    def expr(self):
        line = self.peek().line
        if self.accept("let"):
            recursive = self.accept("rec")
            name = self.name()
            params = []
            while self.peek().kind == "name":
                params.append(self.name())
            self.expect("=")
            value = self.expr()
            for p in reversed(params):
                value = Fun(p, value)
            self.expect("in")
            return Let(name, value, self.expr(), recursive, line)
        if self.accept("if"):
            test = self.expr()
            self.expect("then")
            then = self.expr()
            self.expect("else")
            return If(test, then, self.expr(), line)
        if self.accept("fun"):
            params = [self.name()]
            while self.peek().kind == "name":
                params.append(self.name())
            self.expect("->")
            body = self.expr()
            for p in reversed(params):
                body = Fun(p, body)
            return body
        return self.binary(1)

    def binary(self, level):
        left = self.application()
        while (t := self.peek()).kind in ("op", "key") and LEVELS.get(t.text, 0) >= level:
            self.next()
            own = LEVELS[t.text]
            right = self.binary(own if t.text == "::" else own + 1)
            left = BinOp(t.text, left, right, t.line)
        return left

    def application(self):
        fn = self.atom()
        while self.starts_atom():
            line = self.peek().line
            fn = Apply(fn, self.atom(), line)
        return fn

    def starts_atom(self):
        t = self.peek()
        return t.kind in {"int", "str", "name"} or t.text in ("(", "[", "true", "false")

    def atom(self):
        t = self.next()
        if t.kind == "int":
            return Lit(IntValue(int(t.text)))
        if t.kind == "str":
            return Lit(StrValue(t.text))
        if t.kind == "name":
            return Var(t.text, t.line)
        if t.text == "true" or t.text == "false":
            return Lit(BoolValue(t.text == "true"))
        if t.text == "(":
            e = self.expr()
            self.expect(")")
            return e
        if t.text == "[":
            items = []
            if not self.accept("]"):
                items.append(self.expr())
                while self.accept(","):
                    items.append(self.expr())
                self.expect("]")
            return ListExpr(items, t.line)
        found = t.text if t.kind != "end" else "end of text"
        raise LangError(f"an expression is expected, not {found!r}", line=t.line)


# ____________________________________________________________ built-in functions


class Definition:
    def __init__(self, value, scheme):
        self.value = value
        self.scheme = scheme


BUILTINS = {}


def builtin(name, *types):
    def decorate(f):
        t = fun_type(*types)
        BUILTINS[name] = Definition(Builtin(name, len(types) - 1, f, []), Scheme(t.free(), t))
        return f
    return decorate


A, B = TypeVar(0), TypeVar(1)
LIST_A = Con("list", [A])


@builtin("head", LIST_A, A)
def builtin_head(args):
    l = args[0]
    if not isinstance(l, Cons):
        raise LangError("head of an empty list")
    return l.head


@builtin("tail", LIST_A, LIST_A)
def builtin_tail(args):
    l = args[0]
    if not isinstance(l, Cons):
        raise LangError("tail of an empty list")
    return l.tail


@builtin("empty", LIST_A, BOOL)
def builtin_empty(args):
    return BoolValue(not isinstance(args[0], Cons))


@builtin("length", LIST_A, INT)
def builtin_length(args):
    l = args[0]
    assert isinstance(l, ListValue)
    return IntValue(len(l))


@builtin("not", BOOL, BOOL)
def builtin_not(args):
    return BoolValue(not args[0].truth)


@builtin("show", A, STR)
def builtin_show(args):
    return StrValue(str(args[0]))


@builtin("cat", STR, STR, STR)
def builtin_cat(args):
    a, b = args
    assert isinstance(a, StrValue) and isinstance(b, StrValue)
    return StrValue(a.text + b.text)


@builtin("sort", LIST_A, LIST_A)
def builtin_sort(args):
    l = args[0]
    assert isinstance(l, ListValue)
    return ListValue.of(sorted([x for x in l], key=lambda v: v.number))


@builtin("distinct", LIST_A, LIST_A)
def builtin_distinct(args):
    l = args[0]
    assert isinstance(l, ListValue)
    seen = {}
    for x in l:
        if x not in seen:
            seen[x] = len(seen)
    return ListValue.of(list(seen.keys()))


PROGRAMS = [
    "1 + 2 * 3 - 4 / 2 % 3",
    "let x = 5 in let y = x * x in y + x",
    "let twice f x = f (f x) in twice (fun n -> n * 3) 7",
    "let rec fact n = if n < 2 then 1 else n * fact (n - 1) in fact 15",
    "let rec fib n = if n < 2 then n else fib (n - 1) + fib (n - 2) in fib 15",
    "let rec map f l = if empty l then [] else f (head l) :: map f (tail l) in map (fun x -> x * x) [1, 2, 3, 4]",
    "let rec fold f a l = if empty l then a else fold f (f a (head l)) (tail l) in fold (fun a b -> a + b) 0 [1, 2, 3, 4, 5]",
    "let compose f g x = f (g x) in compose show length [true, false]",
    "let id x = x in if id true then id 1 else id 2",
    "let rec range a b = if a >= b then [] else a :: range (a + 1) b in\nlet rec filter p l = if empty l then []\n"
    "  else if p (head l) then head l :: filter p (tail l) else filter p (tail l) in\n"
    "let prime n = let rec check d = d * d > n or n % d != 0 and check (d + 1) in n > 1 and check 2 in\nfilter prime (range 0 40)",
    "sort [5, 2, 9, 2]", "distinct [3, 1, 3, 2, 1]", "distinct [\"a\", \"b\", \"a\"]", "distinct [[1], [2], [1], []]",
    "[1, 2] == 1 :: 2 :: []", "[1] != [2] and true", "cat \"ab\" (show [1, 2])", "fun f g x -> f (g x)", "fun x -> x",
    "let k x y = x in k", "[fun x -> x + 1, fun x -> x * 2]", "let rec loop x = loop x in loop", "if 1 < 2 then \"yes\" else \"no\"",
    "(3 - 3 + 0) * 1 + (2 + 2) * (fun x -> x * 1 + 0) 5", "length", "head [show]",
    # errors
    "1 + true", "if 1 then 2 else 3", "head 5", "fun x -> x x", "let x = in 3", "(1", "[1, true]", "undefined", "1 / 0", "head []",
    "let f x = x + 1 in\nlet g = f in\ng \"a\"", "1 $ 2", "\"abc", "show show 1", "let let = 1 in 2", "1 2",
]


def entry_point(argv):
    env = {name: d.scheme for name, d in BUILTINS.items()}
    kinds = {}
    for text in PROGRAMS:
        shown = text.split("\n")[0]
        try:
            expr = Parser.parse(text)
            checker = Checker()
            t = expr.infer(checker, env)
            smaller = expr.simplify()
            code = smaller.compile(None)
            value = code(None)
            print(f"{shown:<60.60} : {rename(t)} = {value}")
            if checker.notes:
                print("    " + "; ".join([f"{name} : {rename(nt)}" for name, nt in checker.notes]))
            if smaller.size < expr.size:
                print(f"    {expr.size} nodes, simplified to {smaller.size}: {smaller}")
        except TypeMismatch as e:
            kinds["type"] = kinds.get("type", 0) + 1
            print(f"{shown:<60.60} ! type error, {e}")
        except LangError as e:
            kinds["other"] = kinds.get("other", 0) + 1
            print(f"{shown:<60.60} ! {e}")
    print(", ".join([f"{k}: {n}" for k, n in sorted(kinds.items())]))
    t1, t2 = Token("name", "x", 1), Token("name", "x", 2)
    print(t1, t1 == t2, t1 in [t2], len({t1, t2}), {t1: 1}[t2])
    return 0


def target(driver, args):
    return entry_point
