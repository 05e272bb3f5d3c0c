"""Properties: overridden, with setters and deleters; `super` in methods, properties and diamonds of mixins."""


class Temperature(object):
    unit = "C"

    def __init__(self, degrees):
        self._degrees = degrees
        self.changes = 0

    @property
    def degrees(self):
        return self._degrees

    @degrees.setter
    def degrees(self, value):
        self.changes += 1
        if value < -273:
            raise ValueError("too cold")
        self._degrees = value

    def get_text(self):
        return "%d %s" % (self.degrees, self.unit)

    text = property(get_text)


class Fahrenheit(Temperature):
    unit = "F"

    @property
    def degrees(self):
        return self._degrees * 9 // 5 + 32

    @degrees.setter
    def degrees(self, value):
        self.changes += 10
        self._degrees = (value - 32) * 5 // 9


class Loud(Temperature):
    @property
    def degrees(self):
        return super(Loud, self).degrees * 100

    def get_text(self):
        return "!" + super().get_text()

    text = property(get_text)


class LogMixin(object):
    _mixin_ = True

    def log(self, x):
        self.lines.append("%s: %s" % (self.tag, x))

    def tagged(self):
        return "log/" + self.tag


class CountMixin(object):
    _mixin_ = True

    def count(self):
        self.n += 1
        return self.n


class Service(object):
    tag = "service"

    def __init__(self):
        self.lines = []
        self.n = 0

    def tagged(self):
        return "service"

    def start(self):
        return "start"


class Web(LogMixin, CountMixin, Service):
    tag = "web"

    def start(self):
        self.log(super(Web, self).start())
        return "web " + Service.start(self)


class Db(CountMixin, Service, LogMixin):
    tag = "db"


class Secure(Web):
    tag = "secure"

    def start(self):
        self.count()
        return "secure " + super().start()


def entry_point(argv):
    for t in [Temperature(20), Fahrenheit(20), Loud(20)]:
        print(t.degrees, t.text, t.unit)
    t = Temperature(5)
    t.degrees = 30
    t.degrees += 1
    print(t.degrees, t.changes)
    f = Fahrenheit(0)
    f.degrees = 212
    print(f._degrees, f.degrees, f.changes)
    both = [t, f]
    for x in both:
        x.degrees = 50
        print(x.degrees, x._degrees, x.changes)
    try:
        t.degrees = -300
    except ValueError:
        print("too cold")
    services = [Service(), Web(), Db(), Secure()]
    for s in services:
        print(s.tag, s.tagged(), s.start(), s.lines, s.n)
    w = Web()
    w.log("a")
    print(w.lines, w.count(), w.count())
    d = Db()
    d.log("x")
    print(d.lines, d.tagged(), d.count())
    return 0


def target(driver, args):
    return entry_point, None
