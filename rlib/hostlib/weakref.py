"""weakref. At import time a reference dies when `gc.collect()` finds that nothing else refers to its object, or when the
import ends. The dictionaries forget what died when they are used next."""
import _host


class ref(object):
    def __init__(self, obj, callback=None):
        self._cell = _host.weak_cell(obj)

    def __call__(self):
        return _host.weak_get(self._cell)


def proxy(obj, callback=None):
    return obj


class WeakValueDictionary(object):
    """A dict whose entries go away with their values."""

    def __init__(self, items=None):
        self._refs = {}
        self._limit = 16
        if items is not None:
            for k in items:
                self[k] = items[k]

    def __getitem__(self, key):
        x = self._refs[key]()
        if x is None:
            raise KeyError(key)
        return x

    def __setitem__(self, key, x):
        if len(self._refs) >= self._limit:
            self._forget()
            self._limit = 2 * len(self._refs) + 16
        self._refs[key] = ref(x)

    def __delitem__(self, key):
        if key not in self:
            raise KeyError(key)
        del self._refs[key]

    def __contains__(self, key):
        return key in self._refs and self._refs[key]() is not None

    def __len__(self):
        self._forget()
        return len(self._refs)

    def __iter__(self):
        return iter(self.keys())

    def _forget(self):
        for key in list(self._refs):
            if self._refs[key]() is None:
                del self._refs[key]

    def get(self, key, default=None):
        if key not in self._refs:
            return default
        x = self._refs[key]()
        if x is None:
            return default
        return x

    def setdefault(self, key, x):
        old = self.get(key)
        if old is not None:
            return old
        self[key] = x
        return x

    def pop(self, key):
        x = self[key]
        del self._refs[key]
        return x

    def clear(self):
        self._refs.clear()

    def keys(self):
        self._forget()
        return list(self._refs)

    def values(self):
        out = []
        for key in self._refs:
            x = self._refs[key]()
            if x is not None:
                out.append(x)
        return out

    def items(self):
        out = []
        for key in self._refs:
            x = self._refs[key]()
            if x is not None:
                out.append((key, x))
        return out

    has_key = __contains__
    iterkeys, itervalues, iteritems = keys, values, items


class _Entry(object):
    def __init__(self, key, value):
        self.key = ref(key)
        self.value = value


class WeakKeyDictionary(object):
    """A dict whose entries go away with their keys."""

    def __init__(self, items=None):
        self._entries = {}
        self._count = 0
        self._limit = 16
        if items is not None:
            for k in items:
                self[k] = items[k]

    def _find(self, key):
        h = hash(key)
        if h in self._entries:
            for e in self._entries[h]:
                k = e.key()
                if k is not None and (k is key or k == key):
                    return e
        return None

    def __getitem__(self, key):
        e = self._find(key)
        if e is None:
            raise KeyError('no such key')
        return e.value

    def __setitem__(self, key, value):
        e = self._find(key)
        if e is not None:
            e.value = value
            return
        if self._count >= self._limit:
            self._forget()
            self._limit = 2 * self._count + 16
        self._entries.setdefault(hash(key), []).append(_Entry(key, value))
        self._count += 1

    def __delitem__(self, key):
        e = self._find(key)
        if e is None:
            raise KeyError('no such key')
        self._entries[hash(key)].remove(e)
        self._count -= 1

    def __contains__(self, key):
        return self._find(key) is not None

    def __len__(self):
        self._forget()
        return self._count

    def __iter__(self):
        return iter(self.keys())

    def _forget(self):
        old = self._entries
        self._entries = {}
        self._count = 0
        for h in old:
            for e in old[h]:
                if e.key() is not None:
                    self._entries.setdefault(h, []).append(e)
                    self._count += 1

    def get(self, key, default=None):
        e = self._find(key)
        if e is None:
            return default
        return e.value

    def setdefault(self, key, value):
        e = self._find(key)
        if e is not None:
            return e.value
        self[key] = value
        return value

    def pop(self, key):
        x = self[key]
        del self[key]
        return x

    def keys(self):
        out = []
        for h in self._entries:
            for e in self._entries[h]:
                k = e.key()
                if k is not None:
                    out.append(k)
        return out

    def values(self):
        return [self[k] for k in self.keys()]

    def items(self):
        return [(k, self[k]) for k in self.keys()]

    has_key = __contains__
    iterkeys, itervalues, iteritems = keys, values, items


class WeakSet(object):
    """A set whose items go away when nothing else refers to them."""

    def __init__(self, items=()):
        self._refs = {}
        for x in items:
            self.add(x)

    def _place(self, h, x):
        if h in self._refs:
            refs = self._refs[h]
            for i in range(len(refs)):
                y = refs[i]()
                if y is not None and (y is x or y == x):
                    return i
        return -1

    def add(self, x):
        h = hash(x)
        if self._place(h, x) < 0:
            live = [r for r in self._refs.get(h, []) if r() is not None]
            live.append(ref(x))
            self._refs[h] = live

    def discard(self, x):
        h = hash(x)
        i = self._place(h, x)
        if i >= 0:
            del self._refs[h][i]

    def remove(self, x):
        if x not in self:
            raise KeyError('no such item')
        self.discard(x)

    def __contains__(self, x):
        return self._place(hash(x), x) >= 0

    def _items(self):
        out = []
        for h in list(self._refs):
            for r in self._refs[h]:
                x = r()
                if x is not None:
                    out.append(x)
            if not [r for r in self._refs[h] if r() is not None]:
                del self._refs[h]
        return out

    def __len__(self):
        return len(self._items())

    def __iter__(self):
        return iter(self._items())


ReferenceType = ref
