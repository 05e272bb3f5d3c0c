"""Deep recursion and huge allocations caught; the program goes on afterwards; dicts, sets, deques changed while iterated over."""
from collections import deque


class Chain(object):
    def __init__(self, next):
        self.next = next

    def length(self):
        if self.next is None:
            return 1
        return 1 + self.next.length()

    def forever(self):
        return self.forever() + 1


def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


def endless(n, l):
    try:
        return endless(n + 1, l) + 1
    finally:
        l[0] += 1


def guarded(n):
    try:
        return guarded(n + 1)
    except RecursionError:
        return n > 100


def mutual_a(n):
    return mutual_b(n + 1) + 1


def mutual_b(n):
    return mutual_a(n) + 1


class Bad(object):
    def __eq__(self, other):
        return self == other

    def __hash__(self):
        return 1


def huge(which, n):
    big = n << 60
    try:
        if which == 0:
            return len([0] * big)
        if which == 1:
            return len("abcdefgh" * big)
        if which == 2:
            return len([1.5, 2.5] * big)
        if which == 3:
            return len([""] * big)
        if which == 4:
            return len("x".ljust(big))
        if which == 5:
            return len([None, "a"] * (-big))
    except (MemoryError, OverflowError):
        return -1
    return 0


def changing(which):
    d = {1: "a", 2: "b", 3: "c"}
    s = {1, 2, 3}
    q = deque([1, 2, 3])
    seen = 0
    try:
        if which == 0:
            for k in d:
                seen += k
                d[k + 100] = "new"
        elif which == 1:
            for k in d:
                seen += k
                del d[k]
        elif which == 2:
            for x in s:
                seen += x
                s.add(x + 50)
        elif which == 3:
            for x in q:
                seen += x
                q.append(9)
        elif which == 4:
            for k in list(d):
                seen += k
                del d[k]
        elif which == 5:
            for k in d:
                seen += k
                d[k] = "same size"
        elif which == 6:
            for x in s:
                seen += x
                s.discard(x)
    except RuntimeError as e:
        return "%s after %d" % (e.__class__.__name__, seen)
    return "fine %d %d %d" % (seen, len(d), len(s))


def entry_point(argv):
    print(down(300))
    try:
        print(down(-1))
    except RecursionError:
        print("too deep")
    try:
        print(mutual_a(0))
    except RuntimeError as e:
        print("mutual", isinstance(e, RecursionError))
    l = [0]
    try:
        endless(0, l)
    except RecursionError:
        print("unwound", l[0] > 100)
    print(guarded(0))
    c = Chain(None)
    for i in range(200):
        c = Chain(c)
    print(c.length())
    try:
        c.forever()
    except RecursionError:
        print("method")
    try:
        print(Bad() == Bad())
    except RecursionError:
        print("eq")
    for which in range(6):
        print(which, huge(which, len(argv)))
    for which in range(7):
        print(which, changing(which))
    for i in range(1):
        try:
            down(-5)
        except RecursionError:
            pass
    print("end", down(50))
    return 0


def target(driver, args):
    return entry_point
