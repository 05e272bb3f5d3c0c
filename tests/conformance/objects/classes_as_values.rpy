# stage: rtyper
# Classes as keys, as arguments of memo functions, as text; the type of None; attributes that only some objects have.
from rpython.rlib.objectmodel import specialize


class Animal(object):
    legs = 4

    def name(self):
        return "animal"


class Bird(Animal):
    legs = 2

    def name(self):
        return "bird"


class Fish(Animal):
    legs = 0

    def name(self):
        return "fish"


@specialize.memo()
def label(cls):
    return cls.__name__.lower() + "/" + str(cls.legs)


def make(i):
    if i == 0:
        return Animal()
    elif i == 1:
        return Bird()
    elif i == 2:
        return Fish()
    return None


def class_keys(i):
    d = {}
    d[Animal] = 3
    d[Bird] = 4
    if i:
        cls = Animal
    else:
        cls = Bird
    return d[cls] * 10 + len(d)


class Frozen(object):
    def __init__(self, number, payload):
        self.number = number
        self.payload = payload

    def _freeze_(self):
        return True


ints = Frozen(5, [8])
strs = Frozen(6, ["text"])
both = Frozen(7, "word")
same = Frozen(8, 99)


def head(fr):
    return fr.payload[0]


def choose(n):
    if n == 1:
        return ints
    return strs


def number(fr):
    return fr.number


class Left(object):
    kind = 1000

    def run(self):
        return self.n + 1


class Right(Left):
    def run(self):
        return self.n + 2


class Unused(Left):
    kind = 2000

    def run(self):
        return not_there


def left_or_right(n):
    if n == 5:
        return Left
    return Right


def right_or_unused(n):
    if n == 3:
        return Right
    return Unused


class Walker(object):
    def step(self):
        return self.plan.last.size


class Small(Walker):
    size = 3


class Large(Walker):
    size = 4


class Plan(object):
    def _freeze_(self):
        return True


small = Small()
large = Large()
Small.plan = Plan()
Large.plan = Plan()
Small.plan.last = small
Large.plan.last = large
Spare = Plan()
Spare.other = 1


def pick_plan(n):
    if n > 100:
        return Spare
    return Small.plan


def same_objects():
    items = [small.plan, small.plan]
    items.append(small.plan)
    del items[1]
    return items[0] is small.plan, items[1] is Large.plan, len(items)


def entry_point(argv):
    n = len(argv)
    for i in range(4):
        x = make(i)
        print(type(x) is Animal, type(x) is Bird)
        if x is not None:
            print(label(x.__class__), str(x.__class__).split(".")[-1], x.name())
    print(class_keys(n), class_keys(n - 1))
    print(head(ints) + number(choose(n)), number(choose(n + 1)))
    print(number(both), number(same), both.payload, same.payload)
    for i in [1, 3, 5]:
        obj = Right()
        obj.n = 100 * n
        print(right_or_unused(i).kind + left_or_right(i).run(obj))
    print(small.step() + large.step(), pick_plan(n).last.size)
    print(same_objects())
    return 0


def target(driver, args):
    return entry_point, None
