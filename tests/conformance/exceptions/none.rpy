# each: get set find len item iter method append add radd caught in_ setitem finally_ both
"""None where an object is needed: AttributeError and TypeError."""


class Node(object):
    def __init__(self, v):
        self.v = v
        self.next = None
        self.name = None
        self.kids = None


def find(n, k):
    while n is not None and n.v != k:
        n = n.next
    return n


def run(what, n):
    a = Node(1)
    if n > 50: a.next = a; a.name = "x"; a.kids = [1]
    if what == 'get': return a.next.v
    if what == 'set':
        a.next.v = 5
    if what == 'find': return find(a, n + 5).v
    if what == 'len': return len(a.name)
    if what == 'item': return a.kids[n]
    if what == 'iter':
        s = 0
        for x in a.kids: s += x
        return s
    if what == 'method': return a.name.find('x')
    if what == 'append':
        a.kids.append(n)
    if what == 'add': return len(a.name + "y")
    if what == 'radd': return len("y" + a.name)
    if what == 'caught':
        try:
            return a.next.v
        except AttributeError as e:
            print(str(e))
            return 77
    if what == 'in_': return int(3 in a.kids)
    if what == 'setitem': a.kids[n] = 3
    if what == 'finally_':
        try:
            return a.next.v
        finally:
            print("cleaned up")
    if what == 'both':
        total = 0
        for x in [a, None, a]:
            try:
                total += x.v
            except AttributeError:
                total += 100
        return total
    return 0


def entry_point(argv):
    print(run(argv[1], len(argv) - 1))
    return 0


def target(driver, args):
    return entry_point, None
