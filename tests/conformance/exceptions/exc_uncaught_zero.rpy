# exit: 1
# stderr: ZeroDivisionError
"""A division by zero outside of any `try`."""


def entry_point(argv):
    n = len(argv)
    print(10 // n)
    print(10 // (n - 1))
    return 0


def target(driver, args):
    return entry_point, None
