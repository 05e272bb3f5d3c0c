class A(object):
    def __init__(self, n):
        self.n = n
def entry_point(argv):
    l = [A(2), A(1)]
    l.sort()
    print(l[0].n)
    return 0


def target(driver, args):
    return entry_point, None
