# jit: yes
# exit: 1
# stderr: AttributeError
"""Methods and class attributes that only some of the classes have that share a variable: the others raise AttributeError."""
from rpython.rlib import jit

driver = jit.JitDriver(greens=[], reds="auto")


class Shape(object):
    pass


class Named(object):
    _mixin_ = True

    def label(self):
        return "<" + self.name + ">"


class Square(Shape, Named):
    sides = 4
    name = "square"

    def __init__(self, n):
        self.n = n
        self.tag = "S%d" % n

    def area(self):
        return self.n * self.n

    def text(self):
        return self.tag


class Cube(Square):
    def area(self):
        return 6 * self.n * self.n


class Circle(Shape):
    name = "circle"

    def area(self):
        return 3


class Dot(Shape, Named):
    name = "dot"


class Never(Shape):
    """Without instances: what it lacks does not matter."""


def make(i):
    if i == 0:
        return Square(3)
    if i == 1:
        return Cube(2)
    if i == 2:
        return Circle()
    if i == 3:
        return Dot()
    return Shape()


def look(s):
    try:
        print("area", s.area())
    except AttributeError as e:
        print("no area:", str(e))
    try:
        print("text", s.text())
    except AttributeError:
        print("no text")
    try:
        print("sides", s.sides)
    except AttributeError as e:
        print("no sides:", str(e))
    try:
        print("label", s.label())
    except AttributeError:
        print("no label")
    try:
        f = s.area
        print("bound", f())
    except Exception as e:
        print("not bound:", str(e))
    if isinstance(s, Square):
        print(s.text(), s.sides, s.label())


class Cell(object):
    pass


class Pair(Cell):
    def __init__(self, car, cdr):
        self.car_ = car
        self.cdr_ = cdr

    def car(self):
        return self.car_

    def cdr(self):
        return self.cdr_


class Num(Cell):
    def __init__(self, n):
        self.n = n

    def val(self):
        return self.n


class Nil(Cell):
    pass


nil = Nil()


def total(c):
    n = 0
    while c is not nil:
        driver.jit_merge_point()
        n += c.car().val()
        c = c.cdr()
    return n


def entry_point(argv):
    for i in range(5):
        print(i)
        look(make(i))
    c = nil
    for i in range(3000):
        c = Pair(Num(i), c)
    print(total(c))
    try:
        print(total(Pair(Num(1), Num(2))))
    except AttributeError as e:
        print(str(e))
    try:
        print(total(Pair(c, nil)))
    except AttributeError as e:
        print(str(e))
    print(make(3).area())
    return 0


def target(driver, args):
    return entry_point, None
