def show(a=1, b=2):
    return a + b


def change(**kw):
    kw['b'] = 1
    return show(**kw)


def entry_point(argv):
    return change(a=2)


def target(driver, args):
    return entry_point, None
