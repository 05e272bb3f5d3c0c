"""itertools, functools, collections, operator, copy, contextlib, enum, abc."""
import itertools as it, functools, collections, operator, copy, abc, enum, types, warnings
from collections import namedtuple, deque, defaultdict, OrderedDict, Counter, ChainMap

print(list(it.islice(it.count(5, 2), 3)), list(it.chain([1], (2,), 'a')), list(it.chain.from_iterable([[1], [2, 3]])), list(it.repeat('x', 2)), list(it.islice(it.cycle('ab'), 5)), list(it.takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(it.dropwhile(lambda x: x < 3, [1, 3, 1])), list(it.islice(range(10), 2, 8, 3)), list(it.islice('abc', None)))
print(list(it.product('ab', [1, 2])), list(it.product([0, 1], repeat=2)), list(it.permutations('abc', 2)), len(list(it.permutations(range(4)))), list(it.combinations('abcd', 2)), list(it.combinations_with_replacement('ab', 2)), list(it.product()), list(it.product('a', '')))
print([(k, list(g)) for k, g in it.groupby('aabbca')], [(k, len(list(g))) for k, g in it.groupby([1, 3, 2, 4, 5], key=lambda v: v % 2)], [k for k, g in it.groupby('aab')], list(it.accumulate([1, 2, 3])), list(it.accumulate([1, 2, 3], operator.mul)), list(it.accumulate([1], initial=5)), list(it.starmap(pow, [(2, 3), (3, 2)])), list(it.compress('abc', [1, 0, 1])), list(it.filterfalse(lambda v: v % 2, range(5))), list(it.zip_longest('ab', [1], fillvalue='-')), list(it.pairwise([1, 2, 3])))
a, b = it.tee(iter([1, 2, 3]))
print(next(a), list(b), list(a))
i = iter(range(10)); print(list(it.islice(i, 2, 4)), next(i))
for bad in [lambda: it.islice([], -1), lambda: it.islice([], 0, None, 0)]:
    try:
        list(bad())
    except ValueError as e:
        print('ValueError')

# functools
p = functools.partial(int, base=2)
print(p('101'), p.func is int, p.keywords, p.args, functools.partial(functools.partial(max, 3), 7)(5), functools.reduce(lambda x, y: x * y, [1, 2, 3, 4]), functools.reduce(operator.add, [], 'init'))
calls = []


@functools.lru_cache(maxsize=2)
def sq(x):
    """Square."""
    calls.append(x)
    return x * x


print(sq(2), sq(2), sq(3), sq(4), sq(2), calls, sq.cache_info(), sq.__name__, sq.__doc__, sq.__wrapped__(5))
sq.cache_clear(); print(sq.cache_info())


@functools.total_ordering
class V(object):
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v


print(V(1) <= V(1), V(2) > V(1), V(1) >= V(2), V(1) != V(2))


class CP(object):
    n = 0

    @functools.cached_property
    def val(self):
        self.n += 1
        return self.n

    def add(self, a, b): return a + b
    add5 = functools.partialmethod(add, 5)


c = CP(); print(c.val, c.val, c.n, c.add5(3))


@functools.singledispatch
def show(x): return 'obj'


@show.register(int)
def _(x): return 'int'


@show.register(list)
def _(x): return 'list'


print(show(1), show([]), show('s'), show(True))


def deco(f):
    @functools.wraps(f)
    def inner(*a, **k):
        return f(*a, **k)
    return inner


@deco
def documented():
    """docs"""


print(documented.__name__, documented.__doc__, documented.__wrapped__.__name__)

# collections
P = namedtuple('P', 'x y')
p = P(1, y=2)
print(p, p.x, p[1], p._replace(x=5), p._asdict(), P._fields, P._make([3, 4]), p == (1, 2), tuple(p), isinstance(p, tuple), len(p), P.__name__, P(*[7, 8]), hash(p) == hash((1, 2)), sorted([P(2, 1), P(1, 9)]))
Q = namedtuple('Q', ['a', 'b', 'c'], defaults=[8, 9]); print(Q(1), Q(1, 2), Q._field_defaults, namedtuple('R', 'a def a', rename=True)._fields)
x, y = p; print(x, y)


class Sub(namedtuple('Base', 'm n')):
    __slots__ = ()

    def total(self): return self.m + self.n


print(Sub(1, 2), Sub(1, 2).total())
for bad in [lambda: P(1), lambda: P(1, 2, 3), lambda: P(1, z=2), lambda: namedtuple('A', 'def'), lambda: namedtuple('A', 'x x')]:
    try:
        bad()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
d = deque([1, 2, 3]); d.appendleft(0); d.append(4); d.rotate(2)
print(d, d[0], d[-1], d.pop(), d.popleft(), list(d), len(d), deque('abc', 2), deque([1], maxlen=3), 2 in d, d.count(1), deque([1]) == deque([1]), list(reversed(d)))
d.extendleft('xy'); d.remove(1); d.insert(1, 'ins'); print(d, d.index('x'), d.copy() == d); d.reverse(); print(d); d.clear(); print(d)
try:
    d.pop()
except IndexError as e:
    print(e)
q = deque(range(100))
for _ in range(500): q.append(q.popleft()); q.appendleft(q.pop())
print(list(q)[:3], len(q))
dd = defaultdict(list); dd['a'].append(1); print(dd, dd['b'], len(dd), dd.get('zz'), dict(dd), defaultdict(int, {'x': 1})['y'], dd.copy() == dd)
od = OrderedDict([('b', 1), ('a', 2)]); od['c'] = 3; od.move_to_end('b'); print(len(od), list(od), od.popitem(), od.popitem(last=False), od == {'c': 3} or list(od), OrderedDict(a=1) == OrderedDict(a=1))
c = Counter('abracadabra'); print(c, c.most_common(2), c['z'], sum(c.values()), sorted(c.elements())[:3], c + Counter('aq'), c - Counter('aaab'), Counter(a=1) | Counter(a=3), Counter(a=2) & Counter(a=1), Counter({'x': 2}).total())
c.subtract('aaa'); c.update({'a': 10}); print(c['a'], Counter([1, 1]).items())
cm = ChainMap({'a': 1}, {'a': 2, 'b': 3}); print(cm['a'], cm['b'], sorted(cm), len(cm), 'b' in cm, cm.new_child({'c': 9})['c'], cm.get('q', 0))
from collections.abc import Mapping, MutableMapping, Iterable, Callable, Sequence, Hashable, Sized, Set, MutableSequence
print(isinstance({}, Mapping), isinstance([], Sequence), isinstance('', Sequence), isinstance((), Iterable), isinstance(5, Iterable), callable(len) and isinstance(len, Callable), isinstance([], Hashable), isinstance((), Hashable), isinstance(set(), Set), isinstance({}.keys(), Set), issubclass(dict, MutableMapping), isinstance(lambda: 0, Callable), isinstance(iter([]), collections.abc.Iterator), isinstance((i for i in []), collections.abc.Generator), isinstance([], Sized))


class MM(MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)


m = MM(); m['a'] = 1; m.update(b=2); m.setdefault('c', 3)
print(list(m), m.get('z'), m.pop('a'), 'b' in m, list(m.items()), list(m.values()), m == {'b': 2, 'c': 3}, len(m), m.popitem(), isinstance(m, Mapping))
try:
    MutableMapping()
except TypeError as e:
    print('TypeError', str(e)[:40])


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): "area"

    @property
    @abc.abstractmethod
    def name(self): pass

    def describe(self): return '%s %d' % (self.name, self.area())


