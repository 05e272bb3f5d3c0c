def entry_point(argv):
    n = len(argv)

    def add(x):
        return x + n
    print(add(1))

    def make(k):
        def mul(x, y=k):
            return x * k + y
        return mul
    m = make(3)
    print(m(5))
    print(m(5, 1))
    fs = []
    for i in range(4):
        fs.append(lambda x: x + i)
    for f in fs:
        print(f(10))
    gs = [lambda x, i=i: x + i for i in range(4)]
    for g in gs:
        print(g(10))

    def counter():
        c = 0

        def inc():
            nonlocal c
            c += 1
            return c

        def get():
            return c
        return inc, get
    inc, get = counter()
    inc()
    inc()
    print(get())

    def fact(k):
        return 1 if k <= 1 else k * fact(k - 1)
    print(fact(10))

    def even(k):
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)
    print(even(n + 10))

    def up(k):
        return n if k == 0 else 1 + up(k - 1)
    print(up(20))
    print(sum_gen(x * n for x in range(10)))
    return 0


def sum_gen(g):
    t = 0
    for x in g:
        t += x
    return t


def target(driver, args):
    return entry_point, None
