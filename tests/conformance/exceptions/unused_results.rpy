# origin: random programs
"""Found by random programs: operations on None whose result nobody uses raise all the same."""


class Node(object):
    def __init__(self, n):
        self.n = n


def some(s, really):
    return s if really else None


def length(s, really):
    unused = len(some(s, really))
    return 1


def items(l, really):
    if really:
        k = l
    else:
        k = None
    unused = len(k)
    return 1


def attribute(node, really):
    if really:
        x = node
    else:
        x = None
    x.n
    return 1


def joined(s, really):
    unused = s + some(s, really)
    return 1


def compared(s, really):
    unused = s < some(s, really)
    return 1


def repeated(s, really):
    some(s, really) * 3
    return 1


def filled(d, really):
    e = d
    if not really:
        e = None
    for i in range(2):
        unused = len(e)
    return 1


def entry_point(argv):
    for really in [True, len(argv) > 5]:
        try:
            print(length("a", really))
        except TypeError as e:
            print(str(e))
        try:
            print(items([1, 2], really))
        except TypeError as e:
            print(str(e))
        try:
            print(attribute(Node(3), really))
        except AttributeError as e:
            print(str(e))
        try:
            print(joined("a", really))
        except TypeError:
            print("joined")
        try:
            print(compared("a", really))
        except TypeError:
            print("compared")
        try:
            print(repeated("a", really))
        except TypeError:
            print("repeated")
        try:
            print(filled({1: 2}, really))
        except TypeError as e:
            print(str(e))
    return 0


def target(driver, args):
    return entry_point, None
