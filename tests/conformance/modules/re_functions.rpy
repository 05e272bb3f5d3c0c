"""The functions of re with constant patterns, called when the program runs."""
import re

WORD = re.compile('[a-z]+')
SPLITS = {'comma': re.compile(','), 'semi': re.compile(';')}


def kind(token):
    number = '-?[0-9]+$'
    if re.match(number, token):
        return 'number'
    elif re.match('"(?:[\\\\].|[^\\\\"])*"', token):
        return 'text'
    elif re.match(WORD, token):
        return 'word'
    return 'other'


def tokens(text):
    pattern = "[\\s,]*(~@|[\\[\\]{}()'`~^@]|\"(?:[\\\\].|[^\\\\\"])*\"?|;.*|[^\\s\\[\\]{}()'\"`@,;]+)"
    return [t for t in re.findall(pattern, text) if t[0] != ';']


def shout(m):
    return m.group().upper()


class Rule(object):
    def __init__(self, pattern):
        self.pattern = pattern

    def split(self, text):
        return re.split(self.pattern, text)


def entry_point(argv):
    for t in ['12', '-7', '1x', '"a\\"b"', '"open', 'abc', '*']:
        print(t, kind(t))
    print(tokens('(def! f (fn* [a] (str "x\\n" a))) ; comment'))
    m = re.search('(?P<key>[a-z]+)=(?P<value>[0-9]+)', 'set size=42;')
    if m is not None:
        print(m.group(1), m.group('value'), m.start(), m.end(2))
    print(re.search('zz', 'abc') is None, re.fullmatch('[ab]+', 'abba') is not None)
    print(re.findall('HELLO', 'hello Hello', re.IGNORECASE))
    for m in re.finditer('[0-9]+', 'a1b22c333'):
        print(m.group(), m.start())
    print(re.sub('l+', '<\\g<0>>', 'hello all'), re.sub('[aeiou]', shout, 'vowels are loud'))
    print(re.subn('o', '0', 'foo boo', 3))
    print(re.split(' *, *', 'a , b,c', 1), Rule(SPLITS['semi']).split('x;y,z'), Rule(SPLITS['comma']).split('x;y,z'))
    local = re.compile('^(\\w+) (\\w+)$')
    m = local.match('two words')
    if m is not None:
        print(m.group(2) + ' ' + m.group(1))
    return 0


def target(driver, args):
    return entry_point, None
