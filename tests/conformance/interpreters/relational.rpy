# origin: after published programs
# A relational language: goals are objects, streams are lazy and interleaved, substitutions persistent, terms are reified.
class Term(object):
    pass


class Var(Term):
    count = 0

    def __init__(self, name):
        self.name = name


class Atom(Term):
    def __init__(self, name):
        self.name = name


class Pair(Term):
    def __init__(self, head, tail):
        self.head = head
        self.tail = tail


NIL = Atom('()')


class Subst(object):
    def __init__(self, var, term, rest):
        self.var = var
        self.term = term
        self.rest = rest


def walk(t, s):
    while isinstance(t, Var):
        x = s
        while x is not None and x.var is not t:
            x = x.rest
        if x is None:
            return t
        t = x.term
    return t


def occurs(v, t, s):
    t = walk(t, s)
    if t is v:
        return True
    return isinstance(t, Pair) and (occurs(v, t.head, s) or occurs(v, t.tail, s))


class Fail(Exception):
    pass


def unify(a, b, s):
    a, b = walk(a, s), walk(b, s)
    if a is b:
        return s
    if isinstance(a, Var):
        if occurs(a, b, s):
            raise Fail
        return Subst(a, b, s)
    if isinstance(b, Var):
        return unify(b, a, s)
    if isinstance(a, Pair) and isinstance(b, Pair):
        return unify(a.tail, b.tail, unify(a.head, b.head, s))
    if isinstance(a, Atom) and isinstance(b, Atom) and a.name == b.name:
        return s
    raise Fail


class Stream(object):
    pass


class Empty(Stream):
    pass


class Cons(Stream):
    def __init__(self, s, rest):
        self.s = s
        self.rest = rest


class Suspended(Stream):
    def force(self):
        raise NotImplementedError


class Later(Suspended):
    def __init__(self, goal, s):
        self.goal = goal
        self.s = s

    def force(self):
        return self.goal.run(self.s)


class PlusLater(Suspended):
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def force(self):
        a = self.a
        assert isinstance(a, Suspended)
        return plus(self.b, a.force())


class BindLater(Suspended):
    def __init__(self, stream, goal):
        self.stream = stream
        self.goal = goal

    def force(self):
        stream = self.stream
        assert isinstance(stream, Suspended)
        return bind(stream.force(), self.goal)


EMPTY = Empty()


def plus(a, b):
    if isinstance(a, Empty):
        return b
    if isinstance(a, Cons):
        return Cons(a.s, plus(b, a.rest))
    return PlusLater(a, b)


def bind(stream, goal):
    if isinstance(stream, Empty):
        return stream
    if isinstance(stream, Cons):
        return plus(goal.run(stream.s), bind(stream.rest, goal))
    return BindLater(stream, goal)


class Goal(object):
    def run(self, s):
        raise NotImplementedError


class Equal(Goal):
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def run(self, s):
        try:
            return Cons(unify(self.a, self.b, s), EMPTY)
        except Fail:
            return EMPTY


class And(Goal):
    def __init__(self, goals):
        self.goals = goals

    def run(self, s):
        stream = self.goals[0].run(s)
        for i in range(1, len(self.goals)):
            stream = bind(stream, self.goals[i])
        return stream


class Or(Goal):
    def __init__(self, goals):
        self.goals = goals

    def run(self, s):
        stream = EMPTY
        i = len(self.goals) - 1
        while i >= 0:
            stream = plus(Later(self.goals[i], s), stream)
            i -= 1
        return stream


class Call(Goal):
    """A relation, whose goal is made when it is run."""

    def __init__(self, f, args):
        self.f = f
        self.args = args

    def run(self, s):
        return Later(self.f(self.args), s)


def fresh(*names):
    return [Var(n) for n in names]


def append(args):
    a, b, c = args
    h, t, r = fresh('h', 't', 'r')
    return Or([And([Equal(a, NIL), Equal(b, c)]),
               And([Equal(a, Pair(h, t)), Equal(c, Pair(h, r)), Call(append, [t, b, r])])])


def member(args):
    x, xs = args
    h, t = fresh('h', 't')
    return And([Equal(xs, Pair(h, t)), Or([Equal(x, h), Call(member, [x, t])])])


def lst(*names):
    t = NIL
    for n in reversed(names):
        t = Pair(Atom(n), t)
    return t


def reify(t, s, names):
    t = walk(t, s)
    if isinstance(t, Var):
        if t not in names:
            names[t] = '_%d' % len(names)
        return names[t]
    if isinstance(t, Atom):
        return t.name
    parts = []
    while isinstance(t, Pair):
        parts.append(reify(t.head, s, names))
        t = walk(t.tail, s)
    if t is not NIL:
        parts.append('.')
        parts.append(reify(t, s, names))
    return '(' + ' '.join(parts) + ')'


def solve(goal, terms, limit):
    stream = goal.run(None)
    out = []
    steps = 0
    while len(out) < limit and steps < 500:
        steps += 1
        if isinstance(stream, Empty):
            break
        if isinstance(stream, Cons):
            names = {}
            out.append(' '.join([reify(t, stream.s, names) for t in terms]))
            stream = stream.rest
        else:
            assert isinstance(stream, Suspended)
            stream = stream.force()
    return out


def entry_point(argv):
    x, y, z = fresh('x', 'y', 'z')
    abc = lst('a', 'b', 'c')
    for line in solve(Call(append, [x, y, abc]), [x, y], 10):
        print(line)
    print(solve(Call(append, [lst('a'), lst('b'), x]), [x], 5))
    print(solve(Call(member, [x, abc]), [x], 5))
    print(solve(And([Call(member, [x, abc]), Call(member, [x, lst('c', 'd', 'a')])]), [x], 5))
    print(solve(Call(append, [x, lst('z'), y]), [x, y], 4))
    print(solve(Equal(x, Pair(x, NIL)), [x], 2), solve(Equal(Pair(x, y), Pair(Atom('p'), Pair(x, z))), [x, y, z], 2))
    print(solve(And([Call(member, [x, y]), Call(member, [Atom('q'), y])]), [x, y], 3))
    return 0


def target(driver, args):
    return entry_point, None
