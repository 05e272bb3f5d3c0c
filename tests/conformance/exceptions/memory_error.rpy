# skip-gc: boehm stale addresses keep objects alive
# skip-gc: none it has no limit of the heap
# env: TRACEWRIGHT_GC=max=3M
# oracle: stored
# skip-llinterp: no collector
# An allocation that fails is caught where it stands, and the program goes on.
from collections import deque
from rpython.rlib.rstring import StringBuilder
from rpython.rlib.objectmodel import newlist_hint


class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next


class Plain(object):
    next = None


class Manager(object):
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, etype, evalue, tb):
        print(self.name + " exit " + str(etype is MemoryError))
        return False


class Held(object):
    def method(self, x):
        return x

    def other(self, x):
        return x + 1


def instance():
    node = None
    try:
        while True:
            node = Node(1, node)
    except MemoryError:
        node = None
        return "caught"


def instance_plain():
    node = Plain()
    try:
        while True:
            new = Plain()
            new.next = node
            node = new
    except MemoryError:
        node = None
        return "caught"


def dict_display():
    all = []
    n = 0
    try:
        while True:
            all.append({"a": n})
            n += 1
    except MemoryError:
        del all[:]
        return "caught"


def list_range(n):
    try:
        l = list(range(n))
        return str(len(l))
    except MemoryError:
        return "caught"


def comprehension(n):
    try:
        l = [i * 2 for i in range(n)]
        return str(len(l))
    except MemoryError:
        return "caught"


def dict_comprehension(n):
    try:
        d = {i: str(i) for i in range(n)}
        return str(len(d))
    except MemoryError:
        return "caught"


def set_comprehension(n):
    try:
        d = {i * 3 for i in range(n)}
        return str(len(d))
    except MemoryError:
        return "caught"


def list_mul(n):
    try:
        l = [n] * n
        return str(len(l))
    except MemoryError:
        return "caught"


def list_concat(l):
    try:
        while True:
            l = l + l
    except MemoryError:
        return "caught"


def list_slice(l):
    all = [l]
    try:
        while True:
            all.append(l[1:])
    except MemoryError:
        del all[:]
        return "caught"


def list_slice_set(l):
    try:
        while True:
            l[0:1] = l
    except MemoryError:
        del l[:]
        return "caught"


def list_append():
    l = []
    try:
        while True:
            l.append(1)
    except MemoryError:
        n = len(l)
        del l[:]
        return "caught %s" % (n > 1000)


def list_extend(l):
    try:
        while True:
            l.extend(l)
    except MemoryError:
        del l[:]
        return "caught"


def list_inplace(l):
    try:
        while True:
            l += [1, 2, 3]
    except MemoryError:
        del l[:]
        return "caught"


def list_display():
    all = [[0, 0, 0]]
    n = 0
    try:
        while True:
            all.append([n, n, n])
            n += 1
    except MemoryError:
        del all[:]
        return "caught"


def dict_set():
    d = {}
    n = 0
    try:
        while True:
            d[n] = n
            n += 1
    except MemoryError:
        ok = len(d) == n
        d.clear()
        return "caught %s" % ok


def set_add():
    d = set()
    n = 0
    try:
        while True:
            d.add(n)
            n += 1
    except MemoryError:
        d.clear()
        return "caught"


def setdefault():
    d = {}
    n = 0
    try:
        while True:
            d.setdefault(n, []).append(n)
            n += 1
    except MemoryError:
        d.clear()
        return "caught"


def deque_append():
    d = deque()
    try:
        while True:
            d.append(1)
    except MemoryError:
        d.clear()
        return "caught"


def bytearray_append():
    b = bytearray(b"")
    try:
        while True:
            b.append(1)
    except MemoryError:
        del b[:]
        return "caught"


def concat():
    s = "abcdefgh"
    try:
        while True:
            s = s + s
    except MemoryError:
        return "caught"


