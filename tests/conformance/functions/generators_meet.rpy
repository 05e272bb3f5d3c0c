def up(n):
    for i in range(n):
        yield i

def down(n):
    while n > 0:
        n -= 1
        yield n

def choose(n):
    if n % 2:
        return up(n)
    return down(n)

def entry_point(argv):
    for k in range(5):
        for x in choose(k):
            print(k, x)
    gs = [up(2), down(3)]
    for g in gs:
        print(next(g))
    for g in gs:
        for x in g:
            print(x)
    return 0


def target(driver, args):
    return entry_point, None
