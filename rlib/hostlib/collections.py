"""collections, for the import-time interpreter of the translator."""

from _host import OrderedDict
import sys as _sys


class defaultdict(dict):
    def __init__(self, default_factory=None, *args, **kwargs):
        dict.__init__(self, *args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def __repr__(self):
        return 'defaultdict(%r, %s)' % (self.default_factory, dict.__repr__(self))


class Counter(dict):
    def __init__(self, iterable=None, **kwargs):
        dict.__init__(self)
        self.update(iterable, **kwargs)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, **kwargs):
        if iterable is None:
            iterable = ()
        if isinstance(iterable, dict):
            for key, n in iterable.items():
                self[key] = self[key] + n
        else:
            for key in iterable:
                self[key] = self[key] + 1
        for key, n in kwargs.items():
            self[key] = self[key] + n

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[:n]

    def elements(self):
        for key, n in self.items():
            for _ in range(n):
                yield key


class deque(object):
    def __init__(self, iterable=(), maxlen=None):
        self._items = []
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, item):
        self._items.append(item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            del self._items[0]

    def appendleft(self, item):
        self._items.insert(0, item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, iterable):
        for item in iterable:
            self.append(item)

    def extendleft(self, iterable):
        for item in iterable:
            self.appendleft(item)

    def pop(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop(0)

    def clear(self):
        del self._items[:]

    def remove(self, item):
        self._items.remove(item)

    def count(self, item):
        return self._items.count(item)

    def rotate(self, n=1):
        if self._items:
            n = n % len(self._items)
            self._items = self._items[len(self._items) - n:] + self._items[:len(self._items) - n]

    def reverse(self):
        self._items.reverse()

    def copy(self):
        return deque(self._items, self.maxlen)

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __getitem__(self, i):
        return self._items[i]

    def __setitem__(self, i, value):
        self._items[i] = value

    def __contains__(self, item):
        return item in self._items

    def __eq__(self, other):
        return isinstance(other, deque) and self._items == other._items

    __hash__ = None

    def __repr__(self):
        return 'deque(%r)' % (self._items,)


def namedtuple(typename, field_names, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    fields = tuple([str(name) for name in field_names])
    given_defaults = tuple(defaults or ())
    first_default = len(fields) - len(given_defaults)

    def __new__(cls, *args, **kwargs):
        values = list(args)
        for i in range(len(args), len(fields)):
            name = fields[i]
            if name in kwargs:
                values.append(kwargs.pop(name))
            elif i >= first_default:
                values.append(given_defaults[i - first_default])
            else:
                raise TypeError('%s() missing argument %r' % (typename, name))
        if kwargs or len(values) > len(fields):
            raise TypeError('%s() got wrong arguments' % typename)
        return tuple.__new__(cls, values)

    def __repr__(self):
        pairs = ['%s=%r' % (fields[i], self[i]) for i in range(len(fields))]
        return '%s(%s)' % (typename, ', '.join(pairs))

    def _replace(self, **kwargs):
        values = [kwargs.pop(fields[i], self[i]) for i in range(len(fields))]
        if kwargs:
            raise ValueError('Got unexpected field names: %r' % list(kwargs))
        return tuple.__new__(type(self), values)

    def _asdict(self):
        return dict(zip(fields, self))

    def _make(cls, iterable):
        return cls(*iterable)

    namespace = {
        '__new__': __new__,
        '__repr__': __repr__,
        '__slots__': (),
        '_replace': _replace,
        '_asdict': _asdict,
        '_make': classmethod(_make),
        '_fields': fields,
    }
    for i, name in enumerate(fields):
        namespace[name] = property(lambda self, i=i: tuple.__getitem__(self, i))
    cls = type(typename, (tuple,), namespace)
    try:
        cls.__module__ = module or _sys._getframe(1).f_globals.get('__name__', '__main__')
    except ValueError:
        pass
    return cls


class ChainMap(object):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for m in self.maps:
            if key in m:
                return m[key]
        raise KeyError(key)

    def get(self, key, default=None):
        for m in self.maps:
            if key in m:
                return m[key]
        return default

    def __contains__(self, key):
        return any(key in m for m in self.maps)

    def __setitem__(self, key, value):
        self.maps[0][key] = value


Mapping = MutableMapping = dict
Sequence = MutableSequence = list
Set = MutableSet = set


class Iterable(object):
    pass


class Callable(object):
    pass


class Hashable(object):
    pass
