# oracle: stored
# Modules whose first lines declare an encoding.
from kit import latin2, latin9


def entry_point(argv):
    latin2.show()
    print("%d %d" % (ord(latin9.PRICE[2]), len(latin9.PRICE)))
    return 0


def target(driver, args):
    return entry_point, None
