import sys


class Upper(object):
    def write(self, text):
        sys.stdout.write(text.upper())


def row(values):
    for v in values:
        print v,
    print


def entry_point(argv):
    print "plain", 1, 2.5, None, True
    print
    print "a", "b",
    print "c"
    row([1, 2, 3])
    print ("in parens")
    print ("a", "tuple")
    print "%s and" % "format", "more"
    print "line\n", "next"
    print >>sys.stdout, "to stdout", 7 / 2
    print >>Upper(), "loud", 1
    out = []
    for i in xrange(3):
        out.append(`i`)
    print "-".join(out) + ";",
    print
    sys.stdout.write("no newline")
    sys.stdout.write("\n")
    print "x" * 3, "\ty"
    return 0


def target(driver, args):
    return entry_point, None
