# origin: after published programs
# Persistent vectors and hash tries of a Clojure-like language, with transients, protocols by class and lazy sequences.
from rpython.rlib.objectmodel import compute_hash

BITS = 3
WIDTH = 1 << BITS
MASK = WIDTH - 1


class Object(object):
    def show(self):
        raise NotImplementedError

    def hash(self):
        raise NotImplementedError

    def equal(self, other):
        return self is other


class Number(Object):
    def __init__(self, n):
        self.n = n

    def show(self):
        return str(self.n)

    def hash(self):
        return self.n * 7919

    def equal(self, other):
        return isinstance(other, Number) and other.n == self.n


class Keyword(Object):
    def __init__(self, name):
        self.name = name

    def show(self):
        return ':' + self.name

    def hash(self):
        return compute_hash(self.name)

    def equal(self, other):
        return isinstance(other, Keyword) and other.name == self.name


class VNode(object):
    def __init__(self, edit, items, children):
        self.edit = edit
        self.items = items
        self.children = children


class Edit(object):
    def __init__(self, active):
        self.active = active


NO_EDIT = Edit(False)


class Vector(Object):
    def __init__(self, count, shift, root):
        self.count = count
        self.shift = shift
        self.root = root

    def leaf(self, i):
        node = self.root
        level = self.shift
        while level > 0:
            node = node.children[(i >> level) & MASK]
            level -= BITS
        return node

    def nth(self, i):
        if not 0 <= i < self.count:
            raise IndexError('index %d of %d' % (i, self.count))
        return self.leaf(i).items[i & MASK]

    def conj(self, x):
        return self.conj_in(NO_EDIT, x)

    def conj_in(self, edit, x):
        root, shift = self.root, self.shift
        if self.count == 1 << (shift + BITS):
            root = VNode(edit, [], [root])
            shift += BITS
        return Vector(self.count + 1, shift, self.push(edit, root, shift, x))

    def push(self, edit, node, level, x):
        if not (node.edit is edit and edit.active):
            node = VNode(edit, node.items[:], node.children[:])
            COPIES[0] += 1
        if level == 0:
            node.items.append(x)
            return node
        i = (self.count >> level) & MASK
        if i < len(node.children):
            node.children[i] = self.push(edit, node.children[i], level - BITS, x)
        else:
            node.children.append(self.push(edit, VNode(edit, [], []), level - BITS, x))
        return node

    def assoc(self, i, x):
        return Vector(self.count, self.shift, self.replaced(self.root, self.shift, i, x))

    def replaced(self, node, level, i, x):
        copy = VNode(NO_EDIT, node.items[:], node.children[:])
        if level == 0:
            copy.items[i & MASK] = x
        else:
            k = (i >> level) & MASK
            copy.children[k] = self.replaced(node.children[k], level - BITS, i, x)
        return copy

    def show(self):
        return '[' + ' '.join([self.nth(i).show() for i in range(self.count)]) + ']'


COPIES = [0]
EMPTY_VECTOR = Vector(0, 0, VNode(NO_EDIT, [], []))


class MNode(object):
    _attrs_ = []

    def find(self, shift, h, key):
        raise NotImplementedError

    def with_(self, shift, h, key, value):
        raise NotImplementedError

    def entries(self, out):
        raise NotImplementedError


class Leaf(MNode):
    def __init__(self, h, pairs):
        self.h = h
        self.pairs = pairs

    def find(self, shift, h, key):
        for k, v in self.pairs:
            if k.equal(key):
                return v
        return None

    def with_(self, shift, h, key, value):
        if h != self.h:
            node = Branch(0, [])
            node = node.with_leaf(shift, self.h, self)
            return node.with_(shift, h, key, value)
        pairs = [(k, v) for k, v in self.pairs if not k.equal(key)]
        return Leaf(h, pairs + [(key, value)])

    def entries(self, out):
        out.extend(self.pairs)


def bits_below(n):
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count


