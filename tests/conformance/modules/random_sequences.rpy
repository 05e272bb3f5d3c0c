# The sequences of random are CPython's: of instances with a seed, of a subclass, of the functions of the module.
import random
from random import randint, shuffle

PREBUILT = random.Random(2026)
PREBUILT.random()


class Loaded(random.Random):
    def __init__(self, seed, factor):
        random.Random.__init__(self, seed)
        self.factor = factor

    def die(self):
        return self.randint(1, 6) * self.factor


class Card(object):
    def __init__(self, suit, rank):
        self.suit = suit
        self.rank = rank

    def __repr__(self):
        return "%d%s" % (self.rank, self.suit)


def numbers(r):
    print([r.randrange(10) for i in range(12)])
    print([r.randrange(5, 50, 7) for i in range(8)], r.randrange(10, -10, -3), r.randrange(1000000000000))
    print([r.randint(-3, 3) for i in range(12)])
    print(r.random(), r.uniform(1.0, 3.0), r.uniform(-1, 1), r.getrandbits(1), r.getrandbits(32), r.getrandbits(40), r.getrandbits(63))
    print(r.gauss(0.0, 1.0), r.gauss(10.0, 2.0), r.gauss(0.0, 1.0), r.normalvariate(0.0, 1.0))
    print(r.expovariate(1.5), r.triangular(0.0, 10.0, 3.0), r.triangular(), r.paretovariate(3.0), r.weibullvariate(1.0, 1.5))


def sequences(r):
    print(r.choice("abcdef"), r.choice([10, 20, 30]), r.choice(("x", "y")), r.choice(range(100)), r.choice([1.5, 2.5]))
    cards = [Card(suit, rank) for suit in "SHDC" for rank in range(1, 6)]
    r.shuffle(cards)
    print(cards)
    words = ["one", "two", "three", "four"]
    r.shuffle(words)
    print(words)
    print(r.sample(range(1000), 6), r.sample(words, 3), r.sample(range(10), 10), r.sample(range(100000), 30))
    print(r.sample(["a", "b"], 3, counts=[2, 2]))
    print(r.choices("abc", k=5), r.choices([1, 2, 3], weights=[1, 1, 8], k=10), r.choices(["x", "y"], cum_weights=[0.5, 2.5], k=4))
    print(r.choice(cards).rank, [c.rank for c in r.choices(cards, k=3)])


def errors(r):
    try:
        r.randrange(0)
    except ValueError as e:
        print(e)
    try:
        r.randrange(5, 5)
    except ValueError as e:
        print(e)
    try:
        r.choice("")
    except IndexError as e:
        print(e)
    try:
        r.sample([1, 2], 3)
    except ValueError as e:
        print(e)
    try:
        r.randrange(3, 1, 0)
    except ValueError as e:
        print(e)


def pi(n):
    inside = 0
    r = random.Random(1)
    for i in range(n):
        x = r.random()
        y = r.random()
        if x * x + y * y < 1.0:
            inside += 1
    return 4.0 * inside / n


def entry_point(argv):
    for seed in [0, 1, 42, 123456789012, -5]:
        numbers(random.Random(seed))
    r = random.Random(7)
    sequences(r)
    r.seed(99)
    print(r.random(), r.random())
    r.seed(0.5)
    print(r.random())
    errors(r)
    loaded = Loaded(3, 10)
    print([loaded.die() for i in range(6)])
    print(PREBUILT.random(), PREBUILT.randint(1, 100))
    random.seed(1234)
    print(random.random(), randint(1, 100), random.choice([1, 2, 3]), random.uniform(0.0, 5.0), random.getrandbits(20))
    deck = list(range(20))
    shuffle(deck)
    print(deck, random.sample(deck, 4), random.choices(deck, k=3), random.randrange(3), random.gauss(1.0, 2.0))
    print(pi(2000))
    a = random.Random()
    b = random.Random()
    print(0.0 <= a.random() < 1.0, 0 <= b.randrange(10) < 10)
    return 0


def target(driver, args):
    return entry_point, None
