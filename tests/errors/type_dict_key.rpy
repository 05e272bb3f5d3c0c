def entry_point(argv):
    d = {}
    d[1] = "one"
    d["two"] = "two"
    print(d[1])
    return 0


def target(driver, args):
    return entry_point, None
