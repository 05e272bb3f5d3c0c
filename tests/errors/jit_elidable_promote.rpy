from rpython.rlib.jit import elidable_promote

@elidable_promote('0,7')
def f(a, b):
    return a + b

def entry_point(argv):
    print(f(len(argv), 2))
    return 0

def target(driver, args):
    return entry_point, None
