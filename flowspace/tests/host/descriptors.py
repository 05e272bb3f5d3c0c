"""Descriptors, attribute hooks, slots, class creation hooks."""


class Celsius(object):
    def __init__(self, name):
        self.name = name

    def __get__(self, obj, objtype=None):
        if obj is None:
            return self
        return obj.__dict__.get(self.name, 'unset of ' + objtype.__name__)

    def __set__(self, obj, value):
        if value < -273:
            raise ValueError('too cold: %r' % value)
        obj.__dict__[self.name] = value

    def __delete__(self, obj):
        del obj.__dict__[self.name]


class Named(object):
    def __set_name__(self, owner, name):
        self.label = owner.__name__ + '.' + name

    def __get__(self, obj, objtype):
        return self.label


class Room(object):
    temp = Celsius('temp')
    a = Named()
    b = Named()


r = Room()
print(r.temp, type(Room.temp).__name__, Room.a, r.b)
r.temp = 20
print(r.temp, r.__dict__)
r.__dict__['a'] = 'shadows a non-data descriptor'
print(r.a)
r.__dict__['temp'] = 99
print(r.temp)
del r.temp
print(r.temp)
try:
    r.temp = -300
except ValueError as e:
    print('ValueError', e)


class NonData(object):
    def __get__(self, obj, objtype=None):
        return 'from descriptor'


class Holder(object):
    x = NonData()


h = Holder()
print(h.x, Holder.x)
h.x = 'own'
print(h.x, Holder.x, vars(h))


# __getattr__, __getattribute__, __setattr__, __delattr__
class Dyn(object):
    real = 'class attribute'

    def __init__(self):
        object.__setattr__(self, 'log', [])

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        return 'dyn_' + name

    def __setattr__(self, name, value):
        self.log.append(('set', name, value))
        super(Dyn, self).__setattr__(name, value)

    def __delattr__(self, name):
        self.log.append(('del', name))
        object.__delattr__(self, name)


d = Dyn()
d.x = 1
d.y = 2
del d.y
print(d.x, d.y, d.real, d.log)
print(getattr(d, '_private', 'default'), hasattr(d, 'anything'), hasattr(d, '_no'))
try:
    d._missing
except AttributeError as e:
    print('AttributeError', e)


class Spy(object):
    def __init__(self):
        self.n = 3

    def __getattribute__(self, name):
        if name == 'secret':
            return 'intercepted'
        return super().__getattribute__(name)


print(Spy().secret, Spy().n)


class Proxy(object):
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)


p = Proxy([3, 1, 2])
p.sort()
print(p._target, p.index(2))


# __slots__
class Point(object):
    __slots__ = ('x', 'y')

    def __init__(self, x, y):
        self.x = x
        self.y = y


pt = Point(1, 2)
print(pt.x, pt.y, hasattr(pt, '__dict__'), Point.__slots__)
try:
    pt.z = 3
except AttributeError as e:
    print('AttributeError', e)
del pt.x
try:
    pt.x
except AttributeError as e:
    print('AttributeError:', e)


class Point3(Point):
    __slots__ = ['z']


p3 = Point3(4, 5)
p3.z = 6
print(p3.x, p3.y, p3.z)


class Open(Point):
    pass


o = Open(1, 2)
o.extra = 'ok'
print(o.extra, o.x, "extra" in o.__dict__)


# __init_subclass__, __class_getitem__, class keyword arguments
class Base(object):
    registry = []

    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag
        cls.registry.append(cls.__name__)

    def __class_getitem__(cls, item):
        return '%s[%s]' % (cls.__name__, item)


class A(Base, tag='first'):
    pass


class B(A):
    pass


print(Base.registry, A.tag, B.tag, Base[3])


# __new__
class Single(object):
    _inst = None

    def __new__(cls, *args):
        if cls._inst is None:
            cls._inst = object.__new__(cls)
        return cls._inst

    def __init__(self, v):
        self.v = v


s1, s2 = Single(1), Single(2)
print(s1 is s2, s1.v)


class Even(int):
    def __new__(cls, v):
        return super().__new__(cls, v // 2 * 2)

    def __add__(self, other):
        return Even(int(self) + other)


e = Even(7)
print(e, e + 3, type(e + 3).__name__, isinstance(e, int), e == 6, e * 2)


class Other(object):
    def __new__(cls):
        return 42

    def __init__(self):
        print('never')


print(Other())


class Str(str):
    def __new__(cls, a, b):
        self = str.__new__(cls, a + b)
        self.parts = (a, b)
        return self


s = Str('ab', 'cd')
print(s, s.parts, s.upper(), len(s), s == 'abcd', {s: 1}['abcd'])


class Tup(tuple):
    def __new__(cls, *items):
        return tuple.__new__(cls, items)

    @property
    def first(self):
        return self[0]


print(Tup(1, 2, 3), Tup(5, 6).first, len(Tup()), Tup(1) + (2,))


# properties
class Temp(object):
    """A class with a documented property."""

    def __init__(self):
        self._v = 0

    @property
    def v(self):
        """The value."""
        return self._v

    @v.setter
    def v(self, value):
        self._v = value * 2

    @v.deleter
    def v(self):
        self._v = -1

    w = property(lambda self: self._v + 1, doc='plus one')

    def _get_q(self):
        return 'base q'
    q = property(lambda self: self._get_q())


class Temp2(Temp):
    def _get_q(self):
        return 'derived q'

    @Temp.v.getter
    def v(self):
        return 'got %d' % self._v


t = Temp()
t.v = 4
print(t.v, t.w, Temp.v.__doc__, Temp.w.__doc__, Temp.__doc__)
del t.v
print(t.v, Temp2().q)
t2 = Temp2()
t2.v = 8
print(t2.v)
try:
    t.w = 1
except AttributeError as e:
    print(type(e).__name__)
print(Temp.v.fget.__name__, isinstance(Temp.__dict__['v'], property))


# static and class methods
class M(object):
    kind = 'M'

    @staticmethod
    def st(a, b=2):
        return a + b

    @classmethod
    def cm(cls, x):
        return cls.kind + str(x)

    @classmethod
    def make(cls):
        return cls()


class N(M):
    kind = 'N'


print(M.st(1), M().st(1, 5), M.cm(1), N.cm(2), N().cm(3), type(N.make()).__name__)
print(M.cm.__self__ is M, M.cm.__func__.__name__, M.__dict__['st'].__func__ is M.st)
m = M()
f = m.make
print(f.__self__ is M, f.__name__)
print(M.st.__name__, M.__dict__['cm'].__class__.__name__)


# methods as objects
class K(object):
    def meth(self, a):
        """docs of meth"""
        return (self.__class__.__name__, a)


k = K()
bm = k.meth
print(bm(1), bm.__func__ is K.meth, bm.__self__ is k, bm.__name__, bm.__doc__)
print(K.meth(k, 2), k.meth == k.meth, k.meth is k.meth, hash(k.meth) == hash(bm))
K.extra = lambda self: 'added'
print(k.extra())
k.own = lambda: 'own, not bound'
print(k.own())
import types
k.bound = types.MethodType(lambda self, n: (type(self).__name__, n), k)
print(k.bound(9))
print(sorted(n for n in dir(k) if not n.startswith('__')))
print(sorted(n for n in K.__dict__ if not n.startswith('__')))


# special methods are looked up on the type
class L(object):
    def __len__(self):
        return 3


l = L()
l.__len__ = lambda: 99
print(len(l), bool(l))
L.__len__ = lambda self: 0
print(len(l), bool(l))
print(Room.__name__, Room.__module__, Room.__qualname__, K.meth.__qualname__)
