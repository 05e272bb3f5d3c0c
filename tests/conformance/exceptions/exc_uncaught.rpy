# exit: 1
# stderr: MyError
"""An exception that nobody catches ends the program with exit code 1."""


class MyError(Exception):
    pass


def f(n):
    if n > 3:
        raise MyError("too large")
    return f(n + 1)


def entry_point(argv):
    print("before")
    print(f(0))
    print("not reached")
    return 0


def target(driver, args):
    return entry_point, None
