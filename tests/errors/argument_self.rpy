class A(object):
    def m(self, x):
        return x
def entry_point(argv):
    print(A().m(1, 2))
    return 0


def target(driver, args):
    return entry_point, None
