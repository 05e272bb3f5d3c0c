WORDS = ["pear", "fig", "banana", "kiwi"]
SHORT = filter(lambda w: len(w) < 5, WORDS)
LENGTHS = map(len, WORDS)
TABLE = zip(WORDS, LENGTHS)


def is_odd(n):
    return n % 2 == 1


def square(n):
    return n * n


def entry_point(argv):
    print SHORT, len(SHORT), LENGTHS[1], TABLE[2]
    numbers = range(10)
    odd = filter(is_odd, numbers)
    print odd, odd[-1], len(odd)
    squares = map(square, odd)
    squares.append(0)
    print squares, sum(squares)
    pairs = zip(odd, squares)
    print pairs[0], len(pairs)
    for n, s in pairs:
        print "%d:%d" % (n, s),
    print
    print map(lambda a: -a, numbers[2:5]) + range(3)
    print any(map(is_odd, [2, 4, 6])), all(map(is_odd, odd))
    print max(map(len, WORDS)), min(map(square, [3, -2]))
    print ["%s/%d" % item for item in TABLE]
    numbers[3:6] = []
    print numbers, `range(5, 0, -2)`
    return 0


def target(driver, args):
    return entry_point, None
