class A(object):
    """doc of A"""
    x = 1

    def __init__(self, v=0):
        self.v = v

    def f(self):
        return 'A.f', self.v

    @property
    def p(self):
        return self.v * 2

    @p.setter
    def p(self, v):
        self.v = v // 2

    @staticmethod
    def s(a):
        return a + 1

    @classmethod
    def c(cls):
        return cls.__name__

    def __repr__(self):
        return 'A(%r)' % self.v

    def __eq__(self, o):
        return isinstance(o, A) and o.v == self.v

    def __hash__(self):
        return hash(self.v)

    def __add__(self, o):
        return A(self.v + (o.v if isinstance(o, A) else o))
    __radd__ = __add__

    def __lt__(self, o):
        return self.v < o.v

    def __len__(self):
        return self.v

    def __getitem__(self, i):
        if i >= self.v:
            raise IndexError(i)
        return i * 10

    def __contains__(self, i):
        return i == 99

    def __call__(self, *a, **k):
        return a, sorted(k.items())

    def __iadd__(self, o):
        self.v += o
        return self


class B(A):
    def f(self):
        return 'B.f', super().f(), A.f(self)


class C(A):
    def f(self):
        return 'C.f', super(C, self).f()


class D(B, C):
    pass


a = A(3)
print(a, a.f(), a.p, A.s(4), a.s(5), A.c(), B.c(), D().c())
a.p = 20
print(a.v, a + 1, 1 + a, a == A(10), a != A(10), A(1) < A(2), len(a), a[2], list(A(3)), 99 in a, 5 in a)
print(a(1, 2, k=3), bool(A(0)), bool(A(1)))
a += 5
print(a, {A(1): 'one'}[A(1)], A(1) in [A(1)], [A(1)].index(A(1)))
print(D(1).f(), [k.__name__ for k in D.__mro__], D.__bases__, A.__doc__)
print(sorted([A(3), A(1), A(2)]), max(A(3), A(5)))
print(hasattr(a, 'zz'), getattr(a, 'zz', 5), getattr(a, 'v'), A.x, a.x)
A.x = 7
print(a.x, B.x, D.x)
a.x = 8
print(a.x, A.x, sorted(a.__dict__))
del a.x
print(a.x)
try:
    a.nope
except AttributeError as e:
    print(e)


class Meta(type):
    def __new__(mcs, name, bases, ns):
        ns['tag'] = name.lower()
        return type.__new__(mcs, name, bases, ns)

    def __init__(cls, name, bases, ns):
        super().__init__(name, bases, ns)
        cls.inited = True

    def __call__(cls, *args):
        r = super().__call__(*args)
        r.made = 'by meta'
        return r

    def __iter__(cls):
        return iter([1, 2])


class M(metaclass=Meta):
    def __init__(self, z):
        self.z = z


class N(M):
    pass


print(M.tag, N.tag, N.inited, N(3).made, N(4).z, type(N).__name__, list(N))

T = type('T', (A,), {'f': lambda self: 'T', 'y': 5})
print(T(1).f(), T.y, T.__name__, isinstance(T(), A), issubclass(T, A))


class Desc(object):
    def __get__(self, o, t):
        if o is None:
            return 'class access'
        return o.__dict__.get('_d', 'unset')

    def __set__(self, o, v):
        o.__dict__['_d'] = v


class E(object):
    d = Desc()

    def __getattr__(self, n):
        if n.startswith('dyn_'):
            return n[4:]
        raise AttributeError(n)


e = E()
print(E.d, e.d, e.dyn_foo)
e.d = 5
print(e.d, hasattr(e, 'other'))


class Base:
    registry = []

    def __init_subclass__(cls, **kw):
        super().__init_subclass__()
        Base.registry.append((cls.__name__, sorted(kw)))


class S1(Base):
    pass


class S2(Base, flag=1):
    pass


print(Base.registry)


class MyInt(int):
    def double(self):
        return MyInt(self * 2)


i = MyInt(4)
print(i, i + 1, i.double(), isinstance(i, int), type(i.double()).__name__, i == 4, {4: 'x'}[i])


class MyList(list):
    def first(self):
        return self[0]

    def append(self, x):
        list.append(self, x * 2)


ml = MyList([1, 2])
ml.append(5)
print(ml, ml.first(), len(ml), sum(ml), isinstance(ml, list), ml == [1, 2, 10])


class MyDict(dict):
    def __missing__(self, k):
        return k * 2

    def __getattr__(self, n):
        return self[n]


md = MyDict(a=1)
print(md, md['a'], md['b'], md.a, len(md), 'a' in md)


class MyStr(str):
    def shout(self):
        return self.upper() + '!'


print(MyStr('hey').shout(), MyStr('a') + 'b', 'x'.join([MyStr('1'), '2']), MyStr('k') == 'k')


class New(object):
    inst = None

    def __new__(cls, *a):
        if cls.inst is None:
            cls.inst = object.__new__(cls)
        return cls.inst


print(New() is New(), New(1, 2) is New())


class Slots(object):
    __slots__ = ['a', 'b']

    def __init__(self):
        self.a = 1


print(Slots().a)


def deco(cls):
    cls.decorated = True
    return cls


@deco
class Z:
    class Inner:
        q = 1

    def m(self):
        return __class__.__name__


print(Z.decorated, Z.Inner.q, Z().m(), Z.m.__name__, Z.m.__qualname__, Z.Inner.__qualname__)


class Ops:
    def __init__(self, n):
        self.n = n

    def __neg__(self): return ('neg', self.n)
    def __pos__(self): return ('pos', self.n)
    def __invert__(self): return ('inv', self.n)
    def __sub__(self, o): return ('sub', o)
    def __rsub__(self, o): return ('rsub', o)
    def __mul__(self, o): return NotImplemented
    def __floordiv__(self, o): return ('fd', o)
    def __mod__(self, o): return ('mod', o)
    def __and__(self, o): return ('and', o)
    def __rshift__(self, o): return ('rs', o)
    def __pow__(self, o): return ('pow', o)
    def __index__(self): return self.n
    def __str__(self): return 'Ops<%d>' % self.n
    def __setitem__(self, k, v): print('set', k, v)
    def __delitem__(self, k): print('del', k)
    def __enter__(self): print('enter'); return self
    def __exit__(self, t, v, tb): print('exit', t.__name__ if t else None); return t is KeyError


o = Ops(2)
print(-o, +o, ~o, o - 1, 1 - o, o // 3, o % 4, o & 5, o >> 6, o ** 7, [1, 2, 3][o], str(o))
o[1] = 2
del o[3]
try:
    o * 3
except TypeError as e:
    print('TypeError', e)
with o as oo:
    print(oo is o)
with o:
    raise KeyError(1)
try:
    with o:
        raise ValueError('v')
except ValueError as e:
    print('caught', e)
print(A.f.__get__(A(2), A)(), vars(A(3)), callable(o), callable(A))
