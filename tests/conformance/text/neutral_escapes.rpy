# oracle: stored
# A file that both Pythons could mean: an escape that only Python 3 refuses is what it is to Python 2.


def entry_point(argv):
    print(" ".join(['\ux', '\u12', "\Nx", "\N{NO SUCH NAME}", '\U1', '\u']))
    print(len('\ux') + len(b'\ux'))
    return 0


def target(driver, args):
    return entry_point, None
