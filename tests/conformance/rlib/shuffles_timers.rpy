"""rrandom and rtimer: sequences of a seed, shuffles, weighted choices, jumps, several generators side by side, a reservoir, a Markov
chain; timers only grow."""
from rpython.rlib.rrandom import Random
from rpython.rlib.rtimer import read_timestamp
from rpython.rlib.rarithmetic import r_uint, intmask, r_longlong


class Dice(object):
    def __init__(self, seed):
        self.random = Random(r_uint(seed))
        self.rolls = 0

    def below(self, n):
        """Without bias."""
        self.rolls += 1
        limit = r_uint(0xffffffff) // r_uint(n) * r_uint(n)
        while True:
            x = self.random.genrand32()
            if x < limit:
                return intmask(x % r_uint(n))

    def shuffle(self, items):
        i = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
            i -= 1

    def weighted(self, weights):
        x = self.random.random() * sum_of(weights)
        for i in range(len(weights)):
            x -= weights[i]
            if x < 0.0:
                return i
        return len(weights) - 1


def sum_of(xs):
    total = 0.0
    for x in xs:
        total += x
    return total


def reservoir(dice, stream_length, k):
    kept = []
    for i in range(stream_length):
        if i < k:
            kept.append(i)
        else:
            j = dice.below(i + 1)
            if j < k:
                kept[j] = i
    return kept


def chain(text, dice, length):
    followers = {}
    for i in range(len(text) - 1):
        c = text[i]
        if c not in followers:
            followers[c] = []
        followers[c].append(text[i + 1])
    c = text[0]
    out = [c]
    for _ in range(length):
        options = followers.get(c, None)
        if options is None:
            break
        c = options[dice.below(len(options))]
        out.append(c)
    return "".join(out)


def pi_by_darts(dice, n):
    hits = 0
    for _ in range(n):
        x = dice.random.random()
        y = dice.random.random()
        if x * x + y * y < 1.0:
            hits += 1
    return 4.0 * float(hits) / float(n)


def entry_point(argv):
    r = Random(r_uint(42))
    print([intmask(r.genrand32()) for _ in range(5)])
    print(["%.6f" % r.random() for _ in range(3)])
    a, b = Random(r_uint(1)), Random(r_uint(1))
    same = True
    for _ in range(1500):
        if a.genrand32() != b.genrand32():
            same = False
    c = Random(r_uint(2))
    print(same, a.genrand32() == c.genrand32())
    by_array = Random()
    by_array.init_by_array([r_uint(0x123), r_uint(0x234), r_uint(0x345), r_uint(0x456)])
    print([intmask(by_array.genrand32()) for _ in range(4)])
    a.jumpahead(10)
    print(a.genrand32() == b.genrand32())
    dice = Dice(7)
    cards = [i for i in range(12)]
    dice.shuffle(cards)
    print(cards)
    counts = [0] * 6
    for _ in range(6000):
        counts[dice.below(6)] += 1
    print(counts)
    picked = [0] * 3
    for _ in range(900):
        picked[dice.weighted([0.5, 2.0, 0.5])] += 1
    print(picked)
    print(reservoir(dice, 1000, 5), dice.rolls)
    print(chain("the theory of the thing is that they think", dice, 30))
    print("%.3f" % pi_by_darts(dice, 4000))
    t = read_timestamp()
    total = 0
    for i in range(20000):
        total += i ^ (total & 0xff)
    later = read_timestamp()
    print(later >= t, total > 0)
    return 0


def target(driver, args):
    return entry_point, None
