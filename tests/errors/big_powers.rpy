"""Constants of any size that do not fit a machine word."""
FACTOR = 3 ** 5000
DIGITS = int("7" * 300)


def fits():
    return 1 ** 1000000000 + (0 << 1000000000) + 2 ** 62 + (-1) ** 1000000001 + 0 * 10 ** 5000 + 2 ** 5000 % 7


def thousand():
    return 10 ** 1000


def large():
    return 10 ** 100000


def two():
    return 2 ** 20000


def negative():
    return -3 ** 100000


def tower():
    return 7 ** 10 ** 17


def shifted():
    return 1 << 5000


def shifted_far():
    return 1 << 1000000000


def product():
    return 10 ** 150000 * 10 ** 150000


def imported():
    return FACTOR


def imported_power():
    return DIGITS ** DIGITS


def by_variable(n):
    return n * 2 ** 70000


def entry_point(argv):
    n = len(argv)
    if n == 1:
        return thousand()
    if n == 2:
        return large()
    if n == 3:
        return two()
    if n == 4:
        return negative()
    if n == 5:
        return tower()
    if n == 6:
        return shifted()
    if n == 7:
        return shifted_far()
    if n == 8:
        return product()
    if n == 9:
        return imported()
    if n == 10:
        return imported_power()
    if n == 11:
        return by_variable(n)
    return fits()


def target(driver, args):
    return entry_point, None
