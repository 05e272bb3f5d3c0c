# requires-python: ==2.7
# oracle: stored
# In Python 2 the variables of list comprehensions are those of the scope around.

SQUARES = [n * n for n in range(5)]
LAST = n
del n

GETTERS = [lambda: k for k in range(3)]
LATE = [get() for get in GETTERS]


class Names(object):
    upper = [word.upper() for word in ("a", "b")]
    last = word


def search(items, limit):
    small = [item for item in items if item < limit]
    return item, len(small)


def types(n):
    texts = [str(x) for x in range(n)]
    numbers = [len(x) for x in texts]
    return numbers


def entry_point(argv):
    print SQUARES, LAST, LATE, Names.upper, Names.last
    print search([5, 1, 7], 2 + len(argv))
    print types(11)
    other = dict((x, x) for x in range(3))
    x = {y: 1 for y in other}
    print len(x)
    return 0


def target(driver, args):
    return entry_point, None