class Square(Shape):
    name = 'square'
    def area(self): return 4


class Half(Shape):
    def area(self): return 2


print(Square().describe(), sorted(Half.__abstractmethods__), issubclass(Square, Shape))
for cls in (Shape, Half):
    try:
        cls()
    except TypeError as e:
        print('TypeError', str(e).split(' with')[0])


@Shape.register
class Reg(object):
    pass


print(isinstance(Reg(), Shape), issubclass(Reg, Shape), isinstance(3, Shape))

# operator
print(operator.itemgetter(1, 0)('ab'), operator.attrgetter('x.real')(P(3, 4)), operator.methodcaller('upper')('a'), operator.attrgetter('x', 'y')(p), operator.concat([1], [2]), operator.truth([]), operator.contains([1], 1), operator.indexOf('abc', 'b'), operator.countOf('aab', 'a'), operator.__add__(1, 2), operator.index(True), operator.not_(1), operator.is_(None, None), operator.xor(6, 3), operator.truediv(7, 2), operator.floordiv(7, 2), operator.pow(2, 5), operator.lshift(1, 3), operator.inv(5))

# copy
class Node(object):
    def __init__(self, v): self.v = v; self.links = []


n = Node(1); n.links.append(n); n2 = copy.deepcopy(n)
print(n2.links[0] is n2, n2.v, n2 is not n, copy.copy(n).links is n.links)


