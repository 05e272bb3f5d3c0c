"""The % operator: every conversion with every combination of flags, widths and precisions."""
from rpython.rlib.rarithmetic import r_uint
from rpython.rlib.unroll import unrolling_iterable

FLAGS = ['', '-', '+', ' ', '0', '#', '+0', '-#', '#0']
INTS = unrolling_iterable(['%' + f + w + p + c for f in FLAGS for w, p, c in
                           [('', '', 'd'), ('9', '', 'd'), ('9', '.4', 'd'), ('', '.0', 'x'), ('9', '', 'x'), ('', '.4', 'X'), ('9', '', 'o')]])
FLOATS = unrolling_iterable(['%' + f + w + p + c for f in FLAGS for w, p, c in
                             [('', '', 'e'), ('12', '.0', 'f'), ('', '.3', 'g'), ('12', '', 'G'), ('14', '.2', 'E'), ('', '.0', 'F')]])
TEXTS = unrolling_iterable(['%' + f + w + p + c for f in ['', '-', '0'] for w, p, c in
                            [('', '', 's'), ('7', '', 'r'), ('', '.2', 's'), ('7', '.2', 'a'), ('1', '.9', 's'), ('3', '.0', 's')]])


def ints(i):
    out = []
    for fmt in INTS:
        out.append(fmt % i)
    print('|'.join(out))


def floats(x):
    out = []
    for fmt in FLOATS:
        out.append(fmt % x)
    print('|'.join(out))


def texts(s):
    out = []
    for fmt in TEXTS:
        out.append(fmt % s)
    print('|'.join(out))


class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y


def mixed(n, s, f):
    print('%s %r %d %i %u %5.1f%%' % (s, s, n, n, n, f))
    print('%s' % s + '<%3d>' % n)
    print('%d is %s' % (n, n > 10))
    print('%s %s %s' % (n, f, None))
    print('%x %X %o %c%c' % (r_uint(n) * r_uint(0x1000000000), n, n, n, s[0]))
    print('%*d|%-*d|%*s|%.*f|%*.*e' % (7, n, 7, n, 6, s, 2, f, 12, 3, f))
    print('%*d|%*s|' % (-7, n, -6, s))
    print('%c|%3c|%-3c|' % ('a', 'b', 99))
    print('%s %s' % ((n, s), [n, n + 1]))
    print('%(name)s has %(count)03d %(name)r, %(share).1f%%' % {'name': s, 'count': n, 'share': f})
    d = {'key': s, 'other': s + '!'}
    print('%(key)s %(other)10s|%(key)-6s|' % d)
    e = {'a': n, 'b': 2 * n}
    print('%(a)d %(b)5x %(a)s' % e)
    try:
        print('%(missing)d' % e)
    except KeyError:
        print('KeyError')
    t = (n, s, f)
    print('%d %s %.2f' % t)
    fmt = '[%s]'
    print(fmt % n + fmt % s)
    s += '%d' % n
    print(s)
    print('%d %d' % (3.99, -3.99))
    print('%s' % ('one',) + '%d%%' % n + '%%')
    p = Point(n, s)
    print('<%d, %s>' % (p.x, p.y))
    print('%d %s' % (n == 3, n != 3))
    print('%r %r %r' % (n, f, 'it\'s "quoted"\n' + s))
    print('%s %s' % (r_uint(-1), -n))
    print('no conversions' % ())


def entry_point(argv):
    n = len(argv)
    for i in [0, 1, -1, 42, -255, 123456789, -9223372036854775807 - 1, 9223372036854775807]:
        ints(i + n - 1)
    for x in [0.0, -0.0, 1.0, -1.5, 3.14159265, 1e10, -1.25e-7, 123456789.123, 1e300, 0.1, 2.5, 1e22, 1e15, 1e16]:
        floats(x)
    inf = 1e308 * 10.0 * n
    floats(inf)
    floats(-inf)
    floats(inf - inf)
    for s in ['', 'a', 'spam', "it's", 'tab\tnew\nline', 'a longer string']:
        texts(s)
    mixed(41 + n, 'spam', 2.0 / 3.0)
    mixed(3, 'x', 1e100)
    return 0


def target(driver, args):
    return entry_point, None
