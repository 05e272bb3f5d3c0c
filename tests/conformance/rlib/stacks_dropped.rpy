# skip-gc: boehm it has no stacklets
# skip-gc: none nothing is freed
# skip-gc: ref cycles are never freed, and a stack that holds its own handle is one
# skip-llinterp: stacks of its own
# oracle: stored
"""Many stacks: of different depth, resumed in any order and from each other, dropped half-way, found dead by collections."""
from rpython.rlib import rgc
from rpython.rlib.rstacklet import StackletThread


class Item(object):
    def __init__(self, n):
        self.n = n


class Counted(object):
    """Tells when it dies."""
    def __init__(self, box):
        self.box = box

    def __del__(self):
        self.box.n += 1


class Fiber(object):
    def __init__(self, n, depth, rounds, holds):
        self.n = n
        self.depth = depth
        self.rounds = rounds
        self.holds = holds
        self.handle = None
        self.caller = None
        self.passed = Item(0)
        self.next = None


class World(object):
    def __init__(self):
        self.thread = StackletThread(None)
        self.starting = None
        self.running = None


world = World()
dead = Item(0)


def first(h, arg):
    self = world.starting
    world.starting = None
    self.caller = h
    self.passed = Item(descend(self, self.depth) * 1000)
    self.rounds = -1
    return self.caller


def descend(self, depth):
    """Each level holds an item over what happens further down."""
    item = Item(self.n + depth)
    if depth > 0:
        return descend(self, depth - 1) + item.n
    own = self.holds                    # the stack holds it, and its own fiber
    total = item.n
    for i in range(self.rounds):
        more = Item(i)
        self.passed = Item(total)
        other = self.next
        if other is not None and other.rounds > 0 and other.handle is not None:
            # from one side stack to another
            total += resume(other).n % 5
        else:
            give(self)
        total += more.n
    if own is not None:
        total += own.box.n * 0
    return total


def resume(fiber):
    if fiber.handle is None:
        world.starting = fiber
        fiber.handle = world.thread.new(first)
    elif fiber.rounds >= 0:
        fiber.handle = world.thread.switch(fiber.handle)
    return fiber.passed


def give(fiber):
    fiber.caller = world.thread.switch(fiber.caller)


def make(count, watched):
    fibers = []
    for n in range(count):
        holds = None
        if watched:
            holds = Counted(dead)
        fibers.append(Fiber(n, n % 7 * (n % 3), 3 + n % 4, holds))
    return fibers


def settle():
    # objects with __del__ come to their end when others are made
    for _ in range(3):
        rgc.collect()
        Counted(Item(0))


def all_run(count):
    """They are resumed in turn until all are over."""
    fibers = make(count, False)
    for n in range(1, count, 5):
        fibers[n].next = fibers[n - 1]
    total = 0
    going = count
    while going > 0:
        going = 0
        k = 0
        for _ in range(count):
            k = (k + 7) % count
            fiber = fibers[k]
            if fiber.rounds >= 0:
                total = (total * 3 + resume(fiber).n) % 1000003
                if fiber.rounds >= 0:
                    going += 1
        if going % 3 == 0:
            rgc.collect()
    return total


def dropped(count):
    before = dead.n
    fibers = make(count, True)
    for fiber in fibers:
        resume(fiber)
    for fiber in fibers:
        resume(fiber)
    settle()
    print("%d live, %d dead" % (len(fibers), dead.n - before))
    kept = [fibers[k] for k in range(count) if k % 3 == 0]
    fibers = []
    settle()
    # (a stack that was just left may be looked at as if it lived)
    print("most of the others are dead: %s" % str(dead.n - before >= count // 3))
    total = 0
    for fiber in kept:
        total += resume(fiber).n
    print("%d kept go on: %d" % (len(kept), total))
    return before


def one_after_the_other(count):
    """Nobody keeps them."""
    total = 0
    for n in range(count):
        total += resume(Fiber(n, n % 5, 3, None)).n
    return total


def chain(n):
    """A stack whose handle is held by another side stack only."""
    fibers = make(n, False)
    for k in range(1, n):
        fibers[k].next = fibers[k - 1]
    for fiber in fibers:
        resume(fiber)
    last = fibers[n - 1]
    fibers = []
    rgc.collect()
    total = 0
    while last.rounds > 0:
        total += resume(last).n
        rgc.collect()
    return total


def entry_point(argv):
    print(all_run(60))
    dropped(40)
    print(one_after_the_other(300))
    print(chain(12))
    settle()
    print(all_run(30))
    return 0


def target(driver, args):
    return entry_point
