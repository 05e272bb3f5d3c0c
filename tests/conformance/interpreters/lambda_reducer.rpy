"""Lambda calculus with graph reduction: a parser to de Bruijn indices, bracket abstraction to combinators, a spine-unwinding machine
with sharing and updates, Church numerals decoded, reductions counted and limited."""


class Stuck(Exception):
    pass


class Graph(object):
    pass


class App(Graph):
    def __init__(self, f, x):
        self.f = f
        self.x = x


class Comb(Graph):
    def __init__(self, name, arity):
        self.name = name
        self.arity = arity


class Num(Graph):
    def __init__(self, n):
        self.n = n


class Ind(Graph):
    """Where a redex was."""
    def __init__(self, to):
        self.to = to


ARITIES = {"S": 3, "K": 2, "I": 1, "B": 3, "C": 3, "Y": 1, "+": 2, "*": 2, "-": 2, "zero": 3}
COMBINATORS = dict([(name, Comb(name, n)) for name, n in ARITIES.items()])
S, K, I, B, C = [COMBINATORS[c] for c in "SKIBC"]


class Term(object):
    pass


class Var(Term):
    def __init__(self, name):
        self.name = name


class Lam(Term):
    def __init__(self, name, body):
        self.name = name
        self.body = body


class Call(Term):
    def __init__(self, f, x):
        self.f = f
        self.x = x


class Leaf(Term):
    def __init__(self, graph):
        self.graph = graph


def tokens_of(text):
    for c in "().\\":
        text = text.replace(c, " " + c + " ")
    return [t for t in text.split(" ") if t]


class Parser(object):
    def __init__(self, text):
        self.tokens = tokens_of(text)
        self.pos = 0

    def term(self):
        if self.tokens[self.pos] == "\\":
            self.pos += 1
            names = []
            while self.tokens[self.pos] != ".":
                names.append(self.tokens[self.pos])
                self.pos += 1
            self.pos += 1
            body = self.term()
            while names:
                body = Lam(names.pop(), body)
            return body
        t = self.atom()
        while self.pos < len(self.tokens) and self.tokens[self.pos] != ")":
            if self.tokens[self.pos] == "\\":
                return Call(t, self.term())
            t = Call(t, self.atom())
        return t

    def atom(self):
        t = self.tokens[self.pos]
        self.pos += 1
        if t == "(":
            inner = self.term()
            self.pos += 1
            return inner
        if t.isdigit():
            return Leaf(Num(int(t)))
        if t in COMBINATORS:
            return Leaf(COMBINATORS[t])
        if t in DEFINITIONS:
            return Parser(DEFINITIONS[t]).term()
        return Var(t)


DEFINITIONS = {"two": "\\f x. f (f x)", "three": "\\f x. f (f (f x))", "plus": "\\m n f x. m f (n f x)", "times": "\\m n f. m (n f)",
               "power": "\\m n. n m", "number": "\\n. n (+ 1) 0", "pair": "\\a b s. s a b", "fst": "\\p. p (\\a b. a)",
               "snd": "\\p. p (\\a b. b)", "true": "\\a b. a", "false": "\\a b. b"}


def occurs(name, t):
    if isinstance(t, Var):
        return t.name == name
    if isinstance(t, Call):
        return occurs(name, t.f) or occurs(name, t.x)
    if isinstance(t, Lam):
        return t.name != name and occurs(name, t.body)
    return False


def leaf(c):
    return Leaf(c)


def abstract(name, t):
    if isinstance(t, Var) and t.name == name:
        return leaf(I)
    if not occurs(name, t):
        return Call(leaf(K), t)
    if isinstance(t, Lam):
        return abstract(name, abstract(t.name, t.body))
    assert isinstance(t, Call)
    in_f = occurs(name, t.f)
    x = t.x
    if not in_f:
        if isinstance(x, Var) and x.name == name:
            return t.f
        return Call(Call(leaf(B), t.f), abstract(name, x))
    if not occurs(name, x):
        return Call(Call(leaf(C), abstract(name, t.f)), x)
    return Call(Call(leaf(S), abstract(name, t.f)), abstract(name, x))


def compiled(t):
    if isinstance(t, Lam):
        return compiled(abstract(t.name, t.body))
    if isinstance(t, Call):
        return App(compiled(t.f), compiled(t.x))
    if isinstance(t, Leaf):
        return t.graph
    raise Stuck()


class Machine(object):
    def __init__(self, limit):
        self.steps = 0
        self.limit = limit

    def reduce(self, root):
        """Weak head normal form."""
        stack = []
        node = root
        while True:
            while isinstance(node, Ind):
                node = node.to
            if isinstance(node, App):
                stack.append(node)
                node = node.f
            elif isinstance(node, Comb):
                n = node.arity
                if len(stack) < n:
                    break
                self.steps += 1
                if self.steps > self.limit:
                    raise Stuck()
                redex = stack[len(stack) - n]
                args = [stack[len(stack) - 1 - i].x for i in range(n)]
                result = self.apply(node.name, args)
                redex.f = I
                redex.x = result
                for _ in range(n):
                    stack.pop()
                node = result
            else:
                if stack:
                    raise Stuck()
                break
        if stack:
            return stack[0]
        return node

    def number(self, g):
        v = self.reduce(g)
        if isinstance(v, Num):
            return v.n
        raise Stuck()

    def apply(self, name, a):
        if name == "I":
            return a[0]
        elif name == "K":
            return a[0]
        elif name == "S":
            return App(App(a[0], a[2]), App(a[1], a[2]))
        elif name == "B":
            return App(a[0], App(a[1], a[2]))
        elif name == "C":
            return App(App(a[0], a[2]), a[1])
        elif name == "Y":
            y = App(a[0], I)
            y.x = y
            return y
        elif name == "zero":
            return a[1] if self.number(a[0]) == 0 else a[2]
        x, y = self.number(a[0]), self.number(a[1])
        if name == "+":
            return Num(x + y)
        elif name == "-":
            return Num(x - y)
        return Num(x * y)


def show(g, depth):
    while isinstance(g, Ind):
        g = g.to
    if isinstance(g, Num):
        return str(g.n)
    if isinstance(g, Comb):
        return g.name
    assert isinstance(g, App)
    if depth == 0:
        return ".."
    s = show(g.f, depth) + " " + (show(g.x, depth) if not isinstance(g.x, App) else "(" + show(g.x, depth - 1) + ")")
    return s


def entry_point(argv):
    for text in ["+ 1 (* 2 3)", "(\\x. * x x) (+ 3 4)", "number (plus two three)", "number (times three (times two two))",
                 "number (power two (power two three))", "Y (\\f n. zero n 1 (* n (f (- n 1)))) 12", "fst (pair 7 (Y (\\x. x)))",
                 "(\\f. f f) (\\x. x) (+ 20 22)", "\\x. x", "\\f g x. f (g x)", "S K K 5", "Y (\\fib n. zero n 0 (zero (- n 1) 1 (+ (fib (- n 1)) (fib (- n 2))))) 12",
                 "(\\x. x x) (\\x. x x)", "1 2", "true 1 2", "snd (pair 1 (false 2 3))", "unknown 1",
                 "(\\d. + d (+ d d)) ((\\x. * x x) 9)"]:
        m = Machine(60000)
        try:
            print(text + " = " + show(m.reduce(compiled(Parser(text).term())), 3) + " in %d" % m.steps)
        except Stuck:
            print(text + " is stuck after %d" % m.steps)
    return 0


def target(driver, args):
    return entry_point, None
