"""Bound methods kept in attributes, lists and variables of generators: they are called on their own object."""


class Scale(object):
    def __init__(self, factor):
        self.factor = factor

    def apply(self, x):
        return x * self.factor

    def each(self, items):
        return list(map(self.apply, items))


class Button(object):
    def __init__(self, name, action):
        self.name = name
        self.action = action
        self.count = 1000

    def press(self, x):
        return self.name + str(self.action(x))


class Sink(object):
    def __init__(self, items):
        self.items = items
        self.put = items.append


def repeat(f, n):
    for i in range(n):
        yield f(i)


def entry_point(argv):
    b = Button('b', Scale(3).apply)
    c = Button('c', Scale(-1).apply)
    print(b.press(5), c.press(5), [x.action(2) for x in [b, c]])
    print(Scale(7).each([1, 2]), list(repeat(Scale(2).apply, 4)), list(repeat(b.action, 2)))
    c.action = b.action
    print(c.press(1), sorted([3, 1, 2], key=Scale(-1).apply), max([1, 2], key=c.action))
    out = []
    sink = Sink(out)
    sink.put(1)
    sink.put(2)
    print(out, sink.items is out)
    return 0


def target(driver, args):
    return entry_point
