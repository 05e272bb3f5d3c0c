def entry_point(argv):
    config = {"name": argv[0], "count": 3}
    return config["count"]


def target(driver, args):
    return entry_point, None
