# exit: 1
# stderr: KeyError
"""A key error outside of any `try`, through a `finally`."""


def entry_point(argv):
    d = {"a": 1}
    try:
        print(d["a"])
        print(d["b"])
    finally:
        print("finally")
    return 0


def target(driver, args):
    return entry_point, None
