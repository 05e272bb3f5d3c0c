"""re against CPython's."""
import re

CASES = [
    (r'\d+', 'ab 12 cd 345'), (r'(\w+)\s*=\s*(\d+)', 'x = 1; yy=22'), (r'a*?b', 'aaab'), (r'^\s*#', '   # c'),
    (r'"([^"\\]|\\.)*"', 'say "he\\"llo" now'), (r'(?P<year>\d{4})-(?P<month>\d\d)', 'on 2024-05 and 1999-12'),
    (r'(a|ab)(c|bcd)(d*)', 'abcd'), (r'(?i)hello', 'HeLLo'), (r'[^\W\d_]+', 'abc123_def'), (r'\bfoo\b', 'foo food foo'),
    (r'(?<=\$)\d+', 'cost $45 or 99'), (r'(?<!\d)\d\d(?!\d)', '1 22 333 44'), (r'(\w)\1', 'hello book'), (r'x{2,3}', 'x xx xxx xxxx'),
    (r'x{2,}?', 'xxxxx'), (r'a{,2}b', 'aaab'), (r'(?:ab)+', 'ababab'), (r'(?s)a.b', 'a\nb'), (r'(?m)^\w+$', 'ab\ncd\nef g'), (r'a|b|', 'cab'),
    (r'[]a]+', 'a]b'), (r'[a\]]+', 'a]b'), (r'[\w.-]+@[\w-]+\.\w+', 'mail joe.x@site-a.org!'), (r'0[xX][0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?', '0xFF 1.5e-3 42 7.'),
    (r'(?x) a \s b  # comment', 'a b'), (r'(?P<q>[\'"]).*?(?P=q)', "it's 'quoted' \"text\""), (r'(a)?(?(1)b|c)', 'ab c b'), (r'\Aab\Z', 'ab'),
    (r'(?i:a)b', 'Ab AB'), (r'\x41\101\t', 'AA\t'), (r'(?=(\w+))\w', 'ab'), (r'((a)|(b))*', 'abab'), (r'(?>a+)ab', 'aaab'), (r'a++b', 'aab'), (r'.*\.(\w+)$', 'a.b.c'), (r'{}', 'x{}'), (r'a{1', 'a{1'), (r'\$\{(\w+)\}', '${a}${b}'), (r'', 'ab'), (r'$', 'a\n'), (r'\.', 'a.b'), (r'[a-c-]+', 'a-d'), (r'[^]]', 'a]'), (r'(?#note)x', 'x'),
]
for p, s in CASES:
    c = re.compile(p)
    print(p, [(m.span(), m.group(), m.groups(), m.groupdict(), m.lastindex, m.lastgroup) for m in c.finditer(s)])
    print(c.findall(s), c.split(s), c.sub('<\\g<0>>', s), c.subn('-', s, 1), c.match(s) is not None, c.fullmatch(s) is not None, c.groups, c.search(s, 1) and c.search(s, 1).span(), c.match(s, 1, 2) and c.match(s, 1, 2).regs)
m = re.match(r'(?P<a>\w)(?P<b>\w)?', 'xyz')
print(m['a'], m[0], m.group('b', 1, 'a'), m.start('b'), m.end(), m.span(1), m.expand(r'\2-\g<a>-\1\n'), m.string, m.pos, m.endpos, m.re.pattern, m.re.groupindex['b'], m)
print(re.match('(a)?b', 'b').groups('none'), re.match('(a)?b', 'b').group(1), re.match('(a)?b', 'b').start(1))
print(re.sub(r'(\w+) (\w+)', r'\2 \1', 'hello world'), re.sub(r'\d', lambda m: str(int(m.group()) * 2), 'a1b2'), re.sub('x*', '-', 'abxd'), re.sub('a', 'b', 'aaa', 2), re.sub('a', r'\\', 'a'), re.sub(r'(?i)A', 'z', 'aA'))
print(re.split(r'[,;]\s*', 'a, b;c'), re.split(r'(,)', 'a,b'), re.split('', 'abc'), re.split(r'\s+', ' a b '), re.split('-', 'a-b-c', 1), re.split('(?=b)', 'abab'))
print(re.escape('a.b*c[d]-e_f g/h'), re.escape(''), re.findall(r'(a)(b)?', 'aba'), re.findall('(?i)[a-c]+', 'aBCd'))
print(re.compile('a', re.I | re.M), re.I == re.IGNORECASE, re.compile('a') is re.compile('a'), re.compile(re.compile('x')).pattern, bool(re.compile('a', re.I).flags & re.I))
for bad in ['(', ')', '[a', 'a**', '*a', '(?P<1>a)', '(?P<a>x)(?P<a>y)', '\\', 'a{2,1}', '(?z)', '[b-a]', '\\1', '(?P=n)', '(?<=a*)b', '\\q', 'x(?i)', '(a', '(?:']:
    try:
        re.compile(bad)
        print('accepted', bad)
    except re.error as e:
        print(bad, '|', e)
try:
    re.match('a', 'a').group(3)
except IndexError as e:
    print(e)
# a tokenizer as programs make them
TOKENS = [('NUM', r'\d+(\.\d*)?'), ('ID', r'[A-Za-z_]\w*'), ('OP', r'[+\-*/=<>]=?'), ('STR', r"'(?:[^'\\]|\\.)*'"), ('SKIP', r'[ \t]+'), ('NL', r'\n'), ('BAD', r'.')]
master = re.compile('|'.join('(?P<%s>%s)' % pair for pair in TOKENS))
print([(m.lastgroup, m.group()) for m in master.finditer("x1 = 3.14 * (y2 >= 'it\\'s')\nz") if m.lastgroup != 'SKIP'])
scanner = re.Scanner([(r'\d+', lambda s, t: int(t)), (r'\w+', lambda s, t: t), (r'\s+', None)])
print(scanner.scan('ab 12 c !x'))
print(len(re.findall(r'\w+', 'word ' * 500)), re.search(r'(\w+)@', 'a' * 300 + '@').end(), len(re.sub(r'(a|b)+', 'x', 'ab' * 400)))
