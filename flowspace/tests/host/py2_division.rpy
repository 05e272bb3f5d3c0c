from __future__ import division
print 7 / 2, 7 // 2
class T(object):
    def __div__(self, o): return 'div'
    def __truediv__(self, o): return 'truediv'
print T() / 2
try:
    raise KeyError
except (KeyError, ValueError), e:
    print repr(e)
exec "y = 10" in globals()
print y
d = dict(a=1, b=2)
print d.iterkeys().next(), d.keys()[0], d.values() + [3], d.items()[1:]
k = d.keys()
k.sort(reverse=True)
print k, d
r = range(3)
r.append(10)
r[0] = 5
print r, range(2) + range(2), range(2) * 2
print map(lambda x: x + 1, [1, 2])[0], len(filter(None, [0, 1])), zip([1], [2])[-1]
print "a" + u"b", type(5L) is int
print 0xffL, 1e3, "%s" % 5L
def gen():
    yield 1
print gen().next()
print isinstance(3, (int, long))
import string
print string.join(['a', 'b'], '-'), string.letters[:3]
try:
    raise TypeError, ("two", "args")
except TypeError, e:
    print e.args
print "done",
