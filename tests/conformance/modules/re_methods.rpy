"""Methods of compiled patterns and of matches at run time."""
import re

number = re.compile(r'\d+')
pair = re.compile(r'(?P<key>\w+)\s*=\s*(?P<value>\d+)?')
comma = re.compile(r'\s*,\s*')
operators = re.compile(r'([-+])')
empty = re.compile(r'x*')
name = re.compile(r'[A-Za-z]+')


def double(m):
    return m.group() + m.group()


def show(pieces):
    out = []
    for piece in pieces:
        if piece is None:
            out.append('None')
        else:
            out.append('<' + piece + '>')
    print(' '.join(out))


def entry_point(argv):
    for m in number.finditer('a1 b22 c333'):
        print("%s %d %d" % (m.group(), m.start(), m.end()))
    show(number.findall('1 22 333'))
    show(operators.findall('1+2-3'))
    show(comma.split('a , b,c'))
    show(operators.split('1+2-3'))
    show(comma.split('a,b,c', 1))
    show(empty.split('axbc'))
    print(number.sub('N', 'a1 b22'))
    print(number.sub('N', 'a1 b22', 1))
    print(pair.sub(r'\g<value>:\1!', 'x = 1, yy=22'))
    print(name.sub(double, 'ab 12 c'))
    print(empty.sub('-', 'abxd'))
    text, n = number.subn(r'[\g<0>]', '1 2 3')
    print("%s %d" % (text, n))
    m = pair.search('  key = 42')
    if m is not None:
        print("%d %d %d" % (m.start('value'), m.end(1), m.span()[0]))
        key = m.group('key')
        value = m.group(2)
        if key is not None and value is not None:
            print(key + ' ' + value)
    m = pair.fullmatch('key=')
    if m is not None:
        print("%s %d" % (m.group('value') is None, m.start(2)))
    if number.fullmatch('12a') is None:
        print('no fullmatch')
    if len(argv) > 1:
        print(number.sub('#', argv[1]))
    return 0


def target(driver, args):
    return entry_point, None
