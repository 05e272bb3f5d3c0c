# oracle: stored
"""Python 2: blanks between printed items, the line that is pending at the end, 12 digits of floats."""
import sys


def soft(n):
    print n,
    sys.stdout.write("x\n")
    print n
    print n,
    sys.stdout.write("x")
    print n
    print "a\n",
    print "b"
    print "a\t",
    print "b",
    print
    print "c ",
    print "d"
    print n,
    print n,
    print "",
    print "e"


def floats(n):
    f = 1e15 * n
    print f, repr(f), str(f)
    for f in [1e15, 1e16, 0.1 * 3 * n, 1e11, 1e12, 123456789012.5, 1234567890123.5, 1.0 / 3, 1e100, -0.0, 5e-324, 1e-5, 0.0001, 100.0, float('inf')]:
        print f, repr(f), str(f), "%s %r" % (f, f), [f], (f, 1)
    print f
    x = 2.5 * n
    print x, 
    print str(1.1 * n) + "|"


class Out(object):
    def write(self, s):
        sys.stdout.write("<" + s + ">")


class Named(object):
    def __str__(self):
        return "line\n"


def files(n):
    print >>sys.stdout, n,
    print >>sys.stdout, n,
    sys.stdout.write("|\n")
    print >>sys.stdout, n
    print n
    print Named(),
    print n
    print "v\v",
    print "v\f",
    print "v"
    o = Out()
    print >>o, n, n + 1
    print 123456789012.0 * n, -99999999999.96 * n, 99999999999.4, -2e11, 1e11 + n, "%s" % (1e11 * n), "{0}".format(1e15 * n)
    print 1e11, str(1e11), -1e15, 0.1 + 0.2, str(0.1 + 0.2)
    print [str(x) for x in [0.1 + 0.2 * n]], (1e16,), {1: 0.1 + 0.2 * n}


S = str(0.1 + 0.2)


def entry_point(argv):
    n = len(argv)
    soft(n)
    files(n)
    print S
    floats(n)
    print "end"
    return 0


def target(driver, args):
    return entry_point, None
