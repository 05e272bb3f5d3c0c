# jit: yes
"""Two objects with one shape: whether code for other shapes is the same has to be told for each of the two.

Each kind of visit looks at the shapes of a node and of its child in another order, or in a way that tells them apart.
"""
from rpython.rlib.jit import JitDriver, elidable, promote, unroll_safe


class Shape(object):
    _immutable_fields_ = ['names[*]', 'width']

    def __init__(self, names, width):
        self.names = names
        self.width = width
        self.uses = width * 3
        self.other = None

    @elidable
    def place(self, name):
        for i in range(len(self.names)):
            if self.names[i] == name:
                return i
        return -1


class Wide(Shape):
    pass


class Node(object):
    def __init__(self, shape, values):
        self.shape = shape
        self.values = values
        self.child = None


def visit(kind, node, child):
    if kind == 'c':                                 # the node's places, then one of the child's
        shape = promote(node.shape)
        value = node.values[shape.place('b')] if shape.place('b') >= 0 else 5
        return value + promote(child.shape).place('a')
    if kind == 'd':                                 # a place of the child's that some shapes have elsewhere
        first = promote(node.shape).place('a')
        return first + 10 * promote(child.shape).place('b')
    if kind == 'n':                                 # the node's place behind the child's
        shape = promote(node.shape)
        below = promote(child.shape)
        return below.place('a') + 10 * shape.place('b')
    if kind == 'e':                                 # are they the same?
        shape = promote(node.shape)
        below = promote(child.shape)
        return shape.place('a') + 10 * int(shape is below)
    if kind == 'w':                                 # a number of each
        return promote(node.shape).width * 100 + promote(child.shape).width
    if kind == 'm':                                 # a field that changes, of each
        shape = promote(node.shape)
        seen = shape.uses
        below = promote(child.shape)
        return shape.place('a') + seen * 100 + below.uses
    if kind == 'r':                                 # one that was read before
        before = node.shape.uses + child.shape.uses
        return before + promote(node.shape).place('a') + promote(child.shape).place('a') * 10
    if kind == 's':                                 # the child's class is known first
        wide = isinstance(child.shape, Wide)
        at = promote(node.shape).place('b')
        below = promote(child.shape)
        return at + 10 * below.place('b') + 100 * int(wide)
    if kind == 'o':                                 # what it refers to is a shape, too
        below = promote(child.shape)
        other = promote(below.other)
        return below.place('a') + 10 * other.place('b')
    if kind == 'g':                                 # the child's child as well
        total = promote(node.shape).place('b')
        total += 10 * promote(child.shape).place('a')
        return total + 100 * promote(child.child.shape).place('a')
    return 0


def where(kind):
    return 'visit ' + kind


driver = JitDriver(greens=['kind'], reds=['depth', 'node'], is_recursive=True, get_printable_location=where)


@unroll_safe
def walk(kind, depth, node):
    driver.jit_merge_point(kind=kind, depth=depth, node=node)
    total = 0
    for i in range(len(kind)):
        total += visit(kind[i], node, node.child)
    if depth > 0:
        total += 3 * walk(kind, depth - 1, node.child)
    return total & 0xffffff


def nodes(shapes, order):
    """A ring; neighbours have the same shape, or not."""
    made = []
    for at in order:
        made.append(Node(shapes[at], [at + 1, at + 2, at + 3]))
    for i in range(len(made)):
        made[i].child = made[(i + 1) % len(made)]
    return made


def entry_point(argv):
    times = int(argv[1]) if len(argv) > 1 else 40
    kinds = ['c', 'd', 'n', 'e', 'w', 'm', 'r', 's', 'o', 'g', 'cg', 'ds', 'mr']
    if len(argv) > 2:
        kinds = [argv[2]]
    alike = [Shape(['a', 'b'], 1), Shape(['a', 'b', 'c'], 1), Shape(['a', 'b', 'd'], 1), Shape(['a', 'b', 'e'], 1)]
    mixed = [Shape(['a', 'b'], 1), Shape(['a', 'c', 'b'], 2), Shape(['b', 'a'], 1), Wide(['a', 'b', 'x'], 4)]
    for kind in kinds:
        for shapes in [alike, mixed]:
            for i in range(4):
                shapes[i].other = shapes[i * 3 % 4]
            all = nodes(shapes, [0, 0, 0, 0, 1, 0, 1, 1, 2, 2, 0, 2, 3, 3, 1, 3, 0, 3, 2, 0])
            total = 0
            for n in range(times):
                start = n % 3 if n < times // 2 else n % len(all)
                total = (total * 5 + walk(kind, 6, all[start])) & 0xffffff
                if n % 9 == 0:
                    shapes[n % 4].uses += 1
            print(kind + ' ' + str(total))
    return 0


def target(driver, args):
    return entry_point, None
