class A(object):
    def f(self):
        return 1


class B(object):
    def f(self):
        return 2


class C(A, B):
    pass


def call(x):
    return x.f()


def entry_point(argv):
    print(call(C()))
    return call(B())


def target(driver, args):
    return entry_point, None
