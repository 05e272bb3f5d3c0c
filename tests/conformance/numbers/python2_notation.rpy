#!/usr/bin/env python2
# oracle: stored
"""What differs in Python 2 (the last three lines: ints that wrap, as in RPython): octal numbers, the text of exceptions, `str + bytearray`, shifts out of a word."""
import sys

LONG_BIT = 64
AT_IMPORT = [oct(8), oct(0), oct(-9), "%#o %#o %#o" % (8, 0, -8), "%#06o|%#6o|%-#6o|" % (8, 8, 8), "%#.3o %#.1o" % (8, 8)]
REPRS = [repr(ValueError('m')), repr(KeyError(3)), repr(ValueError()), repr(ValueError(1, 'b'))]
JOINED = "ab" + bytearray("cd")


class Odd(Exception):
    pass


def octals(n):
    print oct(n), oct(n - 8), oct(-n), oct(8), oct(0), oct(n == 8)
    print "%#o %#o %#o %o" % (n, n - 8, -n, n)
    print "%#06o|%#6o|%-#6o|%+#o|% #o" % (n, n, n, n, n)
    print "%#.3o %#.1o %#.2o %#8.4o|" % (n, n, n, n)
    print "%#x %#X %x" % (n + 160, n + 160, n)
    print "{0:#o} {0:o} {0:#x}".format(n)


def by_variable(formats, n):
    for f in formats:
        print f % n


def named(n):
    print "%(a)#o %(b)#o" % {'a': n, 'b': n - 8}


def exceptions(n):
    try:
        if n > 100:
            raise KeyError(n)
        raise ValueError("msg")
    except ValueError as e:
        print repr(e), "%r" % e, str(e), e.args
    for text in ["a'b", ""]:
        try:
            raise Odd(text)
        except Odd as e:
            print repr(e), (e, 1), e
    try:
        raise KeyError("key")
    except KeyError as e:
        print repr(e), e
    try:
        raise ValueError(n, "two")
    except ValueError as e:
        print repr(e)
    try:
        raise ValueError
    except ValueError as e:
        print repr(e)
    try:
        {}[n]
    except KeyError as e:
        print repr(e)


def joined(s, b):
    both = s + b
    both.append(33)
    print both, len(both), isinstance(both, bytearray), repr(both)
    both = b + s
    both += "x"
    print both, isinstance("k" + bytearray("l"), bytearray)


def wrapped(n):
    mask = (1 << LONG_BIT) - 1
    print n & mask, mask, 1 << 64, 1 << 63, (1 << 63) - 1
    print sys.maxint + 1, -sys.maxint - 2, 3 * (1 << 62), -(-sys.maxint - 1)
    print 0x7fffffffffffffff * 2, (1 << LONG_BIT) | n


def entry_point(argv):
    n = len(argv) + 7
    print AT_IMPORT
    print REPRS
    print JOINED
    octals(n)
    by_variable(["%#o", "%#5o|", "%#05o", "%o", "%#x"], n)
    by_variable(["%#o", "%#.2o"], n - 8)
    named(n)
    exceptions(n)
    joined("ab", bytearray("cd"))
    wrapped(n)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point(['x'])
