# origin: after published programs
"""Hidden classes in the manner of PySOM's object layouts: maps are immutable and shared, reads go through elidable functions,
a map that sees a value of another kind generalizes its slot."""
from rpython.rlib.jit import elidable, promote
from rpython.rlib.objectmodel import specialize
from rpython.rlib.debug import make_sure_not_resized

KIND_INT, KIND_FLOAT, KIND_OBJ = range(3)


class W_Root(object):
    _attrs_ = []

    def text(self):
        raise NotImplementedError


class W_Integer(W_Root):
    _attrs_ = ['value']
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def text(self):
        return str(self.value)


class W_Double(W_Root):
    _attrs_ = ['value']
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def text(self):
        return "%.2f" % self.value


class W_Nil(W_Root):
    _attrs_ = []

    def text(self):
        return 'nil'


nil = W_Nil()


class Slot(object):
    _immutable_fields_ = ['name', 'index', 'kind']

    def __init__(self, name, index, kind):
        self.name = name
        self.index = index
        self.kind = kind


class Layout(object):
    _immutable_fields_ = ['slots[*]', 'by_name']
    counter = 0

    def __init__(self, slots):
        make_sure_not_resized(slots)
        self.slots = slots
        self.by_name = {}
        self.transitions = {}
        for s in slots:
            self.by_name[s.name] = s

    @elidable
    def lookup(self, name):
        return self.by_name.get(name, None)

    @elidable
    def size(self):
        return len(self.slots)

    def with_slot(self, name, kind):
        key = name + ":" + str(kind)
        try:
            return self.transitions[key]
        except KeyError:
            new = Layout(self.slots + [Slot(name, len(self.slots), kind)])
            self.transitions[key] = new
            return new

    def generalized(self, name):
        key = "~" + name
        if key not in self.transitions:
            slots = [Slot(s.name, s.index, KIND_OBJ if s.name == name else s.kind) for s in self.slots]
            self.transitions[key] = Layout(slots[:])
        return self.transitions[key]

    def describe(self):
        return "{" + ", ".join([s.name + "/" + "IDO"[s.kind] for s in self.slots]) + "}"


EMPTY = Layout([])


@specialize.argtype(0)
def kind_of(w_x):
    if isinstance(w_x, W_Integer):
        return KIND_INT
    if isinstance(w_x, W_Double):
        return KIND_FLOAT
    return KIND_OBJ


class W_Object(W_Root):
    _attrs_ = ['layout', 'ints', 'floats', 'objs']

    def __init__(self):
        self.layout = EMPTY
        self.ints = [0] * 4
        self.floats = [0.0] * 4
        self.objs = [None] * 4
        make_sure_not_resized(self.ints)

    def get(self, name):
        layout = promote(self.layout)
        slot = layout.lookup(name)
        if slot is None:
            return nil
        if slot.kind == KIND_INT:
            return W_Integer(self.ints[slot.index])
        elif slot.kind == KIND_FLOAT:
            return W_Double(self.floats[slot.index])
        w = self.objs[slot.index]
        assert w is not None
        return w

    def set(self, name, w_value):
        layout = promote(self.layout)
        slot = layout.lookup(name)
        kind = kind_of(w_value)
        if slot is None:
            self.layout = layout.with_slot(name, kind)
            slot = self.layout.lookup(name)
        elif slot.kind != kind and slot.kind != KIND_OBJ:
            w_old = self.get(name)
            self.layout = layout.generalized(name)
            slot = self.layout.lookup(name)
            self.objs[slot.index] = w_old
        assert slot is not None
        if slot.kind == KIND_INT:
            assert isinstance(w_value, W_Integer)
            self.ints[slot.index] = w_value.value
        elif slot.kind == KIND_FLOAT:
            assert isinstance(w_value, W_Double)
            self.floats[slot.index] = w_value.value
        else:
            self.objs[slot.index] = w_value

    def text(self):
        parts = []
        for s in self.layout.slots:
            parts.append(s.name + "=" + self.get(s.name).text())
        return "<" + " ".join(parts) + ">"


def point(x, y):
    p = W_Object()
    p.set("x", W_Integer(x))
    p.set("y", W_Double(y))
    return p


def entry_point(argv):
    points = [point(i, i * 0.5) for i in range(20)]
    same = True
    for p in points:
        same = same and p.layout is points[0].layout
    print("%s %s" % (points[3].text(), points[3].layout.describe()))
    print("shared: %d" % same)
    points[3].set("x", nil)
    print(points[3].text() + " " + points[3].layout.describe())
    points[4].set("x", W_Double(2.5))
    print(points[4].layout is points[3].layout)
    points[5].set("next", points[6])
    points[6].set("next", points[7])
    print(points[5].text())
    total = 0
    for i in range(200):
        p = points[i % 20]
        w = p.get("x")
        if isinstance(w, W_Integer):
            total += w.value
            p.set("x", W_Integer(w.value + 1))
    print(total)
    print(points[0].get("missing").text(), EMPTY.size(), len(EMPTY.transitions))
    return 0


def target(driver, args):
    return entry_point
