class Left(object):
    pass


class Right(object):
    pass


class Both(Left, Right):
    pass


def is_one(x, classes):
    for c in classes:
        if issubclass(type(x), c):
            return True
    return False


def entry_point(argv):
    print(is_one(Both(), [Left, Right]))
    return 0


def target(driver, args):
    return entry_point, None
