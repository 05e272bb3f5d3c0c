"""Classes with several bases that are no mixins: order of methods, super along a diamond, isinstance with each base."""


class Logger(object):
    prefix = "log"

    def __init__(self):
        self.lines = []

    def log(self, text):
        self.lines.append(self.prefix + ":" + text)

    def name(self):
        return "Logger"


class Named(object):
    def set_name(self, name):
        self.own_name = name
        return self

    def name(self):
        return "Named(" + self.own_name + ")"

    @property
    def shout(self):
        return self.own_name.upper()


class Service(Logger, Named):
    def __init__(self, name):
        Logger.__init__(self)
        self.set_name(name)

    def run(self):
        self.log("run " + Named.name(self))
        return self.name()


class SubService(Service):
    prefix = "sub"

    def name(self):
        return "SubService/" + super(SubService, self).name()


# a diamond

class A(object):
    def __init__(self):
        self.trail = []
        self.setup()

    def setup(self):
        self.trail.append("A")

    def who(self):
        return "A"

    def only_a(self):
        return "only A, " + self.who()


class B(A):
    def setup(self):
        self.trail.append("B")
        super(B, self).setup()

    def who(self):
        return "B" + super().who()


class C(A):
    def setup(self):
        self.trail.append("C")
        super(C, self).setup()

    def who(self):
        return "C" + super().who()

    def only_c(self):
        return "only C"


class D(B, C):
    def setup(self):
        self.trail.append("D")
        super(D, self).setup()

    def who(self):
        return "D" + super().who()


class E(C, B):
    pass


class F(D):
    def who(self):
        return "F" + super().who()


# exceptions with two bases

class AppError(Exception):
    code = 1


class MissingKey(AppError, KeyError):
    code = 2

    def __init__(self, key):
        self.key = key


class CountMixin(object):
    _mixin_ = True

    def __init__(self):
        super(CountMixin, self).__init__()
        self.count = 0

    def tick(self):
        self.count += 1
        return self.count


class Base(object):
    def __init__(self):
        self.ready = True


class Ticker(CountMixin, Base):
    pass


def find(n):
    if n == 1:
        raise MissingKey("k1")
    if n == 2:
        raise KeyError("k2")
    if n == 3:
        raise AppError()
    return n


def attempt(n):
    try:
        return "found %d" % find(n)
    except KeyError:
        return "KeyError"
    except AppError:
        return "AppError"


def attempt2(n):
    try:
        return "found %d" % find(n)
    except AppError as e:
        return "AppError %d" % e.code
    except KeyError:
        return "KeyError"


def kind(x):
    s = ""
    for cls in [A, B, D]:
        if type(x) is cls:
            s += cls.__name__
    if isinstance(x, C):
        s += "+C"
    if isinstance(x, B):
        s += "+B"
    if isinstance(x, (D, E)):
        s += "+DE"
    return s


def entry_point(argv):
    s = Service("web")
    print(s.run(), s.lines, s.shout)
    t = SubService("db")
    print(t.run(), t.lines, t.shout)
    print(isinstance(s, Logger), isinstance(s, Named), isinstance(s, Service), isinstance(s, SubService))
    for l in [Logger(), s, t]:
        print(isinstance(l, Named), isinstance(l, Service), l.prefix)
    for x in [A(), B(), C()]:
        print(x.trail, x.who(), x.only_a(), kind(x))
    for y in [D(), F()]:
        print(y.trail, y.who(), y.only_a(), y.only_c(), kind(y))
    e = E()
    print(e.trail, e.who(), e.only_c(), kind(e))
    for i in range(4):
        print(attempt(i), attempt2(i))
    k = Ticker()
    print(k.ready, k.count, k.tick(), k.tick())
    print(isinstance(k, CountMixin), isinstance(k, Base), isinstance(Base(), CountMixin))
    return 0


def target(driver, args):
    return entry_point, None
