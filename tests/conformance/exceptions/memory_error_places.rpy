# skip-gc: boehm stale addresses keep objects alive
# skip-gc: none it has no limit of the heap
# env: TRACEWRIGHT_GC=max=3M
# oracle: stored
# skip-llinterp: no collector
# Allocations that do not look like ones, each under a handler: the list that ends a comprehension, an exception, a
# character that becomes a string (one of unicode: those of bytes are found in a table), a set or a tuple that an operator makes.


class Held(object):
    def __init__(self):
        self.text = "text"
        self.pair = (1, "a")


class Trouble(Exception):
    last = None     # the one raised before: a list would grow in the handler

    def __init__(self, n):
        self.n = n


def comprehensions(n):
    all = []
    try:
        while True:
            all.append([i for i in range(n)])
    except MemoryError:
        del all[:]
        return "caught"


def comprehensions_of(l):
    all = []
    try:
        while True:
            all.append([i + 1 for i in l if i > 3])
    except MemoryError:
        del all[:]
        return "caught"


def collected(n):
    all = []
    try:
        while True:
            l = []
            for i in range(n):
                if i != 3:
                    l.append(i)
            all.append(l)
    except MemoryError:
        del all[:]
        return "caught"


def errors(n):
    all = []
    try:
        while True:
            all.append(Trouble(n))
    except MemoryError:
        del all[:]
        return "caught"


def messages(n):
    all = []
    try:
        while True:
            all.append(ValueError("abc" + str(n)))
    except MemoryError:
        del all[:]
        return "caught"


def raised(n):
    last = None
    count = 0
    while True:
        try:
            raise Trouble(n)
        except Trouble as e:
            e.last = last
            last = e
        except MemoryError:
            ok = count > 1000
            last = None
            return "caught " + str(ok)
        count += 1


def characters(s):
    all = ["text"]
    n = 0
    try:
        while True:
            all.append(s[n & 3])
            n += 1
    except MemoryError:
        del all[:]
        return "caught"


def in_items(s):
    all = [u""] * 100000
    n = 0
    try:
        while n < 100000:
            all[n] = s[n & 3]
            n += 1
    except MemoryError:
        del all[:]
        return "caught"
    return "enough"


def in_fields(s):
    held = [Held()]
    n = 0
    try:
        while True:
            h = Held()
            h.text = s[n & 3]
            held.append(h)
            n += 1
    except MemoryError:
        del held[:]
        return "caught"


def returned(s, i):
    try:
        if i == 7:
            return u"seven"
        return s[i]
    except MemoryError:
        return u""


def returned_often(s):
    all = [u""] * 100000
    for n in range(100000):
        t = returned(s, n & 3)
        if not t:
            del all[:]
            return "caught"
        all[n] = t
    return "enough"


def divided(n):
    all = [(1, 1)]
    try:
        while True:
            n += 1
            all.append(divmod(n, 7))
    except MemoryError:
        del all[:]
        return "caught"


def joined(a, b):
    all = [a]
    try:
        while True:
            all.append(a | b)
    except MemoryError:
        del all[:]
        return "caught"


def common(a, b):
    all = [a]
    try:
        while True:
            all.append(a & b)
    except MemoryError:
        del all[:]
        return "caught"


def differing(a, b):
    all = [a]
    try:
        while True:
            all.append(a - b)
    except MemoryError:
        del all[:]
        return "caught"


def numbers(s):
    all = [1.5]
    texts = [s]
    try:
        while True:
            all.append(float(" " + s))
            texts.append(s + s)
    except MemoryError:
        del all[:]
        del texts[:]
        return "caught"


def enumerated(l):
    all = [(0, l)]
    try:
        while True:
            for pair in enumerate([l, l, l]):
                all.append(pair)
    except MemoryError:
        del all[:]
        return "caught"


def zipped(l):
    all = [(0, 0)]
    try:
        while True:
            for pair in zip(l, l):
                all.append(pair)
    except MemoryError:
        del all[:]
        return "caught"


def partitioned(s):
    all = [s]
    try:
        while True:
            head, sep, tail = s.partition("c")
            all.append(head)
            all.append(tail)
    except MemoryError:
        del all[:]
        return "caught"


def keys(d):
    all = [""]
    try:
        while True:
            for k in sorted(d):
                all.append(k + "x")
    except MemoryError:
        del all[:]
        return "caught"


def entry_point(argv):
    n = len(argv) + 100
    print("comprehensions " + comprehensions(n))
    print("comprehensions_of " + comprehensions_of(range(n)))
    print("collected " + collected(n))
    print("errors " + errors(n))
    print("messages " + messages(n))
    print("raised " + raised(n))
    print("characters " + characters("abcd"))
    print("in_items " + in_items(u"abcd"))
    print("in_fields " + in_fields("abcd"))
    print("returned " + returned_often(u"abcd") + " " + str(returned(u"abcdefgh", n & 7 | 7)))
    print("divided " + divided(n))
    print("joined " + joined(set([1, n]), set([2])))
    print("common " + common(set([1, n]), set([n])))
    print("differing " + differing(set([1, n]), set([2])))
    print("numbers " + numbers("2.5"))
    print("enumerated " + enumerated([n]))
    print("zipped " + zipped([n, n]))
    print("partitioned " + partitioned("abcd" + str(n)))
    print("keys " + keys({"a": 1, "b": 2}))
    return 0


def target(driver, args):
    return entry_point
