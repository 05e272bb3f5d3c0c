"""A container that a test has shown to be None is returned where other types are."""
def f(x):
    if isinstance(x, list):
        return "list"
    return x

def g(x):
    if isinstance(x, bytearray):
        return x.decode("ascii")
    return x

def h(x):
    if isinstance(x, dict):
        return [len(x)]
    return x

def entry_point(argv):
    b = bytearray(b"abc")
    l = [1]
    d = {1: 2}
    for i in range(2):
        print(f(l), g(b), h(d))
        l = None
        b = None
        d = None
    return 0
def target(driver, args):
    return entry_point, None
