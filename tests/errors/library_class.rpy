import array
def entry_point(argv):
    a = array.array('i', [1, 2])
    a.append(len(argv))
    return 0


def target(driver, args):
    return entry_point, None
