# origin: after published programs
"""Pyrolog in small: terms with bindings and a trail, continuations as objects, choice points as exceptions, `_immutable_` terms."""
from rpython.rlib import jit


class UnificationFailed(Exception):
    pass


class CutException(Exception):
    def __init__(self, depth):
        self.depth = depth


class Trail(object):
    def __init__(self):
        self.vars = []

    def mark(self):
        return len(self.vars)

    def revert(self, mark):
        while len(self.vars) > mark:
            self.vars.pop().binding = None


class Term(object):
    def deref(self):
        return self


class Var(Term):
    counter = 0

    def __init__(self):
        self.binding = None

    def deref(self):
        v = self
        while True:
            assert isinstance(v, Var)
            b = v.binding
            if b is None:
                return v
            if not isinstance(b, Var):
                return b
            v = b


class Atom(Term):
    _immutable_fields_ = ['name']
    TABLE = {}

    def __init__(self, name):
        self.name = name

    @staticmethod
    @jit.elidable
    def make(name):
        try:
            return Atom.TABLE[name]
        except KeyError:
            Atom.TABLE[name] = a = Atom(name)
            return a


class Struct(Term):
    _immutable_fields_ = ['name', 'args[*]']

    def __init__(self, name, args):
        self.name = name
        self.args = args

    def signature(self):
        return self.name + "/" + str(len(self.args))


NIL = Atom.make("[]")


def unify(a, b, trail):
    a = a.deref()
    b = b.deref()
    if a is b:
        return
    if isinstance(a, Var):
        a.binding = b
        trail.vars.append(a)
    elif isinstance(b, Var):
        b.binding = a
        trail.vars.append(b)
    elif isinstance(a, Struct) and isinstance(b, Struct) and a.name == b.name and len(a.args) == len(b.args):
        for i in range(len(a.args)):
            unify(a.args[i], b.args[i], trail)
    else:
        raise UnificationFailed


def show(t):
    t = t.deref()
    if isinstance(t, Atom):
        return t.name
    if isinstance(t, Struct):
        if t.name == '.' and len(t.args) == 2:
            parts = []
            while isinstance(t, Struct) and t.name == '.':
                parts.append(show(t.args[0]))
                t = t.args[1].deref()
            return "[" + ",".join(parts) + ("" if t is NIL else "|" + show(t)) + "]"
        return t.name + "(" + ",".join([show(a) for a in t.args]) + ")"
    return "_"


class Parser(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0
        self.vars = {}

    def peek(self):
        while self.pos < len(self.text) and self.text[self.pos] == ' ':
            self.pos += 1
        return self.text[self.pos] if self.pos < len(self.text) else '\0'

    def eat(self, c):
        if self.peek() == c:
            self.pos += 1
            return True
        return False

    def arguments(self, close):
        args = [self.term()]
        while self.eat(','):
            args.append(self.term())
        if close == ')':
            self.eat(')')
        return args

    def term(self):
        c = self.peek()
        if c == '[':
            self.pos += 1
            if self.eat(']'):
                return NIL
            items = self.arguments(']')
            tail = NIL
            if self.eat('|'):
                tail = self.term()
            self.eat(']')
            for i in range(len(items) - 1, -1, -1):
                tail = Struct('.', [items[i], tail])
            return tail
        start = self.pos
        while self.peek().isalnum() or self.text[self.pos:self.pos + 1] in ('_', '!'):
            self.pos += 1
        name = self.text[start:self.pos]
        if name[0].isupper() or name[0] == '_':
            if name not in self.vars:
                self.vars[name] = Var()
            return self.vars[name]
        if self.eat('('):
            return Struct(name, self.arguments(')')[:])
        return Atom.make(name)

    def clause(self):
        head = self.term()
        body = []
        if self.eat(':'):
            self.eat('-')
            body = self.arguments('.')
        return [head] + body


def signature(t):
    if isinstance(t, Struct):
        return t.signature()
    assert isinstance(t, Atom)
    return t.name + "/0"


class Goals(object):
    def __init__(self, term, depth, next):
        self.term = term
        self.depth = depth
        self.next = next


class Engine(object):
    def __init__(self, source):
        self.db = {}
        self.trail = Trail()
        self.inferences = 0
        for line in source.split("\n"):
            if line:
                self.db.setdefault(signature(Parser(line).clause()[0]), []).append(line)

    def solve(self, goals, depth, query, limit):
        """Number of solutions that are still wanted."""
        if goals is None:
            print("  " + ", ".join([name + "=" + show(query.vars[name]) for name in query.vars if name[0] != '_']))
            return limit - 1
        goal = goals.term.deref()
        if isinstance(goal, Atom) and goal.name == '!':
            limit = self.solve(goals.next, depth, query, limit)
            if limit > 0:
                raise CutException(goals.depth)
            return limit
        clauses = self.db.get(signature(goal), None)
        if clauses is None:
            return limit
        for line in clauses:
            mark = self.trail.mark()
            self.inferences += 1
            terms = Parser(line).clause()
            try:
                unify(terms[0], goal, self.trail)
                next = goals.next
                for i in range(len(terms) - 1, 0, -1):
                    next = Goals(terms[i], depth, next)
                limit = self.solve(next, depth + 1, query, limit)
            except UnificationFailed:
                pass
            except CutException as c:
                self.trail.revert(mark)
                if c.depth != depth:
                    raise
                return limit
            self.trail.revert(mark)
            if limit <= 0:
                break
        return limit


SOURCE = """append([],L,L)
append([H|T],L,[H|R]) :- append(T,L,R)
member(X,[X|_])
member(X,[_|T]) :- member(X,T)
first(X,L) :- member(X,L), !
nrev([],[])
nrev([H|T],R) :- nrev(T,S), append(S,[H],R)
add(z,X,X)
add(s(X),Y,s(Z)) :- add(X,Y,Z)
likes(mary,wine)
likes(john,X) :- likes(mary,X)"""


def entry_point(argv):
    engine = Engine(SOURCE)
    for text in ["append(X,Y,[a,b])", "member(X,[a,f(b),c])", "first(X,[p,q])", "nrev([a,b,c,d,e],X)", "add(X,Y,s(s(z)))", "likes(X,wine)",
                 "append(X,[c],[a,b,c])", "likes(mary,beer)", "unknown(X)", "append(X,Y,Z)"]:
        query = Parser(text)
        goal = query.term()
        print("?- " + text)
        left = 3
        try:
            left = engine.solve(Goals(goal, 0, None), 0, query, 3)
        except CutException:
            print("  cut")
        if left == 3:
            print("  no")
        engine.trail.revert(0)
    print(engine.inferences, len(Atom.TABLE))
    return 0


def target(driver, args):
    return entry_point
