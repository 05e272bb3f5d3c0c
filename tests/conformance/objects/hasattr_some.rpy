class Node(object):
    def __init__(self, name):
        self.name = name
    def show(self):
        out = self.name
        if hasattr(self, "line"):
            out += "@" + str(self.line)
        if hasattr(self, "visit_children"):
            out += "[" + self.visit_children() + "]"
        return out

class Leaf(Node):
    def __init__(self, name, line):
        Node.__init__(self, name)
        self.line = line

class Inner(Node):
    tag = "inner"
    def __init__(self, name, kids):
        Node.__init__(self, name)
        self.kids = kids
    def visit_children(self):
        return ",".join([k.show() for k in self.kids])

class Special(Inner):
    def __init__(self, name, kids):
        Inner.__init__(self, name, kids)
        self.line = 99
    def extra(self):
        return "extra"

class Plain(object):
    pass

class WithGet(object):
    def __init__(self):
        self.a = 1
    def __getattr__(self, name):
        return name + "!"

class Conf(object):
    def __init__(self, n):
        self.n = n
    def _freeze_(self):
        return True

C1 = Conf(1)
C2 = Conf(2)
C2.extra = "more"

def f(x):
    return x
f.marked = True
def g(x):
    return x + 1

def entry_point(argv):
    n = len(argv)
    leaf = Leaf("l", 3)
    nodes = [Node("n"), leaf, Inner("i", [leaf, Node("m")]), Special("s", [leaf])]
    for x in nodes:
        print(x.show(), hasattr(x, "kids"), hasattr(x, "tag"), hasattr(x, "name"), hasattr(x, "nope"))
        print(getattr(x, "line", -1), getattr(x, "tag", "none"))
        if hasattr(x, "extra"):
            print(x.extra())
    m = None
    if n > 10:
        m = nodes[0]
    print(hasattr(m, "name"), hasattr(nodes[0], "__init__"))
    for c in [C1, C2]:
        print(c.n, hasattr(c, "extra"))
    print(hasattr(Plain(), "x"), hasattr([1], "append"), hasattr("s", "nothing"), hasattr(3, "bit_length"))
    for h in [f, g]:
        print(h(1), hasattr(h, "marked"))
    print(WithGet().foo, WithGet().a)
    return 0

def target(driver, args):
    return entry_point, None
