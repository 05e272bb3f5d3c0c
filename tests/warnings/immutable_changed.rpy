# options: --opt=jit
"""Fields and lists that are called immutable, and change while the guest program runs; and others that do not."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'world'])


class Node(object):
    _immutable_fields_ = ['next']

    def __init__(self, next):
        self.next = next


class World(object):
    _immutable_fields_ = ['counts[*]', 'top', 'list', 'early', 'cells?[*]', 'size', 'lazy', 'rare?']

    def __init__(self):
        self.counts = [0] * 4
        self.cells = [0] * 4
        self.list = None
        self.rare = 0
        self.top = 0
        self.top += 1
        self.size = 4
        self.early = 0
        self.lazy = None

    def get(self):
        if self.lazy is None:
            self.lazy = Node(None)
        return self.lazy


def set_up(world):
    """Nobody has read it by then."""
    world.early = len(world.counts)
    world.list = Node(Node(None))
    for i in range(4):
        world.counts[i] = i


def made(n):
    world = World()
    world.size = world.size + n
    return world.size


def run(code, n, world):
    pc = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, code=code, n=n, world=world)
        op = code[pc]
        pc += 1
        if op == 'a':
            world.counts[1] += 2
        elif op == 'b':
            world.cells[0] = (world.cells[0] * 3 + world.cells[1]) % 7
        elif op == 't':
            world.top += 1
        elif op == 'l':
            if world.list is not None:
                world.list = world.list.next
        elif op == 'm':
            n += made(n) % 2 - made(n) % 2
        elif op == 'r':
            world.rare += 1
        elif op == 's':
            set_up(world)
        else:
            pc = 0
            n -= 1
    world.get()
    return world.counts[1] + world.top + world.cells[0] + world.rare


def entry_point(argv):
    world = World()
    set_up(world)
    print(run('abtlmrs.', len(argv), world))
    return 0


def target(driver, args):
    return entry_point, None
