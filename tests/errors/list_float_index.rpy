def entry_point(argv):
    mid = len(argv) / 2.0
    print(argv[mid])
    return 0

def target(driver, args):
    return entry_point, None
