"""functools, for the import-time interpreter of the translator."""

from rpython.rlib.objectmodel import specialize
from rpython.rlib.unroll import unrolling_iterable

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__')
WRAPPER_UPDATES = ('__dict__',)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorate


_missing = object()


def reduce(function, iterable, initial=_missing):
    it = iter(iterable)
    if initial is _missing:
        try:
            acc = next(it)
        except StopIteration:
            raise TypeError('reduce() of empty iterable with no initial value')
    else:
        acc = initial
    for item in it:
        acc = function(acc, item)
    return acc


class partial(object):
    def __init__(self, func, *args, **keywords):
        if not callable(func):
            raise TypeError('the first argument must be callable')
        if isinstance(func, partial):
            args = func.args + args
            merged = dict(func.keywords)
            merged.update(keywords)
            keywords = merged
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __repr__(self):
        pieces = [repr(self.func)] + [repr(x) for x in self.args]
        pieces += ['%s=%r' % pair for pair in self.keywords.items()]
        return 'functools.partial(%s)' % ', '.join(pieces)

    def __call__(self, *args, **keywords):
        merged = dict(self.keywords)
        merged.update(keywords)
        return self.func(*(self.args + args), **merged)


class _Key(object):
    """Of `cmp_to_key`."""
    def __init__(self, compare, obj):
        self.compare = compare
        self.obj = obj

    def __lt__(self, other):
        return self.compare(self.obj, other.obj) < 0

    def __gt__(self, other):
        return self.compare(self.obj, other.obj) > 0

    def __le__(self, other):
        return self.compare(self.obj, other.obj) <= 0

    def __ge__(self, other):
        return self.compare(self.obj, other.obj) >= 0

    def __eq__(self, other):
        return self.compare(self.obj, other.obj) == 0

    def __ne__(self, other):
        return self.compare(self.obj, other.obj) != 0

    __hash__ = None


def cmp_to_key(mycmp):
    def key(obj):
        return _Key(mycmp, obj)
    return key


class _CacheInfo(tuple):
    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def __repr__(self):
        return 'CacheInfo(hits=%r, misses=%r, maxsize=%r, currsize=%r)' % tuple(self)


# Most arguments of a function with `lru_cache`.
MAX_ARGS = 16


def lru_cache(maxsize=128, typed=False):
    def decorate(func):
        # Calls with different numbers of arguments have keys of different types.
        caches = tuple([{} for _ in range(MAX_ARGS)])
        counts = [0, 0]

        def wrapper(*args, **kwargs):
            key = args
            if len(kwargs) > 0:
                key = (args, tuple(sorted(kwargs.items())))
            if typed:
                key += tuple([type(x) for x in args])
            cache = caches[len(args)]
            if key in cache:
                counts[0] += 1
                value = cache.pop(key)
                cache[key] = value
                return value
            counts[1] += 1
            value = cache[key] = func(*args, **kwargs)
            if limit is not None and len(cache) > limit:
                for oldest in cache:
                    break
                del cache[oldest]
            return value

        def cache_clear():
            for cache in caches:
                cache.clear()
            counts[:] = [0, 0]

        def cache_info():
            size = sum([len(cache) for cache in caches])
            return _CacheInfo((counts[0], counts[1], limit, size))
        wrapper.cache_clear = cache_clear
        wrapper.cache_info = cache_info
        wrapper.cache_parameters = lambda: {'maxsize': limit, 'typed': typed}
        return update_wrapper(wrapper, func)
    if callable(maxsize):
        limit = 128
        return decorate(maxsize)
    limit = maxsize
    return decorate


def cache(func):
    return lru_cache(None)(func)


def total_ordering(cls):
    def derive(name, function):
        if name not in cls.__dict__:
            setattr(cls, name, function)
    defined = cls.__dict__
    if '__lt__' in defined:
        derive('__gt__', lambda a, b: not (a < b) and a != b)
        derive('__le__', lambda a, b: a < b or a == b)
        derive('__ge__', lambda a, b: not a < b)
    elif '__le__' in defined:
        derive('__lt__', lambda a, b: a <= b and a != b)
        derive('__gt__', lambda a, b: not a <= b)
        derive('__ge__', lambda a, b: not a <= b or a == b)
    elif '__gt__' in defined:
        derive('__lt__', lambda a, b: not (a > b) and a != b)
        derive('__ge__', lambda a, b: a > b or a == b)
        derive('__le__', lambda a, b: not a > b)
    elif '__ge__' in defined:
        derive('__gt__', lambda a, b: a >= b and a != b)
        derive('__lt__', lambda a, b: not a >= b)
        derive('__le__', lambda a, b: not a >= b or a == b)
    else:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    return cls


class cached_property(object):
    def __init__(self, func):
        self.func = func
        self.name = func.__name__

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        instance.__dict__[self.name] = value
        return value


    def __set_name__(self, owner, name):
        self.name = name
        self.owner = owner


class partialmethod(object):
    def __init__(self, func, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, instance, owner=None):
        if instance is None:
            return partial(self.func, *self.args, **self.keywords)
        func = self.func
        if hasattr(func, '__get__'):
            func = func.__get__(instance, owner)
        else:
            func = partial(func, instance)
        return partial(func, *self.args, **self.keywords)


def singledispatch(func):
    """Calls the implementation for the class of the first argument."""
    registry = {object: func}
    # When the program runs: tests for the classes, subclasses first.
    others = unrolling_iterable([])

    def dispatch(cls):
        for base in cls.__mro__:
            if base in registry:
                return registry[base]
        return func

    def register(cls, implementation=None):
        if implementation is None:
            if not isinstance(cls, type):
                hints = getattr(cls, '__annotations__', {})
                if not hints:
                    raise TypeError('Invalid first argument to `register()`: %r' % (cls,))
                return register(list(hints.values())[0], cls)
            return lambda f: register(cls, f)
        registry[cls] = implementation
        classes = [c for c in registry if c is not object]
        classes.sort(key=lambda c: -len(c.__mro__))
        others._items[:] = [(c, registry[c]) for c in classes]
        return implementation

    @specialize.argtype(0)
    def wrapper(obj, *args, **kwargs):
        for cls, implementation in others:
            if isinstance(obj, cls):
                return implementation(obj, *args, **kwargs)
        return func(obj, *args, **kwargs)
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    return update_wrapper(wrapper, func)
