# origin: after published programs
"""Lexical addressing computed ahead: environments with static depth, syntax table of functions, closures compiled to Python closures."""


class W(object):
    def repr(self):
        return "#<w>"


class Fix(W):
    def __init__(self, n):
        self.n = n

    def repr(self):
        return str(self.n)


class Lam(W):
    def __init__(self, nparams, body, env):
        self.nparams = nparams
        self.body = body
        self.env = env

    def repr(self):
        return "#<lambda %d>" % self.nparams


class Env(object):
    def __init__(self, vals, up):
        self.vals = vals
        self.up = up


class CompileError(Exception):
    def __init__(self, msg):
        self.msg = msg


class Scope(object):
    def __init__(self, names, up):
        self.names = names
        self.up = up

    def find(self, name):
        depth = 0
        s = self
        while s is not None:
            for i, n in enumerate(s.names):
                if n == name:
                    return depth, i
            s = s.up
            depth += 1
        raise CompileError("unbound " + name)


class Sexp(object):
    def __init__(self, atom, items):
        self.atom = atom
        self.items = items


def read(words, pos):
    if words[pos] == "(":
        items = []
        pos += 1
        while words[pos] != ")":
            item, pos = read(words, pos)
            items.append(item)
        return Sexp(None, items), pos + 1
    return Sexp(words[pos], []), pos + 1


def c_const(n):
    w = Fix(n)

    def run(env):
        return w
    return run


def c_var(depth, i):
    if depth == 0:
        return lambda env: env.vals[i]

    def run(env):
        for _ in range(depth):
            env = env.up
        return env.vals[i]
    return run


def c_if(sexp, scope):
    test, then, els = [compile(s, scope) for s in sexp.items[1:]]

    def run(env):
        w = test(env)
        assert isinstance(w, Fix)
        return then(env) if w.n else els(env)
    return run


def c_lambda(sexp, scope):
    names = [s.atom for s in sexp.items[1].items]
    body = compile(sexp.items[2], Scope(names, scope))
    return lambda env: Lam(len(names), body, env)


def c_arith(sexp, scope):
    a = compile(sexp.items[1], scope)
    b = compile(sexp.items[2], scope)
    op = sexp.items[0].atom

    def run(env):
        x = a(env)
        y = b(env)
        if not isinstance(x, Fix) or not isinstance(y, Fix):
            raise CompileError("not numbers in " + op)
        if op == '+':
            return Fix(x.n + y.n)
        elif op == '-':
            return Fix(x.n - y.n)
        elif op == '*':
            return Fix(x.n * y.n)
        return Fix(int(x.n < y.n))
    return run


def c_call(sexp, scope):
    parts = [compile(s, scope) for s in sexp.items]

    def run(env):
        w_f = parts[0](env)
        if not isinstance(w_f, Lam):
            raise CompileError("not a function: " + w_f.repr())
        if w_f.nparams != len(parts) - 1:
            raise CompileError("%d arguments for %d" % (len(parts) - 1, w_f.nparams))
        vals = [parts[i](env) for i in range(1, len(parts))]
        return w_f.body(Env(vals, w_f.env))
    return run


SYNTAX = {'if': c_if, 'lambda': c_lambda}
for _op in "+-*<":
    SYNTAX[_op] = c_arith


def compile(sexp, scope):
    if sexp.atom is not None:
        if sexp.atom.isdigit():
            return c_const(int(sexp.atom))
        depth, i = scope.find(sexp.atom)
        return c_var(depth, i)
    head = sexp.items[0].atom
    if head is not None and head in SYNTAX:
        return SYNTAX[head](sexp, scope)
    return c_call(sexp, scope)


def run(text, scope, env):
    words = text.replace("(", " ( ").replace(")", " ) ").split()
    sexp, _ = read(words, 0)
    try:
        print(compile(sexp, scope)(env).repr())
    except CompileError as e:
        print("error: " + e.msg)


def entry_point(argv):
    scope = Scope(["ten", "two"], None)
    env = Env([Fix(10), Fix(2)], None)
    run("(+ ten (* two 16))", scope, env)
    run("((lambda (f) (f f 10)) (lambda (f n) (if (< n 2) n (+ (f f (- n 1)) (f f (- n 2))))))", scope, env)
    run("(((lambda (a) (lambda (b) (- (* a ten) b))) 7) two)", scope, env)
    run("(lambda (x y) x)", scope, env)
    run("(lambda () nope)", scope, env)
    run("(ten)", scope, env)
    run("((lambda (x) x) 1 2)", scope, env)
    run("(+ ten (lambda () 1))", scope, env)
    run("(((lambda (x) (x x)) (lambda (x) (lambda (n) (if n (+ n ((x x) (- n 1))) 0)))) 50)", scope, env)
    return 0


def target(driver, args):
    return entry_point
