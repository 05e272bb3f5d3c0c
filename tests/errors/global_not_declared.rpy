counter = 0

def tick():
    counter += 1
    return counter

def entry_point(argv):
    tick()
    print(tick())
    return 0

def target(driver, args):
    return entry_point, None
