# oracle: stored
"""Reports in Python 2 with print statements and % formats: columns, currencies, dates, hexadecimal dumps, roman numerals, wrapped
paragraphs, plural forms, escapes, repr of values."""
import sys

HEADS = ('item', 'count', 'price')
ROMAN = zip([1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1], 'M CM D CD C XC L XL X IX V IV I'.split(' '))


class Row:
    def __init__(self, name, count, price):
        self.name = name
        self.count = count
        self.price = price

    def total(self):
        return self.count * self.price


def roman(n):
    r = ''
    for value, sign in ROMAN:
        while n >= value:
            r += sign
            n -= value
    return r


def ljust(s, n):
    return s + ' ' * max(0, n - len(s))


def rjust(s, n):
    return ' ' * max(0, n - len(s)) + s


def money(cents):
    sign = ''
    if cents < 0:
        sign, cents = '-', -cents
    whole, part = cents / 100, cents % 100
    digits = str(whole)
    groups = ''
    while len(digits) > 3:
        groups = ',' + digits[len(digits) - 3:] + groups
        digits = digits[:len(digits) - 3]
    return '%s%s%s.%02d' % (sign, digits, groups, part)


def dump(s):
    lines = []
    for start in xrange(0, len(s), 8):
        part = s[start:start + 8]
        codes = ' '.join(['%02x' % ord(c) for c in part])
        shown = ''.join([c if 32 <= ord(c) < 127 else '.' for c in part])
        lines.append('%04x  %s  %s' % (start, ljust(codes, 23), shown))
    return lines


def wrap(text, width):
    lines = []
    line = ''
    for word in text.split(' '):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        elif line:
            line += ' ' + word
        else:
            line = word
    lines.append(line)
    return lines


def plural(n, one, many=None):
    if n == 1:
        return '%d %s' % (n, one)
    return '%d %s' % (n, many or one + 's')


def escaped(s):
    out = []
    for c in s:
        if c in '\\"':
            out.append('\\' + c)
        elif c == '\n':
            out.append('\\n')
        elif ord(c) < 32 or ord(c) > 126:
            out.append('\\%03o' % ord(c))
        else:
            out.append(c)
    return '"%s"' % ''.join(out)


def leap(y):
    return y % 4 == 0 and (y % 100 <> 0 or y % 400 == 0)


def day_of_year(y, m, d):
    days = [31, 29 if leap(y) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    n = d
    for i in range(m - 1):
        n += days[i]
    return n


def main(argv):
    rows = [Row('bolt', 120, 25), Row('wrench', 3, 1999), Row('crane', 2, 12345678), Row('refund', 1, -550)]
    print ljust(HEADS[0], 10), rjust(HEADS[1], 6), rjust(HEADS[2], 14)
    print '-' * 32
    total = 0
    for row in rows:
        print ljust(row.name, 10), rjust(str(row.count), 6), rjust(money(row.price), 14)
        total += row.total()
    print '%s%s' % (ljust('total', 18), rjust(money(total), 14))
    for n in (1, 4, 9, 1987, 3999):
        print roman(n),
    print
    for line in dump('The bytes:\x00\x01\xff~\n'):
        print line
    for line in wrap('a paragraph of several words that must be wrapped at some column and no word is cut', 24):
        print '|' + ljust(line, 24) + '|'
    print plural(1, 'row'), plural(2, 'row'), plural(0, 'entry', 'entries')
    print escaped('say "hi"\\\n\x07\xe9')
    for y, m, d in ((2000, 3, 1), (1900, 3, 1), (2024, 12, 31)):
        print '%04d-%02d-%02d is day %d' % (y, m, d, day_of_year(y, m, d))
    print '%x %X %o %5d|%-5d|%05d %s %r %%' % (255, 255, 8, 42, 42, 42, 'text', 'it\'s')
    print '%.3f %e %g %s' % (3.14159, 12345.678, 0.0001, 2.5)
    print '%(name)s has %(n)d' % {'name': 'map', 'n': 3}
    print 'x=%d, y=%s' % (rows[0].count, rows[0].name), `rows[1].price`, str(True), repr([1, 2][0])
    print 7 / 2, -7 / 2, 7 % -3, 1 << 5 | 1, 0777, 0x1fL == 31
    print >>sys.stderr, 'not on stdout'
    print 'done',
    return 0


def target(driver, args):
    return main, None
