# Objects for the tests of the lattice.


class A(object):
    pass


class B(A):
    pass


class C(A):
    pass


class D(object):
    pass


class Frozen(object):
    def _freeze_(self):
        return True


def f():
    return 1


def g():
    return 2


frozen1 = Frozen()
frozen2 = Frozen()
inst = B()
lst = [1, 2]
dct = {'a': 1}
tup = (1, 'ab')
