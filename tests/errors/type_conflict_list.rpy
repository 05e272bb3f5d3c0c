def fill(l):
    l.append("text")


def entry_point(argv):
    l = [1, 2, 3]
    fill(l)
    print(len(l))
    return 0


def target(driver, args):
    return entry_point, None
