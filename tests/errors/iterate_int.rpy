def entry_point(argv):
    total = 0
    for i in len(argv):
        total += i
    return total


def target(driver, args):
    return entry_point, None
