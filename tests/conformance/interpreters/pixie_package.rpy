# origin: after published programs
"""A package in the style of pixie: polymorphic functions that are extended for types at import time by decorators."""
from pixielike.object import Integer, Text, nil, PROTOCOLS, WrappedException, Object, Type
from pixielike import stdlib
import pixielike.code


class Point(Object):
    _type = Type("user.Point", Object._type)

    def __init__(self, x, y):
        self.x = x
        self.y = y


@pixielike.code.extend(stdlib.show, Point)
def show_point(p):
    assert isinstance(p, Point)
    return Text("(%d, %d)" % (p.x, p.y))


def attempt(name, args):
    try:
        print(name + ": " + stdlib.to_str(PROTOCOLS[name].invoke(args)))
    except WrappedException as e:
        print(name + ": error " + e.msg + " [" + ", ".join(e.trace) + "]")


def entry_point(argv):
    one, text, p = Integer(1), Text("txt"), Point(3, 4)
    attempt("-add", [one, Integer(41)])
    attempt("-add", [one, text])
    attempt("-add", [text, p])
    attempt("-add", [p, p])
    attempt("-add", [one])
    attempt("-count", [text])
    attempt("-count", [nil])
    attempt("-count", [one])
    attempt("-show", [nil])
    attempt("-show", [PROTOCOLS["-show"]])
    attempt("-hash", [text])
    names = [t.name() for t in Object._type._subtypes]
    print(len(names), names[-1], nil.type().parent().name())
    stdlib.count.extend(Point._type, stdlib.count.find(nil.type()))
    attempt("-count", [p])
    return 0


def target(driver, args):
    return entry_point
