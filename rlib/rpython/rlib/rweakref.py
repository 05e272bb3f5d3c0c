"""Dictionaries with weak keys or values."""


class RWeakValueDictionary(object):
    """Values may go away. Untranslated they stay."""

    def __init__(self, keyclass, valueclass):
        self._dict = {}
        self._keyclass = keyclass
        self._valueclass = valueclass

    def get(self, key):
        return self._dict.get(key)

    def set(self, key, value):
        if value is None:
            self._dict.pop(key, None)
        else:
            self._dict[key] = value

    def length(self):
        return len(self._dict)


class RWeakKeyDictionary(RWeakValueDictionary):
    """Keys may go away. Untranslated they stay."""
