# Generators and generator expressions that capture variables, and functions made inside generators.


def total(it):
    t = 0
    for x in it:
        t += x
    return t


def scaled(xs, k):
    return total(x * k for x in xs)


def pairs(xs, ys):
    return total(x * y for x in xs for y in ys if x != y)


def naturals(limit):
    n = 0
    while n < limit:
        yield n
        n += 1


def filtered(pred, xs):
    for x in xs:
        if pred(x):
            yield x


def countdown(start, step):
    def gen():
        n = start
        while n > 0:
            yield n
            n -= step
    return gen


def shared(log):
    count = 0

    def numbers(n):
        nonlocal count
        for i in range(n):
            count += 1
            log.append(count)
            yield i * 10

    def seen():
        return count
    return numbers, seen


def functions(n):
    for i in range(n):
        def f(x):
            return x * 100 + i
        yield f


def own_state(start):
    state = start

    def bump():
        nonlocal state
        state += 1
    while state < start + 3:
        bump()
        yield state


def with_param(n):
    def half():
        return n // 2
    while n > 1:
        n = half()
        yield n


class Tree(object):
    def __init__(self, left, value, right):
        self.left = left
        self.value = value
        self.right = right


def build(lo, hi):
    if lo >= hi:
        return None
    mid = (lo + hi) // 2
    return Tree(build(lo, mid), mid, build(mid + 1, hi))


def walk(tree):
    out = []

    def visit(t, depth):
        if t is not None:
            visit(t.left, depth + 1)
            out.append('%d@%d' % (t.value, depth))
            visit(t.right, depth + 1)
    visit(tree, 0)
    return ' '.join(out)


def entry_point(argv):
    n = len(argv) + 2
    print(scaled([1, 2, 3], n))
    print(pairs([1, 2, 3], [2, 3, 4]))
    print(total(filtered(lambda x: x % n == 0, naturals(20))))
    gen = countdown(10, n)
    for x in gen():
        print(x)
    print(total(gen()) + total(gen()))
    log = []
    numbers, seen = shared(log)
    print(total(numbers(3)))
    print(total(numbers(2)))
    print(seen(), log)
    for f in functions(3):
        print(f(n))
    print([x for x in own_state(n)])
    print([x for x in with_param(40)])
    print(walk(build(0, 9)))
    words = ['a', 'bb', 'ccc']
    longest = 0
    for length in (len(w) + n for w in words):
        if length > longest:
            longest = length
    print(longest)
    return 0


def target(driver, args):
    return entry_point, None
