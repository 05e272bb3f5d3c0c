def entry_point(argv):
    d = {"a": 1}
    n = d.get("a")
    print(n + 1)
    return 0


def target(driver, args):
    return entry_point, None
