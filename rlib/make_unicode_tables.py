"""Writes builtins/unicode_tables.py and the tables in rpython/rlib/unicodedata from the tables of the Python that runs this:
python3 rlib/make_unicode_tables.py

The code points are cut into runs that have the same record: flags, and what to add to a code to get its upper, lower and title
case. Runs and records are text, unpacked at translation time.
"""
import os
import unicodedata

ALPHA, DECIMAL, DIGIT, NUMERIC, SPACE, UPPER, LOWER, TITLE, PRINTABLE, START, CONTINUE, CASED, IGNORABLE = [1 << i for i in range(13)]

# Case_Ignorable besides the categories Mn, Me, Cf, Lm, Sk
IGNORABLE_MARKS = "'.:^`\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a"


def flags(c):
    f = 0
    for flag, test in [(ALPHA, c.isalpha()), (DECIMAL, c.isdecimal()), (DIGIT, c.isdigit()), (NUMERIC, c.isnumeric()),
                       (SPACE, c.isspace()), (UPPER, c.isupper()), (LOWER, c.islower()), (TITLE, unicodedata.category(c) == 'Lt'),
                       (PRINTABLE, c.isprintable()), (START, c.isidentifier()), (CONTINUE, ('a' + c).isidentifier()),
                       (CASED, c.isupper() or c.islower() or unicodedata.category(c) == 'Lt'),
                       (IGNORABLE, unicodedata.category(c) in ('Mn', 'Me', 'Cf', 'Lm', 'Sk') or c in IGNORABLE_MARKS)]:
        if test:
            f |= flag
    return f


def delta(c, other):
    return ord(other) - ord(c) if len(other) == 1 else 0


def main():
    runs, records, special = [], {}, []
    last = None
    for i in range(0x110000):
        c = chr(i)
        record = flags(c), delta(c, c.upper()), delta(c, c.lower()), delta(c, c.title())
        if record != last:
            last = record
            runs.append((i, records.setdefault(record, len(records))))
        for kind, other in [('u', c.upper()), ('l', c.lower()), ('t', c.title())]:
            if len(other) > 1:
                special.append('%s%x:%s' % (kind, i, ','.join('%x' % ord(o) for o in other)))
        if c.casefold() != c.lower():
            special.append('f%x:%s' % (i, ','.join('%x' % ord(o) for o in c.casefold())))
    words = []
    start = 0
    for i, r in runs:
        words.append('%x.%x' % (i - start, r))
        start = i
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'builtins', 'unicode_tables.py')
    with open(path, 'w') as f:
        f.write('"""Properties of code points (Unicode %s). Written by make_unicode_tables.py."""\n\n' % unicodedata.unidata_version)
        f.write('# flags, and what to add for upper, lower and title case\n')
        put(f, 'RECORDS', ['%x,%d,%d,%d' % r for r in records])
        f.write('\n# length of the run before, record\n')
        put(f, 'RUNS', words)
        f.write('\n# cases of more than one character: u, l, t; case folding where it is not lower case: f\n')
        put(f, 'SPECIAL', special)


def write_database():
    """What rpython.rlib.unicodedata knows besides."""
    from fractions import Fraction
    runs, records, numbers, decompositions, not_composed = [], {}, [], [], []
    last, start = None, 0
    for i in range(0x110000):
        c = chr(i)
        record = (unicodedata.category(c), unicodedata.bidirectional(c) or '-', unicodedata.east_asian_width(c),
                  unicodedata.combining(c), unicodedata.mirrored(c))
        if record != last:
            last = record
            runs.append('%x.%x' % (i - start, records.setdefault(record, len(records))))
            start = i
        number = unicodedata.numeric(c, None)
        if number is not None:
            kind = 'd' if unicodedata.decimal(c, None) is not None else 'g' if unicodedata.digit(c, None) is not None else 'n'
            number = Fraction(number).limit_denominator(1000)
            numbers.append('%x:%s%d/%d' % (i, kind, number.numerator, number.denominator))
        text = unicodedata.decomposition(c)
        if text:
            decompositions.append('%x:%s' % (i, text.replace(' ', ',')))
            codes = text.split()
            if len(codes) == 2 and codes[0][0] != '<' and unicodedata.normalize('NFC', c) != c:
                not_composed.append('%x' % i)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'rpython', 'rlib', 'unicodedata', '_tables.py')
    with open(path, 'w') as f:
        f.write('"""The character database (Unicode %s). Written by make_unicode_tables.py."""\n\n' % unicodedata.unidata_version)
        f.write("VERSION = '%s'\n" % unicodedata.unidata_version)
        f.write('# category, bidirectional class, width, combining class, mirrored\n')
        put(f, 'RECORDS', ['%s,%s,%s,%d,%d' % r for r in records])
        f.write('\n# length of the run before, record\n')
        put(f, 'RUNS', runs)
        f.write('\n# values: d of decimal digits, g of other digits, n of other numbers\n')
        put(f, 'NUMBERS', numbers)
        f.write('\n# decompositions\n')
        put(f, 'DECOMPOSITIONS', decompositions)
        f.write('\n# canonical pairs that are not composed again\n')
        put(f, 'NOT_COMPOSED', not_composed)


def write_old():
    """What was different in the database of 3.2.0, which names of Internet hosts are prepared by."""
    old = unicodedata.ucd_3_2_0
    edges, changed, last, start = [], [], True, 0
    for i in range(0x110000):
        c = chr(i)
        there = old.category(c) != 'Cn' or unicodedata.category(c) == 'Cn'
        if there != last:
            last = there
            edges.append('%x' % (i - start))
            start = i
        record = [(u.category(c), u.bidirectional(c) or '-', u.east_asian_width(c), '%d' % u.mirrored(c),
                   'd' if u.decimal(c, None) is not None else '-') for u in (old, unicodedata)]
        if there and record[0] != record[1]:
            changed.append('%x:%s' % (i, ','.join(record[0])))
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'rpython', 'rlib', 'unicodedata', '_tables_3_2_0.py')
    with open(path, 'w') as f:
        f.write('"""What was different in Unicode 3.2.0. Written by make_unicode_tables.py."""\n\n')
        f.write('# runs of characters that were there, and that came later, in turns: their lengths\n')
        put(f, 'EDGES', edges)
        f.write('\n# category, bidirectional class, width, mirrored, whether a decimal digit\n')
        put(f, 'CHANGED', changed)


def put(f, name, words):
    f.write('%s = (\n' % name)
    line = ''
    for w in words:
        if len(line) + len(w) > 118:
            f.write("    '%s'\n" % line)
            line = ''
        line += w + ' '
    f.write("    '%s')\n" % line)


if __name__ == '__main__':
    main()
    write_database()
    write_old()
