# annotate: main(int)
class A(object):
    pass


class B(A):
    def __init__(self):
        self.x = 1


class C(A):
    def __init__(self):
        self.x = 'text'


def pick(n):
    if n:
        return B()
    return C()


def main(n):
    a = pick(n)
    return a.x
