from collections import deque


def lst(n):
    return None if n > 0 else [1, 2, 3]


def text(n):
    return None if n > 0 else "abc"


def uni(n):
    return None if n > 0 else u"abc"


def dic(n):
    return None if n > 0 else {"a": 1}


def st(n):
    return None if n > 0 else set([1, 2])


def fst(n):
    return None if n > 0 else frozenset([1, 2])


def deq(n):
    return None if n > 0 else deque([1, 2])


def arr(n):
    return None if n > 0 else bytearray(b"ab")


def strs(n):
    return None if n > 0 else ["a", "b"]


def nested(n):
    return [[1], None, lst(n)]


def nested_d(n):
    return {"x": dic(n), "y": None}


class Box(object):
    pass


def box(n):
    return None if n > 0 else Box()


def show(n):
    print(lst(n), text(n), dic(n), st(n), deq(n))
    print(uni(n))
    print(str(lst(n)), str(text(n)), str(dic(n)))
    print("%s %s %s %s" % (lst(n), text(n), dic(n), deq(n)))
    print("%r %r %r" % (lst(n), text(n), dic(n)))
    print(repr(lst(n)), repr(text(n)))
    print(f"{lst(n)} {text(n)} {dic(n)} {st(n)}")
    print(nested(n), nested_d(n), [text(n)], (text(n), lst(n)), {1: text(n)})
    if n > 0:
        print(box(n), str(box(n)), "%s" % box(n), [box(n)])
        print(str(arr(n)))
    print(bool(lst(n)), bool(dic(n)), bool(st(n)), not text(n), not deq(n), bool(box(n)))


def eq(n):
    print(lst(n) == [1, 2, 3], [1] == lst(n), lst(n) != [1], lst(n) == lst(n), lst(n) != lst(n))
    print(text(n) == "abc", "abc" == text(n), text(n) != "abc", text(n) == text(n))
    print(text(n) == "a", "a" == text(n))
    print(uni(n) == u"abc", u"abc" == uni(n), uni(n) != u"abc", uni(n) == uni(n))
    print(dic(n) == {"a": 1}, {"a": 1} == dic(n), dic(n) != {}, dic(n) == dic(n))
    print(st(n) == set([1, 2]), set([1]) == st(n), st(n) != set(), st(n) == st(n))
    print(fst(n) == frozenset([1, 2]), frozenset([1]) == fst(n))
    print(deq(n) == deque([1, 2]), deque() == deq(n), deq(n) != deque(), deq(n) == deq(n))
    print(arr(n) == bytearray(b"ab"), arr(n) != bytearray(b"x"), bytearray(b"x") == arr(n))
    print((text(n), 1) == ("abc", 1), (lst(n), 1) == ([1, 2, 3], 1), (1, lst(n)) != (1, None))
    print(nested(n) == [[1], None, [1, 2, 3]], nested(n) == nested(n), nested_d(n) == {"x": {"a": 1}, "y": None})
    print([text(n)] == ["abc"], ["abc", None] == [text(n), None])
    print(None in [text(n)], text(n) in ["abc", None], lst(n) in nested(n), [1] in nested(n))
    print(nested(n).index(None), nested(n).count(None))
    print(box(n) == None, None == lst(n), dic(n) != None)
    print(text(n) is None, lst(n) is None)


def entry_point(argv):
    for i in range(2):
        show(i)
        eq(i)
    return 0


def target(driver, args):
    return entry_point, None
