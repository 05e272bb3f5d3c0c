"""Objects that are built once for each key, at import time or while the program is translated."""


class Cache(object):
    """Subclasses define `_build(key)`; `getorbuild(key)` is a memo function."""

    def __init__(self):
        self.content = {}
        self._building = {}

    def getorbuild(self, key):
        if key in self.content:
            return self.content[key]
        if key in self._building:
            raise RuntimeError('%s recursively building %r' % (self, key))
        self._building[key] = True
        try:
            result = self._build(key)
            self.content[key] = result
        finally:
            del self._building[key]
        self._ready(result)
        return result
    getorbuild._annspecialcase_ = 'specialize:memo'

    def _build(self, key):
        raise NotImplementedError

    def _ready(self, result):
        pass

    def _freeze_(self):
        return True
