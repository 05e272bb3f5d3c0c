# reading from lists and dicts that never get an item; indices of lists of None
def entry_point(argv):
    print("a")
    try:
        [][len(argv)]
    except IndexError:
        print("caught")
    l = []
    try:
        print(l[len(argv)])
    except IndexError:
        print("caught")
    d = {}
    try:
        print(d[len(argv)])
    except KeyError:
        print("caught")
    print("c")
    nones = [None, None]
    try:
        print(nones[1], nones[len(argv) + 1])
    except IndexError as e:
        print(e)
    print(nones[-len(argv)])
    return 0


def target(driver, args):
    return entry_point, None
