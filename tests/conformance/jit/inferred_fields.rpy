# jit: yes
"""Fields without a hint: those that only constructors write, or only what runs before the first merge point, are constants of
traces; all others are not: written after the object is known, by a subclass, by name, by a constructor that let others know the object."""
from rpython.rlib.jit import JitDriver

FIXED, LATER, SUB, NAMED, EARLY, TWICE, PREBUILT, TABLE, CHANGED, NODES, STOP = range(11)


class Op(object):
    def __init__(self, code, arg):
        self.code = code
        self.arg = arg


def location(pc, code):
    return '%s %d' % (code.name, code.ops[pc].code)


driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc', 'world'], get_printable_location=location)


class Code(object):
    def __init__(self, name, ops):
        self.name = name
        self.ops = []
        for op in ops:
            self.ops.append(op)


class Fixed(object):
    def __init__(self, n):
        self.n = n
        self.double = n * 2


class Later(object):
    """Written by a method that runs now and then."""
    def __init__(self, n):
        self.n = n

    def change(self, n):
        self.n = n


class Base(object):
    def __init__(self, n):
        self.n = n


class Sub(Base):
    def set(self, n):
        self.n = n


class Named(object):
    def __init__(self, n):
        self.left = n
        self.right = n


def write(obj, name, n):
    if name == 'left':
        setattr(obj, 'left', n)
    else:
        setattr(obj, 'right', n)


class Early(object):
    """Others know it before all is written."""
    def __init__(self, world, n):
        self.n = n
        world.early = self
        self.n = n + world.early.n


class Twice(object):
    """The second value is made of the first one."""
    def __init__(self, n):
        self.n = n
        i = 0
        while i < 3:
            self.n += i
            i += 1


class Prebuilt(object):
    """Its value comes before the guest program runs, but not with the import."""
    def __init__(self):
        self.n = 1
        self.items = [1, 2, 3]


PREBUILT_OBJECT = Prebuilt()
TABLE_OF_NAMES = {'a': 1}


class Node(object):
    """A chain."""
    def __init__(self, n, next):
        self.n = n
        self.next = next


class World(object):
    def __init__(self):
        self.fixed = Fixed(5)
        self.later = Later(1)
        self.base = Base(2)
        self.sub = Sub(3)
        self.named = Named(4)
        self.early = None
        self.chain = Node(1, Node(2, Node(3, None)))
        self.counts = {'x': 0, 'y': 1}
        self.rounds = 0


def chain_sum(node):
    total = 0
    while node is not None:
        total += node.n
        node = node.next
    return total


def run(code, world, n):
    pc = 0
    acc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc, world=world)
        op = code.ops[pc]
        pc += 1
        if op.code == FIXED:
            acc += world.fixed.n + world.fixed.double + op.arg
        elif op.code == LATER:
            acc += world.later.n
            if n % 400 == 7:
                world.later.change(n)
        elif op.code == SUB:
            acc += world.base.n + world.sub.n
            if n % 300 == 5:
                world.sub.set(n)
        elif op.code == NAMED:
            acc += world.named.left - world.named.right
            if n % 500 == 3:
                write(world.named, 'left', n)
            elif n % 500 == 4:
                write(world.named, 'right', n)
        elif op.code == EARLY:
            acc += Early(world, n).n - world.early.n + Early(world, 1).n
        elif op.code == TWICE:
            acc += Twice(n).n
        elif op.code == PREBUILT:
            acc += PREBUILT_OBJECT.n + len(PREBUILT_OBJECT.items) + PREBUILT_OBJECT.items[-1]
        elif op.code == TABLE:
            acc += TABLE_OF_NAMES['a'] + TABLE_OF_NAMES['b']
        elif op.code == CHANGED:
            acc += world.counts['x']
            if n % 600 == 1:
                world.counts['x'] = n
                world.counts['n%d' % n] = n
        elif op.code == NODES:
            acc += chain_sum(world.chain)
        else:
            n -= 1
            if n == 0:
                return acc
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, acc=acc, world=world)


def main(argv):
    PREBUILT_OBJECT.n = len(argv) + 6
    PREBUILT_OBJECT.items.append(10)
    TABLE_OF_NAMES['a'] = 100
    TABLE_OF_NAMES['b'] = len(argv)
    names = ['fixed', 'later', 'sub', 'named', 'early', 'twice', 'prebuilt', 'table', 'changed', 'nodes']
    world = World()
    codes = []
    for i in range(len(names)):
        codes.append(Code(names[i], [Op(i, i + 1), Op(STOP, 0)]))
    for code in codes:
        print('%s %d' % (code.name, run(code, world, 2500)))
    return 0


def target(driver, args):
    return main, None
