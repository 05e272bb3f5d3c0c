"""Class attributes and globals that the program assigns, read through classes, instances and modules that are values."""
import sys


class Single(object):
    inst = None
    made = 0

    def __new__(cls):
        if cls.inst is None:
            Single.made += 1
            Single.inst = object.__new__(cls)
        return cls.inst


class Log(object):
    sink = None
    lines = 0
    names = []

    def where(self):
        if type(self).sink is None:
            return "nowhere"
        return "somewhere"

    def count(self):
        Log.lines += 1
        return self.__class__.lines + type(self).lines

    @classmethod
    def total(cls):
        return cls.lines * 10

    @staticmethod
    def reset():
        Log.lines = 0


class FileLog(Log):
    def where(self):
        if type(self).sink is self:
            return "in itself"
        return "file " + Log.where(self)


class Shape(object):
    sides = 0
    label = "shape"


class Square(Shape):
    sides = 4


class Circle(Shape):
    label = "round"


class Dot(Circle):
    sides = 1


class Ring(Circle):
    pass


def describe(cls):
    return "%s %d" % (cls.label, cls.sides)


def shapes():
    return [Shape, Square, Circle, Dot, Ring]


def grow(n):
    Shape.sides += n
    if n > 1:
        Square.sides = n
        Circle.label = "round %d" % n if n < 3 else "big round"


class Plain(object):
    pass


class Counted(object):
    hits = 7


def hits_of(cls):
    try:
        return cls.hits
    except AttributeError:
        return -1


class Mode(object):
    level = 1

    def _freeze_(self):
        return True


class Loud(Mode):
    def _freeze_(self):
        return True


QUIET = Mode()
LOUD = Loud()


def level_of(mode):
    return mode.level


def set_level(n):
    Mode.level = n


class Meter(object):
    unit = "m"
    scale = 1.5

    def of_known(self):
        return self.unit + ":" + Meter.unit + ":" + getattr(Meter, "unit") + ":" + getattr(self, "unit")


class Feet(Meter):
    def of_known(self):
        return super(Feet, self).unit + "+" + Meter.of_known(self)


def entry_point(argv):
    a = Single()
    b = Single()
    print("%s %d" % (a is b, Single.made))
    log = Log()
    file = FileLog()
    print(log.where())
    print(file.where())
    Log.sink = file
    print(log.where())
    print(file.where())
    print(log.count() + file.count())
    print(Log.total())
    print(FileLog.total())
    Log.reset()
    print(log.count())
    for cls in shapes():
        print(describe(cls))
    grow(len(argv) + 5)
    for cls in shapes():
        print(describe(cls))
    for cls in [Plain, Counted]:
        print(hits_of(cls))
    Counted.hits += len(argv)
    for cls in [Plain, Counted]:
        print(hits_of(cls))
    for mode in [QUIET, LOUD]:
        print(level_of(mode))
    set_level(len(argv) + 20)
    for mode in [QUIET, LOUD]:
        print(level_of(mode))
    print(QUIET.level + LOUD.level)
    print(Meter().of_known())
    print(Feet().of_known())
    Meter.unit = "ft" if len(argv) < 5 else "yd"
    Meter.scale *= 2.0
    print(Meter().of_known())
    print(Feet().of_known())
    kinds = [Meter, Feet]
    print("%s %s" % (kinds[len(argv) % 2].scale, kinds[1].unit))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    sys.exit(entry_point(sys.argv))
