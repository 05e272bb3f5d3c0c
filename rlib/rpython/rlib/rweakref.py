"""Dictionaries with weak values or keys, and weak references."""

import gc
import weakref

from rpython.rlib.objectmodel import compute_identity_hash, specialize

ref = weakref.ref


def has_weakref_support():
    return True


class Dummy(object):
    """What nothing refers to."""


# A weak reference whose object is gone: it goes where references to any class are.
dead_ref = weakref.ref(Dummy())
if dead_ref() is not None:
    gc.collect()

_classes = {}


@specialize.memo()
def _value_dict_class(keyclass, valueclass):
    """A class for each pair of types: keys and values of different dictionaries do not meet."""
    if (keyclass, valueclass) not in _classes:

        class WeakValueDictionary(object):
            def __init__(self):
                self._refs = {}
                self._next_purge = 16

            def get(self, key):
                if key not in self._refs:
                    return None
                return self._refs[key]()

            def set(self, key, value):
                if value is None:
                    if key in self._refs:
                        del self._refs[key]
                    return
                if len(self._refs) >= self._next_purge:
                    self._purge()
                self._refs[key] = weakref.ref(value)

            def _purge(self):
                dead = [k for k in self._refs if self._refs[k]() is None]
                for k in dead:
                    del self._refs[k]
                self._next_purge = 2 * len(self._refs) + 16

            def length(self):
                n = 0
                for k in self._refs:
                    if self._refs[k]() is not None:
                        n += 1
                return n

        _classes[(keyclass, valueclass)] = WeakValueDictionary
    return _classes[(keyclass, valueclass)]


@specialize.arg(0, 1)
def RWeakValueDictionary(keyclass, valueclass):
    """Values go away when nothing else refers to them."""
    return _value_dict_class(keyclass, valueclass)()


@specialize.memo()
def _key_dict_class(keyclass, valueclass):
    if (keyclass, valueclass, "key") not in _classes:

        class WeakKeyDictionary(object):
            """Entries by identity hash, in lists."""

            def __init__(self):
                self._entries = {}
                self._count = 0
                self._next_purge = 16

            def _find(self, key, h):
                if h in self._entries:
                    for e in self._entries[h]:
                        if e.key() is key:
                            return e
                return None

            def get(self, key):
                e = self._find(key, compute_identity_hash(key))
                if e is None:
                    return None
                return e.value

            def set(self, key, value):
                assert key is not None
                h = compute_identity_hash(key)
                e = self._find(key, h)
                if value is None:
                    if e is not None:
                        self._entries[h].remove(e)
                        self._count -= 1
                elif e is not None:
                    e.value = value
                else:
                    if self._count >= self._next_purge:
                        self._purge()
                    if h not in self._entries:
                        self._entries[h] = []
                    self._entries[h].append(WeakEntry(weakref.ref(key), value))
                    self._count += 1

            def _purge(self):
                old = self._entries
                self._entries = {}
                self._count = 0
                for h in old:
                    live = [e for e in old[h] if e.key() is not None]
                    if len(live) > 0:
                        self._entries[h] = live
                        self._count += len(live)
                self._next_purge = 2 * self._count + 16

            def length(self):
                n = 0
                for h in self._entries:
                    for e in self._entries[h]:
                        if e.key() is not None:
                            n += 1
                return n

        class WeakEntry(object):
            def __init__(self, key, value):
                self.key = key
                self.value = value

        _classes[(keyclass, valueclass, "key")] = WeakKeyDictionary
    return _classes[(keyclass, valueclass, "key")]


@specialize.arg(0, 1)
def RWeakKeyDictionary(keyclass, valueclass):
    """Keys, compared by identity, go away when nothing else refers to them."""
    return _key_dict_class(keyclass, valueclass)()
