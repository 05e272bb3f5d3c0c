"""Metaclasses, MRO, super, multiple inheritance."""


class Meta(type):
    made = []

    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        return {'prepared': name.lower()}

    def __new__(mcs, name, bases, ns, **kw):
        ns = dict(ns)
        ns['via_new'] = True
        cls = super().__new__(mcs, name, bases, ns)
        mcs.made.append((name, [b.__name__ for b in bases], sorted(kw.items())))
        return cls

    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
        cls.init_kw = kw

    def __call__(cls, *args, **kw):
        obj = super().__call__(*args, **kw)
        obj.called_by = type(cls).__name__
        return obj

    def __len__(cls):
        return 7

    def __iter__(cls):
        return iter(['i1', 'i2'])

    def __getitem__(cls, k):
        return (cls.__name__, k)

    def __contains__(cls, k):
        return k == 'yes'

    def __getattr__(cls, name):
        if name.startswith('auto_'):
            return name[5:]
        raise AttributeError(name)

    def __repr__(cls):
        return '<class %s>' % cls.__name__

    @property
    def meta_prop(cls):
        return cls.__name__ + '!'

    def meta_method(cls):
        return 'mm ' + cls.__name__


class X(metaclass=Meta, option=1):
    def __init__(self, v=0):
        self.v = v


class Y(X, other=2):
    pass


print(Meta.made, X.via_new, X.prepared, Y.prepared, X.init_kw, Y.init_kw)
x = Y(5)
print(x.v, x.called_by, len(X), list(X), X['k'], 'yes' in X, 'no' in X, X.auto_foo)
print(X.meta_prop, Y.meta_method(), repr(X), hasattr(x, 'meta_method'), type(Y) is Meta)
try:
    X.nothing
except AttributeError as e:
    print('AttributeError', e)
Z = Meta('Z', (X,), {'attr': 3})
print(Z.attr, Z.via_new, type(Z).__name__, issubclass(Z, X))


class OldStyle(object):
    __metaclass__ = Meta     # no effect with Python 3 as the oracle
    n = 1


print(OldStyle.n)

# type() with three arguments
T = type('T', (object,), {'hello': lambda self: 'hi from ' + type(self).__name__, 'k': 5})
U = type('U', (T,), dict(k=6))
print(U().hello(), U.k, U.__bases__, U.__mro__[1].__name__, U.__name__)


# conflicting metaclasses
class M1(type):
    pass


class M2(type):
    pass


class C1(metaclass=M1):
    pass


class C2(metaclass=M2):
    pass


try:
    class C3(C1, C2):
        pass
except TypeError as e:
    print('TypeError', str(e)[:18])


# a function as metaclass
def upper_attrs(name, bases, ns):
    return type(name, bases, dict((k.upper() if not k.startswith('__') else k, v)
                                  for k, v in ns.items()))


class UP(metaclass=upper_attrs):
    foo = 1


print(UP.FOO, hasattr(UP, 'foo'))


# MRO
class O(object):
    pass


class A(O):
    def who(self):
        return ['A']


class B(O):
    def who(self):
        return ['B']


class C(A):
    def who(self):
        return ['C'] + super().who()


class D(B, A):
    def who(self):
        return ['D'] + super(D, self).who()


class E(C, A):
    def who(self):
        return ['E'] + super().who()


print([c.__name__ for c in D.__mro__], [c.__name__ for c in E.mro()], D().who(), E().who())
try:
    class Bad(A, C):
        pass
except TypeError as e:
    print('TypeError', str(e).split('\n')[0])


# cooperative super in a diamond
class Root(object):
    def __init__(self, **kw):
        self.trace = ['Root']
        assert not kw, kw


class Left(Root):
    def __init__(self, left=None, **kw):
        super().__init__(**kw)
        self.trace.append('Left%s' % left)


class Right(Root):
    def __init__(self, right=None, **kw):
        super().__init__(**kw)
        self.trace.append('Right%s' % right)


class Bottom(Left, Right):
    def __init__(self):
        super().__init__(left=1, right=2)
        self.trace.append('Bottom')


print(Bottom().trace, [c.__name__ for c in Bottom.__mro__])


# mixins
class CompareMixin(object):
    def __eq__(self, other):
        return self.key() == other.key()

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self.key() < other.key()

    def __hash__(self):
        return hash(self.key())


class ReprMixin(object):
    def __repr__(self):
        return '%s(%s)' % (type(self).__name__, self.key())


class P(CompareMixin, ReprMixin):
    def __init__(self, n):
        self.n = n

    def key(self):
        return self.n


print(sorted([P(3), P(1), P(2)]), P(1) == P(1), P(1) != P(2), len({P(1), P(1), P(2)}), min(P(4), P(2)))


# super with properties, class methods, static
class S1(object):
    @property
    def p(self):
        return 'S1p'

    @classmethod
    def c(cls):
        return 'S1c of ' + cls.__name__

    @staticmethod
    def s():
        return 'S1s'


class S2(S1):
    @property
    def p(self):
        return super().p + '+S2'

    @classmethod
    def c(cls):
        return super().c() + '+S2'

    def get_s(self):
        return super().s()


print(S2().p, S2.c(), S2().get_s())
try:
    super(S2, S2()).nope
except AttributeError as e:
    print('AttributeError', e)


# instancecheck, subclasshook, __subclasses__
class Checker(type):
    def __instancecheck__(cls, x):
        return hasattr(x, 'quack')

    def __subclasscheck__(cls, c):
        return hasattr(c, 'quack')


class Duck(metaclass=Checker):
    pass


class Mallard(object):
    quack = True


print(isinstance(Mallard(), Duck), issubclass(Mallard, Duck), isinstance(3, Duck))
print([c.__name__ for c in Root.__subclasses__()])

# class attributes: setattr, delattr, __dict__ changes visible
class V(object):
    a = 1


V.b = 2
setattr(V, 'c', 3)
del V.a
print(hasattr(V, 'a'), V.b, V.c, 'c' in V.__dict__, V().__class__ is V)
v = V()
v.__class__ = P
v.n = 8
print(repr(v))
v.__dict__ = {'n': 9}
print(repr(v), v.__dict__)

# class decorators, nested classes, class bodies with loops and conditionals
def add_methods(**ms):
    def deco(cls):
        for k, f in sorted(ms.items()):
            setattr(cls, k, f)
        return cls
    return deco


@add_methods(double=lambda self: self.n * 2, triple=lambda self: self.n * 3)
class W(object):
    n = 5
    for _i in range(3):
        locals()['m%d' % _i] = _i * 10
    if n > 3:
        def big(self):
            return True
    else:
        def big(self):
            return False

    class Inner(object):
        class Deep(object):
            val = 'deep'

        @classmethod
        def outer_name(cls):
            return cls.__qualname__
    squares = [i * i for i in range(n)]


print(W().double(), W().triple(), W.m2, W().big(), W.Inner.Deep.val, W.Inner.outer_name(), W.squares)
print(W.Inner.Deep.__qualname__)

# name mangling
class Mangled(object):
    __secret = 1

    def get(self):
        return self.__secret

    def __hidden(self):
        return 'h'

    def call(self):
        return self.__hidden()


class Mangled2(Mangled):
    __secret = 2


print(Mangled2().get(), Mangled2._Mangled__secret, Mangled2._Mangled2__secret, Mangled().call())
print(sorted(k for k in Mangled.__dict__ if 'secret' in k or 'hidden' in k))