class Branch(MNode):
    def __init__(self, bitmap, nodes):
        self.bitmap = bitmap
        self.nodes = nodes

    def slot(self, bit):
        return bits_below(self.bitmap & (bit - 1))

    def find(self, shift, h, key):
        bit = 1 << ((h >> shift) & MASK)
        if not self.bitmap & bit:
            return None
        return self.nodes[self.slot(bit)].find(shift + BITS, h, key)

    def with_leaf(self, shift, h, leaf):
        bit = 1 << ((h >> shift) & MASK)
        i = self.slot(bit)
        return Branch(self.bitmap | bit, self.nodes[:i] + [leaf] + self.nodes[i:])

    def with_(self, shift, h, key, value):
        bit = 1 << ((h >> shift) & MASK)
        if not self.bitmap & bit:
            return self.with_leaf(shift, h, Leaf(h, [(key, value)]))
        i = self.slot(bit)
        nodes = self.nodes[:]
        nodes[i] = nodes[i].with_(shift + BITS, h, key, value)
        return Branch(self.bitmap, nodes)

    def entries(self, out):
        for n in self.nodes:
            n.entries(out)


class Map(Object):
    def __init__(self, root):
        self.root = root

    def get(self, key):
        return self.root.find(0, key.hash() & 0xffffff, key)

    def assoc(self, key, value):
        return Map(self.root.with_(0, key.hash() & 0xffffff, key, value))

    def entries(self):
        out = []
        self.root.entries(out)
        return out

    def show(self):
        return '{' + ', '.join(sorted([k.show() + ' ' + v.show() for k, v in self.entries()])) + '}'


EMPTY_MAP = Map(Branch(0, []))


class Lazy(Object):
    """A sequence whose rest is made when it is wanted."""

    def __init__(self, first, rest):
        self.first = first
        self.make = rest
        self.made = None

    def rest(self):
        if self.made is None:
            self.made = self.make()
        return self.made


def numbers(n, step):
    def more():
        return numbers(n + step, step)
    return Lazy(Number(n), more)


def mapped(f, seq):
    def more():
        return mapped(f, seq.rest())
    return Lazy(f(seq.first), more)


def take(n, seq):
    out = []
    while n > 0:
        out.append(seq.first.show())
        n -= 1
        if n:
            seq = seq.rest()
    return ' '.join(out)


def entry_point(argv):
    v = EMPTY_VECTOR
    versions = []
    for i in range(70):
        versions.append(v)
        v = v.conj(Number(i * i))
    print(v.count, v.shift, v.nth(69).show(), versions[9].show(), COPIES[0])
    w = v.assoc(64, Keyword('changed')).assoc(0, Keyword('first'))
    print(w.nth(64).show(), v.nth(64).show(), w.nth(0).show(), w.nth(1) is v.nth(1), w.leaf(30) is v.leaf(30))
    edit = Edit(True)
    t = EMPTY_VECTOR
    before = COPIES[0]
    for i in range(70):
        t = t.conj_in(edit, Number(i))
    edit.active = False
    print(t.count, COPIES[0] - before, t.conj(Number(1)).count, t.count)
    try:
        v.nth(70)
    except IndexError as e:
        print(e)
    m = EMPTY_MAP
    for i in range(200):
        m = m.assoc(Number(i % 50 * 1000003), Number(i))
    old = m
    for name in ['a', 'b', 'key', 'a']:
        m = m.assoc(Keyword(name), Number(len(name)))
    print(len(m.entries()), len(old.entries()), m.get(Number(7 * 1000003)).show(), m.get(Keyword('key')).show(), old.get(Keyword('a')) is None)
    small = EMPTY_MAP.assoc(Keyword('x'), EMPTY_VECTOR.conj(Number(1))).assoc(Number(2), Keyword('two'))
    print(small.show(), small.assoc(Keyword('x'), Number(0)).show())
    odd = numbers(1, 2)
    squares = mapped(lambda x: Number(x.n * x.n), odd)
    print(take(8, odd), '|', take(5, squares), squares.rest() is squares.rest())
    return 0


def target(driver, args):
    return entry_point, None
