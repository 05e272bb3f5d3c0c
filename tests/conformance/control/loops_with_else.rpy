"""while and for with else, break out of nested loops, continue, loop variables after the loop, ranges with all signs of steps."""


def find(matrix, wanted):
    for y, row in enumerate(matrix):
        for x, v in enumerate(row):
            if v == wanted:
                break
        else:
            continue
        return x, y
    else:
        return -1, -1


def collatz(n, limit):
    steps = 0
    while n != 1:
        if steps >= limit:
            break
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    else:
        return steps
    return -n


def ranges(a, b, step):
    try:
        r = range(a, b, step)
        out = []
        for i in r:
            out.append(i)
        print(a, b, step, out, len(r), list(reversed(r)), 3 in r, sum(r))
    except ValueError as e:
        print(a, b, step, "no step")


def primes(n):
    out = []
    for p in range(2, n):
        for q in out:
            if q * q > p:
                out.append(p)
                break
            if p % q == 0:
                break
        else:
            out.append(p)
    return out


def after(l):
    x = -1
    i = -1
    for i, x in enumerate(l):
        if x > 10:
            break
    else:
        x = x * 100
    return i, x


def nested_while(n):
    out = []
    i = 0
    while i < n:
        i += 1
        j = 0
        while True:
            j += 1
            if j > i:
                break
            if (i + j) % 3 == 0:
                continue
            if j == 4:
                return out
            out.append(i * 10 + j)
        else:
            out.append(-1)
    else:
        out.append(999)
    return out


def mutate(l):
    seen = []
    for x in l:
        seen.append(x)
        if x % 2 == 0 and len(l) < 8:
            l.append(x + 1)
        if x == 3:
            l.pop(0)
    return seen, l


def variable_reuse(n):
    for i in range(n):
        for i in range(i, i + 2):
            pass
        n += i
        i = 1000
    return n


def entry_point(argv):
    m = [[1, 2, 3], [4, 5, 6], []]
    print(find(m, 5), find(m, 1), find(m, 9), find([], 0))
    print([collatz(n, 20) for n in [1, 2, 3, 6, 7, 27]])
    for a, b, step in [(0, 5, 1), (5, 0, -1), (0, 10, 3), (10, 0, -4), (3, 3, 1), (0, 5, -1), (-3, 4, 2), (7, -7, -7), (1, 2, 0), (0, -1, 5)]:
        ranges(a, b, step)
    print(primes(40), after([1, 20, 3]), after([1, 2]), after([]))
    print(nested_while(3), nested_while(6), nested_while(0))
    print(mutate([2, 4, 1]), mutate([3, 1, 2, 2]), variable_reuse(4))
    print([i for i in range(3)][::-1], list(range(4))[1:3], range(10)[3], range(10)[-1], list(range(2, 9, 3)), len(range(5, 100, 7)))
    n = 0
    for c in "hello world":
        if c == "o":
            continue
        if c == " ":
            break
        n += 1
    else:
        n = -1
    print(n, c)
    return 0


def target(driver, args):
    return entry_point
