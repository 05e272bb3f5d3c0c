# Python 2's unbound methods: what `C.f` is. The .out was recorded with CPython 2.7.
import new
import types


class Shape(object):
    def area(self, factor=2):
        return self.side * self.side * factor

    @staticmethod
    def unit():
        return 1

    @classmethod
    def named(cls):
        return cls.__name__

    def __init__(self, side):
        self.side = side


class Square(Shape):
    def own(self):
        return 'own'

    borrowed = Shape.area


class Other(object):
    side = 7
    area = Shape.area
    plain = Shape.__dict__['area']


def function(self):
    return self.side


print Shape.area.im_class is Shape, Square.area.im_class is Square
print Shape.area.im_func is Shape.__dict__['area'], Square.area.im_func is Shape.area.im_func
print Shape.area is Shape.__dict__['area'], Shape.area == Square.area, Shape.area == Square.own
print Shape.area.im_self, Shape.area.__name__, Shape.area.func_code.co_varnames
print hasattr(function, 'im_func'), hasattr(Shape.unit, 'im_func'), Shape.named.im_self is Shape
print isinstance(Shape.area, types.FunctionType), isinstance(Shape.area, types.MethodType)
print isinstance(Shape.__dict__['area'], types.FunctionType), Shape.area
s = Square(3)
print Shape.area(s), Square.area(s, factor=1), s.borrowed(), s.area.im_self is s
try:
    print Shape.area(5)
except TypeError, e:
    print e
try:
    print Other().area(5)
except TypeError, e:
    print e
print Other().plain(1)
made = new.instancemethod(function, None, Shape)
print made.im_class is Shape, made(s), made.im_func is function
bound = function.__get__(None, Square)
print bound.im_class is Square, bound(s), function.__get__(s, Square)()
seen = {Shape.area: 'a', Square.own: 'o'}
print seen[Shape.area], seen[Square.own], Square.area in seen
for klass in (Shape, Square):
    names = [name for name in dir(klass) if isinstance(getattr(klass, name), types.MethodType) and not name.startswith('_')]
    print klass.__name__, names
