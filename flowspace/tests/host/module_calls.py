# requires-python = ">=3.8"
# Functions of the standard modules that import time has, called with random arguments: results, or the exception's class.
# Each module's public functions are in a table here, or among those that are left out, with the reason.
import base64
import binascii
import bisect
import codecs
import copy
import csv
import datetime
import fnmatch
import functools
import getopt
import hashlib
import heapq
import itertools
import json
import keyword
import math
import operator
import os.path
import pprint
import re
import stat
import string
import struct
import textwrap
import types

ROUNDS = 40


class Rnd(object):
    """The same numbers everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & (2 ** 64 - 1)
        return (self.state >> 33) % n

    def pick(self, items):
        return items[self.below(len(items))]


WORDS = ['', 'a', 'b', 'ab', 'abc', 'Hello', 'hello world', 'x.y', 'A-B', '12', '-7', ' lead', 'trail ', 'a,b', 'tab\there', 'line\nnext',
         'ÀB'.replace('À', 'A'), '$name', '%d', '{x}', 'aaa', 'if', 'class', '"q"', "it's"]


def integer(r):
    return r.pick([0, 1, 2, 3, 5, 7, -1, -2, 10, 255, 256, 65536, -300, 2 ** 31, 2 ** 40 + 3])


def small(r):
    return r.below(9) - 2


def count(r):
    return r.below(6)


def number(r):
    return r.pick([0.0, 1.0, -1.5, 2.25, 0.1, 100.0, 1e10, -3.75, 0.5, 7, -2, 3])


def unit(r):
    return r.pick([0.0, 1.0, -1.0, 0.5, -0.25, 0.75])


def word(r):
    return r.pick(WORDS)


def text(r):
    return ' '.join([word(r) for i in range(r.below(6))])


def line(r):
    return text(r).replace('\n', ' ')


def data(r):
    return bytes([r.below(256) for i in range(r.below(12))])


def ints(r):
    return [r.below(10) for i in range(r.below(7))]


def words(r):
    return [word(r) for i in range(r.below(6))]


def ordered(r):
    return sorted(ints(r))


def heap(r):
    h = ints(r)
    heapq.heapify(h)
    return h


def pair(r):
    return (small(r), small(r))


def mapping(r):
    return dict((word(r), integer(r)) for i in range(r.below(4)))


def anything(r, depth=0):
    n = r.below(8 if depth < 3 else 5)
    if n < 5:
        return r.pick([integer, number, word, lambda r: None, lambda r: r.below(2) == 0])(r)
    if n == 5:
        return [anything(r, depth + 1) for i in range(r.below(4))]
    if n == 6:
        return tuple(anything(r, depth + 1) for i in range(r.below(3)))
    return dict((word(r), anything(r, depth + 1)) for i in range(r.below(3)))


def plain(r, depth=0):
    """What JSON knows."""
    n = r.below(7 if depth < 3 else 5)
    if n < 5:
        return r.pick([integer, lambda r: r.pick([0.5, 1.25, -2.0]), word, lambda r: None, lambda r: True])(r)
    if n == 5:
        return [plain(r, depth + 1) for i in range(r.below(4))]
    return dict((word(r), plain(r, depth + 1)) for i in range(r.below(4)))


def path(r):
    return r.pick(['/', '']) + r.pick(['/', '//']).join(r.pick(['a', 'b.txt', '.', '..', '', 'dir', '.hidden', 'x.tar.gz']) for i in range(r.below(5)))


def pattern(r):
    return r.pick(['*', '*.txt', '?b*', '[a-c]*', '[!a]*', 'a', 'x[', '*.[ch]', ''])


def regex(r):
    return r.pick(['a', 'a*', '(a)(b)?', '[a-z]+', r'\d+', r'\s', '^h|d$', '(?P<n>l+)', '.', 'a|', '(', r'\b\w', '(?i)HELLO', 'x{2}', '[^a]'])


def format_(r):
    return r.pick(['<i', '>h', 'BB', '<q', '4s', '=d', 'xb', '<2H', '>I', 'c', '?', '<f', '!H', 'q', '5', 'z', '<bi'])


def one_arg(r):
    return r.pick([len, str, bool])


def less(r):
    return r.pick([lambda a, b: a + b, lambda a, b: a * 2 - b, max])


def day(r):
    return datetime.date(1 + r.below(3000), 1 + r.below(12), 1 + r.below(28))


def year(r):
    return r.pick([0, 1, 1900, 2000, 2024, 9999, 10000, -5])


def delta(r):
    return datetime.timedelta(small(r) * 100, integer(r) % 100000, integer(r) % 1000)


def moment(r):
    return datetime.datetime(1970 + r.below(100), 1 + r.below(12), 1 + r.below(28), r.below(24), r.below(60), r.below(60))


def hash_name(r):
    return r.pick(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'nonsense'])


def is_odd(r):
    return lambda n: n % 2 == 1


def codec(r):
    return r.pick(['utf-8', 'ascii', 'latin-1', 'nonsense'])


def listed(f):
    return lambda *args: list(f(*args))


def first(n, f):
    return lambda *args: list(itertools.islice(f(*args), n))


def changed(f):
    """The first argument afterwards, and the result."""
    def call(*args):
        result = f(*args)
        return result, args[0]
    return call


def groups(f):
    def call(*args):
        m = f(*args)
        return m and (m.group(), m.groups(), m.span(), m.groupdict())
    return call


def hexed(f):
    return lambda *args: f(*args).hexdigest()


TABLE = {
    base64: [('b64encode', data), ('b64decode', lambda r: r.pick([b'YWJj', b'YQ==', b'YQ=', b'!!!!', b'/+8='])),
             ('urlsafe_b64encode', data), ('urlsafe_b64decode', lambda r: r.pick([b'YWJj', b'_-8='])), ('b16encode', data), ('standard_b64encode', data), ('standard_b64decode', lambda r: r.pick([b'YWJj', b'YQ=='])), ('encodebytes', data),
             ('decodebytes', lambda r: r.pick([b'YWJj\n', b'YQ==', b''])),
             ('b16decode', lambda r: r.pick([b'00FF', b'0', b'ff', b'4a4B']))],
    binascii: [('hexlify', data), ('unhexlify', lambda r: r.pick([b'00ff', b'0', b'zz', b'4a4B'])), ('b2a_base64', data),
               ('a2b_base64', lambda r: r.pick([b'YWJj', b'YQ==', b'YW Jj', b''])), ('crc32', data), ('crc32', data, integer), ('crc_hqx', data, count)],
    bisect: [('bisect_left', ordered, small), ('bisect_right', ordered, small), ('bisect', ordered, small), ('bisect_left', ordered, small, count),
             ('insort_left', ordered, small, changed), ('insort_right', ordered, small, changed), ('insort', ordered, small, changed)],
    codecs: [('encode', word, codec), ('decode', data, lambda r: r.pick(['latin-1', 'nonsense']))],
    copy: [('copy', anything), ('deepcopy', anything)],
    csv: [('reader', lambda r: [line(r).replace(' ', ',') for i in range(3)], listed)],
    datetime: [('timedelta', small, small), ('timedelta', number), ('date', year, count, count), ('datetime', year, count, count, count),
               ('time', count, count, small)],
    fnmatch: [('fnmatchcase', word, pattern), ('filter', words, pattern), ('fnmatch', word, pattern)],
    functools: [('reduce', less, ints), ('reduce', less, ints, small)],
    getopt: [('getopt', lambda r: r.pick([['-a', '-b', 'x', 'y'], ['--long', 'z'], ['-ab1'], ['--val=3', '-a'], ['-q'], []]), lambda r: 'ab:',
              lambda r: ['long', 'val=']),
             ('gnu_getopt', lambda r: r.pick([['x', '-a', 'y'], ['--val', '2', 'z', '-b1']]), lambda r: 'ab:', lambda r: ['long', 'val='])],
    hashlib: [('md5', data, hexed), ('sha1', data, hexed), ('sha224', data, hexed), ('sha256', data, hexed), ('sha384', data, hexed), ('sha512', data, hexed),
              ('new', hash_name, data, hexed)],
    heapq: [('heapify', ints, changed), ('heappush', heap, small, changed), ('heappop', heap, changed), ('heapreplace', heap, small, changed),
            ('heappushpop', heap, small, changed), ('nsmallest', small, ints), ('nlargest', small, ints), ('merge', ordered, ordered, listed)],
    itertools: [('accumulate', ints, listed), ('chain', ints, words, listed), ('combinations', words, count, listed), ('compress', ints, ints, listed),
                ('combinations_with_replacement', ints, lambda r: r.below(3), listed), ('count', small, small, lambda f: first(4, f)),
                ('cycle', ints, lambda f: first(8, f)), ('dropwhile', is_odd, ints, listed), ('takewhile', is_odd, ints, listed),
                ('filterfalse', is_odd, ints, listed), ('islice', ints, count, listed), ('islice', ints, small, small, listed),
                ('permutations', lambda r: ints(r)[:4], lambda r: r.below(4), listed), ('product', words, ints, listed), ('repeat', word, count, listed),
                ('starmap', lambda r: lambda a, b: a - b, lambda r: [pair(r), pair(r)], listed), ('zip_longest', ints, words, listed),
                ('groupby', ordered, lambda f: lambda x: [(k, list(g)) for k, g in f(x)]), ('tee', ints, lambda f: lambda x: [list(i) for i in f(x)]),
                ('pairwise', ints, listed)],
    json: [('dumps', plain), ('loads', lambda r: json.dumps(plain(r))), ('loads', lambda r: r.pick(['[1,', '{"a"}', 'nul', '1 2', '"\\u00e9"', '-', '[1e3]']))],
    keyword: [('iskeyword', word), ('issoftkeyword', word)],
    math: [(n, number) for n in ('ceil', 'floor', 'trunc', 'fabs', 'sqrt', 'exp', 'log', 'log2', 'log10', 'log1p', 'expm1', 'sin', 'cos', 'tan', 'atan',
                                 'sinh', 'cosh', 'acosh', 'cbrt', 'erfc', 'exp2', 'tanh', 'asinh', 'degrees', 'radians', 'isnan', 'isinf', 'isfinite', 'frexp', 'modf', 'erf', 'gamma', 'lgamma', 'ulp')] +
          [(n, unit) for n in ('acos', 'asin', 'atanh')] +
          [(n, number, number) for n in ('pow', 'fmod', 'atan2', 'hypot', 'copysign', 'remainder', 'nextafter')] +
          [('factorial', small), ('gcd', integer, integer), ('ldexp', number, small), ('log', number, number), ('comb', count, small), ('perm', count, small),
           ('isqrt', integer), ('fsum', lambda r: [number(r) for i in range(5)]), ('dist', pair, pair), ('prod', ints), ('lcm', integer, integer), ('isclose', number, number)],
    operator: [(n, number, number) for n in ('lt', 'le', 'eq', 'ne', 'ge', 'gt', 'add', 'sub', 'mul', 'floordiv', 'mod', 'truediv', 'is_', 'is_not')
               if n not in ('is_', 'is_not')] +
              [(n, integer, count) for n in ('lshift', 'rshift', 'and_', 'or_', 'xor', 'pow', 'iadd', 'isub', 'imul', 'ifloordiv', 'imod', 'iand', 'ior', 'ixor',
                                             'ilshift', 'irshift', 'ipow', 'itruediv')] +
              [(n, integer) for n in ('neg', 'pos', 'inv', 'invert', 'index', 'not_', 'truth', 'abs')] +
              [('concat', words, words), ('iconcat', words, words), ('contains', ints, small), ('getitem', words, small), ('delitem', ints, small, changed),
               ('setitem', ints, small, small, changed), ('countOf', ints, small), ('indexOf', ints, small), ('length_hint', words),
               ('itemgetter', small, lambda f: lambda i: f(i)(['p', 'q', 'r'])), ('attrgetter', lambda r: r.pick(['real', 'imag', 'nothing']), lambda f: lambda n: f(n)(5)),
               ('methodcaller', lambda r: r.pick(['upper', 'strip', 'nothing']), lambda f: lambda n: f(n)(' x '))],
    os.path: [(n, path) for n in ('basename', 'dirname', 'split', 'splitext', 'splitdrive', 'normpath', 'isabs', 'normcase', 'exists', 'isdir', 'isfile',
                                  'islink', 'lexists')] +
             [('join', path, path), ('join', path, word, path), ('commonprefix', lambda r: [path(r) for i in range(3)]), ('relpath', lambda r: '/x/' + path(r), lambda r: '/x/y'),
              ('commonpath', lambda r: ['/q/' + path(r) for i in range(2)])],
    pprint: [('pformat', anything), ('pformat', lambda r: [words(r) for i in range(6)]), ('pformat', lambda r: dict((i, words(r)) for i in range(6)))],
    re: [('match', regex, text, groups), ('search', regex, text, groups), ('fullmatch', regex, word, groups), ('findall', regex, text), ('split', regex, text),
         ('sub', regex, lambda r: '<>', text), ('subn', regex, lambda r: '#', text), ('escape', word), ('sub', regex, lambda r: '-', text, count),
         ('finditer', regex, text, lambda f: lambda p, s: [m.span() for m in f(p, s)]), ('split', regex, text, count)],
    stat: [(n, lambda r: r.below(65536)) for n in ('S_IMODE', 'S_IFMT', 'S_ISDIR', 'S_ISREG', 'S_ISLNK', 'S_ISCHR', 'S_ISBLK', 'S_ISFIFO', 'S_ISSOCK', 'filemode')],
    string: [('capwords', text), ('capwords', text, lambda r: ',')],
    struct: [('calcsize', format_), ('pack', format_, small), ('pack', format_, small, small), ('unpack', format_, data), ('unpack_from', format_, data),
             ('unpack_from', format_, data, count), ('iter_unpack', lambda r: r.pick(['<h', 'b', '>i']), data, listed)],
    textwrap: [('dedent', lambda r: '\n'.join(' ' * count(r) + word(r) for i in range(4))), ('indent', text, lambda r: '> '), ('wrap', text, lambda r: 5 + r.below(20)),
               ('fill', text, lambda r: 5 + r.below(20)), ('shorten', text, lambda r: 8 + r.below(20))],
}

# what import time has under names that Python 3 has not, or what another test is about, or what depends on the machine
LEFT_OUT = {
    base64: 'encodestring decodestring', codecs: 'CodecInfo lookup getencoder getdecoder open', copy: 'Error error replace', csv: 'Error DictReader writer',
    functools: 'update_wrapper wraps partial cmp_to_key lru_cache cache total_ordering cached_property partialmethod singledispatch',
    getopt: 'GetoptError error', heapq: '', json: 'JSONDecodeError JSONEncoder JSONDecoder dump load',
    operator: 'is_ is_not div idiv getslice setslice delslice sequenceIncludes isCallable call matmul imatmul repeat',
    os.path: 'abspath realpath expanduser expandvars getsize getmtime getatime getctime ismount samefile walk islink join sameopenfile samestat',
    pprint: 'pp pprint PrettyPrinter saferepr isreadable isrecursive', re: 'Match Matcher Pattern PatternError compile purge template Scanner error RegexFlag',
    string: 'Template Formatter maketrans join split replace strip lstrip rstrip lower upper swapcase capitalize find rfind index rindex count ljust rjust '
            'center zfill translate atoi atof atol expandtabs splitfields joinfields letters lowercase uppercase',
    struct: 'error Struct pack_into', textwrap: 'TextWrapper', math: 'fma', binascii: 'Error Incomplete a2b_hex b2a_hex error', bisect: '', fnmatch: 'translate',
    hashlib: '', itertools: 'imap ifilter izip izip_longest ifilterfalse batched', keyword: '', stat: '', datetime: 'tzinfo timezone',
}


def show(x):
    if isinstance(x, float):
        return '%.12g' % x
    if isinstance(x, (list, tuple)) and not hasattr(x, '_fields'):
        return type(x).__name__ + '(' + ', '.join([show(i) for i in x]) + ')'
    return type(x).__name__ if callable(x) else repr(x)


def run(module, rows):
    name = 'os.path' if module is os.path else module.__name__
    r = Rnd(len(name) * 7919 + ord(name[0]))
    for row in rows:
        f = getattr(module, row[0])
        kinds = list(row[1:])
        wrapped = f
        if kinds[-1] in (listed, changed, groups, hexed) or kinds[-1].__code__.co_varnames[:1] == ('f',):
            wrapped = kinds.pop()(f)
        seen = []
        for i in range(ROUNDS):
            args = [k(r) for k in kinds]
            shown = show(args)
            if shown in seen:
                continue
            seen.append(shown)
            try:
                result = show(wrapped(*args))
            except Exception as e:
                result = type(e).__name__
            print('%s.%s%s = %s' % (name, row[0], shown[4:], result))


def forgotten(module, rows):
    """Public functions of ours that are in no table."""
    known = set([row[0] for row in rows]) | set(LEFT_OUT.get(module, '').split())
    return [n for n in dir(module) if callable(getattr(module, n)) and not n.startswith('_') and
            n not in known and getattr(getattr(module, n), '__module__', '').split('.')[0] != 'rpython']


MODULES = list(TABLE)
for module in MODULES:
    run(module, TABLE[module])

try:
    import _host
except ImportError:
    _host = None
for module in MODULES:
    print('public, but no row of TABLE calls it: %s' % (forgotten(module, TABLE[module]) if _host else []))
for i in range(60):
    r = Rnd(i)
    a, b, d = moment(r), moment(r), delta(r)
    print(a.isoformat(), a - b, a + d, a < b, a.weekday(), a.timetuple()[:8], (a + d).strftime('%Y-%m-%d %H:%M:%S %j %a %b'), d.total_seconds())
    print(day(r).isocalendar()[:3], day(r).toordinal(), day(r).replace(year=2000), d * 3, d // 7, -d, abs(d), divmod(d.days, 7))
