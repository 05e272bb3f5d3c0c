# Properties of characters asked at import time and at run time: the answers are the same.
try:
    unichr
except NameError:
    unichr = chr

CODES = [9, 32, 48, 65, 95, 97, 0x85, 0xa0, 0xaa, 0xb2, 0xbd, 0xc9, 0xe9, 0xd7, 0x1c5, 0x301, 0x3a0, 0x3c0, 0x5d0, 0x663, 0x966, 0x2009,
         0x2028, 0x2165, 0x2781, 0x3042, 0x4e00, 0xff10, 0x1d7d8, 0x1f600]


def flags(u):
    result = ''
    if u.isalpha():
        result += 'a'
    if u.isalnum():
        result += 'w'
    if u.isdecimal():
        result += 'd'
    if u.isdigit():
        result += 'g'
    if u.isnumeric():
        result += 'n'
    if u.isspace():
        result += 's'
    if u.isupper():
        result += 'U'
    if u.islower():
        result += 'l'
    if u.istitle():
        result += 't'
    if u.isprintable():
        result += 'p'
    if u.isidentifier():
        result += 'i'
    return result


WORDS = [u'', u'stra\xdfe', u'\xc9T\xc9', u'\xc9t\xe9', u'\u03c0 r', u'x\u0301', u'\u0663\u0664', u'a-b', u'\u3000\u2003']
EARLY = [flags(unichr(c)) for c in CODES]
EARLY_WORDS = [flags(w) for w in WORDS]


def entry_point(argv):
    for i in range(len(CODES)):
        print('%x' % CODES[i], EARLY[i], flags(unichr(CODES[i])))
    for i in range(len(WORDS)):
        print(EARLY_WORDS[i], flags(WORDS[i]))
    return 0


def target(driver, args):
    return entry_point, None
