# Python 2 spellings and semantics at import time.
import sys, string, types
from StringIO import StringIO
import cStringIO


class Old:
    def __init__(self, v):
        self.v = v

    def __cmp__(self, other):
        return cmp(self.v, other.v)

    def __nonzero__(self):
        return self.v != 0

    def __unicode__(self):
        return u'u%d' % self.v

    def __getslice__(self, i, j):
        return (i, j)

    def __div__(self, o):
        return 'div %s' % o

    def __long__(self):
        return 5L


a, b = Old(1), Old(2)
print a < b, a == Old(1), a != b, bool(Old(0)), a[1:2], a[:3], a / 2, sorted([b, a])[0].v
print 7 / 2, -7 / 2, 7.0 / 2, 0777, 0xFFL, 10L ** 20, 1 <> 2, `1 + 1`, `'s'`
print >>sys.stdout, 'to stdout', 1
print 'no newline',
print 'same line'
print
print('parenthesised')
print ('a', 'b')
print 'tab\t', 'x'


def raises(kind):
    if kind == 0:
        raise ValueError, 'old style'
    elif kind == 1:
        raise KeyError, ('k', 1)
    elif kind == 2:
        raise ValueError
    elif kind == 3:
        t, v, tb = None, None, None
        try:
            raise TypeError, 'inner'
        except TypeError, e:
            t, v, tb = sys.exc_info()
        raise t, v, tb


for i in range(4):
    try:
        raises(i)
    except (ValueError, KeyError), e:
        print e.__class__.__name__, e.args
    except TypeError, e:
        print 'TypeError', e.message, str(e)
try:
    try:
        1 / 0
    except ZeroDivisionError, err:
        print err
        raise
except:
    print sys.exc_info()[0].__name__


def tup((x, y), z, (p, (q, r))=(1, (2, 3))):
    return x, y, z, p, q, r


print tup((1, 2), 3), (lambda (m, n), o: m + n + o)((1, 2), 3)
exec 'made = 5 + 1'
print made
ns = {}
exec 'def f(x): return x * 2\ny = f(21)' in ns
print ns['y']
loc = {}
exec 'z = 1' in {}, loc
print loc
d = {'a': 1, 'b': 2}
print d.has_key('a'), sorted(d.iteritems()), sorted(d.iterkeys()), sorted(d.itervalues()), d.keys()[0] in d, len(d.items()), d.items() + [('c', 3)], sorted(d.viewkeys())
print isinstance('s', basestring), isinstance(u's', basestring), isinstance(u's', unicode), unicode('abc'), u'caf\xe9'.encode('utf-8') == 'caf\xc3\xa9', 'caf\xc3\xa9'.decode('utf-8') == u'caf\xe9', ord(unichr(0x20ac)), ur'raw\n', type(u'x').__name__, len(u'\u20ac'), u'a' + 'b' == u'ab', 'abc' == u'abc', {u'k': 1}['k']
print list(range(3)), xrange(3)[1], list(map(lambda v: v + 1, [1, 2])), map(None or str, [1, 2])[1], len(filter(None, [0, 1])), list(zip('ab', [1, 2])), reduce(lambda p, q: p + q, [1, 2, 3]), list(range(5)[1:3]), range(2) + [9]
print long(5), int('10', 8), isinstance(10 ** 30, (int, long)), sys.maxint, 2 ** 63, -sys.maxint - 1, hex(255), 5 .__class__.__name__
print apply(max, [3, 1]), cmp(1, 2), cmp('b', 'a'), intern('x'), callable(len), buffer if False else 'b'
print string.letters[:3], string.join(['a', 'b'], '-'), string.upper('x'), string.atoi('12'), string.maketrans('a', 'b')[97], 'abc'.translate(string.maketrans('abc', 'xyz')), string.split('a b'), string.replace('aXa', 'X', '-')
f = StringIO()
print >>f, 'written', 1
f.write('more')
print repr(f.getvalue()), cStringIO.StringIO('r').read()


def func():
    pass


print func.func_name, func.func_code.co_argcount, func.func_globals is globals(), func.func_defaults, Old.__init__.im_func.__name__ if hasattr(Old.__init__, 'im_func') else '__init__', a.__cmp__.im_self is a, func.func_dict, func.func_doc
print types.FunctionType is type(func), isinstance(5, types.IntType), isinstance([], types.ListType), types.NoneType is type(None), isinstance('', types.StringTypes)
import __builtin__
print __builtin__.len is len, hasattr(__builtin__, 'unicode'), __builtins__ is not None
g = (i * i for i in range(3))
print g.next(), g.next(), iter([5]).next()
print '%s %r %d' % ('a', 'b', 3L), '%d' % (10L ** 20,), '%s' % u'uni', 'x%sx' % (u'y',) == u'xyx'
class Meta(type):
    def __new__(cls, name, bases, dict):
        dict['tag'] = name.lower()
        return type.__new__(cls, name, bases, dict)


class WithMeta(object):
    __metaclass__ = Meta


class SubMeta(WithMeta):
    pass


print WithMeta.tag, SubMeta.tag, type(WithMeta).__name__
assert isinstance(a, Old), 'no'
if 1: print 'one line'; print 'two'
for k in d: pass
else: print 'loop else'
print [x for x in 1, 2, 3], sum(1 for _ in 'ab'), not 1 == 2
l = [3, 1, 2]; l.sort(lambda p, q: cmp(q, p)); print l, sorted(l, cmp=lambda p, q: p - q), sorted(l, None, lambda v: -v)
print max('a', 'b'), "%(a)s" % d, 'a' 'b', "it's", 1if 1 else 2, 0xfor 1
print raw_input if False else 'end'
