"""Globals that functions assign, read through modules that are values and by imports inside of functions."""
from gauges import left, right

SIDES = [left, right]


def show(argv):
    for i in range(2):
        print(SIDES[(len(argv) + i) % 2].level)


def inside():
    from gauges.left import level
    return level


def entry_point(argv):
    show(argv)
    print(inside())
    left.bump(len(argv) + 3)
    show(argv)
    print(inside())
    print(getattr(left, "level") + getattr(right, "level"))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    entry_point(sys.argv)
