"""One named tuple class with fields of several types."""
from collections import namedtuple

P = namedtuple('P', 'x y')
Entry = namedtuple('Entry', ['key', 'value', 'next'])
Empty = namedtuple('Empty', '')
WithDefault = namedtuple('WithDefault', 'a b c', defaults=[7, 'z'])


class Vec(namedtuple('Vec', 'x y')):
    """A subclass with methods."""
    __slots__ = ()

    def dot(self, other):
        return self.x * other.x + self.y * other.y

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    @property
    def norm2(self):
        return self.x * self.x + self.y * self.y

    @staticmethod
    def unit():
        return Vec(1.0, 0.0)

    @classmethod
    def make2(cls, n):
        return cls(n, n)

    def __str__(self):
        return "<%s, %s>" % (self.x, self.y)

    def moved(self, dx):
        return self._replace(x=self.x + dx)


class Token(namedtuple('Token', 'kind text')):
    def is_op(self):
        return self.kind == 'op'

    def again(self):
        return Token(self.kind + "!", self.text)

    @property
    def both(self):
        return (self.text, self.kind)

    @classmethod
    def number(cls, n):
        return cls('num', n)

    def same(self, other):
        return isinstance(other, Token) and self.kind == other.kind


class Special(Token):
    def is_op(self):
        return not Token.is_op(self)

    def again(self):
        return super().again()


TABLE = {'one': Token('num', 1), 'two': Token('num', 2)}
NAMES = [Token('name', 'a'), Token('name', 'b')]


def swap(p):
    return P(p.y, p.x)


def entry_point(argv):
    a = P(1, 2)
    b = P('a', 2.5)
    c = P([1, 2], {'k': 3})
    d = P(a, b)
    print(a.x + a.y, b.x + "!", b.y * 2, c.x[1], c.y['k'], d.x.x, d.y.x)
    print(a, b, c, d)
    print(a == (1, 2), b == ('a', 2.5), a == P(1, 2), a != P(1, 3), a < P(1, 3), hash(a) == hash((1, 2)))
    x, y = b
    print(x, y, len(a), len(b), a[0], b[1], b[0], a[-1])
    print(swap(a))
    print(a._replace(x=5), b._replace(y=0.5), b._replace(x='q', y=1.0))
    print(P._make([3, 4]), P._make(('s', 't')), P._make("ab"))
    print(a._asdict(), P._fields, a._asdict()['x'])
    print(sorted([P('b', 1.0), P('a', 2.0)]), {P(1, 'x'): 5}[P(1, 'x')])
    e = Entry('k', 1, None)
    f = Entry(1, 'v', a)
    print(e, f, e.value + 1, f.value + '1', f.next.x)
    print(isinstance(a, P), isinstance(a, tuple), isinstance(b, Vec))
    v = Vec(1.0, 2.0)
    w = Vec(0.5, 1.5)
    print(v.dot(v), w.dot(v), v + v, w + w, v.norm2, w.norm2)
    print(Vec.unit(), Vec.make2(3.0), Vec.make2(1.5), v.moved(3.0), w.moved(0.25))
    print(repr(v), "%s %r" % (w, w), [v], v == Vec(1, 2), v == (1, 2))
    t = Token('op', '+')
    print(t.is_op(), Token('num', 3).is_op(), Token('num', 3).text + 1, t)
    n = Token.number(7)
    print(t.again(), n.again(), t.both, n.both, n, n.same(t), t.same(n))
    for x in [Token('op', 'a'), Special('op', 'b')]:
        print(x.is_op(), x.again(), isinstance(x, Special), isinstance(x, Token))
    for x in [Token('op', 1), Special('op', 2)]:
        print(x.is_op(), x.text + 1, isinstance(x, Special), isinstance(x, tuple))
    print(TABLE['two'].text + 1, NAMES[1].text + 'c', TABLE['one'] == Token('num', 1), NAMES[0] == t)
    print(WithDefault(1), WithDefault(1, 'b'), WithDefault(1, b=25), WithDefault(c=1, a=2))
    print(Empty(), len(Empty()))
    total = 0.0
    for name, n in [P('one', 1.5), P('two', 2.5)]:
        total += n
        print(name, n)
    print(total, list(P(3, 4)), sum(P(3, 4)), 3 in P(3, 4), P(3, 4).index(4), P(3, 3).count(3))
    print(P(1, 2) + (3,), P(1, 'z')[:1])
    print(max(P(1, 5), P(2, 0)), tuple(P(1, 2)))
    for item in P(5, 6):
        print(item)
    print(b.__class__.__name__, type(v).__name__)
    return 0


def target(driver, args):
    return entry_point, None
