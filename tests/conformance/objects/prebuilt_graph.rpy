"""Prebuilt instances of all sorts in cyclic structures: they are changed at run time, compared, called, shown."""


class Node(object):
    instances = []

    def __init__(self, name):
        self.name = name
        self.next = None
        self.children = []
        self.by_name = {}
        self.owner = None
        Node.instances.append(self)

    def add(self, child):
        self.children.append(child)
        self.by_name[child.name] = child
        child.owner = self
        return child

    def __repr__(self):
        return "<%s>" % self.name

    def __eq__(self, other):
        return isinstance(other, Node) and self.name == other.name

    def __hash__(self):
        return len(self.name)

    def depth(self):
        d = 0
        n = self
        while n.owner is not None:
            n = n.owner
            d += 1
        return d


class Special(Node):
    flag = True

    def __repr__(self):
        return "<<%s>>" % self.name


class Registry(object):
    def __init__(self):
        self.handlers = {}
        self.log = []

    def register(self, name, f):
        self.handlers[name] = f

    def fire(self, name, arg):
        if name in self.handlers:
            self.log.append(self.handlers[name](arg))
        else:
            self.log.append("no " + name)


class Shouter(object):
    def __init__(self, suffix):
        self.suffix = suffix

    def shout(self, text):
        return text.upper() + self.suffix

    def __call__(self, text):
        return "called " + text + self.suffix


def plain(text):
    return "plain " + text


ROOT = Node("root")
A = ROOT.add(Node("a"))
B = ROOT.add(Special("b"))
C = B.add(Node("c"))
ROOT.next = A
A.next = B
B.next = ROOT
WEIGHTS = {A: 1, B: 2, C: 3}
PAIRS = [(A, 1), (B, 2)]
NESTED = {"x": [A, B], "y": []}

registry = Registry()
registry.register("plain", plain)
registry.register("lambda", lambda t: t + "!")
registry.register("shout", Shouter("?").shout)
registry.register("shout2", Shouter("??").shout)

CALLABLE = Shouter("$")


def entry_point(argv):
    n = ROOT
    names = []
    for i in range(5):
        names.append(n.name)
        n = n.next
    print(names)
    print(ROOT.children, ROOT.by_name["b"], C.depth(), C.owner.owner is ROOT)
    print(len(Node.instances), Node.instances[0] is ROOT)
    print(WEIGHTS[Node("b")], Node("c") in WEIGHTS, Node("zz") in WEIGHTS)
    WEIGHTS[Node("d")] = 4
    WEIGHTS[A] = 10
    print(len(WEIGHTS), WEIGHTS[Node("a")])
    print(PAIRS[1][0].name, PAIRS == [(Node("a"), 1), (Special("b"), 2)])
    NESTED["y"].append(C)
    print(NESTED["x"], NESTED["y"])
    new = ROOT.add(Special("new"))
    print(ROOT.children, new.depth(), ROOT.children.index(Node("new")))
    for name in ["plain", "lambda", "shout", "shout2", "other"]:
        registry.fire(name, "hi")
    print(registry.log)
    registry.register("late", plain)
    registry.fire("late", "x")
    print(registry.log[-1])
    print(CALLABLE("me"))
    return 0


def target(driver, args):
    return entry_point, None
