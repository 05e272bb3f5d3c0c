# oracle: stored
"""Python 2's spellings."""


def by_length(a, b):
    return len(a) - len(b)


def compare(a, b):
    return cmp_int(b, a)


def cmp_int(a, b):
    if a < b:
        return -1
    if a > b:
        return 1
    return 0


def entry_point(argv):
    words = ['ccc', 'a', 'bb', 'aa', 'c']
    words.sort(by_length)
    print words
    words.sort(cmp=by_length, reverse=True)
    print words
    numbers = [3, 1, 2]
    numbers.sort(compare)
    print numbers, sorted([5, 4, 6], cmp_int), sorted(numbers, cmp=compare, key=lambda x: -x)
    d = {'a': 1, 'b': 2}
    for k, v in d.iteritems():
        print k, v
    for k in d.iterkeys():
        print k,
    print
    print sum(d.itervalues()), d.has_key('a'), d.has_key('z'), d.keys() + ['c'], len(d.items())
    for k in d.keys():
        if k == 'a':
            del d[k]
    print d, d.values()[0], d.keys()[0]
    for i in xrange(3):
        print i,
    print
    print range(3) + range(2), [1, 2] <> [1]
    it = iter([1, 2])
    print it.next(), it.next()
    try:
        it.next()
    except StopIteration:
        print 'stop'
    return 0


def target(driver, args):
    return entry_point
