def entry_point(argv):
    counter = 0
    for a in argv:
        conter += 1
    return counter


def target(driver, args):
    return entry_point, None
