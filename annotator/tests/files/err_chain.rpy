# annotate: main(int)
class Cell(object):
    def __init__(self, value):
        self.value = value


def wrap(v):
    return Cell(v)


def number(n):
    return wrap(n * 2)


def text(n):
    return wrap('n' * n)


def main(n):
    a = number(n)
    b = text(n)
    return a.value + len(b.value)