def inplace_concat():
    s = "abcdefgh"
    try:
        while True:
            s += s
    except MemoryError:
        return "caught"


def unicode_concat():
    s = u"abcdefgh"
    try:
        while True:
            s = s + s
    except MemoryError:
        return "caught"


def str_mul(n):
    s = "abcd" + str(n)
    try:
        s = s * n
        return str(len(s))
    except MemoryError:
        return "caught"


def char_mul(n):
    c = "abcd"[n & 3]
    try:
        s = c * n
        return str(len(s))
    except MemoryError:
        return "caught"


def str_slice(s):
    all = [s]
    try:
        while True:
            all.append(s[1:])
    except MemoryError:
        del all[:]
        return "caught"


def str_of_int():
    all = ["a"]
    n = 1000000
    try:
        while True:
            n += 1
            all.append(str(n))
    except MemoryError:
        del all[:]
        return "caught"


def repr_of_float():
    all = ["a"]
    x = 0.5
    try:
        while True:
            x += 1.0
            all.append(repr(x))
    except MemoryError:
        del all[:]
        return "caught"


def percent():
    all = ["a"]
    n = 0
    try:
        while True:
            n += 1
            all.append("%d and %s" % (n, "x"))
    except MemoryError:
        del all[:]
        return "caught"


def joined(l):
    try:
        return str(len("abc".join(l)))
    except MemoryError:
        return "caught"


def replaced(s):
    try:
        return str(len(s.replace("a", "0123456789" * 1000)))
    except MemoryError:
        return "caught"


def padded(n):
    try:
        return str(len("abc".ljust(n)))
    except MemoryError:
        return "caught"


def encoded(u):
    all = ["a"]
    try:
        while True:
            all.append(u.encode("utf-8"))
    except MemoryError:
        del all[:]
        return "caught"


def builder():
    b = StringBuilder()
    try:
        while True:
            b.append("abcdefgh")
    except MemoryError:
        b = None
        return "caught"


def builder_chars(n):
    b = StringBuilder()
    try:
        b.append_multiple_char("a", n)
        return str(len(b.build()))
    except MemoryError:
        return "caught"


def hint(n):
    try:
        l = newlist_hint(n)
        l.append(n)
        return str(len(l))
    except MemoryError:
        return "caught"


def tuples():
    all = [(0, "a")]
    n = 0
    try:
        while True:
            n += 1
            all.append((n, "b"))
    except MemoryError:
        del all[:]
        return "caught"


def nested_tuple():
    t = None
    try:
        while True:
            t = Node(3, t)
            pair = (t, 1)
            t = pair[0]
    except MemoryError:
        t = None
        return "caught"


def closures():
    all = []
    n = 0
    try:
        while True:
            n += 1
            m = n

            def f(x, m=m):
                return x + m
            all.append(lambda x: f(x) + m)
    except MemoryError:
        r = all[1](1)
        del all[:]
        return "caught " + str(r > 1)


def bound_methods():
    all = []
    h = Held()
    n = 0
    try:
        while True:
            n += 1
            if n & 1:
                m = h.method
            else:
                m = h.other
            all.append(m)
    except MemoryError:
        r = all[1](1)
        del all[:]
        return "caught " + str(r > 1)


def iterators(l):
    all = [iter(l)]
    try:
        while True:
            all.append(iter(l))
    except MemoryError:
        del all[:]
        return "caught"


def copies(d):
    all = [d]
    try:
        while True:
            all.append(d.copy())
    except MemoryError:
        del all[:]
        return "caught"


def items(d):
    all = [d.items()]
    try:
        while True:
            all.append(d.items())
    except MemoryError:
        del all[:]
        return "caught"


def sorted_copies(l):
    all = [l]
    try:
        while True:
            all.append(sorted(l))
    except MemoryError:
        del all[:]
        return "caught"


