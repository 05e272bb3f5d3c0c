"""Functions, bound methods and classes as values in lists, dictionaries and attributes."""


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b):
    return a * b


TABLE = [add, sub, mul]
BY_NAME = {"+": add, "-": sub, "*": mul}


def apply(f, a, b):
    return f(a, b)


def compose_twice(f, x):
    return f(f(x))


def inc(x):
    return x + 1


def dec(x):
    return x - 1


def pick(n):
    if n > 0:
        return inc
    return dec


class Counter(object):
    def __init__(self, step):
        self.step = step
        self.value = 0

    def bump(self):
        self.value += self.step

    def drop(self):
        self.value -= self.step


class Animal(object):
    def sound(self):
        return "?"


class Dog(Animal):
    def sound(self):
        return "woof"


class Cat(Animal):
    def sound(self):
        return "meow"


CLASSES = [Dog, Cat]


class Button(object):
    def __init__(self, action):
        self.action = action


def call_it(m):
    m()
    m()


def call_twice_down(m):
    m()
    m()


def entry_point(argv):
    for f in TABLE:
        print(f(7, 3))
    for name in ["+", "-", "*"]:
        print(apply(BY_NAME[name], 10, 4))
    print(compose_twice(pick(1), 10))
    print(compose_twice(pick(-1), 10))
    c = Counter(5)
    call_it(c.bump)
    print(c.value)
    call_twice_down(c.drop)
    print(c.value)
    m = c.bump
    m()
    print(c.value)
    for k in CLASSES:
        print(k().sound())
    b = Button(mul)
    print(b.action(6, 7))
    print(TABLE[0] is add)
    f = None
    if len(argv) > 0:
        f = inc
    if f is not None:
        print(f(1))
    return 0


def target(driver, args):
    return entry_point, None
