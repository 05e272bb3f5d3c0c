"""A reader and evaluator for a small Lisp: boxed values, environments, closures of the guest, errors."""


class LispError(Exception):
    def __init__(self, text):
        self.text = text


class Value(object):
    def show(self):
        return "?"

    def is_true(self):
        return True


class Number(Value):
    def __init__(self, n):
        self.n = n

    def show(self):
        return str(self.n)


class Symbol(Value):
    def __init__(self, name):
        self.name = name

    def show(self):
        return self.name


class Nil(Value):
    def show(self):
        return "()"

    def is_true(self):
        return False


class Pair(Value):
    def __init__(self, car, cdr):
        self.car = car
        self.cdr = cdr

    def show(self):
        parts = []
        p = self
        while isinstance(p, Pair):
            parts.append(p.car.show())
            p = p.cdr
        return "(" + " ".join(parts) + ")"


class Primitive(Value):
    def __init__(self, name, func):
        self.name = name
        self.func = func

    def show(self):
        return "#<" + self.name + ">"


class Lambda(Value):
    def __init__(self, params, body, env):
        self.params = params
        self.body = body
        self.env = env

    def show(self):
        return "#<lambda>"


class Env(object):
    def __init__(self, parent):
        self.parent = parent
        self.values = {}

    def lookup(self, name):
        env = self
        while env is not None:
            if name in env.values:
                return env.values[name]
            env = env.parent
        raise LispError("unbound " + name)


nil = Nil()


def number(v):
    if not isinstance(v, Number):
        raise LispError("not a number: " + v.show())
    return v.n


def prim_add(args):
    n = 0
    for a in args:
        n += number(a)
    return Number(n)


def prim_mul(args):
    n = 1
    for a in args:
        n *= number(a)
    return Number(n)


def prim_sub(args):
    return Number(number(args[0]) - number(args[1]))


def prim_less(args):
    if number(args[0]) < number(args[1]):
        return Number(1)
    return nil


def prim_cons(args):
    return Pair(args[0], args[1])


def prim_car(args):
    p = args[0]
    if isinstance(p, Pair):
        return p.car
    raise LispError("car of " + p.show())


def prim_cdr(args):
    p = args[0]
    if isinstance(p, Pair):
        return p.cdr
    raise LispError("cdr of " + p.show())


PRIMITIVES = {"+": prim_add, "*": prim_mul, "-": prim_sub, "<": prim_less, "cons": prim_cons, "car": prim_car,
              "cdr": prim_cdr}


class Reader(object):
    def __init__(self, text):
        self.tokens = tokenize(text)
        self.pos = 0

    def more(self):
        return self.pos < len(self.tokens)

    def read(self):
        if not self.more():
            raise LispError("end of text")
        t = self.tokens[self.pos]
        self.pos += 1
        if t == "(":
            items = []
            while True:
                if not self.more():
                    raise LispError("missing )")
                if self.tokens[self.pos] == ")":
                    self.pos += 1
                    break
                items.append(self.read())
            result = nil
            items.reverse()
            for i in items:
                result = Pair(i, result)
            return result
        try:
            return Number(int(t))
        except ValueError:
            return Symbol(t)


def tokenize(text):
    tokens = []
    word = ""
    for c in text:
        if c == '(' or c == ')' or c == ' ' or c == '\n':
            if word:
                tokens.append(word)
                word = ""
            if c == '(' or c == ')':
                tokens.append(c)
        else:
            word += c
    if word:
        tokens.append(word)
    return tokens


def items_of(v):
    out = []
    while isinstance(v, Pair):
        out.append(v.car)
        v = v.cdr
    return out


def evaluate(v, env):
    while True:
        if isinstance(v, Symbol):
            return env.lookup(v.name)
        if not isinstance(v, Pair):
            return v
        items = items_of(v)
        head = items[0]
        if isinstance(head, Symbol):
            if head.name == "quote":
                return items[1]
            if head.name == "if":
                if evaluate(items[1], env).is_true():
                    v = items[2]
                else:
                    v = items[3]
                continue
            if head.name == "define":
                name = items[1]
                assert isinstance(name, Symbol)
                env.values[name.name] = evaluate(items[2], env)
                return name
            if head.name == "lambda":
                params = []
                for p in items_of(items[1]):
                    assert isinstance(p, Symbol)
                    params.append(p.name)
                return Lambda(params, items[2], env)
        f = evaluate(head, env)
        args = [evaluate(items[i], env) for i in range(1, len(items))]
        if isinstance(f, Primitive):
            return f.func(args)
        if isinstance(f, Lambda):
            if len(args) != len(f.params):
                raise LispError("wrong number of arguments")
            inner = Env(f.env)
            for i in range(len(args)):
                inner.values[f.params[i]] = args[i]
            env = inner
            v = f.body
            continue
        raise LispError("cannot call " + f.show())


PROGRAM = """
(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))
(fact 15)
(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))
(fib 12)
(define loop (lambda (n acc) (if (< n 1) acc (loop (- n 1) (+ acc n)))))
(loop 1000 0)
(define map (lambda (f l) (if l (cons (f (car l)) (map f (cdr l))) l)))
(map (lambda (x) (* x x)) (quote (1 2 3 4)))
(define adder (lambda (n) (lambda (x) (+ x n))))
((adder 5) 37)
(car 5)
(undefined 1)
(1 2)
(fact)
car
fact
"""


def entry_point(argv):
    env = Env(None)
    for name in PRIMITIVES:
        env.values[name] = Primitive(name, PRIMITIVES[name])
    reader = Reader(PROGRAM)
    while reader.more():
        form = reader.read()
        try:
            print(evaluate(form, env).show())
        except LispError as e:
            print("error: " + e.text)
    return 0


def target(driver, args):
    return entry_point, None
