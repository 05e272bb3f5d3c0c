import os


class Simple(Exception):
    pass


class Two(Exception):
    pass


class Own(Exception):
    def __init__(self, what, n):
        self.what = what
        self.n = n


class Calls(Exception):
    def __init__(self, n):
        Exception.__init__(self, "number %d" % n)
        self.n = n


class Super(Exception):
    def __init__(self, a, b):
        super(Super, self).__init__(a, b, "more")


class Child(Two):
    pass


class Numbers(Exception):
    pass


class Mixed(Exception):
    pass


class Thing(object):
    pass


class Holder(Exception):
    pass


def raiser(k):
    if k == 0:
        raise Simple("text")
    if k == 1:
        raise Simple()
    if k == 2:
        raise Two("a", "b")
    if k == 3:
        raise Child("c", "d")
    if k == 4:
        raise Own("w", 5)
    if k == 5:
        raise Calls(7)
    if k == 6:
        raise Super("x", "it's")
    if k == 7:
        raise Numbers(1, 2, -3)
    if k == 8:
        raise Mixed("m", 4, 2.5, None, True, [1, 2], ("t", 1))
    if k == 9:
        raise ValueError("bad", "value")
    if k == 10:
        int("zz")
    if k == 11:
        [1, 2][k]
    if k == 12:
        {"a": 1}["b"]
    if k == 13:
        1 // (k - 13)
    if k == 14:
        raise KeyError("k")


def each():
    for k in range(15):
        try:
            raiser(k)
        except Exception as e:
            print(k, e.__class__.__name__, e.args, len(e.args), str(e), repr(e), bool(e.args), not e.args)


def entry_point(argv):
    each()
    try:
        raiser(0)
    except Simple as e:
        print(e.args[0] + "!", e.args[-1], len(e.args[0]))
        print(e.args == ("text",), e.args != ("other",), e.args == ())
    try:
        raiser(1)
    except Simple as e:
        print(len(e.args), e.args == ())
        try:
            print(e.args[0])
        except IndexError as e2:
            print("index", e2, e2.args[0])
    for k in (2, 3):
        try:
            raiser(k)
        except Two as e:
            a, b = e.args
            print(a, b, e.args[1], e.args)
            for x in e.args:
                print("item", x)
            print([x + "." for x in e.args])
            i = 0
            while i < len(e.args):
                print(e.args[i])
                i += 1
    try:
        raiser(4)
    except Own as e:
        print(e.args[0], e.args[1] + 1, e.what, e.n, e.args)
        try:
            a, b, c = e.args
        except ValueError as e3:
            print(e3)
    try:
        raiser(5)
    except Calls as e:
        print(e.args[0], e.n, e.args)
    try:
        raiser(6)
    except Super as e:
        print(e.args, e.args[2])
    try:
        raiser(7)
    except Numbers as e:
        print(e.args[0] + e.args[1] * 10 + e.args[2] * 100)
        t = 0
        for x in e.args:
            t += x
        print(t)
    try:
        raiser(8)
    except Mixed as e:
        print(e.args[0], e.args[1] + 1, e.args[2] * 2, e.args[4], len(e.args))
        print("%s|%r" % (e.args, e.args))
    try:
        raise Holder(Thing(), [[1]])
    except Holder as e:
        print(len(e.args))
    saved = None
    try:
        raiser(9)
    except ValueError as e:
        saved = e
    print(saved.args, saved.args[1])
    x = saved.args
    print(len(x), x[0], x)
    return 0


def target(driver, args):
    return entry_point, None
