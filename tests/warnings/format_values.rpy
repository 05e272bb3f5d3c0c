"""More values than a format uses: RPython does not see the others."""


def complain(name, n):
    if n > 5:
        raise ValueError("too many: %d" % (n, name))
    return "%s" % name


def entry_point(argv):
    print(complain("x", len(argv)))
    try:
        print("plain" % len(argv))
    except TypeError as e:
        print(e)
    return 0


def target(driver, args):
    return entry_point, None
