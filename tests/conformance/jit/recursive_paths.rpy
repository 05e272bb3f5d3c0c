# jit: yes
"""Trees are interpreted: a function calls itself on each of several paths."""
from rpython.rlib.jit import JitDriver


class Frame(object):
    def __init__(self, argument):
        self.argument = argument


class Tree(object):
    def value(self, frame):
        raise NotImplementedError


class Argument(Tree):
    """The function's argument, in part."""
    _immutable_fields_ = ["shift", "less"]

    def __init__(self, shift, less):
        self.shift = shift
        self.less = less

    def value(self, frame):
        return (frame.argument >> self.shift) - self.less


class Sum(Tree):
    _immutable_fields_ = ["left", "right"]

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def value(self, frame):
        return self.left.value(frame) + self.right.value(frame) & 0xFFFFFF


class Choice(Tree):
    """One of two, by a bit of the argument; the first for small arguments."""
    _immutable_fields_ = ["least", "bit", "small", "zero", "one"]

    def __init__(self, least, bit, small, zero, one):
        self.least = least
        self.bit = bit
        self.small = small
        self.zero = zero
        self.one = one

    def value(self, frame):
        if frame.argument < self.least:
            return self.small.value(frame)
        if frame.argument & self.bit:
            return self.one.value(frame)
        return self.zero.value(frame)


class Call(Tree):
    _immutable_fields_ = ["function", "argument"]

    def __init__(self, function, argument):
        self.function = function
        self.argument = argument

    def value(self, frame):
        return run(self.function, Frame(self.argument.value(frame)))


class Function(object):
    _immutable_fields_ = ["body?"]

    def __init__(self):
        self.body = None


def where(function):
    return "function"


driver = JitDriver(greens=["function"], reds=["frame"], get_printable_location=where, is_recursive=True)


def run(function, frame):
    driver.jit_merge_point(function=function, frame=frame)
    return function.body.value(frame)


def way(function, less):
    """Most calls are those at the end, which call nothing."""
    first = Sum(Call(function, Argument(1, less)), Call(function, Argument(2, less)))
    return Sum(first, Sum(Call(function, Argument(3, less)), Call(function, Argument(4, 0))))


def main(argv):
    function = Function()
    small = Argument(0, 0)
    even = Choice(2, 2, small, way(function, 0), way(function, 1))
    odd = Choice(2, 2, small, way(function, 2), way(function, 3))
    function.body = Choice(2, 1, small, even, odd)
    total = 0
    for n in range(25):
        total = total + run(function, Frame(2000 + n * 37)) & 0xFFFFFF
    print(total)
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    sys.exit(main(sys.argv))
