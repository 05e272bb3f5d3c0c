# jit: yes
"""Methods found by the shape of an object: whether code for one shape does for another shows in what is computed of the shapes.

Each kind of request depends on the shape in one more way.
"""
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, promote, unroll_safe


class Shape(object):
    _immutable_fields_ = ['parent', 'places[*]', 'width', 'version?']

    def __init__(self, parent, names, width):
        self.parent = parent
        self.places = names
        self.width = width
        self.version = 0
        self.uses = 0

    @elidable
    def place(self, name):
        for i in range(len(self.places)):
            if self.places[i] == name:
                return i
        return -1

    @elidable
    def sure_place(self, name):
        for i in range(len(self.places)):
            if self.places[i] == name:
                return i
        raise KeyError


class Tall(Shape):
    def weight(self):
        return 3


class Thing(object):
    def __init__(self, shape, values):
        self.shape = shape
        self.values = values


class Pair(object):
    def __init__(self, shape, n):
        self.shape = shape
        self.n = n


class State(object):
    def __init__(self):
        self.last = None
        self.pairs = 0
        self.failed = 0


state = State()


@dont_look_inside
def touch(thing, shape):
    thing.shape = shape


@dont_look_inside
def count(pair):
    state.pairs += pair.n + pair.shape.width


def read(thing, name):
    at = promote(thing.shape).place(name)
    return thing.values[at] if at >= 0 else -1


@unroll_safe
def request(kind, thing, other, n):
    if kind == 'p':                                 # only a place
        return read(thing, 'x')
    if kind == 'w':                                 # a place, and a field of the shape
        return read(thing, 'x') + promote(thing.shape).width * 100
    if kind == 's':                                 # the shape is stored
        shape = promote(thing.shape)
        state.last = shape
        return shape.place('x')
    if kind == 'i':                                 # it is compared
        shape = promote(thing.shape)
        at = shape.place('x')
        return at + 10 * int(shape is other.shape)
    if kind == 'b':                                 # and so are two promoted ones
        shape = promote(thing.shape)
        second = promote(other.shape)
        return shape.place('x') + 10 * int(shape is second)
    if kind == 'q':                                 # a field that seldom changes
        shape = promote(thing.shape)
        return shape.place('x') + shape.version
    if kind == 'm':                                 # a field that changes often
        shape = promote(thing.shape)
        shape.uses += 1
        return shape.place('x') + shape.uses % 3
    if kind == 'k':                                 # a class that need not be the same
        shape = promote(thing.shape)
        if isinstance(shape, Tall):
            return shape.place('x') + shape.weight()
        return shape.place('x')
    if kind == 'e':                                 # an exception for some
        try:
            return promote(thing.shape).sure_place('y')
        except KeyError:
            state.failed += 1
            return 50
    if kind == 't':                                 # read again behind a call that changes it
        first = read(thing, 'x')
        touch(thing, other.shape)
        return first + 7 * read(thing, 'x')
    if kind == 'f':                                 # kept in an object that may be made in the end
        pair = Pair(thing.shape, n & 3)
        at = promote(pair.shape).place('x')
        if n % 7 == 0:
            count(pair)
        return at + pair.n
    if kind == 'a':                                 # its parent decides
        shape = promote(thing.shape)
        total = 0
        while shape is not None:
            total += shape.place('x') + 1
            shape = shape.parent
        return total
    return 0


def where(kind):
    return 'request ' + kind


driver = JitDriver(greens=['kind'], reds=['depth', 'n', 'thing', 'other', 'all'], is_recursive=True,
                   get_printable_location=where)


@unroll_safe
def handle(kind, depth, n, thing, other, all):
    driver.jit_merge_point(kind=kind, depth=depth, n=n, thing=thing, other=other, all=all)
    total = 0
    for i in range(len(kind)):
        total += request(kind[i], thing, other, n)
    if depth > 0:
        following = all[(n * 7 + depth) % len(all)]
        total += handle(kind, depth - 1, n + 1, following, thing, all)
    return total & 0xffffff


def things(plain):
    """Objects of many shapes: most have 'x' first."""
    root = Shape(None, ['x'], 1)
    tail = Shape(None, ['r', 'x'], 1)
    made = []
    for i in range(12):
        names = ['x', 'abcdefghijkl'[i]]
        parent = root
        width = 2
        if not plain and i % 4 == 1:
            names = ['other', 'x']
            parent = tail
        if not plain and i % 4 == 2:
            width = i
        if not plain and i % 4 == 3:
            names = names + ['y']
            shape = Tall(root, names, width)
        else:
            shape = Shape(parent, names, width)
        made.append(Thing(shape, [i, i + 20, i + 40]))
    return made


def entry_point(argv):
    times = int(argv[1]) if len(argv) > 1 else 60
    for plain in range(2):
        for kind in ['p', 'w', 's', 'i', 'b', 'q', 'm', 'k', 'e', 't', 'f', 'a', 'pp', 'pa', 'kf']:
            all = things(plain == 1)
            total = 0
            for n in range(times):
                thing = all[n % 5 if n < times // 2 else n % len(all)]
                total = (total * 3 + handle(kind, 9, n, thing, all[n % 3], all)) & 0xffffff
                if n == times * 3 // 4:
                    all[1].shape.version = 5
            print(kind + ' ' + str(total) + ' ' + str(state.pairs) + ' ' + str(state.failed))
            print(state.last is all[0].shape)
    return 0


def target(driver, args):
    return entry_point, None
