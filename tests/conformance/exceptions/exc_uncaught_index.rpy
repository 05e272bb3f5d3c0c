# exit: 1
# stderr: IndexError
"""An index error outside of any `try`."""


def get(l, i):
    return l[i]


def entry_point(argv):
    l = [1, 2, 3]
    print(get(l, 2))
    print(get(l, len(l)))
    return 0


def target(driver, args):
    return entry_point, None
