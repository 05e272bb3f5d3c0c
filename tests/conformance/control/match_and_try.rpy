"""match, loops with else, try in all forms."""
from collections import namedtuple


class Pt(object):
    __match_args__ = ('x', 'y')

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Pt3(Pt):
    __match_args__ = ('x', 'y', 'z')

    def __init__(self, x, y, z):
        Pt.__init__(self, x, y)
        self.z = z


class Expr(object):
    pass


class Num(Expr):
    __match_args__ = ('n',)

    def __init__(self, n):
        self.n = n


class Bin(Expr):
    __match_args__ = ('op', 'left', 'right')

    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right


def evaluate(e):
    match e:
        case Num(n):
            return n
        case Bin('+', Num(0), r) | Bin('+', r, Num(0)):
            return evaluate(r)
        case Bin('+', l, r):
            return evaluate(l) + evaluate(r)
        case Bin('*', Num(a), Num(b)) if a > b:
            return a * b + 1000
        case Bin(op='*', left=l, right=r):
            return evaluate(l) * evaluate(r)
        case _:
            return -1


def seq(items):
    match items:
        case []:
            return "empty"
        case [1]:
            return "one"
        case [x]:
            return "single %d" % x
        case [1, *rest]:
            return "1 and %s" % rest
        case [x, y]:
            return "two %d %d" % (x, y)
        case [x, *_, y] if x == y:
            return "same ends %d" % x
        case [*_, 9]:
            return "ends 9"
        case [a, b, *c]:
            return "%d %d %d" % (a, b, len(c))
    return "?"


def mapping(d):
    match d:
        case {'kind': 1, 'value': v}:
            return "kind 1 %d" % v
        case {'kind': k, **rest} if rest:
            return "kind %d %s" % (k, sorted(rest.items()))
        case {'kind': 2 | 3 as k}:
            return "2 or 3: %d" % k
        case {}:
            return "other %d" % len(d)


def scalar(n):
    match n:
        case 0 | 1:
            return "small"
        case -1:
            return "minus"
        case int(x) if x > 100:
            return "big"
        case x:
            return "n%d" % x


def text(s):
    match s.split():
        case ['go', ('north' | 'south') as d]:
            return "go " + d
        case ['get', thing, *_]:
            return "get " + thing
        case [verb]:
            return verb
        case _:
            return "none"


def point(p):
    match p:
        case Pt3(x=0, z=z):
            return "3d %d" % z
        case Pt(0, 0):
            return "origin"
        case Pt(x, 0):
            return "x axis %d" % x
        case Pt(x, y) if x == y:
            return "diagonal"
        case Pt():
            return "point"


def pair(t):
    match t:
        case (0, _):
            return "zero first"
        case (x, 'a'):
            return "a %d" % x
        case (x, y):
            return "%d %s" % (x, y)


def tries(n, log):
    for i in range(5):
        try:
            log.append("t%d" % i)
            if n == 0:
                return "ret"
            if n == 1 and i == 1:
                break
            if n == 2 and i < 3:
                continue
            if n == 3:
                raise ValueError(i)
            if n == 4 and i == 2:
                raise KeyError(i)
        except ValueError:
            log.append("ve")
            if i == 2:
                return "from except"
        except (KeyError, IndexError) as e:
            log.append("ke")
            raise RuntimeError("again")
        else:
            log.append("else")
            if n == 5 and i == 1:
                break
        finally:
            log.append("f")
            if n == 6 and i == 1:
                break
            if n == 7:
                return "from finally"
    else:
        log.append("for-else")
    return "end"


def nested(n, log):
    try:
        try:
            if n == 0:
                raise KeyError('a')
            if n == 1:
                raise IndexError('b')
            return "ok"
        except KeyError:
            log.append('k')
            raise ValueError('from k')
        finally:
            log.append('inner')
            if n == 3:
                raise ZeroDivisionError
    except ValueError as e:
        return "v " + str(e)
    finally:
        log.append('outer')


def search(rows, x):
    found = -1
    i = 0
    while i < len(rows):
        for v in rows[i]:
            if v == x:
                found = i
                break
        else:
            i += 1
            continue
        break
    else:
        return "not found"
    return "row %d" % found


def overriding():
    try:
        return 1
    finally:
        return 2


def value_kept():
    x = 1
    try:
        return x
    finally:
        x = 5


def entry_point(argv):
    one, two = Num(1), Num(2)
    for e in [one, Bin('+', one, two), Bin('+', Num(0), two), Bin('+', two, Num(0)), Bin('*', two, one), Bin('*', one, two), Bin('-', one, two), Expr()]:
        print(evaluate(e))
    for s in [[], [1], [5], [1, 2, 3], [3, 4], [3, 4, 3], [3, 4, 9], [3, 4, 5, 6]]:
        print(seq(s))
    for d in [{'kind': 1, 'value': 5}, {'kind': 4, 'z': 1}, {'kind': 2}, {'kind': 7}, {'x': 1}]:
        print(mapping(d))
    print([scalar(n) for n in [0, 1, -1, 500, 7]])
    print([text(s) for s in ["go north", "go up", "get lamp now", "look", "a b c"]])
    for p in [Pt(0, 0), Pt(3, 0), Pt(2, 2), Pt(1, 2), Pt3(0, 1, 5), Pt3(1, 1, 1)]:
        print(point(p))
    print([pair(t) for t in [(0, 'q'), (1, 'a'), (2, 'b')]])
    for n in range(9):
        log = []
        try:
            r = tries(n, log)
        except RuntimeError as e:
            r = "RuntimeError %s" % e
        print(n, r, " ".join(log))
    for n in range(4):
        log = []
        try:
            r = nested(n, log)
        except IndexError:
            r = "IndexError"
        except ZeroDivisionError:
            r = "Zero"
        print(r, log)
    print(search([[1, 2], [3, 4]], 3), search([[1]], 7), search([], 1), overriding(), value_kept())
    return 0


def target(driver, args):
    return entry_point, None
