"""Exceptions that special methods and properties raise are caught around the operations that call them."""


class Trouble(Exception):
    def __init__(self, what):
        self.what = what


class Shelf(object):
    def __init__(self, items):
        self.items = items

    @property
    def first(self):
        if not self.items:
            raise Trouble("nothing here")
        return self.items[0]

    def __getitem__(self, i):
        if i < 0:
            raise Trouble("negative")
        return self.items[i]

    def __setitem__(self, i, value):
        if value > 100:
            raise Trouble("too big")
        self.items[i] = value

    def __len__(self):
        if len(self.items) > 5:
            raise Trouble("too long")
        return len(self.items)

    def __contains__(self, x):
        if x == 13:
            raise Trouble("unlucky")
        return x in self.items


class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next


def counting(n):
    i = 0
    while True:
        if i == n:
            raise Trouble("counted to %d" % n)
        yield i
        i += 1


def consume(n):
    total = 0
    try:
        for x in counting(n):
            total += x
    except Trouble as t:
        return t.what + ": " + str(total)
    return "never"


def attempt(shelf, what, i):
    try:
        if what == 0:
            return shelf.first
        if what == 1:
            return shelf[i]
        if what == 2:
            shelf[0] = i
            return i
        if what == 3:
            return len(shelf)
        if what == 4:
            if i in shelf:
                return 1
            return 0
    except Trouble as t:
        print(what, t.what)
        return -1
    except IndexError:
        print(what, "index")
        return -2
    return -3


def walk(node):
    """None is told apart from instances inside of a try, where operations may raise."""
    try:
        if node:
            if node.next:
                return node.value + walk(node.next)
            return node.value
    except Trouble:
        return -1
    return 0


def entry_point(argv):
    for shelf in [Shelf([]), Shelf([1, 2, 3]), Shelf([1, 2, 3, 4, 5, 6])]:
        for what in range(6):
            for i in [-1, 0, 2, 7, 13, 101]:
                if len(shelf.items) or what != 2 or i == 101:
                    print(what, i, attempt(shelf, what, i))
    print(consume(3), consume(10))
    print(walk(None), walk(Node(4, None)), walk(Node(4, Node(5, Node(6, None)))))
    return 0


def target(driver, args):
    return entry_point
