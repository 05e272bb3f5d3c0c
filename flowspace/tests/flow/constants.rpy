import sys

DEBUG = False
TABLE = {"a": 1}
NAMES = ("x", "y", "z")

class Config(object):
    size = 3
    def _freeze_(self):
        return True

class State(object):
    def __init__(self):
        self.n = 0

config = Config()
state = State()

def folded():
    if DEBUG:
        undefined_name()
    return config.size * 2 + len(NAMES) + len("abc")

def table(k):
    return TABLE[k]

def stateful():
    state.n += 1
    return state.n

def tuple_index():
    return NAMES[1], NAMES

def types(x):
    if isinstance(x, str):
        return "s"
    return str(x) + repr(x)

def imports(x):
    from sys import maxint
    import sys as s
    return x + maxint - s.maxint

def closure_maker(n):
    def inner(x):
        return x + n
    return inner

add5 = closure_maker(5)

def calls(x):
    return add5(x)

def _kw(a, b=2, *args):
    return a * 100 + b * 10 + len(args)

def keywords(x):
    return _kw(x, b=5) + _kw(*(1, 2, 3)) + _kw(1, *NAMES)

def lambdas(x):
    f = lambda y, z=3: y + z
    return f(x)

def getattrs(s):
    setattr(s, "n", getattr(s, "n") + 1)
    return s.n, getattr(config, "size", 4), getattr(config, "none", 4), hasattr(config, "size")

def prints(x):
    print x, "a"
    print("call")

def bad_global(x):
    global DEBUG
    DEBUG = x

def bad_name(x):
    return no_such_name + x

def bad_closure(x):
    return lambda: x

def bad_unbound(x):
    if x:
        y = 1
    return y

def bad_attr():
    return sys.no_such_attribute

def bad_exec(x):
    exec "x = 1"

def takes_keywords(**kw):
    return 1

def call_with_keywords(d):
    return _kw(**d)

def bad_class(x):
    class A(object):
        pass
    return A()

def bad_except(x, E):
    try:
        x()
    except E:
        pass

RUNS = [
    (folded,), (table, "a"), (table, "b"), (stateful,), (tuple_index,), (types, "a"), (types, 3),
    (imports, 4), (calls, 3), (keywords, 2), (lambdas, 2), (getattrs, State()),
]
