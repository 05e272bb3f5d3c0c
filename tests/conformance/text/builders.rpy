"""StringBuilder and UnicodeBuilder, functions of rstring, strings that may be None, characters and strings in one variable."""
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder, split, rsplit, replace, startswith, endswith, strip_spaces
from rpython.rlib.objectmodel import compute_hash

try:
    unichr
except NameError:
    unichr = chr


def build(n):
    b = StringBuilder(n)
    for i in range(n):
        b.append('%d,' % i)
        if i % 3 == 0:
            b.append_multiple_char('=', i % 5)
        if i % 4 == 0:
            b.append_slice('0123456789', i % 7, 8)
        b.append(chr(65 + i % 26))
    length = b.getlength()
    s = b.build()
    assert len(s) == length
    b.append('more')
    return s + '|' + b.build()[len(s):]


def ubuild(n):
    b = UnicodeBuilder()
    for i in range(n):
        b.append(unichr(0x3b1 + i))
        b.append(u'-\u20ac')
        b.append_multiple_char(u'\u00b7', i)
        b.append_slice(u'abc\u00e9def', 2, 5)
    print(b.getlength())
    return b.build()


class Record(object):
    def __init__(self, name, note=None):
        self.name = name
        self.note = note

    def text(self):
        if self.note is None:
            return self.name
        return self.name + ':' + self.note

    def either(self):
        return self.note or 'nothing'


def find(words, prefix):
    for w in words:
        if w.startswith(prefix):
            return w
    return None


def pick(s, i):
    """A char or a string."""
    if i < 0:
        return s
    if i >= len(s):
        return ''
    return s[i]


def classify(c):
    if c in ('a', 'e', 'i', 'o', 'u'):
        return 'vowel'
    if c in ('ch', 'sh', ' '):
        return 'pair'
    if 'a' <= c <= 'z':
        return 'letter'
    return 'other'


def entry_point(argv):
    for n in [0, 1, 10, 40]:
        print(build(n))
    print(repr(ubuild(4)))
    print(split('a b  c '), split('a,b,,c', ','), split('a,b,c', ',', 1), rsplit('a,b,c', ',', 1), rsplit(' x  y ', None, 1))
    print(replace('banana', 'an', '<>'), replace('banana', 'a', '', 2), startswith('hello', 'he'), endswith('hello', 'lo'), startswith('hello', 'lo', 3))
    print(split(u'\u00e9 \u00e8'), replace(u'a\u00e9a', u'a', u'\u00fc'), strip_spaces('  x y '), strip_spaces(u' \u00e9\t'))
    rs = [Record('a'), Record('b', 'note'), Record('c', '')]
    for r in rs:
        print(r.text() + ' ' + r.either() + ' %s %r' % (r.note, r.note) + ' ' + str(r.note is None) + str(r.note == '') + str(not r.note))
    rs[0].note = rs[1].name
    rs[1].note = None
    print([r.note for r in rs], (rs[0].note, rs[1].note), rs[1].note == rs[0].note, rs[1].note != 'note')
    words = ['alpha', 'beta', 'gamma']
    for p in ['be', 'x', '']:
        w = find(words, p)
        if w:
            print(w.upper())
        elif w is None:
            print('None')
    d = {'k': None, 'l': 'v'}
    d['m'] = find(words, 'g')
    print(sorted([k + '=' + str(d[k]) for k in d]), d.get('zz') is None)
    out = []
    for i in range(-1, 5):
        c = pick('abc', i)
        out.append(c + classify(c))
        if len(c) == 1 and c == 'b':
            out.append('B' + c * 3)
    print(out)
    c = 'x'
    for s in words:
        c = c + s[0]
        if c == 'xa':
            c = s[1]
    print(c, [classify(x) for x in ['a', 'ch', 'z', '1', ' ', 'sh']])
    print(compute_hash('abc') == compute_hash('ab' + 'cd'[:1]), hash('x' * len(argv)) == hash('x'), hash(u'\u00e9') == hash(u'\u00e9' * len(argv)), hash(5), hash(2.0) == hash(2))
    big = ''
    for i in range(3000):
        big += 'x'
        if i % 1000 == 0:
            big = big + str(i)
    print(len(big), big[:3], big[-3:])
    return 0


def target(driver, args):
    return entry_point, None
