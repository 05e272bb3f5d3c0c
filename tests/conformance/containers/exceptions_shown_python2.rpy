# requires-python: ==2.7
# oracle: stored
# Texts of containers whose items are exceptions, with the comma of Python 2.


class Refused(Exception):
    pass


def entry_point(argv):
    print [Refused("a", 2), Refused()]
    kinds = [ValueError("v"), IndexError("i"), KeyError("k")]
    kinds.append(None)
    print kinds
    try:
        int("x")
    except ValueError as e:
        print {1: e}
    print "%s" % ([(Refused("one"), 1)],)
    return 0


def target(driver, args):
    return entry_point, None
