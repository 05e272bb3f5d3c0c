# oracle: stored
"""Python 2's `print >>file, x`: blanks between items, also across statements."""
import sys


class Log(object):
    def __init__(self):
        self.text = ""

    def write(self, s):
        self.text += s


def entry_point(argv):
    log = Log()
    print >>log, "a", len(argv), None
    print >>log
    print >>log, "b",
    print >>log, "c\n",
    print >>log, "d", 2.5
    for i in range(4):
        print >>log, i,
    print >>log
    print >>sys.stdout, "x", 1
    print "y"
    print log.text
    return 0


def target(driver, args):
    return entry_point, None
