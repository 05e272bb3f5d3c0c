"""Methods of strings in full."""
s = 'Hello, World'
print(s.upper(), s.lower(), s.swapcase(), s.title(), 'hello world foo'.capitalize(), 'they\'re bill\'s'.title())
print(s.find('o'), s.find('o', 5), s.find('o', 5, 8), s.rfind('o'), s.rfind('o', 0, 5), s.index('W'), s.rindex('l'), s.find(''), s.find('zz'), s.count('l'), s.count('l', 4), s.count(''), 'aaaa'.count('aa'))
print(s.startswith('Hell'), s.startswith('ello', 1), s.startswith(('x', 'H')), s.endswith('ld'), s.endswith(('a', 'd')), s.endswith('lo', 0, 5), s.startswith(''), ''.startswith('x'))
print(repr('  x \t\n'.strip()), repr('  x '.lstrip()), repr('  x '.rstrip()), 'xxabcxx'.strip('x'), 'abcba'.strip('ab'), 'abc'.lstrip('cba'), 'mississippi'.rstrip('ip'))
print('a,b,,c'.split(','), 'a b  c '.split(), 'a b  c '.split(' '), 'a,b,c'.split(',', 1), 'a,b,c'.rsplit(',', 1), ' a  b c '.split(None, 1), ' a  b c '.rsplit(None, 1), ''.split(), ''.split(','), 'a--b--c'.split('--'), 'abc'.split('x'))
print('a\nb\r\nc\rd'.splitlines(), 'a\nb\n'.splitlines(True), ''.splitlines(), '\n'.splitlines(), 'x\n\ny'.splitlines())
print('a-b-c'.partition('-'), 'a-b-c'.rpartition('-'), 'abc'.partition('-'), 'abc'.rpartition('-'))
print('aXbXc'.replace('X', '--'), 'aXbXc'.replace('X', '', 1), 'abc'.replace('', '.'), 'aaa'.replace('aa', 'b'), 'abc'.replace('b', ''))
print('-'.join(['a', 'b']), ''.join('abc'), ','.join(str(i) for i in range(4)), '-'.join([]), '-'.join(('x',)), '.'.join({'k': 1}))
print(repr('ab'.center(7)), 'ab'.center(7, '*'), 'abc'.center(6, '*'), 'ab'.ljust(5, '.'), 'ab'.rjust(5, '.'), '42'.zfill(5), '-42'.zfill(5), '+4'.zfill(4), 'abcdef'.zfill(3), 'a\tb'.expandtabs(4), '\tx'.expandtabs())
for w in ['abc', 'ABC', 'Abc', '123', 'a1', '', ' ', '\t\n', 'a b', 'Hello World', 'hello', '_x', '1x', 'x1', 'if', '-5', '1.5']:
    print(repr(w), w.isalpha(), w.isdigit(), w.isalnum(), w.isspace(), w.isupper(), w.islower(), w.istitle(), w.isidentifier(), w.isdecimal(), w.isnumeric(), w.isprintable(), w.isascii())
