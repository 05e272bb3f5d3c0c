# args: 7 35
# exit: 42
"""The result of the entry point is the exit code."""


def entry_point(argv):
    n = 0
    for i in range(1, len(argv)):
        n += int(argv[i])
    print(n)
    return n


def target(driver, args):
    return entry_point, None
