"""functools, for the import-time interpreter of the translator."""

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


def lru_cache(maxsize=128, typed=False):
    def decorate(func):
        cache = {}
        counts = [0, 0]

        def wrapper(*args, **kwargs):
            key = args
            if len(kwargs) > 0:
                key = (args, tuple(sorted(kwargs.items())))
            if typed:
                key += tuple([type(x) for x in args])
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
            cache.clear()
            counts[:] = [0, 0]
        wrapper.cache_clear = cache_clear
        wrapper.cache_info = lambda: _CacheInfo((counts[0], counts[1], limit, len(cache)))
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

    def dispatch(cls):
        for base in cls.__mro__:
            if base in registry:
                return registry[base]
        return func

    def register(cls, implementation=None):
        if implementation is None:
            return lambda f: register(cls, f)
        registry[cls] = implementation
        return implementation

    def wrapper(*args, **kwargs):
        return dispatch(type(args[0]))(*args, **kwargs)
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    return update_wrapper(wrapper, func)
