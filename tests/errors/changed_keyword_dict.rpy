# a dict after ** whose names are taken for constants is changed at run time
OPTIONS = {"b": 3}


def f(a, b=1, c=2):
    return a + b + c


def entry_point(argv):
    if len(argv) > 1:
        OPTIONS["c"] = 5
    print(f(1, **OPTIONS))
    return 0


def target(driver, args):
    return entry_point, None
