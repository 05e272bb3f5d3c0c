WORDS = ["pear", "fig", "banana", "kiwi"]
SHORT = list(filter(lambda w: len(w) < 5, WORDS))
LENGTHS = list(map(len, WORDS))
TABLE = list(zip(WORDS, LENGTHS))


def is_odd(n):
    return n % 2 == 1


def square(n):
    return n * n


def entry_point(argv):
    print("%s %d %d %s" % (SHORT, len(SHORT), LENGTHS[1], str(TABLE[2])))
    numbers = list(range(10))
    odd = [n for n in numbers if is_odd(n)]
    print("%s %d %d" % (odd, odd[-1], len(odd)))
    squares = list(map(square, odd))
    squares.append(0)
    print("%s %d" % (squares, sum(squares)))
    pairs = list(zip(odd, squares))
    print("%s %d" % (str(pairs[0]), len(pairs)))
    print(" ".join(["%d:%d" % (n, s) for n, s in zip(odd, squares)]))
    print(list(map(lambda a: -a, numbers[2:5])) + list(range(3)))
    print("%s %s" % (any(map(is_odd, [2, 4, 6])), all(map(is_odd, odd))))
    print("%d %d" % (max(map(len, WORDS)), min(map(square, [3, -2]))))
    print(["%s/%d" % item for item in TABLE])
    numbers[3:6] = []
    print("%s %s" % (numbers, list(range(5, 0, -2))))
    return 0


def target(driver, args):
    return entry_point, None
