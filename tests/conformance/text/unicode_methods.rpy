"""Unicode strings: properties of characters, cases, splitting at blanks, repr."""

try:
    unichr
except NameError:
    unichr = chr

WORDS = [u'', u'hello', u'\u00c4rger', u'STRASSE stra\u00dfe', u'\u0130\u0131 \ufb03', u'\u01c4 \u01c5 \u01c6', u'\u039f\u0394\u039f\u03a3 \u03a3\u03a3. \u03a3',
         u'\u041f\u0440\u0438\u0432\u0435\u0442 \u043c\u0438\u0440', u'123', u'\u0663\u0664', u'\u00b2\u00bd', u'\u4e00\u4e8c', u'na\u00efve caf\u00e9',
         u'\u00a0\u2003\u3000', u'a\u2028b\x85c\x1dd\r\ne\n', u'\U0001d400\U00010400\U00010428', u'x_1', u'\u00aa\u00ba', u'they\u2019re', u'\u1e9e\u0149\u1f80\u1fbc',
         u'  \u00a0two words\u3000 ', u'tab\there', u'\xad\u200b\ue000\U000e0001']


def bit(b):
    if b:
        return '1'
    return '0'


def properties(u):
    return ''.join([bit(b) for b in [u.isalpha(), u.isdigit(), u.isdecimal(), u.isnumeric(), u.isalnum(), u.isspace(), u.isupper(), u.islower(),
                                     u.istitle(), u.isidentifier(), u.isprintable(), u.isascii()]])


def show(l):
    print('%d %s' % (len(l), ' '.join([repr(u) for u in l])))


def all_characters():
    """A checksum over the properties and cases of all characters."""
    total = 0
    for i in range(0x110000):
        if 0xd800 <= i < 0xe000:
            continue
        u = unichr(i)
        h = int(properties(u), 2)
        for v in [u.upper(), u.lower(), u.title(), u.swapcase(), u.casefold(), u.capitalize()]:
            for c in v:
                h = (h * 31 + ord(c)) & 0xffffff
        total = (total * 7 + h) & 0xffffffffff
        if i % 0x4000 == 0x3fff:
            print(total)


def entry_point(argv):
    n = len(argv) - 1
    for w in WORDS:
        u = w + u'' * n
        print(repr(u) + ' ' + properties(u))
        show([u.upper(), u.lower(), u.title(), u.capitalize(), u.swapcase(), u.casefold()])
        show(u.split())
        show(u.split(None, 1))
        show(u.rsplit(None, 1))
        show(u.splitlines())
        show(u.splitlines(True))
        show([u.strip(), u.lstrip(), u.rstrip(), u.strip(u'\u00a0 '), u.replace(u'a', u'\u00e4'), u.expandtabs(3)])
        show([u.center(9), u.ljust(7, u'\u2014'), u.rjust(7), u.zfill(6), u[::-1], u[1:], u[-2:], u * 2])
        print('%d %d %d %d' % (u.find(u'a'), u.rfind(u'\u00e9'), u.count(u' '), u.startswith((u'n', u'h'))))
        print('<%s>' % u)
        print(u'%5s|%-4s|%r' % (u, u[:1], n))
        print(u'{:>9}|{:^5.2}'.format(u, u))
        print(u)
    print(repr([u'\u00e9', u'b', u"it's"]) + repr((u'\u00e9', n)) + repr({u'k': u'\ue000'}))
    print(ascii(u'\u00e9 \u4e00 \U0001d400 "x"') + ascii('plain'))
    print(u' '.join([u'a', u'\u00e4']) + u'-'.join(c for c in u'xyz') + u'!' * 3)
    print(u'%s and %d' % (u'\u00fc', 3) + u'%(a)s' % {'a': u'\u00f6'} + '%s%s' % (u'\u00df', n))
    print(u'\u00e9' > u'z', u'a' in u'banana', u'\u00e9' == u'\u00e9', u'x' != u'y', [ord(c) for c in u'a\u00e9\u4e00'])
    s = u''
    for i in range(5):
        s += unichr(0x3b1 + i)
    print(s + s[2] + s[-1])
    print(s.translate({0x3b1: u'A', 0x3b2: u'<b>'}))
    print(u'a,b,\u00e9'.split(u',')[2] + u'a\u2014b'.partition(u'\u2014')[2])
    for u in [u'\u0663\u0664', u'42', u'-7 ']:
        try:
            print(int(u.strip()) if u.isascii() else 0)
        except ValueError:
            print('ValueError')
    all_characters()
    return 0


def target(driver, args):
    return entry_point, None
