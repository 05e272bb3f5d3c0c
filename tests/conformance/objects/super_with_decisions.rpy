"""Arguments of a method got by `super` may hold decisions, and handlers may stand around the call."""


EMPTY = [0]


class Shape(object):
    def __init__(self, name, sizes):
        self.name = name
        self.sizes = sizes

    def text(self, mark, end="."):
        return mark + self.name + end

    def total(self, start):
        for n in self.sizes:
            start += n
        return start


class Square(Shape):
    def __init__(self, n, names):
        try:
            super(Square, self).__init__(names[n] if n < len(names) else "square", [n] * 4)
        except MemoryError:
            self.name = "nothing"
            self.sizes = EMPTY

    def text(self, mark, end="."):
        try:
            return super().text("[" + (mark or "none") + "]", end="!" if self.total(0) > 8 and mark else end) + ")"
        except (MemoryError, ValueError):
            return "?"

    def total(self, start):
        up = super().total
        if start > 100:
            start = up(start) if start % 2 else up(start - 1)
        return up(max([x for x in [start, 1] if x >= 0]))


def entry_point(argv):
    names = ["zero", "one", "two", "three"]
    for n in [0, 2, 3, 9]:
        s = Square(n, names)
        print(s.text("x"), s.text(""), s.total(0), s.total(101), s.total(102), s.total(-3))
    return 0


def target(driver, args):
    return entry_point, None
