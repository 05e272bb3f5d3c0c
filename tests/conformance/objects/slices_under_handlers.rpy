# Slices of ints under handlers, in a program in which some class has an __index__.
class Place(object):
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


def cut(text, a, b):
    try:
        return text[a:b] + text[b:] + text[:a]
    except ValueError:
        return "none"


def part(l, a, b):
    try:
        x = l[a:b]
        l[a:] = x
        del l[:a]
        return x
    except (IndexError, MemoryError):
        return []


def entry_point(argv):
    n = len(argv)
    print(cut("abcdef", n, n + 2), part([1, 2, 3, 4], n, n + 1), [5, 6, 7][Place(n)], "xyz"[Place(1):])
    return 0


def target(driver, args):
    return entry_point, None
