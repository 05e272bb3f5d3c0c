# origin: after published programs
"""specialize.memo, arg, argtype, call_location; `instantiate` of classes from a table; frozen space objects."""
from rpython.rlib.objectmodel import specialize, instantiate, we_are_translated


class Marker(object):
    def __init__(self, name):
        self.name = name

    def _freeze_(self):
        return True


RED = Marker('red')
BLUE = Marker('blue')
created = []


@specialize.memo()
def cost_of(marker):
    created.append(marker.name)
    return len(marker.name) * 100


@specialize.memo()
def class_for(marker, wide):
    class Cell(W_Cell):
        def describe(self):
            return "%s cell of %d%s" % (marker.name, self.size, "w" if wide else "")
    Cell.__name__ = marker.name.capitalize() + ("Wide" if wide else "") + 'Cell'
    return Cell


class W_Cell(object):
    size = 0

    def describe(self):
        return "plain"

    def init(self, size):
        self.size = size
        return self


@specialize.arg(0)
def make(marker, wide, size):
    if wide:
        cell = instantiate(class_for(marker, True))
    else:
        cell = instantiate(class_for(marker, False))
    return cell.init(size)


@specialize.argtype(0, 1)
def joined(a, b):
    if isinstance(a, str):
        left = a
    elif isinstance(a, int):
        left = "#%d" % a
    else:
        left = a.name
    if isinstance(b, str):
        return left + "-" + b
    else:
        return left + "=" + str(b)


@specialize.call_location()
def cached(box, value):
    # one copy per place of the call: each may have another type of value
    box.append(value)
    return box[len(box) - 1]


@specialize.arg_or_var(1)
def power(base, n):
    result = 1
    for i in range(n):
        result *= base
    return result


class Visitor(object):
    def visit(self, marker):
        return 'visited ' + marker.name


class LoudVisitor(Visitor):
    def visit(self, marker):
        return 'VISITED ' + marker.name.upper()


CLASSES = [Visitor, LoudVisitor, Visitor]


class Cache(object):
    def _freeze_(self):
        return True

    def __init__(self):
        self.content = {}

    @specialize.memo()
    def getorbuild(self, key):
        try:
            return self.content[key]
        except KeyError:
            self.content[key] = self.build(key)
            return self.content[key]

    def build(self, key):
        return Table(key)


class Table(object):
    def __init__(self, key):
        self.key = key
        self.rows = []

    def add(self, row):
        self.rows.append(row)
        return len(self.rows)


cache = Cache()


def entry_point(argv):
    print("%d %d" % (cost_of(RED), cost_of(BLUE)))
    for size in range(3):
        print(make(RED, size % 2 == 0, size).describe() + ", " + make(BLUE, size == 1, size * 10).describe())
    print(joined("a", "b"), joined(5, "b"), joined(RED, "b"), joined("a", 7), joined(BLUE, 2))
    print(cached([1, 2], 3), cached(["x"], "y"), cached([0.5], 1.5))
    print(power(2, 10), power(3, len(argv) + 2))
    for i in range(3):
        print(CLASSES[i]().visit(RED if i == 0 else BLUE))
    for name in ["a", "b"]:
        cache.getorbuild("rows").add(name)
        cache.getorbuild("names").add(name + name)
    print(cache.getorbuild("rows").add("c"), len(cache.getorbuild("names").rows), cache.getorbuild("names").rows[1])
    print(cache.getorbuild("rows") is cache.getorbuild("rows"))
    if we_are_translated() and len(argv) > 100:
        print("never")
    return 0


def target(driver, args):
    return entry_point
