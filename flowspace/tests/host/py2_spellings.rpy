print "hello", 1, 2.5
print "no newline",
print "same line"
print
print 7 / 2, -7 / 2, 7.0 / 2, 0777
try:
    raise ValueError, "old"
except ValueError, e:
    print "caught", e
d = {'a': 1}
print d.has_key('a'), list(d.iteritems()), 1 <> 2
exec "x = 5"
print x
def f((a, b), c):
    return a + b + c
print f((1, 2), 3)
import sys
print >>sys.stdout, "to stdout", 5
print len('\xff\x00'), ord('\xff'), u'abc' == 'abc', unicode('x'), xrange(3), long(5)
class Old:
    __metaclass__ = type
    def __nonzero__(self):
        return False
    def __cmp__(self, o):
        return 0
print bool(Old()), Old() == Old(), isinstance(u'', basestring), cmp(1, 2), 10L
print sorted([3, 1, 2], lambda a, b: cmp(b, a)), reduce(lambda a, b: a + b, [1, 2, 3]), unichr(65)
class It(object):
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def next(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print list(It())
class Sl(object):
    def __getslice__(self, a, b): return (a, b)
    def __len__(self): return 10
print Sl()[1:3], Sl()[:-1]
