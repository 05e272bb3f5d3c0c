def entry_point(argv):
    n = 0
    while n++ < 10:
        print(n)
    return 0

def target(driver, args):
    return entry_point, None
