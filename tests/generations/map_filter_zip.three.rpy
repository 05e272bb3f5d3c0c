WORDS = ["pear", "fig", "banana", "kiwi"]
SHORT = [*filter(lambda w: len(w) < 5, WORDS)]
LENGTHS = list(map(len, WORDS))
TABLE = list(zip(WORDS, LENGTHS))
ITERATOR = map(len, WORDS)
USED = sum(ITERATOR) + sum(ITERATOR)
assert USED == 17 and not isinstance(filter(None, WORDS), list)


def is_odd(n: int) -> bool:
    return n % 2 == 1


def square(n: int) -> int:
    return n * n


def entry_point(argv):
    print(SHORT, len(SHORT), LENGTHS[1], TABLE[2])
    numbers = list(range(10))
    odd = list(filter(is_odd, numbers))
    print(odd, odd[-1], len(odd))
    squares = list(map(square, odd))
    squares.append(0)
    print(squares, sum(squares))
    pairs = list(zip(odd, squares))
    print(pairs[0], len(pairs))
    for n, s in pairs:
        print(f"{n}:{s}", end="\n" if n == 9 else " ")
    print([*map(lambda a: -a, numbers[2:5]), *range(3)])
    print(any(map(is_odd, [2, 4, 6])), all(map(is_odd, odd)))
    print(max(map(len, WORDS)), min(map(square, [3, -2])))
    print([f"{word}/{length}" for word, length in TABLE])
    numbers[3:6] = []
    print(numbers, list(range(5, 0, -2)))
    return 0


def target(driver, args):
    return entry_point, None
