"""collections, for the import-time interpreter of the translator."""

from _host import OrderedDict
from keyword import kwlist as _KEYWORDS
import sys as _sys


class defaultdict(dict):
    def __init__(self, default_factory=None, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError('first argument must be callable or None')
        dict.__init__(self, *args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __repr__(self):
        return 'defaultdict(%r, %s)' % (self.default_factory, dict.__repr__(self))


class Counter(dict):
    def __init__(self, iterable=None, **kwargs):
        dict.__init__(self)
        self.update(iterable, **kwargs)

    def __missing__(self, key):
        return 0

    def _change(self, sign, iterable, kwargs):
        if iterable is None:
            iterable = ()
        if hasattr(iterable, 'items'):
            for key, n in iterable.items():
                self[key] = self[key] + sign * n
        else:
            for key in iterable:
                self[key] = self[key] + sign
        for key, n in kwargs.items():
            self[key] = self[key] + sign * n

    def update(self, iterable=None, **kwargs):
        self._change(1, iterable, kwargs)

    def subtract(self, iterable=None, **kwargs):
        self._change(-1, iterable, kwargs)

    def __delitem__(self, key):
        if key in self:
            dict.__delitem__(self, key)

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[:n]

    def elements(self):
        for key, n in self.items():
            for _ in range(n):
                yield key

    def total(self):
        return sum(self.values())

    def copy(self):
        return Counter(self)

    def _positive(self, pairs):
        result = Counter()
        for key, n in pairs:
            if n > 0:
                result[key] = n
        return result

    def _all_keys(self, other):
        return list(self) + [key for key in other if key not in self]

    def __add__(self, other):
        return self._positive([(k, self[k] + other[k]) for k in self._all_keys(other)])

    def __sub__(self, other):
        return self._positive([(k, self[k] - other[k]) for k in self._all_keys(other)])

    def __or__(self, other):
        return self._positive([(k, max(self[k], other[k])) for k in self._all_keys(other)])

    def __and__(self, other):
        return self._positive([(k, min(self[k], other[k])) for k in self])

    def __pos__(self):
        return self._positive(self.items())

    def __neg__(self):
        return self._positive([(k, -n) for k, n in self.items()])

    def __repr__(self):
        if not self:
            return 'Counter()'
        pairs = ['%r: %r' % pair for pair in self.most_common()]
        return 'Counter({%s})' % ', '.join(pairs)


class deque(object):
    """Items between two ends of a list; the free room before the first one is given back in time."""

    def __init__(self, iterable=(), maxlen=None):
        self._items = []
        self._first = 0
        self.maxlen = maxlen
        self.extend(iterable)

    def _live(self):
        if self._first:
            del self._items[:self._first]
            self._first = 0
        return self._items

    def append(self, item):
        self._items.append(item)
        if self.maxlen is not None and len(self) > self.maxlen:
            self.popleft()

    def appendleft(self, item):
        if self.maxlen == 0:
            return
        if self._first == 0:
            room = len(self._items) + 8
            self._items[:0] = [None] * room
            self._first = room
        self._first -= 1
        self._items[self._first] = item
        if self.maxlen is not None and len(self) > self.maxlen:
            self._items.pop()

    def extend(self, iterable):
        for item in list(iterable):
            self.append(item)

    def extendleft(self, iterable):
        for item in list(iterable):
            self.appendleft(item)

    def pop(self):
        if not len(self):
            raise IndexError('pop from an empty deque')
        return self._items.pop()

    def popleft(self):
        if not len(self):
            raise IndexError('pop from an empty deque')
        item = self._items[self._first]
        self._items[self._first] = None
        self._first += 1
        if self._first > 32 and self._first * 2 > len(self._items):
            self._live()
        return item

    def clear(self):
        self._items = []
        self._first = 0

    def remove(self, item):
        items = self._live()
        if item not in items:
            raise ValueError('deque.remove(x): x not in deque')
        items.remove(item)

    def count(self, item):
        return self._live().count(item)

    def index(self, item, *bounds):
        items = self._live()
        if item not in items:
            raise ValueError('%r is not in deque' % (item,))
        return items.index(item, *bounds)

    def insert(self, i, item):
        if self.maxlen is not None and len(self) >= self.maxlen:
            raise IndexError('deque already at its maximum size')
        self._live().insert(i, item)

    def rotate(self, n=1):
        items = self._live()
        if items:
            n = n % len(items)
            self._items = items[len(items) - n:] + items[:len(items) - n]

    def reverse(self):
        self._live().reverse()

    def copy(self):
        return type(self)(self, self.maxlen)

    __copy__ = copy

    def __len__(self):
        return len(self._items) - self._first

    def __iter__(self):
        return iter(self._live())

    def __reversed__(self):
        return reversed(self._live())

    def _index(self, i):
        n = len(self)
        if i < 0:
            i += n
        if not 0 <= i < n:
            raise IndexError('deque index out of range')
        return self._first + i

    def __getitem__(self, i):
        return self._items[self._index(i)]

    def __setitem__(self, i, value):
        self._items[self._index(i)] = value

    def __delitem__(self, i):
        del self._items[self._index(i)]

    def __contains__(self, item):
        return item in self._live()

    def __add__(self, other):
        result = self.copy()
        result.extend(other)
        return result

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return type(self)(self._live() * n, self.maxlen)

    def __eq__(self, other):
        return isinstance(other, deque) and list(self) == list(other)

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return list(self) < list(other)

    __hash__ = None

    def __repr__(self):
        if self.maxlen is not None:
            return 'deque(%r, maxlen=%d)' % (list(self), self.maxlen)
        return 'deque(%r)' % (list(self),)


def namedtuple(typename, field_names, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    names = [str(name) for name in field_names]
    if rename:
        for i, name in enumerate(names):
            if name.startswith('_') or not name.isidentifier() or name in names[:i] or \
                    name in _KEYWORDS:
                names[i] = '_%d' % i
    for i, name in enumerate([typename] + names):
        if not name.isidentifier():
            raise ValueError('Type names and field names must be valid identifiers: %r' % name)
        if name in _KEYWORDS:
            raise ValueError('Type names and field names cannot be a keyword: %r' % name)
        if i and name.startswith('_') and not rename:
            raise ValueError('Field names cannot start with an underscore: %r' % name)
        if i and name in names[:i - 1]:
            raise ValueError('Encountered duplicate field name: %r' % name)
    fields = tuple(names)
    given_defaults = tuple(defaults or ())
    first_default = len(fields) - len(given_defaults)

    def __new__(cls, *args, **kwargs):
        values = list(args)
        for name in kwargs:
            if name not in fields:
                raise TypeError('%s.__new__() got an unexpected keyword argument %r' % (typename, name))
        for i in range(len(args), len(fields)):
            name = fields[i]
            if name in kwargs:
                values.append(kwargs.pop(name))
            elif i >= first_default:
                values.append(given_defaults[i - first_default])
            else:
                missing = [repr(name) for name in fields[i:first_default] if name not in kwargs]
                text = ' and '.join(missing)
                if len(missing) > 2:
                    text = ', '.join(missing[:-1]) + ', and ' + missing[-1]
                raise TypeError('%s.__new__() missing %d required positional argument%s: %s' % (
                    typename, len(missing), '' if len(missing) == 1 else 's', text))
        if len(values) > len(fields):
            raise TypeError('%s.__new__() takes %d positional arguments but %d were given' % (
                typename, len(fields) + 1, len(values) + 1))
        for name in kwargs:
            raise TypeError('%s.__new__() got multiple values for argument %r' % (typename, name))
        return tuple.__new__(cls, values)

    def __repr__(self):
        pairs = ['%s=%r' % (fields[i], self[i]) for i in range(len(fields))]
        return '%s(%s)' % (type(self).__name__, ', '.join(pairs))

    def _replace(self, **kwargs):
        values = [kwargs.pop(fields[i], self[i]) for i in range(len(fields))]
        if kwargs:
            raise ValueError('Got unexpected field names: %r' % list(kwargs))
        return tuple.__new__(type(self), values)

    def _asdict(self):
        return dict(zip(fields, self))

    def _make(cls, iterable):
        values = tuple(iterable)
        if len(values) != len(fields):
            raise TypeError('Expected %d arguments, got %d' % (len(fields), len(values)))
        return tuple.__new__(cls, values)

    def __getnewargs__(self):
        return tuple(self)

    namespace = {
        '__new__': __new__,
        '__repr__': __repr__,
        '__slots__': (),
        '_replace': _replace,
        '_asdict': _asdict,
        '_make': classmethod(_make),
        '_fields': fields,
        '_field_defaults': dict(zip(fields[first_default:], given_defaults)),
        '__getnewargs__': __getnewargs__,
        '__match_args__': fields,
        '__doc__': '%s(%s)' % (typename, ', '.join(fields)),
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


    def __delitem__(self, key):
        del self.maps[0][key]

    def __iter__(self):
        seen = {}
        for m in reversed(self.maps):
            seen.update(dict.fromkeys(m))
        return iter(seen)

    def __len__(self):
        return len(set().union(*self.maps))

    def keys(self):
        return list(self)

    def items(self):
        return [(key, self[key]) for key in self]

    def values(self):
        return [self[key] for key in self]

    def new_child(self, m=None):
        return ChainMap({} if m is None else m, *self.maps)

    @property
    def parents(self):
        return ChainMap(*self.maps[1:])

    def __repr__(self):
        return 'ChainMap(%s)' % ', '.join([repr(m) for m in self.maps])


class UserDict(object):
    def __init__(self, mapping=None, **kwargs):
        self.data = {}
        self.update(mapping or {}, **kwargs)

    def update(self, other=(), **kwargs):
        for key, value in dict(other, **kwargs).items():
            self[key] = value

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(type(self), '__missing__'):
            return type(self).__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        return key in self.data

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        return repr(self.data)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def keys(self):
        return self.data.keys()

    def items(self):
        return self.data.items()

    def values(self):
        return self.data.values()

    def copy(self):
        return type(self)(self.data)


def __getattr__(name):
    # Python 2 has the abstract classes here as well.
    if name == 'abc' or name.startswith('__'):
        raise AttributeError(name)
    from collections import abc
    return getattr(abc, name)
