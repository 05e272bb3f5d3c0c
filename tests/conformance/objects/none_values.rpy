"""None together with instances, strings, lists, dictionaries and functions."""


class Cell(object):
    def __init__(self, car, cdr):
        self.car = car
        self.cdr = cdr


def from_list(l):
    head = None
    i = len(l) - 1
    while i >= 0:
        head = Cell(l[i], head)
        i -= 1
    return head


def length(c):
    n = 0
    while c is not None:
        n += 1
        c = c.cdr
    return n


def reverse(c):
    r = None
    while c:
        r = Cell(c.car, r)
        c = c.cdr
    return r


def show(c):
    s = "("
    while c is not None:
        s += str(c.car)
        if c.cdr is not None:
            s += " "
        c = c.cdr
    print(s + ")")


def find(names, x):
    if x in names:
        return names[x]
    return None


def maybe_list(n):
    if n == 0:
        return None
    return [n] * n


def maybe_str(n):
    if n % 2:
        return None
    return str(n)


class Tree(object):
    left = None
    right = None

    def __init__(self, key):
        self.key = key


def insert(t, key):
    if t is None:
        return Tree(key)
    if key < t.key:
        t.left = insert(t.left, key)
    elif key > t.key:
        t.right = insert(t.right, key)
    return t


def walk(t, out):
    if t is not None:
        walk(t.left, out)
        out.append(t.key)
        walk(t.right, out)


def entry_point(argv):
    l = from_list([1, 2, 3, 4])
    show(l)
    show(reverse(l))
    show(from_list([]))
    print(length(l))
    names = {"x": "ex"}
    for n in ["x", "y"]:
        r = find(names, n)
        if r is None:
            print("None")
        else:
            print(r)
    for i in range(3):
        m = maybe_list(i)
        if m is not None:
            print(len(m))
        s = maybe_str(i)
        if s is None:
            s = "default"
        print(s)
        print(s == "2")
    t = None
    for k in [5, 2, 8, 1, 9, 3, 5, 2]:
        t = insert(t, k)
    out = []
    walk(t, out)
    print(",".join([str(x) for x in out]))
    return 0


def target(driver, args):
    return entry_point, None
