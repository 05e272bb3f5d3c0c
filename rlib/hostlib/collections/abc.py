"""collections.abc, for the import-time interpreter of the translator."""

from abc import ABCMeta, abstractmethod


def _has(*names):
    """A `__subclasshook__`: every class with these methods counts."""
    def hook(cls, subclass):
        if cls.__dict__.get('_structural') is None:
            return NotImplemented
        for name in names:
            if getattr(subclass, name, None) is None:
                return NotImplemented
        return True
    return classmethod(hook)


class Hashable(metaclass=ABCMeta):
    _structural = True
    __subclasshook__ = classmethod(lambda cls, subclass: (
        NotImplemented if cls is not Hashable else not issubclass(subclass, (list, dict, set, bytearray))
        and getattr(subclass, '__hash__', None) is not None))


class Iterable(metaclass=ABCMeta):
    _structural = True
    __subclasshook__ = _has('__iter__')


class Iterator(Iterable):
    _structural = True
    __subclasshook__ = _has('__iter__', '__next__')

    @abstractmethod
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


class Reversible(Iterable):
    _structural = True
    __subclasshook__ = _has('__reversed__', '__iter__')


class Generator(Iterator):
    _structural = True
    __subclasshook__ = _has('__iter__', '__next__', 'send', 'throw', 'close')


class Sized(metaclass=ABCMeta):
    _structural = True
    __subclasshook__ = _has('__len__')


class Container(metaclass=ABCMeta):
    _structural = True
    __subclasshook__ = _has('__contains__')


class Callable(metaclass=ABCMeta):
    _structural = True
    __subclasshook__ = _has('__call__')


class Collection(Sized, Iterable, Container):
    _structural = True
    __subclasshook__ = _has('__len__', '__iter__', '__contains__')


class Sequence(Reversible, Collection):
    __subclasshook__ = classmethod(lambda cls, subclass: NotImplemented)

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    @abstractmethod
    def __len__(self):
        return 0

    def __iter__(self):
        i = 0
        while True:
            try:
                item = self[i]
            except IndexError:
                return
            yield item
            i += 1

    def __contains__(self, value):
        for item in self:
            if item is value or item == value:
                return True
        return False

    def __reversed__(self):
        for i in range(len(self) - 1, -1, -1):
            yield self[i]

    def index(self, value, start=0, stop=None):
        for i in range(start, len(self) if stop is None else stop):
            if self[i] == value:
                return i
        raise ValueError

    def count(self, value):
        return sum([1 for item in self if item == value])


class MutableSequence(Sequence):
    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for value in list(values):
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def clear(self):
        while len(self):
            self.pop()

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Set(Collection):
    __subclasshook__ = classmethod(lambda cls, subclass: NotImplemented)

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __le__(self, other):
        return len(self) <= len(other) and all(item in other for item in self)

    def __lt__(self, other):
        return len(self) < len(other) and self <= other

    def __ge__(self, other):
        return len(self) >= len(other) and all(item in self for item in other)

    def __gt__(self, other):
        return len(self) > len(other) and self >= other

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self <= other

    __hash__ = None

    def __and__(self, other):
        return self._from_iterable([item for item in other if item in self])

    def __or__(self, other):
        return self._from_iterable([item for group in (self, other) for item in group])

    def __sub__(self, other):
        return self._from_iterable([item for item in self if item not in other])

    def __xor__(self, other):
        return (self - other) | self._from_iterable([i for i in other if i not in self])

    def isdisjoint(self, other):
        return not any(item in self for item in other)


class MutableSet(Set):
    @abstractmethod
    def add(self, value):
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            self.discard(value)
            return value
        raise KeyError

    def clear(self):
        for value in list(self):
            self.discard(value)

    def __ior__(self, other):
        for value in other:
            self.add(value)
        return self

    def __iand__(self, other):
        for value in list(self):
            if value not in other:
                self.discard(value)
        return self

    def __isub__(self, other):
        for value in list(other):
            self.discard(value)
        return self


class MappingView(Sized):
    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, self._mapping)


class KeysView(MappingView, Set):
    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        return iter(self._mapping)


class ItemsView(MappingView, Set):
    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        return key in self._mapping and self._mapping[key] == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]


class ValuesView(MappingView, Collection):
    def __contains__(self, value):
        return any(self._mapping[key] == value for key in self._mapping)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


class Mapping(Collection):
    __subclasshook__ = classmethod(lambda cls, subclass: NotImplemented)

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def iterkeys(self):
        return iter(self)

    def iteritems(self):
        return iter(self.items())

    def itervalues(self):
        return iter(self.values())

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    def __ne__(self, other):
        return not self == other

    __hash__ = None


_missing = object()


class MutableMapping(Mapping):
    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_missing):
        try:
            value = self[key]
        except KeyError:
            if default is _missing:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        for key in list(self):
            del self[key]

    def update(self, other=(), **kwargs):
        if hasattr(other, 'keys'):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwargs.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


class ByteString(Sequence):
    pass


for _base, _types in [(Sequence, (tuple, str, unicode, range)), (MutableSequence, (list, bytearray)),
                      (Set, (frozenset, type({}.keys()), type({}.items()))), (MutableSet, (set,)),
                      (MutableMapping, (dict,)), (ByteString, (str, bytearray)),
                      (Iterator, (type(iter([])),)), (Callable, (type(_has), type(len), type)),
                      (KeysView, (type({}.keys()),)), (ItemsView, (type({}.items()),)),
                      (ValuesView, (type({}.values()),))]:
    for _type in _types:
        _base.register(_type)
for _type in (dict, list, set, tuple, str, unicode, frozenset, bytearray, range):
    Collection.register(_type)
for _type in (type({}.values()), type({}.keys()), type({}.items()), type(iter([])),
              type(x for x in ())):
    Iterable.register(_type)
Generator.register(type(x for x in ()))
