# origin: after published programs
# Hidden classes and inline caches of a JavaScript-like language: shapes with transitions, prototypes, getters, deletion.
class Shape(object):
    _immutable_fields_ = ['name', 'parent', 'index']

    def __init__(self, parent, name):
        self.parent = parent
        self.name = name
        self.index = -1 if parent is None else parent.index + 1
        self.next = {}
        self.table = None

    def lookup(self, name):
        if self.table is None:
            table = {}
            s = self
            while s.parent is not None:
                table[s.name] = s.index
                s = s.parent
            self.table = table
        return self.table.get(name, -1)

    def add(self, name):
        if name not in self.next:
            self.next[name] = Shape(self, name)
        return self.next[name]

    def names(self):
        return [] if self.parent is None else self.parent.names() + [self.name]


ROOT = Shape(None, '')


class Value(object):
    def number(self):
        return 0

    def text(self):
        return 'undefined'


class Num(Value):
    def __init__(self, n):
        self.n = n

    def number(self):
        return self.n

    def text(self):
        return str(self.n)


UNDEFINED = Value()


class Getter(Value):
    def __init__(self, f):
        self.f = f


class Object(Value):
    def __init__(self, proto):
        self.shape = ROOT
        self.slots = []
        self.proto = proto

    def put(self, name, value):
        i = self.shape.lookup(name)
        if i >= 0:
            self.slots[i] = value
        else:
            self.shape = self.shape.add(name)
            self.slots.append(value)

    def delete(self, name):
        if self.shape.lookup(name) < 0:
            return False
        old = [(n, self.slots[i]) for i, n in enumerate(self.shape.names())]
        self.shape = ROOT
        self.slots = []
        for n, v in old:
            if n != name:
                self.put(n, v)
        return True

    def text(self):
        return '{' + ', '.join(['%s: %s' % (n, self.slots[i].text()) for i, n in enumerate(self.shape.names())]) + '}'


class Site(object):
    """A place in the program that reads an attribute, with what it saw last."""

    def __init__(self, name):
        self.name = name
        self.shapes = []
        self.indices = []
        self.depths = []
        self.hits = 0
        self.misses = 0

    def get(self, obj):
        for i in range(len(self.shapes)):
            if self.shapes[i] is obj.shape:
                holder = obj
                for d in range(self.depths[i]):
                    if holder is not None:
                        holder = holder.proto
                if holder is not None and self.indices[i] < len(holder.slots):
                    self.hits += 1
                    return self.value(obj, holder.slots[self.indices[i]])
        self.misses += 1
        holder = obj
        depth = 0
        while holder is not None:
            i = holder.shape.lookup(self.name)
            if i >= 0:
                if len(self.shapes) < 3:
                    self.shapes.append(obj.shape)
                    self.indices.append(i)
                    self.depths.append(depth)
                return self.value(obj, holder.slots[i])
            holder = holder.proto
            depth += 1
        return UNDEFINED

    def value(self, obj, v):
        if isinstance(v, Getter):
            return v.f(obj)
        return v


def point(proto, x, y):
    o = Object(proto)
    o.put('x', Num(x))
    o.put('y', Num(y))
    return o


X = Site('x')
NORM = Site('norm')
NOTHING = Site('nothing')


def norm(obj):
    x = INNER_X.get(obj).number()
    y = INNER_Y.get(obj).number()
    return Num(x * x + y * y)


INNER_X, INNER_Y = Site('x'), Site('y')


def entry_point(argv):
    base = Object(None)
    base.put('norm', Getter(norm))
    points = [point(base, i, i + 1) for i in range(10)]
    print(sum([X.get(p).number() for p in points]), X.hits, X.misses)
    print([NORM.get(p).text() for p in points][:4], NORM.hits, NORM.misses, INNER_X.hits)
    odd = Object(base)
    odd.put('y', Num(7))
    odd.put('x', Num(8))
    odd.put('z', Num(9))
    print(X.get(odd).text(), NORM.get(odd).text(), X.misses, odd.shape is points[0].shape)
    for i in range(5):
        odd.put('w%d' % i, Num(i))
        X.get(odd)
    print(X.hits, X.misses, len(X.shapes))
    print(odd.delete('z'), odd.delete('z'), odd.text())
    print(NOTHING.get(odd).text(), points[0].shape is points[9].shape, points[3].text())
    derived = Object(points[2])
    derived.put('y', Num(100))
    print(X.get(derived).text(), NORM.get(derived).text())
    return 0


def target(driver, args):
    return entry_point, None
