def entry_point(argv):
    x = 1
    else:
        x = 2
    return x


def target(driver, args):
    return entry_point, None
