# functions, methods and classes in one variable take their arguments in different ways
def default_first(a, b=1, c=2): return "f%d %d %d" % (a, b, c)
def default_second(a, b=10, c=20, d=30): return "g%d %d %d %d" % (a, b, c, d)
def default_third(a, c=5): return "h%d %d" % (a, c)
def default_part():
    l = [default_first, default_second, default_third]
    for k in l: print(k(1), k(1, c=3), k(a=4), k(c=7, a=8), k(5, 6))
    m = [default_first, default_second]
    for k in m: print(k(1, 2, 3), k(1, c=3, b=9), k(b=4, a=1))


def rest_first(a, *rest): return "f %d %d" % (a, len(rest))
def rest_second(a, b, c, key=5): return "g %d %d %d %d" % (a, b, c, key)
def rest_third(a, *rest, key=7): return "h %d %d %d %d" % (a, len(rest), rest[0], key)
def rest_fourth(a, b, *rest, key=7): return "k %d %d %d %d" % (a, b, len(rest), key)
def rest_part():
    l = [rest_first, rest_second, rest_third, rest_fourth]
    for x in l: print(x(1, 2, 3))
    m = [rest_second, rest_third, rest_fourth]
    for x in m: print(x(4, 5, 6, key=9), x(4, 5, 6))


class MethodBase(object):
    def go(self, a, *rest, key=1): return "A %d %d %d" % (a, len(rest), key)
class MethodLeft(MethodBase):
    def go(self, a, b=5, key=2): return "B %d %d %d" % (a, b, key)
class MethodRight(MethodBase):
    def go(self, *rest, key=3, other=4): return "C %d %d %d" % (len(rest), key, other)
def method_part():
    for o in [MethodBase(), MethodLeft(), MethodRight()]:
        print(o.go(1), o.go(1, 2), o.go(1, key=8), o.go(1, 2, key=9))


class ClassBase(object):
    def __init__(self, x, y=1): self.v = x * 10 + y
class ClassLeft(ClassBase):
    def __init__(self, x, z=5, y=2): self.v = x * 100 + y * 10 + z
class ClassRight(ClassBase): pass
class ClassStar(ClassBase):
    def __init__(self, *args): self.v = len(args)
def class_part():
    for c in [ClassBase, ClassLeft, ClassRight]:
        print(c(1).v, c(1, 2).v, c(1, y=3).v, c(y=4, x=2).v)
    for c in [ClassBase, ClassLeft, ClassStar]:
        print(c(1).v, c(1, 2).v)


# callbacks with optional state
class EventWatcher(object):
    def __init__(self): self.log = []
    def on(self, ev, data=None, n=0): self.log.append("%s %s %d" % (ev, data, n))
    def off(self, ev, n=5): self.log.append("off %s %d" % (ev, n))
def event_listener(ev, n=9, data="d"): print("plain", ev, n, data)
def event_part():
    w = EventWatcher()
    for cb in [w.on, w.off, event_listener]:
        cb("a"); cb("b", n=3)
    print(w.log)


def entry_point(argv):
    default_part()
    rest_part()
    method_part()
    class_part()
    event_part()
    return 0


def target(driver, args):
    return entry_point, None
