# skip-gc: boehm stale addresses keep objects alive
# skip-gc: none it has no limit of the heap
# env: TRACEWRIGHT_GC=max=3M
# oracle: stored
# skip-llinterp: no collector
# jit: yes
# An allocation that fails in compiled code: the exception leaves the loop, and the program goes on.
from rpython.rlib.jit import JitDriver


class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next


class Item(object):
    pass


class Number(Item):
    def __init__(self, value):
        self.value = value

    def add(self, other):
        assert isinstance(other, Number)
        return Number(self.value + other.value)


class Kept(object):
    def __init__(self):
        self.nodes = None
        self.items = []
        self.texts = []
        self.lists = []
        self.rounds = 0


driver = JitDriver(greens=["what"], reds=["n", "number", "kept"])


def run(what, n, kept):
    number = Number(0)
    while n > 0:
        driver.jit_merge_point(what=what, n=n, number=number, kept=kept)
        number = number.add(Number(1))
        if what == "nodes":
            kept.nodes = Node(n, kept.nodes)
        elif what == "items":
            kept.items.append(number)
        elif what == "texts":
            kept.texts.append("n" + str(n))
        elif what == "lists":
            kept.lists.append([n] * (n & 15))
        elif what == "plain":
            kept.rounds += 1
        n -= 1
    return number.value


def attempt(what, n):
    kept = Kept()
    try:
        return what + " " + str(run(what, n, kept))
    except MemoryError:
        count = len(kept.items) + len(kept.texts) + len(kept.lists)
        node = kept.nodes
        while node is not None:
            count += 1
            node = node.next
        return what + " too much " + str(count > 1000)


def entry_point(argv):
    n = len(argv) * 10000000
    for i in range(2):
        print(attempt("nodes", n))
        print(attempt("plain", 1000 + i))
        print(attempt("items", n))
        print(attempt("texts", n))
        print(attempt("lists", n))
        print(attempt("plain", 3000000 + i))
    return 0


def target(driver, args):
    return entry_point
