"""Something of Python 2."""


def show(x):
    print "shown:", x
