# origin: after published programs
# jit: yes
# A memo function of a class that is known at run time only, of many: a dict of the classes.
from rpython.rlib.jit import JitDriver, promote
from rpython.rlib.objectmodel import specialize


class Node(object):
    label = "node"


def make_class(n):
    class Made(Node):
        label = "made %d" % n
        weight = n
    return Made


CLASSES = [make_class(n) for n in range(14)]


class Further(CLASSES[3]):
    label = "further"


@specialize.memo()
def label_of(cls):
    return "<%s>" % cls.label


@specialize.memo()
def weight_of(cls, twice):
    weight = getattr(cls, "weight", 100)
    return 2 * weight if twice else weight


driver = JitDriver(greens=["n"], reds=["i", "total", "nodes"])


def run(n, nodes):
    i = total = 0
    while i < n:
        driver.jit_merge_point(n=n, i=i, total=total, nodes=nodes)
        node = nodes[i % len(nodes)]
        total += weight_of(node.__class__, i % 3 == 0)
        i += 1
    return total


def entry_point(argv):
    nodes = [cls() for cls in CLASSES] + [Node(), Further()]
    for node in nodes:
        print(label_of(node.__class__))
    print(run(500, nodes))
    print(run(300, nodes[3:4]))
    return 0


def target(driver, args):
    return entry_point, None
