# oracle: stored
"""Python 2 spellings."""
import os


class Old:
    def __init__(self, n):
        self.n = n


class Oops(Exception):
    def __init__(self, n):
        self.n = n


def fail(n):
    if n <> 0:
        raise Oops, n
    return 0777


def entry_point(argv):
    print "statement"
    print 1, "two", 3
    print "no newline",
    print "rest"
    print
    try:
        print fail(0)
        print fail(5)
    except Oops, e:
        print "caught", e.n
    for i in xrange(3):
        print i / 2,
    print
    d = {1: "a"}
    for k, v in d.iteritems():
        print k, v
    print 7 / 2, -7 / 2
    print 10L

    return 0


def target(driver, args):
    return entry_point, None
