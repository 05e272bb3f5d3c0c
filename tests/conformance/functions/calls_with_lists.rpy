# f(*items) with lists, f(**OPTIONS) with dicts that are constants
def f(a, b, c=5):
    return a + b * 10 + c * 100


def three(a, b, c):
    return "%s-%s-%s" % (a, b, c)


def with_key(a, b, key=0):
    return "%d %d key=%d" % (a, b, key)


class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def moved(self, dx, dy=0):
        return Point(self.x + dx, self.y + dy)

    def __call__(self, k):
        return self.x * k + self.y

    def show(self):
        return "(%d, %d)" % (self.x, self.y)


class Far(Point):
    def moved(self, dx, dy=100):
        return Far(self.x + dx * 10, self.y + dy)


def add(a, b):
    return a + b


def multiply(a, b):
    return a * b


OPTIONS = {"b": 3, "c": 4}
MIXED = {"name": "ann", "age": 7, "tags": ["x", "y"]}
DEFAULTS = {"mark": "?"}
COMMANDS = {"add": add, "multiply": multiply}


def describe(name, age, tags, extra=None):
    return "%s %d %s %s" % (name, age, "+".join(tags), extra)


def greet(who, mark="!"):
    return who + mark


def anything(*args, **kw):
    return "%d %d %s" % (len(args), len(kw), "b" in kw)


def numbers(text):
    return [int(w) for w in text.split()]


def attempt(items):
    try:
        print(f(*items))
    except TypeError as e:
        print("TypeError:", e)


def entry_point(argv):
    n = len(argv)
    items = [1, 2]
    print(f(*items), f(7, *[8]), f(*numbers("4 5 6")), f(1, 2, *[3]), f(1, *items[:1]))
    for text in ["", "1", "1 2", "1 2 3", "1 2 3 4"]:
        attempt(numbers(text))
    print(three(*"a b c".split()), three("x", *["y", "z"]))
    print(with_key(*items, key=9), with_key(n, *[6], key=n))
    p = Point(*[n, 4])
    print(p.show(), p.moved(*items).show(), p.moved(*[5]).show(), p(*[3]))
    for q in [p, Far(1, 1)]:
        print(q.moved(*[2]).show(), q.moved(*[2, 3]).show())
    for line in ["add 3 4", "multiply 3 4", "add 1"]:
        words = line.split()
        command = COMMANDS[words[0]]
        try:
            print(line, "=", command(*[int(w) for w in words[1:]]))
        except TypeError as e:
            print(line, "->", e)
    for text in ["", "1 2 3"]:
        try:
            print(p.moved(*numbers(text)).show())
        except TypeError as e:
            print(e)
        try:
            print(Point(*numbers(text)).show())
        except TypeError as e:
            print(e)
    k = lambda a, b: a * n + b
    print(k(*[10, 20]))

    print(f(1, **OPTIONS), f(a=n, **OPTIONS), describe(**MIXED), describe(extra="more", **MIXED))
    print(greet("bob", **DEFAULTS), anything(1, 2, **MIXED), anything(x=1, *(1, 2, 3), **OPTIONS))
    return 0


def target(driver, args):
    return entry_point, None
