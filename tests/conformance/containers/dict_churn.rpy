"""Dicts and sets that are filled and emptied again and again: no search may run for ever, nothing may get lost."""


def churn_last(rounds):
    d = {}
    d[-1] = 0
    for i in range(rounds):
        d[i] = i
        del d[i]
    return len(d), 5 in d, -1 in d


def stack(rounds):
    s = set()
    for i in range(rounds):
        s.add(i * 31 % 257)
        if i % 3:
            s.discard(i * 31 % 257)
        if 1000 + i in s:
            return -1
    return len(s)


def popitem(rounds):
    d = {'keep': 0}
    for i in range(rounds):
        d[str(i)] = i
        if d.popitem()[1] != i:
            return False
    return d == {'keep': 0}


def model(rounds):
    d = {}
    l = []
    seed = 7
    for i in range(rounds):
        seed = (seed * 1103515245 + 12345) % 2147483648
        k = seed // 65536 % 40
        if seed // 1024 % 2:
            if k in d:
                del d[k]
                l = [p for p in l if p[0] != k]
        else:
            if k in d:
                l = [(a, i if a == k else b) for a, b in l]
            else:
                l.append((k, i))
            d[k] = i
        if i % 50 == 0 and list(d.items()) != l:
            return False
    return list(d.items()) == l


def queue(rounds):
    d = {}
    first = 0
    for i in range(rounds):
        d[i] = i
        if len(d) > 20:
            del d[first]
            first += 1
    return len(d), min(d), max(d), list(d)[:3]


def entry_point(argv):
    print(churn_last(5000))
    print(stack(3000))
    print(popitem(3000))
    print(model(3000))
    print(queue(5000))
    columns = set()
    for i in range(200):
        for c in range(6):
            columns.add(c)
        for c in range(5, -1, -1):
            columns.remove(c)
        if 77 in columns:
            print('?')
    print(len(columns))
    return 0


def target(driver, args):
    return entry_point
