# jit: yes
"""Attributes of classes as values, through several sets of classes; mixins' immutable fields; constants that stay constants."""
from rpython.rlib import jit
from rpython.rlib.objectmodel import import_from_mixin, SpecTag
from rpython.rlib.unroll import SpecTag as UnrollTag


class Thing(object):
    label = 'thing'

    def __init__(self, n):
        self.n = n


# read as numbers
class Small(Thing):
    size = 1
    unit = 'mm'


class Large(Thing):
    size = 1000


# read as strings
class Red(Thing):
    size = 'red-size'
    unit = 3


class Blue(Thing):
    size = 'blue-size'
    unit = 4

    def tell(self):
        return 'blue %d' % self.n


class DarkBlue(Blue):
    size = 'dark' + Blue.size


# a method of instances
class Operation(Thing):
    pass


class Adds(Operation):
    def size(self, x):
        return self.n + x


class Multiplies(Operation):
    def size(self, x):
        return self.n * x


# read as floats, and as lists
class Half(Thing):
    size = 0.5


class Third(Thing):
    size = 0.25
    unit = [7, 8]


class Fourth(Thing):
    unit = [9]


NUMBERS = [Small, Large]
TEXTS = [Red, Blue, DarkBlue]


def number_class(i):
    return NUMBERS[i % 2]


def float_class(i):
    if i & 1:
        return Half
    return Third


def list_class(i):
    if i & 1:
        return Fourth
    return Third


def class_sets():
    for i in range(4):
        print(number_class(i).size + i, TEXTS[i % 3].size + '!', TEXTS[i % 3].unit - 1, float_class(i).size * 2,
              len(list_class(i).unit), list_class(i).unit[0])
        print(number_class(i).label, TEXTS[i % 3].label, TEXTS[i % 3](i).n, number_class(i)(i + 10).n)
    for thing in [Adds(3), Multiplies(4)]:
        print(thing.size(5))
    total = 0
    for cls in NUMBERS:
        total += cls.size
    for cls in TEXTS:
        total += len(cls.size) * cls.unit
    print(total, Blue(2).size, DarkBlue(5).tell(), DarkBlue(5).size, Small(1).size)


# ---- mixins

class PairMixin(object):
    _immutable_fields_ = ['left', 'right']

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def both(self):
        return self.left * 10 + self.right


class ListMixin(object):
    _immutable_fields_ = ['items[*]']

    def item(self, i):
        return self.items[i]


class Node(object):
    _immutable_fields_ = ['kind']
    import_from_mixin(PairMixin)
    import_from_mixin(ListMixin)

    def set(self, kind):
        self.kind = kind
        self.items = [kind, kind + 1, kind + 2]
        return self


class Leaf(object):
    import_from_mixin(PairMixin)


driver = jit.JitDriver(greens=['node'], reds=['i', 'total'])


def loop(node, i):
    total = 0
    while i > 0:
        driver.jit_merge_point(node=node, i=i, total=total)
        total += node.both() + node.item(i % 3) + node.kind
        i -= 1
    return total


# ---- constants with a mark

class Mode(SpecTag):
    def __init__(self, name, step):
        self.name = name
        self.step = step
        self.known = {name: step}


class Index(int, UnrollTag):
    """A number that no variable ever holds."""
    def __add__(self, other):
        return Index(int(self) + int(other))

    def _freeze_(self):
        return True


class Settings(dict):
    def _freeze_(self):
        return True


UP = Mode('up', 1)
DOWN = Mode('down', -2)
ZERO = Index(0)
ONE = Index(1)
FUNCTIONS = (len, ord, str)
LISTS = ([1, 2], [3], [4, 5, 6])
SETTINGS = Settings(depth=3, width=4)
EMPTY = Settings()


def stepped(n, upward):
    if upward:
        mode = UP
    else:
        mode = DOWN
    # one copy of the rest for each mode: the attributes are of different kinds otherwise
    n += mode.step
    if mode is UP:
        n *= 100
    return mode.name + str(n + mode.known[mode.name])


def all_functions(text):
    i = ZERO
    out = []
    while i < 3:
        f = FUNCTIONS[i]
        out.append(str(f(text)))
        i = i + ONE
    return out


def of_lists():
    LISTS[1].append(30)
    LISTS[2][0] += len(LISTS)
    i = ZERO
    total = 0
    while i < len(LISTS):
        for x in LISTS[i]:
            total = total * 7 + x
        i = i + ONE
    return total


def of_frozen(n):
    if not EMPTY:
        n += 1000
    if SETTINGS:
        n += SETTINGS['depth'] * 10 + SETTINGS['width']
    if 'height' in SETTINGS:
        n = -1
    if 'width' in SETTINGS and len(SETTINGS) == 2:
        n += 500000
    if ONE == 1 and ZERO != ONE and not ZERO:
        n += ONE + 2
    return n


def entry_point(argv):
    class_sets()
    nodes = [Node(1, 2).set(5), Node(3, 4).set(6)]
    for node in nodes:
        print(node.both(), node.item(2), loop(node, 40))
    print(Leaf(7, 8).both())
    print(stepped(5, len(argv) > 0), stepped(5, len(argv) > 5))
    print(all_functions('A')[1:], len(all_functions('z')), all_functions('7')[2])
    print(of_lists(), of_lists())
    print(of_frozen(len(argv)))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__rpython_target__':
    fields = Node.__dict__['_immutable_fields_']
    assert sorted(fields) == ['items[*]', 'kind', 'left', 'right'], fields
    assert Leaf._immutable_fields_ == ['left', 'right']
    assert PairMixin._immutable_fields_ == ['left', 'right']
