"""An error in a function that was compiled from a text is shown with the call of it."""

namespace = {}
exec("def add(x, y):\n    z = x + 1\n    return z + y\n", namespace)
add = namespace["add"]


def entry_point(argv):
    print(add(len(argv), "x"))
    return 0


def target(driver, args):
    return entry_point, None
