"""Functions, classes and tables that import-time code makes."""


def make_adder(n):
    def adder(x):
        return x + n
    return adder


add5 = make_adder(5)
add7 = make_adder(7)


def counted(f):
    def wrapper(x):
        return f(x) * 2
    wrapper.__name__ = f.__name__
    return wrapper


@counted
def triple(x):
    return x * 3


def make_class(name, value):
    class K(object):
        tag = value

        def get(self):
            return self.tag + len(name)
    K.__name__ = name
    return K


K1 = make_class("First", 100)
K2 = make_class("Other one", 200)

TABLE = [i * i for i in range(10)]
NAMES = {}
for _i, _n in enumerate(["zero", "one", "two"]):
    NAMES[_n] = _i
OPS = dict([(chr(ord('a') + i), i) for i in range(5)])


class Registry(object):
    pass


for _n in ["red", "green"]:
    setattr(Registry, _n.upper(), len(_n))


def entry_point(argv):
    n = len(argv)
    print(add5(n))
    print(add7(n))
    print(triple(n))
    print(K1().get())
    print(K2().get())
    for i in range(n, n + 3):
        print(TABLE[i])
    print(NAMES["two"])
    print(OPS["c"])
    print(Registry.RED + Registry.GREEN)
    return 0


def target(driver, args):
    return entry_point, None
