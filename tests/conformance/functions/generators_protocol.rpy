"""Generators: send, throw, close, yield from with values, try/finally in them, StopIteration values, errors in the body."""


def echo(log):
    got = ""
    while True:
        try:
            text = yield got
            if text is None:
                got = "none"
            else:
                got = text.upper()
        except ValueError as e:
            log.append("threw " + str(e))
            got = "recovered"
        finally:
            log.append("step")


def closing(log):
    try:
        yield 1
        yield 2
        yield 3
    except GeneratorExit:
        log.append("exit")
        raise
    finally:
        log.append("closed")


def inner(n):
    total = 0
    for i in range(n):
        total += i
        yield i
    return total


def outer(log):
    a = yield from inner(3)
    log.append("first %d" % a)
    b = yield from inner(0)
    log.append("second %d" % b)
    c = yield from inner(4)
    yield a + b + c


def failing(n):
    for i in range(10):
        yield 100 // (n - i)


def tree(depth):
    if depth > 0:
        for x in tree(depth - 1):
            yield x * 2
        yield depth
        for x in tree(depth - 1):
            yield x * 2 + 1


def pairs(l):
    for i, a in enumerate(l):
        for b in l[i + 1:]:
            if a == b:
                continue
            yield a, b


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def early(flag):
    yield "a"
    if flag:
        return
    yield "b"


def entry_point(argv):
    log = []
    g = echo(log)
    print(next(g), g.send("abc"), next(g), g.send(None), g.throw(ValueError("x")), g.send("last"))
    g.close()
    try:
        next(g)
    except StopIteration:
        print("over")
    print(log)

    log = []
    c = closing(log)
    print(next(c), next(c))
    c.close()
    c.close()
    print(list(closing(log)), log)

    log = []
    print(list(outer(log)), log)
    g2 = failing(2)
    seen = []
    try:
        for x in g2:
            seen.append(x)
    except ZeroDivisionError:
        print("divided", seen)
    print(next(g2, -1))
    print(list(tree(3)), sum(tree(4)), list(pairs([1, 2, 1, 3])))
    it = fib()
    print([next(it) for _ in range(10)], [x for x in early(True)], [x for x in early(False)])
    for x in fib():
        if x > 1000:
            print(x)
            break
    squares = (x * x for x in range(10) if x % 3)
    print(next(squares), next(squares), sum(squares), list(squares))
    print(sorted((len(w), w) for w in ["ccc", "a", "bb"]), max(x % 7 for x in range(20)), any(x > 3 for x in [1, 2]))
    g3 = inner(2)
    try:
        g3.throw(KeyError("early"))
    except KeyError as e:
        print("key", e)
    print(list(g3), list(zip(inner(3), fib())), dict((k, len(k)) for k in early(False)))
    return 0


def target(driver, args):
    return entry_point
