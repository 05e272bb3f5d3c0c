"""functools.cmp_to_key: functions, closures and methods that compare, made at import time and at run time."""
import functools
from functools import cmp_to_key


class Card(object):
    def __init__(self, suit, rank):
        self.suit = suit
        self.rank = rank

    def show(self):
        return '%s%d' % (self.suit, self.rank)


def by_rank(a, b):
    return a.rank - b.rank


def by_suit(a, b):
    if a.suit < b.suit:
        return -1
    if a.suit > b.suit:
        return 1
    return by_rank(b, a)


RANK = cmp_to_key(by_rank)


def show(cards):
    return ' '.join([c.show() for c in cards])


def main(argv):
    n = len(argv)
    cards = [Card('h', 3), Card('c', 10), Card('h', n), Card('d', 7), Card('c', 2)]
    print(show(sorted(cards, key=RANK)))
    cards.sort(key=functools.cmp_to_key(by_suit))
    print(show(cards))
    cards.sort(key=cmp_to_key(lambda a, b: (b.rank - a.rank) * n))
    print(show(cards))
    print(show(sorted(cards, key=cmp_to_key(by_suit), reverse=True)))
    print(max(cards, key=RANK).show(), min(cards, key=cmp_to_key(by_suit)).show())
    key = cmp_to_key(by_rank)
    a, b = key(cards[0]), key(cards[1])
    print(a < b, a > b, a <= b, a >= b, a == b, a != b, a == key(cards[0]))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    main(sys.argv)
