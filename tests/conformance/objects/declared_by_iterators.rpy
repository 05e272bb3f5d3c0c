# What a class declares by an iterator (map, a generator, a view of a dict) is read more than once.
from rpython.rlib.jit import JitDriver


def lower(name):
    return name.lower()


class Point(object):
    _attrs_ = map(lower, ["X", "Y"])

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Slots(object):
    __slots__ = filter(None, ["left", "", "right"])

    def __init__(self):
        self.left = 1
        self.right = 2


class Fixed(object):
    _immutable_fields_ = (n + "[*]" for n in ["items"])

    def __init__(self, items):
        self.items = items


class Named(object):
    _attrs_ = {"name": 1, "size": 2}.keys()

    def __init__(self, name):
        self.name = name
        self.size = len(name)


class Late(object):
    def __init__(self, value):
        self.value = value


Late._attrs_ = map(lower, ["VALUE"])


class FromSet(object):
    _attrs_ = frozenset(["only"])

    def __init__(self, only):
        self.only = only


class Frame(object):
    _virtualizable_ = map(lower, ["PC"])

    def __init__(self):
        self.pc = 0


driver = JitDriver(greens=map(lower, ["PC"]), reds=map(lower, ["FRAME", "TOTAL"]), virtualizables=(n for n in ["frame"]))


def run(n):
    frame = Frame()
    total = 0
    pc = 0
    while pc < n:
        driver.jit_merge_point(pc=pc, frame=frame, total=total)
        total += pc
        pc += 1
        frame.pc = pc
    return total


def entry_point(argv):
    n = len(argv)
    p = Point(n, n + 1)
    print(p.x, p.y, Slots().left + Slots().right, Fixed([n, 5]).items[1])
    print(Named("abc").size, Late(n).value, FromSet(n + 7).only, run(10))
    return 0


def target(driver, args):
    return entry_point, None
