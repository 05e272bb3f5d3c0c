class Base(object):
    kind = "base"
    def __init__(self, x):
        super().__init__()
        self.x = x
    def get(self, k=1):
        return self.x * k
    def name(self):
        return self.kind

class Derived(Base):
    kind = "derived"
    def __init__(self, x, y):
        super(Derived, self).__init__(x)
        self.y = y
    def get(self, k=1):
        return super().get(k=k + 1) + self.y
    def decides(self, k):
        return super().get(k if k else 2)

def make(x):
    return Derived(x, 5).get()

def choose(b, x):
    if b:
        o = Base(x)
    else:
        o = Derived(x, 1)
    return o.get() + Base.get(o, 3), o.name(), isinstance(o, Derived)

def derived_init(o, x, y):
    Derived.__init__(o, x, y)
    return o.x + o.y

def get_of(o, k):
    return Derived.get(o, k)

init = Derived.__init__
get = Derived.get
decides = Derived.decides

def same(x):
    c = Base
    if x:
        c = Derived
    return c == Base, Base == Base

counter = 0

def _outer():
    n = 0
    def step():
        nonlocal n
        n += 1
        return n
    return step

step = _outer()

RUNS = [(make, 3), (choose, 0, 2), (choose, 1, 2), (get_of, Derived(1, 2), 3), (get, Derived(1, 2), 3), (same, 1)]
