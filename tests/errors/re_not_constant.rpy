import re
def entry_point(argv):
    print(re.match("[a-z]", argv[0]) is None)
    print(re.match(argv[0], "x") is None)
    return 0
def target(driver, args):
    return entry_point, None
