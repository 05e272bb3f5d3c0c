def deco(f):
    def g(*args, **kw):
        return f(*args, **kw)
    return g
@deco
def add(a, b):
    return a + b
def entry_point(argv):
    print(add(1, 2))
    return 0


def target(driver, args):
    return entry_point, None
