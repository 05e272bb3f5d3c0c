class Ctx(object):
    def __init__(self, name, suppress):
        self.name = name
        self.suppress = suppress

    def __enter__(self):
        print('enter ' + self.name)
        return self

    def __exit__(self, et, ev, tb):
        print('exit %s %s' % (self.name, et is not None))
        return self.suppress

def f(s, raises):
    x = 1
    with Ctx('a', s) as a, Ctx('b', False) as b:
        x = 2
        if raises:
            raise ValueError('no')
        x = 3
    return x

def g(s):
    for i in range(3):
        with Ctx('l%d' % i, s):
            if i == 0:
                continue
            if i == 1:
                raise KeyError('k')
            return 5
    return 7

def entry_point(argv):
    print(f(True, True))
    print(f(True, False))
    try:
        print(f(False, True))
    except ValueError:
        print('ValueError')
    print(g(True))
    try:
        print(g(False))
    except KeyError:
        print('KeyError')
    return 0


def target(driver, args):
    return entry_point, None
