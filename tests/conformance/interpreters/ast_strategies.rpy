# origin: after published programs
# A self-optimising tree interpreter: nodes replace themselves by special ones when they have seen what their operands are.
class Fail(Exception):
    pass


class Value(object):
    pass


class VInt(Value):
    def __init__(self, n):
        self.n = n


class VStr(Value):
    def __init__(self, s):
        self.s = s


class VList(Value):
    def __init__(self, items):
        self.items = items


def show(v):
    if isinstance(v, VInt):
        return str(v.n)
    if isinstance(v, VStr):
        return repr(v.s)
    assert isinstance(v, VList)
    return '[' + ' '.join([show(x) for x in v.items]) + ']'


class Node(object):
    _child_nodes_ = []
    parent = None

    def adopt(self, child):
        child.parent = self
        return child

    def replace(self, new):
        if self.parent is not None:
            self.parent.replace_child(self, new)
        REWRITES.append(self.kind() + '>' + new.kind())
        return new

    def replace_child(self, old, new):
        raise NotImplementedError

    def kind(self):
        return self.__class__.__name__

    def run(self, frame):
        raise NotImplementedError


REWRITES = []


class Const(Node):
    def __init__(self, v):
        self.v = v

    def run(self, frame):
        return self.v


class Local(Node):
    def __init__(self, i):
        self.i = i

    def run(self, frame):
        return frame[self.i]


class Binary(Node):
    def __init__(self, left, right):
        self.left = self.adopt(left)
        self.right = self.adopt(right)

    def replace_child(self, old, new):
        if self.left is old:
            self.left = self.adopt(new)
        if self.right is old:
            self.right = self.adopt(new)


class AddNew(Binary):
    def run(self, frame):
        a, b = self.left.run(frame), self.right.run(frame)
        if isinstance(a, VInt) and isinstance(b, VInt):
            node = AddInts(self.left, self.right)
        elif isinstance(a, VStr) and isinstance(b, VStr):
            node = AddTexts(self.left, self.right)
        else:
            node = AddAny(self.left, self.right)
        self.replace(node)
        return add(a, b)


class AddInts(Binary):
    def run(self, frame):
        a, b = self.left.run(frame), self.right.run(frame)
        if isinstance(a, VInt) and isinstance(b, VInt):
            return VInt(a.n + b.n)
        self.replace(AddAny(self.left, self.right))
        return add(a, b)


class AddTexts(Binary):
    def run(self, frame):
        a, b = self.left.run(frame), self.right.run(frame)
        if isinstance(a, VStr) and isinstance(b, VStr):
            return VStr(a.s + b.s)
        self.replace(AddAny(self.left, self.right))
        return add(a, b)


class AddAny(Binary):
    def run(self, frame):
        return add(self.left.run(frame), self.right.run(frame))


def add(a, b):
    if isinstance(a, VInt) and isinstance(b, VInt):
        return VInt(a.n + b.n)
    if isinstance(a, VStr) and isinstance(b, VStr):
        return VStr(a.s + b.s)
    if isinstance(a, VList) and isinstance(b, VList):
        return VList(a.items + b.items)
    if isinstance(a, VStr) and isinstance(b, VInt):
        return VStr(a.s + str(b.n))
    raise Fail('cannot add')


class Each(Node):
    """Runs the body for each item, with the item in a slot: the list of results."""

    def __init__(self, items, slot, body):
        self.items = self.adopt(items)
        self.slot = slot
        self.body = self.adopt(body)

    def replace_child(self, old, new):
        if self.items is old:
            self.items = self.adopt(new)
        if self.body is old:
            self.body = self.adopt(new)

    def run(self, frame):
        v = self.items.run(frame)
        if not isinstance(v, VList):
            raise Fail('not a list')
        out = []
        for x in v.items:
            frame[self.slot] = x
            out.append(self.body.run(frame))
        return VList(out)


class Root(Node):
    def __init__(self, body, size):
        self.body = self.adopt(body)
        self.size = size

    def replace_child(self, old, new):
        self.body = self.adopt(new)

    def run(self, frame):
        return self.body.run(frame + [VInt(0)] * (self.size - len(frame)))

    def shape(self):
        return shape(self.body)


def shape(n):
    if isinstance(n, Binary):
        return '%s(%s %s)' % (n.kind(), shape(n.left), shape(n.right))
    if isinstance(n, Each):
        return 'Each(%s %s)' % (shape(n.items), shape(n.body))
    return n.kind()


def ints(*ns):
    return VList([VInt(n) for n in ns])


LISTS = [ints(1, 2, 3), VList([VStr('a'), VStr('b')]), VList([VInt(1), VStr('x'), ints(4)])]


def entry_point(argv):
    root = Root(Each(Local(0), 1, AddNew(Local(1), AddNew(Local(1), Local(1)))), 2)
    for v in [LISTS[0], LISTS[0], LISTS[1], LISTS[2]]:
        try:
            print(show(root.run([v])), root.shape())
        except Fail as e:
            print('failed: %s' % e, root.shape())
    texts = Root(AddNew(Const(VStr('n')), Local(0)), 1)
    for v in [VStr('s'), VStr('t'), VInt(7)]:
        print(show(texts.run([v])), texts.shape())
    try:
        texts.run([LISTS[0]])
    except Fail as e:
        print('failed: %s' % e)
    print(REWRITES, len(REWRITES))
    return 0


def target(driver, args):
    return entry_point, None
