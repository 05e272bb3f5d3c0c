def find(argv):
    if len(argv) > 1:
        return None
    return None


def entry_point(argv):
    return find(argv)[0]


def target(driver, args):
    return entry_point, None
