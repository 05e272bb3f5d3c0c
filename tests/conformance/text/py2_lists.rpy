# oracle: stored
"""A file of Python 2: map, filter, zip, keys(), values(), items() are lists at import time; bytearrays as texts."""

COLUMNS = [('name', 8), ('count', 4), ('price', 6)]
PRICES = {'pear': 3, 'apple': 5, 'fig': 1, 'melon': 9}

# indexed, sliced, measured
WIDTHS = map(lambda column: column[1], COLUMNS)
SECOND = WIDTHS[1]
LAST_TWO = WIDTHS[-2:]
NAMES = map(str.upper, ['one', 'two', 'three'])
LONG = filter(lambda name: len(name) > 3, NAMES)
LETTERS = filter(str.isalpha, ['a', '1', 'b', '2c'])
PAIRS = zip(NAMES, range(10))
TRIPLES = zip('xyz', WIDTHS, [True, False, True])
COUNTS = (len(WIDTHS), len(LONG), len(PAIRS), len(PRICES.keys()), len(zip()), len(filter(None, (0, 2, 0))))
PADDED = map(lambda a, b: (a, b), ['x', 'y'], ['z']) + map(None, ['p'], ['q', 'r']) + [(str(map(None, [4, 5])), '')]
KEPT = (filter(str.isdigit, 'a1b22c'), filter(None, (0, 2, 3)), filter(lambda c: c > u'b', u'abcd'), filter(None, 'ab'))

# sorted, in place and out of it
FRUITS = PRICES.keys()
FRUITS.sort()
BY_PRICE = PRICES.items()
BY_PRICE.sort(key=lambda item: item[1], reverse=True)
AMOUNTS = PRICES.values()
AMOUNTS.sort()
AMOUNTS.reverse()

# concatenated, repeated, changed
EVERYTHING = PRICES.keys() + ['kiwi'] + map(lambda n: 'n%d' % n, [1, 2])
EVERYTHING.sort()
TWICE = zip([1, 2], 'ab') * 2
SUMS = map(lambda a, b: a + b, [1, 2, 3], [10, 20, 30]) + PRICES.values()[:0]
SUMS += [40]
SUMS.append(50)
del SUMS[0]
SUMS.insert(0, -1)

# not views: a later change of the dict does not show
BEFORE = PRICES.keys()
PRICES['quince'] = 7
AFTER = PRICES.keys()
PRICES.pop('quince')
REMOVED = []
for fruit in PRICES.keys():
    if PRICES[fruit] > 8:
        del PRICES[fruit]
        REMOVED.append(fruit)

# a list is gone through twice, and two names are one list
TOTALS = [sum(AMOUNTS), sum(AMOUNTS), max(AMOUNTS)]
SAME = BY_PRICE
SAME.pop()
SHOWN = '%s %r %s' % (zip([1], ['a']), map(len, ['', 'ab']), {'k': None}.items())
IS_LIST = [isinstance(WIDTHS, list), type(PAIRS) is list, FRUITS == ['apple', 'fig', 'melon', 'pear']]
TABLE = dict(zip(['a', 'b'], map(ord, 'ab')))


class Row(object):
    _immutable_fields_ = ['cells[*]']

    def __init__(self, cells):
        self.cells = cells

    def text(self, sep):
        return sep.join(self.cells)


ROWS = map(Row, [['a', 'b'], ['c'], []])
FIRST = ROWS[0]


def lists():
    print SECOND, LAST_TWO[0], LAST_TWO[1], WIDTHS[len(WIDTHS) - 1]
    print NAMES, LONG, LETTERS, COUNTS
    for first, second in PADDED:
        print first, second is None,
    print KEPT[0], KEPT[1], len(KEPT[2]), KEPT[3]
    for name, number in PAIRS:
        print name + str(number),
    print
    for letter, width, flag in TRIPLES:
        print letter, width, flag
    print FRUITS, AMOUNTS
    print BY_PRICE, len(SAME)
    print EVERYTHING
    print TWICE[3][1], len(TWICE), SUMS
    print len(BEFORE), len(AFTER), REMOVED, 'melon' in PRICES
    print TOTALS, SHOWN, IS_LIST, TABLE['b']


def changed():
    """They are ordinary lists when the program runs, too."""
    WIDTHS.append(99)
    FRUITS[0] = 'orange'
    FRUITS.sort()
    LETTERS.pop(0)
    BY_PRICE.append(('nut', 2))
    for row in ROWS:
        print '[%s]' % row.text('-'),
    ROWS.append(Row(['d'] * len(WIDTHS)))
    print ROWS[-1].text('') + FIRST.text('+')
    print WIDTHS[3], FRUITS[-2:], LETTERS, BY_PRICE[-1][0], BY_PRICE.index(('pear', 3))
    keys = PRICES.keys()
    keys.sort()
    print keys, keys[0] + PRICES.keys()[0][:0], map(len, keys), filter(None, [0, 3, 0, 4]), zip(keys, [1, 2])


def when_it_runs(words):
    lengths = map(len, words)
    lengths.append(100)
    pairs = zip(words, lengths, 'abc')
    long_ones = filter(lambda word: len(word) > 3, words)
    print sum(lengths), sum(lengths), lengths[-1], pairs[1][0] + pairs[0][2], len(pairs), long_ones[::-1]
    for word, n, c in pairs:
        words.append(word + c)
    for word, n, c in pairs + [('last', 0, 'l')]:
        print word, n, c,
    for i, word in zip([7, 8, 9], words):
        print i, word,
    try:
        for n in map(lambda word: 60 / (len(word) - 4), words[1:]):
            print n,
    except ZeroDivisionError:
        print 'zero'
    table = dict(zip(words, lengths))
    print table['pear'], ','.join(map(str, lengths)), sorted(filter(None, map(lambda n: n % 3, lengths)))
    seen = map(lambda word: word.upper(), words)
    while len(seen) > 4:
        for word in seen:
            print word[0],
        seen.pop()
    print zip(words[:2], words[:2]) == [('pear', 'pear'), ('fig', 'fig')], filter(lambda n: n > 50, lengths) + [1]


def bytearrays(text):
    array = bytearray(text)
    array[0] = ord('J')
    joined = '<' + array
    joined.append(ord('>'))
    joined += '!'
    print str(array) + '.', str(joined), len(joined), joined[1], 'a%sb' % array
    print str(array[1:3]) == 'el', str(bytearray()) == '', joined == '<Jello>!', str(array + 'x')
    both = text + array + text
    both[5] = 0x2d
    print both, str(both).find('-'), both.upper()
    print filter(lambda c: c.isupper(), text + 'W'), filter(None, text), len(filter(lambda c: c != u'l', u'hello'))
    texts = {str(array): 1, str(joined): 2}
    print texts['Jello'], texts['<Jello>!'], hash(str(array)) == hash('Jello')
    array[0] = ord('h')
    print text, array, joined


def entry_point(argv):
    lists()
    changed()
    when_it_runs(['pear', 'fig', 'melon'])
    bytearrays('Hello')
    return 0


def target(driver, args):
    return entry_point, None