class Slotted(object):
    __slots__ = ['a']


s = Slotted(); s.a = [1]; print(copy.copy(s).a is s.a, copy.deepcopy(s).a == [1], copy.deepcopy(s).a is s.a)


class DL(list):
    pass


dl = DL([1, [2]]); dl.tag = 't'; dl2 = copy.deepcopy(dl); print(dl2, type(dl2).__name__, dl2.tag, dl2[1] is dl[1], copy.copy(dl)[1] is dl[1])


class Custom(object):
    def __copy__(self): return 'copied'
    def __deepcopy__(self, memo): return 'deep'


print(copy.copy(Custom()), copy.deepcopy([Custom()]), copy.deepcopy((1, [2])), copy.copy(P(1, 2)), copy.deepcopy({1: {2: 3}}), list(copy.deepcopy(OrderedDict(a=[1])).items()), copy.deepcopy(defaultdict(list, a=[1])), copy.copy({1, 2}), copy.copy(len) is len)
e = copy.copy(KeyError('k')); print(repr(e))

# enum
class Color(enum.Enum):
    RED = 1
    GREEN = 'g'
    BLUE = enum.auto()
    CRIMSON = 1

    def lower(self): return self.name.lower()

    @classmethod
    def first(cls): return cls.RED


print(Color.RED, repr(Color.GREEN), Color.RED.value, Color('g'), Color['BLUE'], list(Color), len(Color), Color.CRIMSON is Color.RED, Color.RED.lower(), Color.first(), Color.BLUE.value, isinstance(Color.RED, Color), Color.RED == Color.RED, Color.RED != Color.GREEN, Color.RED in Color, {Color.RED: 1}[Color(1)], sorted(Color.__members__), type(Color.RED).__name__)
for bad in [lambda: Color(99), lambda: Color['X'], lambda: setattr(Color, 'RED', 2)]:
    try:
        bad()
    except (ValueError, KeyError, AttributeError) as e:
        print(type(e).__name__, e)


class Op(enum.IntEnum):
    ADD = 1
    SUB = 2


print(Op.ADD, repr(Op.SUB), Op.ADD + 1, Op.ADD < Op.SUB, Op(2), [10, 20, 30][Op.SUB], Op.ADD == 1, '%d' % Op.SUB, int(Op.SUB), sorted([Op.SUB, Op.ADD]), isinstance(Op.ADD, int), f'{Op.ADD}', hash(Op.ADD) == hash(1), {1: 'a'}[Op.ADD])


class Perm(enum.IntFlag):
    R = 4
    W = 2
    X = 1


class Fl(enum.Flag):
    A = enum.auto()
    B = enum.auto()
    C = enum.auto()


print(Perm.R | Perm.W, (Perm.R | Perm.W).value, Perm.R in (Perm.R | Perm.X), Perm.R & Perm.W, bool(Perm.R & Perm.W), Perm.R == 4, Fl.A | Fl.C, (Fl.A | Fl.B) & Fl.B, Fl.C.value, repr(Fl.A | Fl.B), ~Fl.A, bool(Fl.A), Fl.A in (Fl.A | Fl.B))


class Planet(enum.Enum):
    EARTH = (5.9, 6.3)
    MARS = (0.6, 3.3)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius


print(Planet.EARTH.mass, Planet.MARS.value, Planet((0.6, 3.3)), [p.radius for p in Planet])
Anim = enum.Enum('Anim', 'CAT DOG'); print(list(Anim), Anim.DOG.value, Anim.CAT.name)
try:
    @enum.unique
    class Dup(enum.Enum):
        A = 1
        B = 1
except ValueError as e:
    print(e)
print(types.SimpleNamespace(a=1, b='x'), types.SimpleNamespace(a=1) == types.SimpleNamespace(a=1), isinstance(lambda: 0, types.FunctionType), isinstance(len, types.BuiltinFunctionType), isinstance(types, types.ModuleType), type(abs).__name__)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    warnings.warn('careful', UserWarning)
    print(len(w), str(w[0].message), w[0].category.__name__)
