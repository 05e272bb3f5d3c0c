# args: alpha beta gamma
"""The command line."""


def entry_point(argv):
    print(len(argv))
    for i in range(1, len(argv)):
        print("%d: %s" % (i, argv[i]))
    print(" ".join(argv[1:]))
    return 0


def target(driver, args):
    return entry_point, None
