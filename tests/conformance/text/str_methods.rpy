"""Methods of byte strings, in all their forms."""


def show(x):
    print(x)


def showlist(l):
    print(str(len(l)) + ' ' + '|'.join(['<' + x + '>' for x in l]))


def show3(t):
    print('<%s> <%s> <%s>' % t)


def splitting(s, sep):
    showlist(s.split())
    showlist(s.split(None, 1))
    showlist(s.split(None, 0))
    showlist(s.split(maxsplit=2))
    showlist(s.split(sep))
    showlist(s.split(sep, 1))
    showlist(s.split(sep=sep, maxsplit=2))
    showlist(s.rsplit())
    showlist(s.rsplit(None, 1))
    showlist(s.rsplit(None, 0))
    showlist(s.rsplit(maxsplit=2))
    showlist(s.rsplit(sep))
    showlist(s.rsplit(sep, 1))
    showlist(s.rsplit(sep=sep, maxsplit=2))
    showlist(s.splitlines())
    showlist(s.splitlines(True))
    showlist(s.splitlines(keepends=True))
    show3(s.partition(sep))
    show3(s.rpartition(sep))


def maybe(s, sep):
    """A separator that may be None."""
    if len(s) > 8:
        sep = None
    showlist(s.split(sep))
    showlist(s.rsplit(sep, 1))
    show('[' + s.strip(sep) + '][' + s.lstrip(sep) + '][' + s.rstrip(sep) + ']')


def searching(s, sub):
    for start in [0, 1, 3, -1, -3, -100, 100]:
        line = []
        for end in [0, 2, 5, -1, -2, 100, -100]:
            line.append('%d %d %d %d %d' % (s.find(sub, start, end), s.rfind(sub, start, end), s.count(sub, start, end),
                                            s.startswith(sub, start, end), s.endswith(sub, start, end)))
        print(','.join(line) + ' %d %d %d' % (s.find(sub, start), s.rfind(sub, start), s.count(sub, start)))
    for i in range(2):
        try:
            print(s.index(sub, i))
            print(s.rindex(sub, i))
        except ValueError:
            print('ValueError')
    print('%d %d' % (sub in s, sub not in s))


def padding(s):
    for w in [0, 3, 6, 9, -2]:
        print('|'.join([s.ljust(w), s.rjust(w), s.center(w), s.zfill(w), s.ljust(w, '*'), s.rjust(w, '-'), s.center(w, '.')]))
    print(('+' + s).zfill(8) + ('-' + s).zfill(8))
    try:
        print(s.center(20, s + '!'))
    except TypeError:
        print('TypeError')


def letters(s):
    print('|'.join([s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold()]))
    print(''.join([str(int(b)) for b in [s.isupper(), s.islower(), s.istitle(), s.isalpha(), s.isdigit(), s.isalnum(), s.isspace(),
                                         s.isidentifier(), s.isprintable(), s.isascii(), s.isdecimal(), s.isnumeric()]]))


def stripping(s, chars):
    print('|'.join([s.strip(), s.lstrip(), s.rstrip(), s.strip(chars), s.lstrip(chars), s.rstrip(chars), s.strip('x'), s.strip(None)]))
    print('|'.join([s.removeprefix(chars), s.removesuffix(chars), s.removeprefix(''), s.removesuffix('')]))


def several(s):
    print('%d%d%d%d' % (s.startswith(('ab', 'x')), s.startswith(('b', s[:1] + '?')), s.endswith(('c', '')), s.endswith(('b', 'q'), 0, 2)))


def joining(words):
    print('-'.join(words))
    print('-'.join((words[0], 'two', words[-1])))
    print('+'.join([w.upper() for w in words]))
    print('+'.join(w.upper() for w in words if len(w) > 1))
    d = {}
    for w in words:
        d[w] = len(w)
    print(','.join(d))
    print(','.join(d.keys()))
    print(', '.join(sorted(d)))
    print('.'.join('chars'))
    print(''.join(reversed(words)))
    print(' '.join(['one']) + '-'.join([]))


