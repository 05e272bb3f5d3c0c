# The character database: properties, numbers, decompositions, and normalisation written with it.
from rpython.rlib.unicodedata import unicodedb, unicodedb_6_2_0

try:
    unichr
except NameError:
    unichr = chr

CODES = [0, 9, 32, 40, 48, 65, 97, 0xaa, 0xb2, 0xbd, 0xc5, 0xdf, 0x149, 0x1c5, 0x301, 0x378, 0x3a3, 0x5d0, 0x663, 0x1e9b, 0x1f80,
         0x2028, 0x2126, 0x2155, 0x216c, 0x3042, 0x4e00, 0xac01, 0xd800, 0xfb01, 0xff21, 0x1d15e, 0x1f600, 0x20000, 0x10ffff]


def number(f, code):
    try:
        return str(f(code))
    except KeyError:
        return '-'


def fraction(code):
    try:
        return '%.4f' % unicodedb.numeric(code)
    except KeyError:
        return '-'


def name(code):
    try:
        return unicodedb.name_of_ideograph(code)
    except KeyError:
        return '-'


def flags(code):
    tests = ''
    if unicodedb.isalpha(code):
        tests += 'a'
    if unicodedb.isupper(code):
        tests += 'u'
    if unicodedb.islower(code):
        tests += 'l'
    if unicodedb.istitle(code):
        tests += 't'
    if unicodedb.isspace(code):
        tests += 's'
    if unicodedb.islinebreak(code):
        tests += 'b'
    if unicodedb.isdigit(code):
        tests += 'd'
    if unicodedb.isnumeric(code):
        tests += 'n'
    if unicodedb.isprintable(code):
        tests += 'p'
    if unicodedb.isxidstart(code):
        tests += 'i'
    return tests


def hexed(codes):
    return '+'.join(['%x' % c for c in codes])


def properties():
    for code in CODES:
        print('%x' % code, unicodedb.category(code), unicodedb.bidirectional(code), unicodedb.east_asian_width(code),
              unicodedb.combining(code), int(unicodedb.mirrored(code)), unicodedb.decomposition(code))
        if 0xd800 <= code < 0xe000:
            continue
        print('   ', number(unicodedb.decimal, code), number(unicodedb.digit, code), fraction(code), flags(code), name(code))
        print('   ', hexed(unicodedb.canon_decomposition(code)), hexed(unicodedb.compat_decomposition(code)),
              hexed(unicodedb.toupper_full(code)), hexed(unicodedb.totitle_full(code)), '%x' % unicodedb.tolower(code),
              '%x' % unicodedb_6_2_0.toupper(code))
        folded = unicodedb.casefold_lookup(code)
        if folded is not None:
            print('    folded', hexed(folded))


def decomposed(codes):
    result = []
    for code in codes:
        parts = unicodedb.canon_decomposition(code)
        if not parts:
            parts = [code]
        for part in parts:
            at = len(result)
            ccc = unicodedb.combining(part)
            while ccc and at > 0 and unicodedb.combining(result[at - 1]) > ccc:
                at -= 1
            result.insert(at, part)
    return result


def composed(codes):
    result = []
    starter = -1
    last = 0
    for code in decomposed(codes):
        ccc = unicodedb.combining(code)
        if starter >= 0 and (last < ccc or last == 0 and starter == len(result) - 1):
            try:
                result[starter] = unicodedb.composition(result[starter], code)
                continue
            except KeyError:
                pass
        if ccc == 0:
            starter = len(result)
        last = ccc
        result.append(code)
    return result


def entry_point(argv):
    properties()
    for text in [u'\u1e69', u's\u0307\u0323', u'\xe9t\xe9', u'\u2126\u212b', u'a\u0315\u0300\u05ae', u'\u0958', u'\u1d15e']:
        codes = [ord(c) for c in text]
        print(hexed(decomposed(codes)), hexed(composed(codes)))
    counts = {}
    for code in range(0x3000):
        c = unicodedb.category(code)
        counts[c] = counts.get(c, 0) + 1
    print(' '.join(['%s=%d' % (c, counts[c]) for c in sorted(counts.keys())]))
    return 0


def target(driver, args):
    return entry_point, None
