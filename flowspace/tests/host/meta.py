import sys
import types
import functools

# class factories, exec-made functions, setattr and globals()
def make_class(n):
    class C(object):
        size = n

        def area(self):
            return self.size * n
    C.__name__ = 'C%d' % n
    return C


print([make_class(i)().area() for i in range(4)], make_class(2).__name__)
for i in range(3):
    globals()['const_%d' % i] = i * 10
print(const_0, const_1, const_2)
OPCODES = {}


def opcode(name):
    def deco(f):
        OPCODES[name] = f
        return f
    return deco


@opcode('ADD')
def op_add(a, b):
    return a + b


@opcode('SUB')
def op_sub(a, b):
    return a - b


print([(k, OPCODES[k](5, 3)) for k in sorted(OPCODES)])
src = []
for name in ['x', 'y']:
    src.append('def get_%s(self):\n    return self._%s' % (name, name))
ns = {}
exec('\n'.join(src), ns)


class P(object):
    def __init__(self, x, y):
        self._x = x
        self._y = y


for name in ['x', 'y']:
    setattr(P, name, property(ns['get_' + name]))
print(P(1, 2).x, P(1, 2).y)


class Registry(type):
    classes = []

    def __new__(cls, name, bases, dct):
        c = super(Registry, cls).__new__(cls, name, bases, dct)
        cls.classes.append(name)
        return c


class R1(metaclass=Registry):
    pass


class R2(R1):
    pass


print(Registry.classes, type(R2) is Registry)


class extendabletype(type):
    def __new__(cls, name, bases, dict):
        if name == '__extend__':
            for cls in bases:
                for key, value in dict.items():
                    if key == '__module__' or key == '__qualname__':
                        continue
                    setattr(cls, key, value)
            return None
        return super(extendabletype, cls).__new__(cls, name, bases, dict)


class Ext(metaclass=extendabletype):
    def a(self):
        return 1


class __extend__(Ext):
    def b(self):
        return self.a() + 1


print(Ext().b(), __extend__)


def func_with_new_name(f, name):
    g = types.FunctionType(f.__code__, f.__globals__, name, f.__defaults__, f.__closure__)
    g.__dict__.update(f.__dict__)
    return g


g = func_with_new_name(op_add, 'renamed')
print(g.__name__, g(1, 2), op_add.__name__)


def outer():
    x = 5

    def inner():
        return x
    return inner


print(func_with_new_name(outer(), 'i2')(), outer().__closure__[0].cell_contents)


class Enum(object):
    def __init__(self, *names):
        for i, n in enumerate(names):
            setattr(self, n, i)
        self._names = names

    def __iter__(self):
        return iter(self._names)

    def __getitem__(self, i):
        return self._names[i]


e = Enum('A', 'B', 'C')
print(e.B, list(e), e[0], [getattr(e, n) for n in e])


def methods_of(cls):
    return sorted([n for n in dir(cls) if not n.startswith('_')])


print(methods_of(Enum), methods_of(P), 'const_1' in globals(), 'zzz' in dir())
print(sorted(vars(P(3, 4)).items()), hasattr(P, '__init__'), P.__init__.__name__)


class WithInit(P):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.extra = kwargs


print(WithInit(1, y=2).y, WithInit(x=1, y=2).extra)


class A:
    def __init__(self):
        self.log = []

    def hi(self):
        self.log.append('A')
        return self.log


class B(A):
    def hi(self):
        self.log.append('B')
        return super().hi()


class C(A):
    def hi(self):
        self.log.append('C')
        return super().hi()


class D(B, C):
    def hi(self):
        self.log.append('D')
        return super().hi()


print(D().hi())
try:
    class Bad(A, D):
        pass
except TypeError as ex:
    print(str(ex).split(' for')[0])


class Cached(object):
    def __init__(self, f):
        self.f = f
        self.cache = {}

    def __call__(self, *args):
        if args not in self.cache:
            self.cache[args] = self.f(*args)
        return self.cache[args]

    def __get__(self, obj, cls):
        return functools.partial(self, obj)


@Cached
def slow(x):
    print('computing')
    return x * 2


print(slow(4), slow(4))


class UsesCached(object):
    @Cached
    def m(self, k):
        return k + 1


print(UsesCached().m(3))


def frame_name():
    return sys._getframe(1).f_code.co_name


