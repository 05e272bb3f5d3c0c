"""`__str__` and `__repr__`: defaults, inheritance, in containers, in formats, in exceptions raised by them."""


class Nothing(object):
    pass


class OnlyRepr(object):
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return "<OnlyRepr %d>" % self.n


class OnlyStr(object):
    def __str__(self):
        return "only str"


class Both(OnlyRepr):
    def __str__(self):
        return "both as str"


class Node(object):
    def __init__(self, name, children):
        self.name = name
        self.children = children

    def __repr__(self):
        if not self.children:
            return self.name
        return "%s%r" % (self.name, self.children)


class Animal(object):
    def __init__(self, name):
        self.name = name


class Dog(Animal):
    def __str__(self):
        return "Dog " + self.name


class Cat(Animal):
    def __repr__(self):
        return "Cat(%s)" % self.name


class Fails(object):
    def __str__(self):
        raise ValueError("no text")


def has_prefix(text, prefix):
    return text.startswith(prefix) and text.endswith(">")


def cut(text):
    """Without the module and the address, which differ."""
    i = text.find(" at 0x")
    if i < 0:
        return text
    return text[text.find(".") + 1:i]


def entry_point(argv):
    n = Nothing()
    print(cut(str(n)), cut(repr(n)))
    print(has_prefix(str(n), "<"))
    r = OnlyRepr(3)
    print(str(r), repr(r), "%s %r" % (r, r), f"{r} {r!r} {r!s}")
    s = OnlyStr()
    print(str(s), cut(repr(s)), "%s" % s)
    b = Both(4)
    print(str(b), repr(b), "%s|%r" % (b, b))
    print([r, b], (r, b))
    print(str([b]), "%s" % [b])
    tree = Node("root", [Node("a", []), Node("b", [Node("c", [])])])
    print(tree)
    animals = [Dog("rex"), Cat("tom"), Animal("it")]
    for a in animals:
        print(cut(str(a)))
    print(cut(repr(animals[0])), repr(animals[1]))
    none = None
    if len(argv) > 5:
        none = r
    print(none, [none], "%s" % none, "%r" % (none,))
    try:
        print(Fails())
    except ValueError:
        print("ValueError by print")
    try:
        print("<%s>" % Fails())
    except ValueError:
        print("ValueError by %")
    try:
        print(str(Fails()) + "x")
    except ValueError:
        print("ValueError by str")
    return 0


def target(driver, args):
    return entry_point, None
