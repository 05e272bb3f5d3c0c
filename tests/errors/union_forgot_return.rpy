def size(l):
    if len(l) > 2:
        return len(l)
def entry_point(argv):
    n = size(argv) + 1
    print(n)
    return 0


def target(driver, args):
    return entry_point, None
