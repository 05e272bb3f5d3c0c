"""Lists that drop items by themselves."""


class AbstractShrinkList(object):
    """Items for which `must_keep(x)` is false are dropped when the list has grown."""
    _mixin_ = True

    def __init__(self):
        self._list = []
        self._next_shrink = 16

    def append(self, x):
        self._do_shrink()
        self._list.append(x)

    def items(self):
        return self._list

    def must_keep(self, x):
        raise NotImplementedError

    def _do_shrink(self):
        if len(self._list) >= self._next_shrink:
            rest = 0
            for x in self._list:
                if self.must_keep(x):
                    self._list[rest] = x
                    rest += 1
            del self._list[rest:]
            self._next_shrink = 16 + rest * 2
