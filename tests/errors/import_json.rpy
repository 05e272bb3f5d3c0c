import json


def entry_point(argv):
    print(json.dumps([1, 2]))
    return 0


def target(driver, args):
    return entry_point, None
