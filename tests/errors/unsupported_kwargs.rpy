def names(**kw):
    for name in kw:
        yield name


def entry_point(argv):
    for name in names(a=1):
        print(name)
    return 0


def target(driver, args):
    return entry_point, None
