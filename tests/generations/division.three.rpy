PAIRS = [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (0, 5), (1, 3)]


def floor(a: int, b: int) -> int:
    q = a / b
    n = int(q)
    return n - 1 if n > q else n


def mean(values: list, /) -> int:
    return sum(values) // len(values)


def entry_point(argv):
    for a, b in PAIRS:
        print(a, b, floor(a, b), a // b, a % b, divmod(a, b), end=" ")
        print(f"{a / b:.3f}")
    print(mean([1, 2, 4]), mean([-1, -2]))
    print(7 / 2, 7 / 2.0, -7.5 // 2, 7.5 % 2, -7.5 % 2)
    n = 17
    n //= 4
    print(n, n ** 2, 2 ** 10 // 3)
    for divisor in (0,):
        try:
            print(1 / divisor)
        except ZeroDivisionError:
            print("ZeroDivisionError")
        try:
            print(1 % divisor)
        except ZeroDivisionError:
            print("ZeroDivisionError")
    big = 0o777
    print(big, big // 8, big % 8, -big // 8, -big % 8)
    return 0


def target(driver, args):
    return entry_point, None
