def find(l, x):
    for i in range(len(l)):
        if l[i] == x:
            return i
    return None
def entry_point(argv):
    print(find([1, 2], 2))
    return 0


def target(driver, args):
    return entry_point, None
