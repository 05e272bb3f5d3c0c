# Slices of lists whose length is promised to stay are assigned to, also before the promise is seen.
from rpython.rlib.debug import make_sure_not_resized
from rpython.rlib.objectmodel import we_are_translated


class Item(object):
    def __init__(self, n):
        self.n = n


class Stack(object):
    def __init__(self, size):
        self.items = [None] * size
        self.used = 0

    def push_all(self, more):
        n = self.used
        self.items[n:n + len(more)] = more
        self.used = n + len(more)

    def grow(self):
        items = [None] * (2 * len(self.items))
        make_sure_not_resized(items)
        items[:len(self.items)] = self.items
        self.items = items

    def show(self):
        texts = []
        for it in self.items:
            texts.append("-" if it is None else str(it.n))
        print(" ".join(texts))


def rotate(l, k):
    n = len(l)
    head = l[:k]
    l[:n - k] = l[k:]
    l[n - k:] = head


def refuses(l):
    if not we_are_translated():
        return True
    try:
        l[1:3] = [5]
    except ValueError:
        return True
    return False


def main(argv):
    s = Stack(4)
    s.push_all([Item(1), Item(2)])
    s.grow()
    s.push_all([Item(3), Item(4), Item(5)])
    s.items[1:3] = s.items[2:4]
    s.show()
    numbers = [0] * 9
    make_sure_not_resized(numbers)
    for i in range(9):
        numbers[i] = i * i
    rotate(numbers, 4)
    numbers[-2:] = [7, 8]
    numbers[2:2] = numbers[:0]
    print(numbers)
    print(refuses(numbers), len(numbers))
    other = [1, 2, 3]
    other[1:2] = [5, 6, 7]
    print(other, len(other))
    return 0


def target(driver, args):
    return main, None
