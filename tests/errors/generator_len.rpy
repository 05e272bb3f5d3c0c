def evens(n):
    for i in range(n):
        if i % 2 == 0:
            yield i

def entry_point(argv):
    print(len(evens(10)))
    return 0

def target(driver, args):
    return entry_point, None
