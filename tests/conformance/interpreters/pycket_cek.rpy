# origin: after published programs
"""A CEK machine in the style of Pycket: continuations are objects, a trampoline drives them, environments are arrays
of known size, `call/cc` captures the continuation."""


class W_Object(object):
    def tostring(self):
        return "#<object>"


class W_Fixnum(W_Object):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def tostring(self):
        return str(self.value)


class W_Closure(W_Object):
    _immutable_fields_ = ['lam', 'env']

    def __init__(self, lam, env):
        self.lam = lam
        self.env = env

    def tostring(self):
        return "#<procedure/%d>" % len(self.lam.params)


class W_Cont(W_Object):
    def __init__(self, cont):
        self.cont = cont


class W_Prim(W_Object):
    def __init__(self, name, fn):
        self.name = name
        self.fn = fn

    def tostring(self):
        return "#<primitive:%s>" % self.name


class SchemeError(Exception):
    def __init__(self, msg):
        self.msg = msg


class Done(Exception):
    def __init__(self, w_value):
        self.w_value = w_value


class Env(object):
    _immutable_fields_ = ['names', 'prev']

    def __init__(self, names, vals, prev):
        self.names = names
        self.vals = vals
        self.prev = prev


def lookup(env, name):
    while env is not None:
        for i in range(len(env.names)):
            if env.names[i] == name:
                return env.vals[i]
        env = env.prev
    try:
        return GLOBALS[name]
    except KeyError:
        raise SchemeError("unbound: " + name)


class Cont(object):
    prev = None

    def plug(self, w):
        raise NotImplementedError


class HaltCont(Cont):
    def plug(self, w):
        raise Done(w)


class IfCont(Cont):
    def __init__(self, node, env, prev):
        self.node = node
        self.env = env
        self.prev = prev

    def plug(self, w):
        if isinstance(w, W_Fixnum) and w.value == 0:
            return self.node.els, self.env, self.prev
        return self.node.then, self.env, self.prev


class ArgsCont(Cont):
    def __init__(self, app, done, env, prev):
        self.app = app
        self.done = done
        self.env = env
        self.prev = prev

    def plug(self, w):
        done = self.done + [w]
        if len(done) == len(self.app.parts):
            return apply_function(done[0], done[1:], self.prev)
        return self.app.parts[len(done)], self.env, ArgsCont(self.app, done, self.env, self.prev)


def apply_function(w_f, args, cont):
    if isinstance(w_f, W_Closure):
        if len(args) != len(w_f.lam.params):
            raise SchemeError("arity")
        return w_f.lam.body, Env(w_f.lam.params, args, w_f.env), cont
    elif isinstance(w_f, W_Prim):
        return w_f.fn(args), None, cont
    elif isinstance(w_f, W_Cont):
        return Quote(args[0]), None, w_f.cont
    raise SchemeError("not applicable: " + w_f.tostring())


class Node(object):
    def step(self, env, cont):
        raise NotImplementedError


class Quote(Node):
    def __init__(self, w):
        self.w = w

    def step(self, env, cont):
        return cont.plug(self.w)


class Var(Node):
    def __init__(self, name):
        self.name = name

    def step(self, env, cont):
        return cont.plug(lookup(env, self.name))


class Lambda(Node):
    def __init__(self, params, body):
        self.params = params
        self.body = body

    def step(self, env, cont):
        return cont.plug(W_Closure(self, env))


class If(Node):
    def __init__(self, test, then, els):
        self.test = test
        self.then = then
        self.els = els

    def step(self, env, cont):
        return self.test, env, IfCont(self, env, cont)


class App(Node):
    def __init__(self, parts):
        self.parts = parts

    def step(self, env, cont):
        return self.parts[0], env, ArgsCont(self, [], env, cont)


class CallCC(Node):
    def __init__(self, f):
        self.f = f

    def step(self, env, cont):
        return self.f, env, ArgsCont(App([self.f, Quote(W_Cont(cont))]), [], env, cont)


def make_arith(op):
    def fn(args):
        if len(args) != 2:
            raise SchemeError("arity")
        a, b = args[0], args[1]
        if not isinstance(a, W_Fixnum) or not isinstance(b, W_Fixnum):
            raise SchemeError("not a number")
        return Quote(W_Fixnum(op(a.value, b.value)))
    return fn


GLOBALS = {}
for _name, _op in [('+', lambda a, b: a + b), ('-', lambda a, b: a - b), ('*', lambda a, b: a * b),
                   ('<', lambda a, b: 1 if a < b else 0)]:
    GLOBALS[_name] = W_Prim(_name, make_arith(_op))


def tokenize(s):
    return s.replace("(", " ( ").replace(")", " ) ").split()


class Reader(object):
    def __init__(self, text):
        self.toks = tokenize(text)
        self.i = 0

    def next(self):
        t = self.toks[self.i]
        self.i += 1
        return t

    def read(self):
        t = self.next()
        if t != "(":
            if t[0].isdigit() or (len(t) > 1 and t[0] == '-'):
                return Quote(W_Fixnum(int(t)))
            return Var(t)
        head = self.toks[self.i]
        if head == "lambda":
            self.i += 2
            params = []
            while self.toks[self.i] != ")":
                params.append(self.next())
            self.i += 1
            res = Lambda(params[:], self.read())
        elif head == "if":
            self.i += 1
            res = If(self.read(), self.read(), self.read())
        elif head == "call/cc":
            self.i += 1
            res = CallCC(self.read())
        else:
            parts = []
            while self.toks[self.i] != ")":
                parts.append(self.read())
            res = App(parts[:])
        assert self.next() == ")"
        return res


def run(text):
    node, env, cont = Reader(text).read(), None, HaltCont()
    steps = 0
    try:
        while True:
            node, env, cont = node.step(env, cont)
            steps += 1
    except Done as d:
        print("%s (%d)" % (d.w_value.tostring(), steps))
    except SchemeError as e:
        print("error: %s (%d)" % (e.msg, steps))


FACT = "((lambda (f n) (f f n)) (lambda (f n) (if (< n 2) 1 (* n (f f (- n 1))))) %s)"
LOOP = "((lambda (f n a) (f f n a)) (lambda (f n a) (if n (f f (- n 1) (+ a n)) a)) 300 0)"


def entry_point(argv):
    run("(+ 1 (* 2 3))")
    run(FACT % "10")
    run(LOOP)
    run("(+ 1 (call/cc (lambda (k) (+ 10 (k 5)))))")
    run("(if (< 2 1) + (lambda (a b) a))")
    run("(if 1 + 2)")
    run("(undefined 1)")
    run("(1 2)")
    run("((lambda (x) x))")
    run("(+ (lambda (x) x) 1)")
    return 0


def target(driver, args):
    return entry_point
