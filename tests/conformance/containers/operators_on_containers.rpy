"""+, *, ==, <, in, is, not and bool on strings, lists, tuples, dicts, sets; augmented assignment and aliasing; len and truth."""


class Box(object):
    def __init__(self, items):
        self.items = items
        self.count = 0


def strings(a, b):
    print(a + b, a * 2, 3 * b, a == b, a != b, a < b, a <= b, a > b, a >= b, a in b, b not in a, bool(a), not b, a and b, a or b, len(a + b))
    c = a
    c += b
    c *= 2
    print(c, a, [a] + [b], (a,) + (b,), {a: 1} == {b: 1}, {a} | {b} == {b, a}, max(a, b), min(a, b), a is a)


def lists(a, b):
    print(a + b, a * 2, 2 * b, a == b, a != b, a < b, a <= b, a > b, a >= b, bool(a), not b, len(a or b), (a and b))
    c = a
    c += b
    print(a is c, a, c, b)
    c = c + [100]
    print(a is c, len(a), len(c), 100 in a, 100 in c, c[-1:] * 3, [a[:2]] * 2)


def nested():
    row = [0] * 3
    shared = [row] * 2
    apart = [[0] * 3 for _ in range(2)]
    shared[0][1] = 5
    apart[0][1] = 5
    print(shared, apart, shared[0] is shared[1], apart[0] is apart[1], shared == apart, row in shared)
    apart[1] += [7]
    apart[0][0] -= 4
    apart[-1][-1] *= 2
    print(apart, [len(r) for r in apart])


def targets():
    b = Box([1, 2, 3])
    b.items[0] += 10
    b.items[b.count] *= 2
    b.count += 1
    b.items[b.count] <<= 3
    b.items += [4]
    print(b.items, b.count)
    d = {"k": [1], "n": []}
    d["k"] += [2]
    d["k"][0] -= 5
    d["n"].append(d["k"][0])
    print(d)
    e = {"x": 1, "y": 2}
    e["x"] += 1
    e["x"] **= 3
    e["y"] //= 2
    try:
        e["z"] += 1
    except KeyError as err:
        print("no", err, e)
    l = [0, 0, 0]
    i = 0
    i, l[i] = 1, 8
    l[i], i = 9, 2
    l[i] = i = 7 - 5
    print(l, i)


def calls(log, n):
    log.append(n)
    return n


def order():
    log = []
    l = [0] * 10
    l[calls(log, 3)] = calls(log, 1) + calls(log, 2) * calls(log, 4)
    l[calls(log, 5)] += calls(log, 6)
    d = {calls(log, 7): calls(log, 8)}
    x = calls(log, 1) if calls(log, 0) else calls(log, 2)
    t = (calls(log, 9), [calls(log, 8)], calls(log, 7) < calls(log, 6) < calls(log, 5))
    print(log, l, d, x, t)


def membership(n):
    print(n in [1, 2], n in (1, 5), n in {n: 1}, n in {9}, n in range(3, 20, 2), n not in [], str(n) in "12345", n in range(5))
    print(n is None, [n] is [n], n == n == 5, [n] == [5], (n,) < (6,), None in ["a", None], "" in "", "ab" in "cab")


def truth():
    values = [bool(0), bool(0.0), bool(""), bool([]), bool({}), bool(()), bool(set()), bool(None), bool(-1), bool(0.1), bool(" "), bool([0]), bool({0: 0}), bool((0,))]
    print("".join(["01"[int(v)] for v in values]))
    n = 0
    for l in [[], [1], [0] and [2]]:
        if l:
            n += 1
        while not l:
            l = [9]
            n += 10
    print(n)


def entry_point(argv):
    strings("ab", "b")
    strings("", "x")
    strings("same", "same")
    strings("B", "a")
    lists([1, 2], [1, 3])
    lists([], [0])
    lists([5], [5])
    lists([2], [1, 9])
    nested()
    targets()
    order()
    membership(len(argv) + 4)
    truth()
    print((1, "a") == (1, "a"), (1, 2) + (3,) == (1, 2, 3), {"a": [1]} == {"a": [1]}, {1, 2} == {2, 1}, {1} < {1, 2}, [[1], [2]] == [[1], [2]], [{}] == [{}])
    return 0


def target(driver, args):
    return entry_point
