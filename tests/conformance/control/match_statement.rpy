# `match` statements.
class Point(object):
    __match_args__ = ('x', 'y')

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Shape(object):
    pass


class Circle(Shape):
    def __init__(self, center, radius):
        self.center = center
        self.radius = radius


class Segment(Shape):
    __match_args__ = ('start', 'end')

    def __init__(self, start, end):
        self.start = start
        self.end = end


class Polygon(Shape):
    def __init__(self, points):
        self.points = points


class Color(object):
    RED = 1
    GREEN = 2


def number(n):
    match n:
        case 0:
            return 'zero'
        case 1 | 2 | 3:
            return 'small'
        case -1:
            return 'minus one'
        case k if k < 0:
            return 'negative %d' % k
        case Color.GREEN:
            return 'never'
        case 100 | 200 as k if k > 150:
            return 'two hundred %d' % k
        case _:
            return 'other'


def color(c):
    match c:
        case Color.RED:
            return 'red'
        case Color.GREEN:
            return 'green'
    return 'no color'


def word(s):
    match s:
        case 'go' | 'run':
            return 1
        case 'stop':
            return 2
        case '':
            return 3
        case other:
            return len(other) * 10


def point(p):
    match p:
        case Point(0, 0):
            return 'origin'
        case Point(x=0, y=y):
            return 'on the y axis at %d' % y
        case Point(x, 0):
            return 'on the x axis at %d' % x
        case Point(x, y) if x == y:
            return 'diagonal %d' % x
        case Point():
            return 'somewhere'


def shape(s):
    match s:
        case None:
            return 'nothing'
        case Circle(center=Point(0, 0), radius=r):
            return 'circle around the origin, %d' % r
        case Circle(center=c, radius=1 | 2):
            return 'small circle, ' + point(c)
        case Circle():
            return 'circle'
        case Segment(Point(a, b), Point(c, d)) if a == c or b == d:
            return 'straight segment %d' % (c - a + d - b)
        case Segment(Point() as p, _):
            return 'segment from ' + point(p)
        case Polygon(points=[]):
            return 'empty polygon'
        case Polygon(points=[Point(x=x), *rest]):
            return 'polygon from x %d with %d more' % (x, len(rest))
    return 'unknown'


def command(words):
    match words:
        case []:
            return 'nothing'
        case ['quit']:
            return 'bye'
        case ['go', ('north' | 'south') as where]:
            return 'going ' + where
        case ['get', what]:
            return 'got ' + what
        case ['drop', *things]:
            return 'dropped ' + '+'.join(things)
        case [first, *_, last] if first == last:
            return 'first is last'
        case [_, *middle, _]:
            return 'middle: ' + ','.join(middle)
        case [single]:
            return 'one: ' + single
    return 'no'


def pair(t):
    match t:
        case (0, 0):
            return 'both'
        case (0, y) | (y, 0):
            return 'one of them is %d' % y
        case (x, y) if x > y:
            return 'down'
        case (x, _):
            return 'x is %d' % x


def mapping(d):
    match d:
        case {'op': 'add', 'x': x, 'y': y}:
            return x + '+' + y
        case {'op': op, **rest}:
            return '%s with %d more' % (op, len(rest))
        case {}:
            return 'no op'


def flags(b):
    match b:
        case True:
            return 'yes'
        case False:
            return 'no'


def loop(items):
    out = []
    for item in items:
        match item:
            case 0:
                continue
            case 9:
                break
            case n if n % 2:
                out.append(n)
            case n:
                out.append(n * 100)
    return out


match = 5
case = [1, 2]
match += case[0]


def entry_point(argv):
    for n in [0, 2, -1, -7, 100, 200, 55]:
        print(number(n))
    print(color(len(argv)), color(2), color(3))
    print(word('run'), word('stop'), word(''), word('abc'))
    for p in [Point(0, 0), Point(0, 3), Point(4, 0), Point(5, 5), Point(1, 2)]:
        print(point(p))
    shapes = [Circle(Point(0, 0), 5), Circle(Point(1, 1), 2), Circle(Point(1, 1), 9), Segment(Point(1, 2), Point(1, 9)),
              Segment(Point(1, 1), Point(2, 9)), Polygon([]), Polygon([Point(3, 4), Point(1, 1)]), None, Shape()]
    for s in shapes:
        print(shape(s))
    for c in ['', 'quit', 'go north', 'go up', 'get lamp', 'drop a b c', 'x y x', 'x y z w', 'hm']:
        print(command(c.split()))
    print(pair((0, 0)), pair((0, 7)), pair((8, 0)), pair((9, 2)), pair((2, 9)))
    print(mapping({'op': 'add', 'x': '1', 'y': '2'}))
    print(mapping({'op': 'sub', 'x': '1', 'y': '2'}))
    print(mapping({'none': 'x'}))
    print(flags(len(argv) > 0), flags(len(argv) > 10))
    print(loop([1, 2, 0, 3, 4, 9, 5]))
    print(match)
    return 0


def target(driver, args):
    return entry_point, None
