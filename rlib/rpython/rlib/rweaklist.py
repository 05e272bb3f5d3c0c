"""Lists of weak references with numbers that stay."""
import weakref

INITIAL_SIZE = 16


class RWeakListMixin(object):
    """`add_handle(x)` gives a number, `fetch_handle(n)` the object or None; numbers of dead objects are used again."""
    _mixin_ = True

    def initialize(self):
        self.handles = []
        self.free = []
        self.checked = 0

    def get_all_handles(self):
        return self.handles

    def reserve_next_handle_index(self):
        """A number that is free."""
        if len(self.free) == 0 and len(self.handles) >= 2 * self.checked + 16:
            for i in range(len(self.handles)):
                r = self.handles[i]
                if r is not None and r() is None:
                    self.handles[i] = None
                    self.free.append(i)
            self.checked = len(self.handles) - len(self.free)
        if len(self.free) > 0:
            return self.free.pop()
        self.handles.append(None)
        return len(self.handles) - 1

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
