# Each statement that is wrong has its message.
x = = 1


def f(a):
    if a
        return 2
    z = a +
    return a


class D(object):
    def m(self):
        for x y:
            pass
        return 1 1

    def good(self):
        return 0


while True print 5


def target(driver, args):
    return f, None
