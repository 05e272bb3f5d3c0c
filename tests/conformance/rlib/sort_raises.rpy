"""A comparison that raises ends a sort: the list still has all of its items, in some order."""
from rpython.rlib.listsort import make_timsort_class


class Tired(Exception):
    pass


class Patience(object):
    def __init__(self):
        self.left = 0


patience = Patience()


def compare(a, b):
    patience.left -= 1
    if patience.left == 0:
        raise Tired
    return a < b


Sort = make_timsort_class(lt=compare)


def scattered(n):
    return [i * 37 % n for i in range(n)]


def main(argv):
    for n in [2, 7, 16, 17, 31, 101]:
        ended = 0
        for limit in range(1, 12 * n):
            items = scattered(n)
            patience.left = limit
            try:
                Sort(items).sort()
                ended += 1
                for i in range(n):
                    assert items[i] == i
            except Tired:
                seen = [0] * n
                for item in items:
                    seen[item] += 1
                for i in range(n):
                    assert seen[i] == 1, "an item is lost"
        print(n, ended > 0)
    return 0


def target(driver, args):
    return main, None


if __name__ == "__main__":
    import sys
    main(sys.argv)