class Reader(object):
    def __init__(self, text):
        self.words = text.split()
        self.at = 0

    def __iter__(self):
        return self

    def next(self):
        if self.at >= len(self.words):
            raise StopIteration
        self.at += 1
        return self.words[self.at - 1]

    __next__ = next


def tables(s):
    rot13 = str.maketrans('abcdefghijklmnopqrstuvwxyz', 'nopqrstuvwxyzabcdefghijklm')
    print(s.translate(rot13))
    print(s.translate(str.maketrans('ab', 'xy', 'c ')))
    upper = ''.join([chr(c).upper() for c in range(128)])
    print(s.translate(upper))
    print(s.translate({97: 'A', 98: '<b>'}))
    print(s.translate({97: 'A', 98: None}))


def replacing(s):
    print('|'.join([s.replace('a', 'b'), s.replace('a', ''), s.replace('', '-'), s.replace('ab', 'AB', 1), s.replace('x', 'yy', 0), s.replace('a', 'aaa', -1),
                    s.replace('', '.', 2)]))


def pieces(s):
    print('|'.join([s[1:], s[:2], s[-2:], s[:-1], s[1:-1], s[::2], s[::-1], s[5:1:-2], s[-1:0:-1], s * 2, 3 * s[:1], s[100:], s[-100:2]]))
    out = []
    for c in s:
        out.append('%s%d' % (c, ord(c)))
    print(' '.join(out))
    total = ''
    for i in range(len(s)):
        total += s[i] + s[-1 - i]
    print(total)
    print('%d %d %d %d %d' % (s < 'b', s <= s, s == 'abc', s != 'abc', s > 'Zoo'))
    print(min(s + '~') + max(s + ' ') + ''.join(sorted(s)))


def codes(s):
    for t in [s, s[:1], s[:1] + s, '']:
        try:
            print(ord(t))
        except TypeError:
            print('TypeError')
    for n in [65, 10, 0, 255, 256, -1]:
        try:
            print(repr(chr(n)) if n < 128 else str(len(chr(n) if n < 256 else chr(n - 300))))
        except ValueError:
            print('ValueError')


def entry_point(argv):
    for s in ['', 'a b  c', '  spaced   out text ', 'a,b,,c,', 'one\ntwo\r\nthree\n\nfive', ',lead', 'abcabcabc']:
        splitting(s, ',')
        splitting(s, 'bc')
        maybe(s, ',')
        stripping(s, 'a ,')
    for s in ['abcabc', 'mississippi', '', 'a']:
        searching(s, 'a')
        searching(s, 'ss')
        searching(s, '')
    for s in ['', 'ab', 'abcd', '12345']:
        padding(s)
        several(s + 'c')
        replacing(s + 'abra')
    for s in ['', 'hello world', "they're Bill's FRIENDS", 'Title Case 9a', 'ALLCAPS', '123', ' \t\n', 'snake_case1', '1abc', 'a1B2', 'tab\there', '~', '\x7f']:
        letters(s)
    joining(['a', 'bc', 'def', 'a'])
    print(','.join(Reader('some words here')))
    tables('abc cab zulu')
    for s in ['abcdef', 'a', 'hello world']:
        pieces(s)
        codes(s)
    print('a\tbc\tdef\n\tx\ty'.expandtabs() + '|' + 'a\tbc\tdef'.expandtabs(4) + '|' + '\ta\tb'.expandtabs(tabsize=0))
    for bad in ['split', 'partition', 'rsplit']:
        try:
            if bad == 'split':
                print(len('abc'.split(argv[0][:0])))
            elif bad == 'rsplit':
                print(len('abc'.rsplit(argv[0][:0])))
            else:
                print(len('abc'.partition(argv[0][:0])[0]))
        except ValueError:
            print('ValueError ' + bad)
    return 0


def target(driver, args):
    return entry_point, None
