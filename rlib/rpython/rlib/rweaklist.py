"""Lists of weak references with numbers that stay."""
import weakref

INITIAL_SIZE = 16


class RWeakListMixin(object):
    """`add_handle(x)` gives a number, `fetch_handle(n)` the object or None; numbers of dead objects are used again."""
    _mixin_ = True

    def initialize(self):
        self.handles = [None] * INITIAL_SIZE
        self.free = list(range(INITIAL_SIZE))

    def get_all_handles(self):
        """The references, in a new list; without those of numbers that are free."""
        return [r for r in self.handles if r is not None]

    def reserve_next_handle_index(self):
        """A number that is free."""
        if len(self.free) == 0:
            self._collect_free()
        return self.free.pop()

    def _collect_free(self):
        """Numbers of dead objects are free again; when they are few, there are more numbers."""
        size = len(self.handles)
        for i in range(size):
            r = self.handles[i]
            if r is None or r() is None:
                self.handles[i] = None
                self.free.append(i)
        if 4 * len(self.free) < size:
            for i in range(size):
                self.handles.append(None)
                self.free.append(size + i)

    def add_handle(self, content):
        index = self.reserve_next_handle_index()
        self.store_handle(index, content)
        return index

    def store_handle(self, index, content):
        self.handles[index] = weakref.ref(content)

    def fetch_handle(self, index):
        if 0 <= index < len(self.handles):
            r = self.handles[index]
            if r is not None:
                return r()
        return None
