# Long expressions and deep nesting; made by exec, so that the file stays short.
import sys

sys.setrecursionlimit(200000)           # CPython's compiler counts operators


def make(source):
    names = {"A": A, "inc": inc}
    exec(source, names)
    return names["f"]


class A(object):
    def __init__(self):
        self.n = 0

    def inc(self):
        self.n += 1
        return self


def inc(x):
    return x + 1


def numbers(n, form, between):
    return between.join([form.replace("#", str(i)) for i in range(n)])


def indented(n):
    lines = ["def f(x):"]
    for i in range(1, n):
        lines.append(" " * i + "if x > %d:" % -i)
    lines.append(" " * n + "return 7")
    lines.append(" return 8")
    return "\n".join(lines)


plus = make("def f(x): return x" + " + x" * 5000)
plus_text = make("def f(s): return s" + " + s" * 300)
mixed = make("def f(x): return x + " + numbers(1500, "# * x", " - "))
either = make("def f(x): return " + numbers(1500, "x == #", " or "))
both = make("def f(x): return " + numbers(1500, "x != #", " and "))
chain = make("def f(a): return a" + ".inc()" * 1200)
compared = make("def f(x): return 0" + " < x" * 300)
conditional = make("def f(x): return " + numbers(400, "# if x == #", " else ") + " else -1")
brackets = make("def f(x): return " + "(" * 200 + "x" + " + 1)" * 200)
calls = make("def f(x): return " + "inc(" * 100 + "x" + ")" * 100)
lists = make("def f(x): return " + "[" * 20 + "x" + "]" * 20)
nots = make("def f(x): return " + "not " * 400 + "x")
signs = make("def f(x): return " + "-" * 400 + "x")
blocks = make(indented(99))
elifs = make("def f(x):\n if x == 0: r = 5\n" + numbers(400, " elif x == # * 3: r = #\n", "") + " else: r = -1\n return r")
statements = make("def f(x):\n" + numbers(500, " x += #\n", "") + " return x")
numbers_list = make("def f(): return [" + numbers(1200, "#", ", ") + "]")
names_dict = make("TABLE = {" + numbers(600, "'k#': #", ", ") + "}\ndef f(): return TABLE")


def entry_point(argv):
    n = len(argv)
    print(plus(n), len(plus_text("ab")), mixed(n))
    print(either(n), either(n + 10000), both(n), both(n + 10000))
    print(chain(A()).n, compared(n), conditional(n), conditional(n + 2000))
    print(brackets(n), calls(n), len(lists(n)), nots(n), signs(n))
    print(blocks(n), blocks(-50), elifs(n * 1197), elifs(0), elifs(n))
    print(statements(n), len(numbers_list()), numbers_list()[n + 1000], names_dict()["k%d" % (n + 400)])
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == "__main__":
    entry_point([""])
