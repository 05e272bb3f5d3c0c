"""Methods that depend on the classes of two objects, and classes that can be extended. For import time."""


class extendabletype(type):
    """Metaclass: `class __extend__(C): ...` adds to the class C instead of making a new one."""

    def __new__(cls, name, bases, dict):
        if name == '__extend__':
            for base in bases:
                for key, value in dict.items():
                    if key in ('__module__', '__qualname__', '__dict__', '__weakref__'):
                        continue
                    setattr(base, key, value)
            return None
        return super().__new__(cls, name, bases, dict)


def pair(a, b):
    """The pair of two objects: its class goes by theirs."""
    return pairtype(a.__class__, b.__class__)((a, b))


_pairs = {}


def pairtype(cls1, cls2):
    """The class of pairs of instances of these classes; its bases are the pairs of their bases."""
    key = (cls1, cls2)
    if key not in _pairs:
        bases = tuple([pairtype(base, cls2) for base in cls1.__bases__] +
                      [pairtype(cls1, base) for base in cls2.__bases__])
        unique = []
        for b in bases:
            if b not in unique:
                unique.append(b)
        # of several, only those that no other one derives from
        bases = tuple([b for b in unique if not [c for c in unique if c is not b and issubclass(c, b)]])
        name = 'pairtype(%s, %s)' % (cls1.__name__, cls2.__name__)
        _pairs[key] = extendabletype(name, bases or (tuple,), {})
    return _pairs[key]


def pairmro(cls1, cls2):
    """All pairs of base classes, the nearest first."""
    for base2 in cls2.__mro__:
        for base1 in cls1.__mro__:
            yield (base1, base2)


class DoubleDispatchRegistry(object):
    """A mapping from pairs of classes that knows base classes."""

    def __init__(self):
        self._registry = {}
        self._cache = {}

    def __getitem__(self, clspair):
        try:
            return self._cache[clspair]
        except KeyError:
            for c1, c2 in pairmro(*clspair):
                if (c1, c2) in self._registry:
                    self._cache[clspair] = self._registry[c1, c2]
                    return self._cache[clspair]
            raise

    def __setitem__(self, clspair, value):
        self._registry[clspair] = value
        self._cache = self._registry.copy()


def doubledispatch(func):
    """Decorator: the function's first two arguments choose the version, registered by `func.register(C1, C2)`."""
    registry = DoubleDispatchRegistry()

    def dispatch(arg1, arg2, *args, **kwargs):
        try:
            f = registry[type(arg1), type(arg2)]
        except KeyError:
            f = func
        return f(arg1, arg2, *args, **kwargs)

    def register(cls1, cls2):
        def decorate(f):
            registry[cls1, cls2] = f
            return f
        return decorate
    dispatch.register = register
    return dispatch