def by_exception(n):
    try:
        l = [n] * n
        return str(len(l))
    except Exception as e:
        return "caught " + str(isinstance(e, MemoryError))


def by_bare(n):
    try:
        s = "abc" + "d" * n
        return str(len(s))
    except:
        return "caught"


def by_tuple(n):
    try:
        node = Node(0, None)
        l = [node, node] * n
        return str(len(l))
    except (KeyError, MemoryError):
        return "caught"


def by_outer(n):
    try:
        try:
            l = [n] * n
            return str(len(l))
        except KeyError:
            return "wrong"
    except MemoryError:
        return "caught outside"


def cleaned(n):
    try:
        l = [n] * n
        return str(len(l))
    finally:
        print("cleaned")


def by_finally(n):
    try:
        return cleaned(n)
    except MemoryError:
        return "caught"


def managed(n):
    node = None
    with Manager("managed"):
        while True:
            node = Node(n, node)


def by_with(n):
    try:
        managed(n)
    except MemoryError:
        return "caught"
    return "wrong"


def through_calls(n):
    if n == 0:
        return [0]
    return through_calls(n - 1) + through_calls(n - 1)


def by_call(n):
    try:
        return str(len(through_calls(n)))
    except MemoryError:
        return "caught"


def generated(n):
    node = None
    try:
        while True:
            node = Node(n, node)
    except MemoryError:
        node = None
        yield "caught"
    yield "goes on"


def entry_point(argv):
    n = 1000000000 + len(argv)
    print("instance " + instance())
    print("instance_plain " + instance_plain())
    print("dict_display " + dict_display())
    print("list_range " + list_range(n))
    print("comprehension " + comprehension(n))
    print("dict_comprehension " + dict_comprehension(n))
    print("set_comprehension " + set_comprehension(n))
    print("list_mul " + list_mul(n))
    print("list_concat " + list_concat([n, n]))
    print("list_slice " + list_slice([n] * 1000))
    print("list_slice_set " + list_slice_set([1, 2]))
    print("list_append " + list_append())
    print("list_extend " + list_extend([1, 2]))
    print("list_inplace " + list_inplace([1, 2]))
    print("list_display " + list_display())
    print("dict_set " + dict_set())
    print("set_add " + set_add())
    print("setdefault " + setdefault())
    print("deque_append " + deque_append())
    print("bytearray_append " + bytearray_append())
    print("concat " + concat())
    print("inplace_concat " + inplace_concat())
    print("unicode_concat " + unicode_concat())
    print("str_mul " + str_mul(n))
    print("char_mul " + char_mul(n))
    print("str_slice " + str_slice("abcdefghijklmnopqrstuvwxyz" * 100))
    print("str_of_int " + str_of_int())
    print("repr_of_float " + repr_of_float())
    print("percent " + percent())
    print("joined " + joined(["abcdefgh" * 1000] * 10000))
    print("replaced " + replaced("a" * 10000))
    print("padded " + padded(n))
    print("encoded " + encoded(u"abcdefghijklmnopqrstuvwxyz" * 100))
    print("builder " + builder())
    print("builder_chars " + builder_chars(n))
    print("hint " + hint(n))
    print("tuples " + tuples())
    print("nested_tuple " + nested_tuple())
    print("closures " + closures())
    print("bound_methods " + bound_methods())
    print("iterators " + iterators([n]))
    print("copies " + copies({n: n, n + 1: n}))
    print("items " + items({n: n, n + 1: n}))
    print("sorted_copies " + sorted_copies([n] * 1000))
    print("by_exception " + by_exception(n))
    print("by_bare " + by_bare(n))
    print("by_tuple " + by_tuple(n))
    print("by_outer " + by_outer(n))
    print("by_finally " + by_finally(n))
    print("by_with " + by_with(n))
    print("by_call " + by_call(30))
    for text in generated(n):
        print("generated " + text)
    print("instance " + instance())
    return 0


def target(driver, args):
    return entry_point