def caller():
    return frame_name()


print(caller(), sys._getframe().f_globals is globals())


class Body(object):
    def helper(n):
        return n * 2
    table = [helper(i) for i in [1, 2, 3]] if False else list(map(helper, [1, 2, 3]))
    for _k in ('one', 'two'):
        locals()[_k] = len(_k)
    del _k
    lines = []
    lines += ['x']


print(Body.table, Body.one, Body.lines, hasattr(Body, '_k'))
o = object()
print(o == o, o == object(), isinstance(o, object), {o: 1}[o], bool(o))
print(type('X', (), {})().__class__.__name__, type(P) is type, isinstance(P, type))
x = [1, 2, 3]
x[0], x[1] = x[1], x[0]
print(x, [*x, *x], {**{'a': 1}, 'b': 2}, (*x,), max(*x))
a = b = []
a.append(1)
print(b, a is b)
n = 0
def incr():
    global n
    n += 1
    return n
print(incr() < incr() < incr(), n)
print([[j for j in range(i)] for i in range(3)], {k: v for k, v in zip('ab', range(2))}, [(y, z) for y in 'ab' for z in 'cd' if y + z != 'ad'])
print(sum(len(w) for w in 'the quick brown'.split()), ','.join(str(i) for i in range(3)), dict((k, 1) for k in 'ab'))
print((lambda: (yield))() is not None, [f(3) for f in [lambda v, k=k: v * k for k in range(3)]])
if (w := 5) > 3:
    print('walrus', w)
print('%s' % ((1, 2),), '%s %s' % ('a', (1,)), 'a' if 0 else 'b', not 1 or 2, 1 and 0 or 3)
try:
    raise Exception('multi', 'args')
except Exception as ex:
    print(ex, repr(ex), ex.args)
class Weird(object):
    def __eq__(self, other): return True
    def __hash__(self): return 7
print(Weird() == 5, Weird() != 5, 5 == Weird(), Weird() in [1], len({Weird(): 1, Weird(): 2}), {Weird(), Weird()} and 1)
class Cmp(object):
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __gt__(self, o): return self.v > o.v
print(Cmp(1) < Cmp(2), Cmp(1) > Cmp(2), [c.v for c in sorted([Cmp(3), Cmp(1)])], max(Cmp(1), Cmp(9)).v)
class It(object):
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
print(list(It(3)), sum(It(4)), [*It(2)], dict.fromkeys(It(2)), tuple(It(2)), 1 in It(3))
class Seq(object):
    def __len__(self): return 3
    def __getitem__(self, i):
        if isinstance(i, slice): return (i.start, i.stop, i.step)
        if i >= 3: raise IndexError
        return i * i
print(list(Seq()), Seq()[1:2], Seq()[::2], list(reversed(Seq())), 4 in Seq(), Seq()[-1])
import struct
print(struct.pack('<iHb', 1, 2, -1) == b'\x01\x00\x00\x00\x02\x00\xff', struct.unpack('>q', struct.pack('>q', -5)), struct.calcsize('iq'))
import inspect
print(inspect.getfullargspec(lambda a, b=1, *c, d, **e: 0)[:4], inspect.isfunction(op_add), inspect.isclass(P))
from contextlib import contextmanager
@contextmanager
def ctx(n):
    print('in', n)
    try:
        yield n * 2
    finally:
        print('out', n)
with ctx(4) as v:
    print(v)
try:
    with ctx(5):
        raise KeyError('k')
except KeyError as ex:
    print('through', ex)
def g():
    try:
        x = yield 1
        print('got', x)
        yield 2
    except ValueError as ex:
        yield 'handled %s' % ex
it = g()
print(next(it), it.throw(ValueError('z')))
def ret():
    yield 1
    return 99
def deleg():
    r = yield from ret()
    print('r', r)
print(list(deleg()))
for i, (a, b) in enumerate([(1, 2), (3, 4)]):
    print(i, a, b)
for x in []:
    pass
else:
    print('empty else')
def many(*args, sep='-'):
    return sep.join(map(str, args))
print(many(1, 2, sep='+'), many(*range(3)), many(*'ab', *'cd'))
del x
try:
    x
except NameError as ex:
    print(ex)
print(1 if [] else 2, [] or {} or 0, 'end', sep='|')
