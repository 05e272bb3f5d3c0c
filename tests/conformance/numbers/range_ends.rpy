"""Ranges whose next item would be beyond the ints end there."""

MAX = 9223372036854775807

def take(r):
    n = 0
    total = []
    for i in r:
        total.append(i)
        n += 1
        if n > 5:
            print("too many")
            break
    return total

def entry_point(argv):
    k = len(argv) - 1
    print(take(range(MAX - 4 + k, MAX, 3)), take(range(-MAX + 4 - k, -MAX - 1, -3)), take(range(3 - k, -2 - k, -1)))
    for step in [3, MAX, 4611686018427387904, -3, -MAX, 2]:
        out = []
        n = 0
        for i in range(MAX - 5 + k if step > 0 else -MAX + 5 - k, MAX if step > 0 else -MAX - 1, step):
            out.append(i)
            n += 1
            if n > 6:
                break
        print(step, out)
    print([i for i in range(k, MAX, 4611686018427387904)], list(range(3, -MAX, -4611686018427387904)))
    s = 0
    for i in range(0, 1000, 7):
        s += i
    for i in range(1000, 0, -7):
        s += i
    print(s)
    return 0

def target(driver, args):
    return entry_point, None
