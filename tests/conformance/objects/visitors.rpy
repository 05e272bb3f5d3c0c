"""Shapes with visitors, double dispatch, events, a bank, units: object-oriented programs in the small."""


class Shape(object):
    def accept(self, visitor):
        raise NotImplementedError

    def collide(self, other):
        raise NotImplementedError


class Circle(Shape):
    def __init__(self, r):
        self.r = r

    def accept(self, visitor):
        return visitor.visit_circle(self)

    def collide(self, other):
        return other.collide_circle(self)

    def collide_circle(self, c):
        return "circle %d with circle %d" % (c.r, self.r)

    def collide_box(self, b):
        return "box %d with circle %d" % (b.w, self.r)


class Box(Shape):
    def __init__(self, w, h):
        self.w = w
        self.h = h

    def accept(self, visitor):
        return visitor.visit_box(self)

    def collide(self, other):
        return other.collide_box(self)

    def collide_circle(self, c):
        return "circle %d with box %d" % (c.r, self.w)

    def collide_box(self, b):
        return "box %d with box %d" % (b.w, self.w)


class Visitor(object):
    def visit_circle(self, c):
        return 0

    def visit_box(self, b):
        return 0


class Area(Visitor):
    def visit_circle(self, c):
        return 3 * c.r * c.r

    def visit_box(self, b):
        return b.w * b.h


class Corners(Visitor):
    def visit_box(self, b):
        return 4


class Event(object):
    def __init__(self, kind, payload):
        self.kind = kind
        self.payload = payload


class Emitter(object):
    def __init__(self):
        self.listeners = {}

    def on(self, kind, f):
        self.listeners.setdefault(kind, []).append(f)
        return self

    def emit(self, kind, payload):
        n = 0
        for f in self.listeners.get(kind, []):
            f(Event(kind, payload))
            n += 1
        return n


class Recorder(object):
    def __init__(self):
        self.seen = []

    def record(self, event):
        self.seen.append("%s:%d" % (event.kind, event.payload))

    def double(self, event):
        self.seen.append("double %d" % (event.payload * 2))


class InsufficientFunds(Exception):
    def __init__(self, account, amount):
        self.account = account
        self.amount = amount

    def __str__(self):
        return "%s lacks %d" % (self.account.owner, self.amount - self.account.balance)


class Account(object):
    rate = 0
    fee = 0

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, n):
        if n <= 0:
            raise ValueError("bad amount")
        self.balance += n
        self.history.append(("deposit", n))

    def withdraw(self, n):
        total = n + self.fee
        if total > self.balance:
            raise InsufficientFunds(self, total)
        self.balance -= total
        self.history.append(("withdraw", total))

    def year_end(self):
        self.balance += self.balance * self.rate // 100

    def __lt__(self, other):
        return self.balance < other.balance

    def __repr__(self):
        return "%s(%r, %d)" % (type(self).__name__, self.owner, self.balance)


class Savings(Account):
    rate = 5


class Business(Account):
    fee = 2

    def withdraw(self, n):
        super(Business, self).withdraw(n)
        self.history.append(("note", 0))


class Unit(object):
    def __init__(self, name, power=1):
        self.name = name
        self.power = power

    def __pow__(self, n):
        return Unit(self.name, self.power * n)

    def __rmul__(self, value):
        return Quantity(value, self)

    def __eq__(self, other):
        return self.name == other.name and self.power == other.power

    def __str__(self):
        if self.power == 1:
            return self.name
        return "%s^%d" % (self.name, self.power)


class Quantity(object):
    def __init__(self, value, unit):
        self.value = value
        self.unit = unit

    def __add__(self, other):
        if self.unit != other.unit:
            raise TypeError("%s is not %s" % (self.unit, other.unit))
        return Quantity(self.value + other.value, self.unit)

    def __mul__(self, other):
        return Quantity(self.value * other.value, Unit(self.unit.name, self.unit.power + other.unit.power))

    def __lt__(self, other):
        return self.value < other.value

    def __str__(self):
        return "%s %s" % (self.value, self.unit)


def entry_point(argv):
    shapes = [Circle(2), Box(3, 4), Circle(1)]
    for v in [Visitor(), Area(), Corners()]:
        print([s.accept(v) for s in shapes])
    for a in shapes[:2]:
        for b in shapes[:2]:
            print(a.collide(b))
    try:
        Shape().accept(Area())
    except NotImplementedError:
        print("abstract")
    r = Recorder()
    e = Emitter().on("a", r.record).on("a", r.double).on("b", r.record)
    print(e.emit("a", 1), e.emit("b", 2), e.emit("c", 3), r.seen)
    accounts = [Account("ann", 100), Savings("bob", 200), Business("cid", 50)]
    for a in accounts:
        try:
            a.deposit(10)
            a.withdraw(60)
        except InsufficientFunds as x:
            print("error: %s" % x)
        a.year_end()
    print(accounts)
    poorest = accounts[0]
    for a in accounts:
        if a < poorest:
            poorest = a
    print(poorest, poorest.history, accounts[0].history)
    try:
        accounts[0].deposit(-1)
    except ValueError as v:
        print("ValueError %s" % v)
    m = Unit("m")
    s = Unit("s")
    d = 3 * m
    print(d, d + 4 * m, d * d, 5 * m ** 3, 2 * m < 3 * m)
    try:
        print(d + 1 * s)
    except TypeError as t:
        print("TypeError: %s" % t)
    return 0


def target(driver, args):
    return entry_point, None
