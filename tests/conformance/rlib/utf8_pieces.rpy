# Splitting and replacing UTF-8 text by its characters, and further names of rutf8.
from rpython.rlib import rutf8
from rpython.rlib.rstring import split, rsplit, replace_count, replace, StringBuilder
from rpython.rlib.rutf8 import Utf8StringBuilder, check_utf8, _check_utf8, _pos_at_index, get_utf8_length, CheckError

# what a program's bytes are: é, the wide blank U+3000, a clef beyond the 16 bits
E_ACUTE = '\xc3\xa9'
WIDE = '\xe3\x80\x80'
CLEF = '\xf0\x9d\x84\x9e'


def shown(text):
    out = StringBuilder()
    for c in text:
        if ' ' <= c <= '~':
            out.append(c)
        else:
            out.append('<%d>' % ord(c))
    return out.build()


def all_shown(parts):
    return '|'.join([shown(part) for part in parts])


def splitting(n):
    text = 'a' + WIDE + ' b' + E_ACUTE + WIDE + WIDE + CLEF + ' ' * n
    print(all_shown(split(text)), all_shown(split(text, isutf8=True)))
    print(all_shown(rsplit(text)), all_shown(rsplit(text, isutf8=True)))
    for m in range(4):
        print(m, all_shown(split(text, None, m, isutf8=True)), all_shown(rsplit(text, None, m, isutf8=True)))
    print(all_shown(split('x,y,z' * n, ',', 1, isutf8=True)), all_shown(rsplit('x,y,z' * n, ',', 1, isutf8=True)))
    print(all_shown(split(WIDE * n, isutf8=True)) == '', len(rsplit('', isutf8=True)), len(split('', ',')))


def replacing(n):
    text = E_ACUTE + 'ab' + CLEF
    for m in [-1, 0, 1, 2, 3, 99]:
        a, i = replace_count(text, '', '-', m, isutf8=True)
        b, j = replace_count(text, 'ab', '+' * n, m)
        print(m, shown(a), i, shown(b), j)
    c, k = replace_count('aaaa', 'aa', E_ACUTE)
    print(shown(c), k, replace_count('abc', '', '.'))


def pieces(n):
    b = Utf8StringBuilder(8)
    b.append_utf8_slice('x' + E_ACUTE + 'y', 1, 3, 1)
    b.append_code(0x1d11e)
    b.append_multiple_char(E_ACUTE, 2 * n)
    b.append_slice('abcdef', 2, 4)
    b.append('.')
    b.append_utf8(WIDE, 1)
    print(b.getlength(), shown(b.build()))
    text = 'a' + E_ACUTE + CLEF + 'b'
    print([_pos_at_index(text, i) for i in range(5)], get_utf8_length(text), get_utf8_length(text, 1, 3))
    print(check_utf8(text, False), _check_utf8(text, True, 0, len(text)), ~_check_utf8('ab\xff', True, 0, -1))
    try:
        check_utf8('abc' + E_ACUTE[0], False)
    except CheckError as e:
        print('wrong at', e.pos)
    print(rutf8.MAXUNICODE)


def entry_point(argv):
    n = len(argv) if len(argv) < 2 else 1
    splitting(n)
    replacing(n)
    pieces(n)
    return 0


def target(driver, args):
    return entry_point, None