print('prefix_x'.removeprefix('prefix_'), 'x_suffix'.removesuffix('_suffix'), 'abc'.removeprefix('z'))
print(s[0], s[-1], s[1:4], s[:3], s[3:], s[::2], s[::-1], s[8:2:-2], s[-3:], s[:-3], s[100:], s[2:2], s[-100:2], s[None:None:None])
print('abc' < 'abd', 'abc' < 'ab', '' < 'a', 'Z' < 'a', 'a' in 'abc', 'bc' in 'abc', '' in '', 'x' not in 'abc', 'abc' == 'abc', 'a' != 'b')
print(repr('it\'s'), repr("say \"hi\""), repr('both \' and "'), repr('tab\t nl\n cr\r nul\0 bs\\ del\x7f esc\x1b'), repr('\x01\x1f'))
print('a' 'b' "c", """tri
ple""", r'raw\n', 'esc\\n', 'oct\101', 'hex\x41', 'cont\
inued', '\a\b\f\v' == '\x07\x08\x0c\x0b')
print('abc'.translate(str.maketrans('ab', 'xy')), 'abc'.translate(str.maketrans('ab', 'xy', 'c')), 'abc'.translate({ord('a'): 'AA', ord('b'): None}))
print(sorted('hello'), list('abc'), tuple('ab'), set('aa'), len('hello'), max('hello'), min('hello'), list(reversed('abc')), list(enumerate('ab', 1)), dict(zip('ab', 'cd')))
print(ord('a'), chr(97), ord('\xff'), hash('a') == hash('a'), id('a') == id('a'), 'abc'.__len__(), 'abc'.__contains__('b'), 'abc'.__getitem__(1), 'a'.__add__('b'), 'abc'.__eq__('abc'), 'a'.__lt__('b'), 'ab'.__mul__(2), 'a%s'.__mod__(1))
print(str.upper('abc'), str.join('-', 'abc'), list(map(str.strip, [' a', 'b '])), str(5), str(None), str([1, 'a']), str(1.5), str('x'), str((1,)), str({}), str(int), str(len), str(ValueError('m')))
print(sorted(['b', 'A', 'c'], key=str.lower), sorted(['bb', 'a', 'ccc'], key=len, reverse=True), 'Abc'.casefold())
print('%s' % 'a', '%s %s' % ('a', 1), '%r' % 'a', '%d' % 42, '%5d|' % 42, '%-5d|' % 42, '%05d' % 42, '%+d' % 42, '% d' % 42, '%x' % 255, '%X' % 255, '%#x' % 255, '%o' % 8, '%#o' % 8, '%c' % 'a', '%c' % 97, '%%', '%i' % 3.7, '%u' % 5)
print('%.2f' % 3.14159, '%8.3f|' % 3.14159, '%-8.2f|' % 3.14159, '%e' % 12345.678, '%.3e' % 0, '%g' % 1e10, '%g' % 0.0001, '%g' % 1e-5, '%G' % 1e-10, '%.3g' % 1234.5, '%f' % 1, '%5.1f%%' % 45.67, '%+.1f' % 2.0, '%010.3f' % -3.5, '%.0f' % 2.5, '%#.0f' % 2.0)
print('%(a)s %(b)d' % {'a': 'x', 'b': 5}, '%(a)5s|%(a)-5s|' % {'a': 'x'}, '%*d|%-*d|' % (5, 42, 5, 42), '%.*f' % (2, 3.14159), '%.3s' % 'abcdef', '%10.2s|' % 'abc', '%s' % [1, 2], '%s' % (None,), '%r %s' % ('a', u'b'), '%s' % {'a': 1}, '%a' % 'x', '%d' % 10 ** 30, '%x' % (2 ** 70), '%d' % True, '%s' % True, '%5s' % None)
print('{} {}'.format(1, 'a'), '{0} {1} {0}'.format('a', 'b'), '{x} {y}'.format(x=1, y=2), '{:5}|{:<5}|{:>5}|{:^5}|'.format('a', 'b', 'c', 'd'), '{:*^9}'.format('mid'), '{:05d}'.format(42), '{:+d} {: d}'.format(5, 5), '{:,}'.format(1234567), '{:_}'.format(1234567), '{:x} {:X} {:#x} {:o} {:b} {:#b}'.format(255, 255, 255, 8, 5, 5))
print('{:.2f}'.format(3.14159), '{:8.2f}|'.format(3.14159), '{:e}'.format(12345.678), '{:g}'.format(0.1), '{:%}'.format(0.25), '{:.1%}'.format(0.256), '{!r} {!s}'.format('a', 'b'), '{{}}'.format(), '{0[0]} {0[1]}'.format([1, 2]), '{0[k]}'.format({'k': 'v'}), '{0.real}'.format(5), '{:{w}.{p}f}|'.format(3.14159, w=10, p=3), '{:>{}}'.format('a', 5), '{:c}'.format(65), '{:n}'.format(5), '{:,.2f}'.format(1234567.891), '{:+.1f}'.format(2), '{:=+6d}'.format(42), '{:0>4}'.format(7), '{:<06}'.format(1.5), '{:.3}'.format('abcdef'), '{:10.3}|'.format('abcdef'), '{!r:>6}'.format('a'), '{:s}'.format('x'), '{:d}'.format(True), '{}'.format(True), '{:5}|'.format(True), '{:5}|'.format(None) if False else '', '{:.3}'.format(1.23456), '{:G}'.format(1e-10), '{:#x}'.format(2 ** 70), '{:020_b}'.format(1000), '{:-d}'.format(-5), '{:z<5}'.format('q'))
x, y, d = 5, 'str', {'k': [1, 2]}
print(f'{x}', f'{x + 1}', f'{y!r}', f'{x:03d}', f'{x:>{x}}|', f'{d["k"][1]}', f'{{}}', f'{y.upper()}', f'a{x}b{y}c', f'{x=}', f'{x!s:>4}', f"{'nested'}", f'{3.14159:.2f}', f'{x if x else 0}', f'{[i for i in range(3)]}', f'{(lambda v: v * 2)(4)}', f'{x:{"0"}>{3}}', rf'\n{x}', f'{x}' 'plain' f'{y}', f'''{
    x}''', f'{x,}', f'{x == 5}', f'{x!r:^5}|', f'{y:<5}|', f'{1_000:,}')
print('{a.b[c]}'.format(a=type('T', (), {'b': {'c': 'deep'}})), format(5, '>4'), format('a'), format(3.0, '.1f'), '{}'.format([1, 'a']), '%s and %s' % ('x', ('t', 1)))
print('abc'.encode('ascii') == b'abc', b'abc'.decode('ascii') == u'abc', 'abc'.encode('latin-1').decode('utf-8') == 'abc', u'x' + u'y', isinstance('a', str))
import string
print(string.ascii_letters, string.digits, string.hexdigits, string.punctuation, repr(string.whitespace), string.ascii_lowercase[:3], string.ascii_uppercase[-3:], string.octdigits, len(string.printable), string.capwords('foo bar'))
t = string.Template('$who likes ${what} $$5')
print(t.substitute(who='tim', what='kung pao'), t.safe_substitute(who='x'), string.Template('$a').substitute({'a': 1}))


class F(string.Formatter):
    pass


print(string.Formatter().format('{0} {x}', 1, x=2))
