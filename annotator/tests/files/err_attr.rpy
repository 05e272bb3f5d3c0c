# annotate: main(int)
class A(object):
    def __init__(self):
        self.x = 1


def main(n):
    a = A()
    if n:
        a = None
    return a.y
