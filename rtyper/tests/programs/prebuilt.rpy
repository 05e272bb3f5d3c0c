def add(a, b):
    return a + b

def sub(a, b):
    return a - b

def mul(a, b):
    return a * b

OPS = {'+': add, '-': sub, '*': mul}
TABLE = [add, sub, mul]

class A(object):
    def __init__(self, n):
        self.n = n
    def get(self):
        return self.n

class B(A):
    def get(self):
        return self.n * 100

class C(A):
    pass

CLASSES = [A, B, C]

class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next

PREBUILT = Node(1, Node(2, Node(3, None)))
PREBUILT.next.next.next = PREBUILT

NAMES = {"one": 1, "two": 2, "three": 3}
MATRIX = [[1, 2], [3, 4]]
PAIR = ("x", 7)

def apply(f, a, b):
    return f(a, b)

def entry_point(argv):
    for name in ['+', '-', '*']:
        print(OPS[name](7, 3))
    for f in TABLE:
        print(apply(f, 10, 4))
    for c in CLASSES:
        o = c(5)
        print(o.get())
    n = PREBUILT
    total = 0
    for i in range(7):
        total += n.value
        n = n.next
    print(total)
    print(NAMES["two"])
    NAMES["four"] = 4
    print(len(NAMES))
    s = 0
    for row in MATRIX:
        for x in row:
            s += x
    print(s)
    name, value = PAIR
    print(name, value)
    m = A(3).get
    print(m())
    k = B
    print(k(2).get())
    f = None
    if len(argv) > 5:
        f = add
    print(f is None)
    return 0
