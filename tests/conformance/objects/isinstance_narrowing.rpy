"""isinstance narrowing with None, classes of a tree, tuples of classes, and, or, not, early returns, loops; attributes that move up."""


class Node(object):
    pass


class Leaf(Node):
    def __init__(self, value):
        self.value = value


class Unary(Node):
    def __init__(self, op, child):
        self.op = op
        self.child = child


class Binary(Node):
    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right


class Text(Leaf):
    def __init__(self, value, text):
        Leaf.__init__(self, value)
        self.text = text


def evaluate(n):
    if n is None:
        return 0
    if isinstance(n, Leaf):
        return n.value
    if isinstance(n, Unary):
        v = evaluate(n.child)
        return -v if n.op == "-" else v
    assert isinstance(n, Binary)
    a = evaluate(n.left)
    b = evaluate(n.right)
    if n.op == "+":
        return a + b
    elif n.op == "*":
        return a * b
    raise ValueError("operator " + n.op)


def describe(n):
    if not isinstance(n, (Unary, Binary)):
        if isinstance(n, Text) and n.text:
            return "text " + n.text
        return "leaf" if n is not None else "none"
    if isinstance(n, Unary) and isinstance(n.child, Leaf):
        return "simple %s%d" % (n.op, n.child.value)
    elif isinstance(n, Binary) and (n.left is None or n.right is None):
        return "half " + n.op
    return "tree " + n.__class__.__name__


def depth(n):
    d = 0
    while isinstance(n, Unary):
        n = n.child
        d += 1
    return d if n is None or not isinstance(n, Binary) else d + 100


def texts(nodes):
    return [n.text for n in nodes if isinstance(n, Text)]


def first_op(nodes):
    for n in nodes:
        if n is None or isinstance(n, Leaf):
            continue
        if isinstance(n, Binary):
            return n.op + "2"
        if isinstance(n, Unary):
            return n.op + "1"
    return ""


def pair(a, b):
    if isinstance(a, Leaf) and isinstance(b, Leaf):
        return a.value + b.value
    if isinstance(a, Leaf) or isinstance(b, Leaf):
        return -1
    return -2


def expect(n):
    try:
        assert isinstance(n, Text), "not a text: " + describe(n)
        return n.text
    except AssertionError as e:
        return str(e)


class Animal(object):
    def speak(self):
        return self.name + " says " + self.sound()

    def sound(self):
        return "..."


class Dog(Animal):
    def __init__(self, name):
        self.name = name

    def sound(self):
        return "woof"


class Cat(Animal):
    def __init__(self, name, lives):
        self.name = name
        self.lives = lives

    def sound(self):
        self.lives -= 1
        return "meow%d" % self.lives


def rename(a, suffix):
    a.name += suffix
    return a


def optional_int(d, key):
    v = d.get(key)
    if v is None:
        return "missing"
    return v + "!"


def entry_point(argv):
    leaf = Leaf(4)
    text = Text(5, "five")
    neg = Unary("-", leaf)
    tree = Binary("+", Binary("*", text, leaf), Unary("-", neg))
    nodes = [leaf, None, text, neg, tree, Binary("?", None, leaf), Text(0, ""), Unary("+", Unary("-", None))]
    for n in nodes:
        try:
            v = str(evaluate(n))
        except ValueError as e:
            v = str(e)
        print(describe(n), v, depth(n), isinstance(n, Leaf), isinstance(n, Node), expect(n))
    print(texts(nodes), first_op(nodes), first_op(nodes[:3]), pair(leaf, text), pair(leaf, None), pair(neg, None))
    animals = [Dog("rex"), Cat("tom", 9)]
    for a in animals:
        print(a.speak(), rename(a, "2").name, rename(a, "3").speak())
    cats = [a for a in animals if isinstance(a, Cat)]
    print(len(cats), cats[0].lives, type(animals[0]) is Dog, type(animals[0]) is Animal, type(animals[1]).__name__)
    print(optional_int({"a": "1", "b": None}, "a"), optional_int({"a": "1", "b": None}, "b"), optional_int({"a": "1", "b": None}, "c"))
    best = None
    for a in animals:
        if best is None or len(a.name) >= len(best.name):
            best = a
    print(best.name if best else "nobody")
    return 0


def target(driver, args):
    return entry_point
