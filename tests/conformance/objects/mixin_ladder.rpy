# origin: after published programs
"""Value classes made of mixins: `import_from_mixin` of several mixins in a class body and in loops, static methods and properties
in mixins, special methods, `_mixin_` bases, constants that a mixin reads from the class that takes it."""
from rpython.rlib.objectmodel import import_from_mixin, specialize
from rpython.rlib.rarithmetic import intmask


class W_Object(object):
    typename = "object"

    def repr(self):
        return "<" + self.typename + ">"

    def hash(self):
        return 7

    def length(self):
        return -1


class SequenceMixin(object):
    """Needs `items` and `wrap_item`."""
    MAX_SHOWN = 3

    def __init__(self, items):
        self.items = items
        self.version = 0

    def length(self):
        return len(self.items)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[self.index(i)]

    def index(self, i):
        if i < 0:
            i += len(self.items)
        if i < 0 or i >= len(self.items):
            raise IndexError(self.typename)
        return i

    def repr(self):
        parts = []
        for item in self.items:
            if len(parts) == self.MAX_SHOWN:
                parts.append("..%d more" % (len(self.items) - self.MAX_SHOWN))
                break
            parts.append(self.show_item(item))
        return self.OPEN + ", ".join(parts) + self.CLOSE

    @property
    def is_empty(self):
        return len(self.items) == 0

    @staticmethod
    def kind():
        return "sequence"


class HashMixin(object):
    def hash(self):
        h = self.SEED
        for item in self.items:
            h = intmask(h * 1000003) ^ self.hash_item(item)
        return h & 0xffff


class ChangeMixin(object):
    _mixin_ = True

    def push(self, item):
        self.items.append(item)
        self.version += 1

    def pop_last(self):
        self.version += 1
        return self.items.pop()


class W_Bytes(W_Object):
    typename = "bytes"
    OPEN, CLOSE = "b[", "]"
    SEED = 17
    import_from_mixin(SequenceMixin)
    import_from_mixin(HashMixin)

    def show_item(self, c):
        return str(ord(c))

    def hash_item(self, c):
        return ord(c)


class W_Floats(W_Object):
    typename = "floats"
    OPEN, CLOSE = "f(", ")"
    SEED = 29
    import_from_mixin(SequenceMixin)
    import_from_mixin(HashMixin)
    MAX_SHOWN = 2

    def show_item(self, x):
        return "%.2f" % x

    def hash_item(self, x):
        return int(x * 100.0)


class W_Array(W_Object, ChangeMixin):
    typename = "array"
    OPEN, CLOSE = "[", "]"
    import_from_mixin(SequenceMixin)

    def show_item(self, w):
        return w.repr()


class W_Names(W_Object, ChangeMixin):
    typename = "names"
    OPEN, CLOSE = "{", "}"
    for _m in (SequenceMixin, HashMixin):
        import_from_mixin(_m)
    SEED = 3
    del _m

    def show_item(self, s):
        return s.upper()

    def hash_item(self, s):
        return len(s)


def make_counter(step, *mixins):
    class Counter(W_Object):
        typename = "counter%d" % step
        STEP = step
        for mixin in mixins:
            import_from_mixin(mixin)

        def __init__(self):
            self.n = 0
    Counter.__name__ = "Counter%d" % step
    return Counter


class UpMixin(object):
    def advance(self):
        self.n += self.STEP
        return self.n


class BoundedMixin(object):
    LIMIT = 10

    def advance_twice(self):
        self.advance()
        if self.advance() > self.LIMIT:
            self.n = self.LIMIT
        return self.n

    def repr(self):
        return "<%s at %d>" % (self.typename, self.n)


Counter2 = make_counter(2, UpMixin, BoundedMixin)
Counter5 = make_counter(5, UpMixin, BoundedMixin)
Plain1 = make_counter(1, UpMixin)


@specialize.argtype(0)
def last_or(seq, default):
    try:
        return seq[-1]
    except IndexError:
        return default


def entry_point(argv):
    text = W_Bytes([c for c in "hello"])
    floats = W_Floats([0.5, 1.25, -3.0])
    inner = W_Array([text])
    array = W_Array([inner, floats])
    names = W_Names(["ab", "cde"])
    for w in [text, floats, inner, array, names]:
        print("%s %d %d" % (w.repr(), w.hash() % 2, w.length()))
    print(text.hash(), names.hash())
    print(len(text), len(array), text.is_empty, W_Names([]).is_empty, W_Bytes.kind(), names.kind())
    array.push(text)
    array.push(names)
    print(array.repr(), array.version)
    names.push("f")
    print(array.pop_last().repr(), array.version, names.version)
    print(last_or(text, '?'), last_or(floats, 9.5), last_or(W_Names([]), "none"))
    for i in (-6, 5, 2):
        try:
            print(text[i])
        except IndexError:
            print("no item %d" % i)
    counters = [Counter2(), Counter5(), Plain1()]
    for c in counters:
        print(c.repr())
    print(counters[0].repr(), Counter2().advance())
    five = Counter5()
    print(five.advance_twice(), five.advance_twice(), five.repr())
    one = Plain1()
    print(one.advance(), one.advance())
    return 0


def target(driver, args):
    return entry_point, None
