"""Functions, lambdas, bound methods, classes and callable instances as values: in dicts, lists, attributes; map, filter, reduce, recursion."""
from functools import reduce


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


class Machine(object):
    def __init__(self):
        self.stack = []
        self.ops = {"dup": self.dup, "swap": self.swap, "drop": self.drop, "add": self.add}

    def dup(self):
        self.stack.append(self.stack[-1])

    def swap(self):
        self.stack[-1], self.stack[-2] = self.stack[-2], self.stack[-1]

    def drop(self):
        self.stack.pop()

    def add(self):
        self.stack.append(self.stack.pop() + self.stack.pop())

    def run(self, text):
        for word in text.split():
            op = self.ops.get(word, None)
            if op is not None:
                try:
                    op()
                except IndexError:
                    return "underflow at " + word
            else:
                try:
                    self.stack.append(int(word))
                except ValueError:
                    return "unknown " + word
        return str(self.stack)


class Adder(object):
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return x + self.n

    def times(self, x):
        return x * self.n


class Cat(object):
    def __init__(self, name):
        self.name = name

    def noise(self):
        return self.name + " meow"


class Dog(Cat):
    def noise(self):
        return self.name + " woof"


def apply_n(f, n, x):
    for _ in range(n):
        x = f(x)
    return x


def choose(op):
    if op == "+":
        return add
    if op == "-":
        return sub
    return lambda a, b: a * b


def calculate(tokens):
    total = 0
    op = choose("+")
    for t in tokens:
        if t.isdigit():
            total = op(total, int(t))
        else:
            op = choose(t)
    return total


def curry(f, a):
    return lambda b: f(a, b)


def fold(f, l, start):
    for x in l:
        start = f(start, x)
    return start


def make(factories, names):
    return [f(n).noise() for f, n in zip(factories, names)]


def entry_point(argv):
    table = {"add": add, "sub": sub, "mul": lambda a, b: a * b}
    print([table[k](7, 3) for k in ["add", "sub", "mul"]], sorted(table), table["add"] is add, choose("-") == sub)
    for program in ["1 2 add dup add", "1 swap", "5 dup drop drop drop", "1 two", ""]:
        print(Machine().run(program))
    a = Adder(5)
    print(apply_n(lambda x: a(x), 3, 0), apply_n(a.times, 3, 1), apply_n(lambda x: x - 1, 4, 10), apply_n(curry(add, 100), 2, 1))
    print(calculate("1 + 2 * 3 - 4".split()), fold(add, [1, 2, 3], 0), fold(sub, [1, 2, 3], 10), reduce(add, [1, 2, 3, 4]), reduce(lambda x, y: x * y, [1, 2, 3], 10))
    print(make([Cat, Dog, Cat], ["tom", "rex", "kit"]), list(map(a, [1, 2])), list(filter(lambda x: x % 2, range(6))), list(map(add, [1, 2], [10, 20])))
    fs = [a.times, Adder(2).times, Adder(3).times]
    print([f(10) for f in fs], sum(f(1) for f in fs), callable(add), sorted([3, 1, 2], key=Adder(0).times))
    keyed = [("x", len("xyz")), ("y", ord("y"))]
    print(keyed, max("abc", "ab", key=len), min(["b", "a"]), (lambda: 5)(), (lambda *p: sum(p))(1, 2))
    return 0


def target(driver, args):
    return entry_point
