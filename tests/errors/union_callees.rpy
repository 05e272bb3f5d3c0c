def a(x): return x
def b(x): return str(x)
T = {"a": a, "b": b}
def entry_point(argv):
    print(T[argv[0]](1))
    return 0


def target(driver, args):
    return entry_point, None
