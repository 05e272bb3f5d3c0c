def entry_point(argv):
    a, *b = [1, 2, 3, 4]
    print(a, b)
    *a2, b2 = [1, 2, 3]
    print(a2, b2)
    x, *y, z = (1, 2, 3, 4)
    print(x, y, z)
    p, *q = [5]
    print(p, q)
    try:
        m, n, *o = [len(argv)]
        print(m, n, o)
    except ValueError:
        print('too few')
    for h, *t in [[1, 2], [3, 4, 5]]:
        print(h, t)
    return 0


def target(driver, args):
    return entry_point, None
