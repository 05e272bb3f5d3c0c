"""Loops that the translator unrolls."""


class SpecTag(object):
    """A frozen marker."""

    def _freeze_(self):
        return True


class unrolling_iterable(SpecTag):
    """`for x in unrolling_iterable(constants)`: the body is copied for each item."""

    def __init__(self, iterable):
        self._items = list(iterable)
        self._head = _unroller(self._items)

    def __iter__(self):
        return iter(self._items)

    def get_unroller(self):
        return self._head


class _unroller(SpecTag):
    """The state of an unrolled loop at one of its items."""

    def __init__(self, items, index=0):
        self._items = items
        self._index = index
        self._next = None

    def step(self):
        """The item and the next state; StopIteration after the last item."""
        if self._index == len(self._items):
            raise StopIteration
        if self._next is None:
            self._next = _unroller(self._items, self._index + 1)
        return self._items[self._index], self._next
