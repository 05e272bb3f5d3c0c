"""A program of several modules, with state in one of them."""
import shapes
from shapes import Circle


def entry_point(argv):
    total = 0
    for i in range(4):
        total += Circle(i).area()
    print(total)
    print(shapes.created.n)
    return 0


def target(driver, args):
    return entry_point, None
