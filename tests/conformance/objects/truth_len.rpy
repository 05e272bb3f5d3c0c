"""Truth of instances: `__bool__`, `__len__`, inheritance of them, None, `and`/`or`/`not`/`while`."""


class Flag(object):
    def __init__(self, on):
        self.on = on

    def __bool__(self):
        return self.on


class Bag(object):
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)

    def add(self, x):
        self.items.append(x)
        return self


class Sized(Bag):
    """`__bool__` comes before `__len__`."""
    def __bool__(self):
        return True


class Shape(object):
    def area(self):
        return 0


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def __bool__(self):
        return self.side > 0


class Segments(Shape):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Countdown(object):
    def __init__(self, n):
        self.n = n

    def __bool__(self):
        self.n -= 1
        return self.n >= 0


class Broken(object):
    def __bool__(self):
        raise KeyError("broken")


def word(x):
    if x:
        return "true"
    return "false"


def maybe_flag(n):
    if n == 0:
        return None
    return Flag(n > 1)


def entry_point(argv):
    print(word(Flag(True)), word(Flag(False)))
    print(bool(Flag(True)), bool(Flag(False)), not Flag(True), not Flag(False))
    for i in range(3):
        f = maybe_flag(i)
        if f:
            print(i, "true", f.on)
        else:
            print(i, "false", f is None)
        print(not f)
    bag = Bag()
    print(bool(bag), len(bag))
    bag.add(1).add(2)
    print(bool(bag), len(bag))
    sized = Sized()
    print(bool(sized), len(sized))
    shapes = [Shape(), Square(0), Square(2), Segments(0), Segments(3), None]
    for s in shapes:
        print("%s" % (s is not None and bool(s)))
        if not s:
            print("empty")
    steps = 0
    c = Countdown(5)
    while c:
        steps += 1
    print(steps)
    x = Flag(False) or Flag(True)
    print(x.on)
    y = Flag(True) and Flag(False)
    print(y.on)
    try:
        if Broken():
            print("not here")
    except KeyError:
        print("KeyError")
    assert Flag(True)
    print("yes" if bag else "no")
    return 0


def target(driver, args):
    return entry_point, None
