# a list after * goes to a function with a * parameter: the number of arguments is not known
def f(*args):
    return len(args)


def entry_point(argv):
    items = [1, 2, 3]
    print(f(*items))
    return 0


def target(driver, args):
    return entry_point, None
