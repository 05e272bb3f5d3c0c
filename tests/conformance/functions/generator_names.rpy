"""Local variables of generators may have any names, also those that the generator object has fields for."""


def running(n, state=10):
    for i in range(n):
        state += i
        yield state


def texts(words):
    state = "a"
    result = 0
    for w in words:
        state += w
        result += len(w)
        yield state + str(result)


def asked(n):
    sent = "s"
    has_sent = 1.5
    while n > 0:
        got = yield n
        if got is not None:
            n -= len(got)
        sent += "x"
        has_sent += 0.5
        n -= 1
    print(sent, has_sent)


def inner(result):
    yield result
    return result + 1


def outer():
    result = "text"
    value = yield from inner(5)
    print(result, value)
    yield value


def entry_point(argv):
    print(", ".join([str(x) for x in running(4)]))
    print(", ".join([t for t in texts(["bc", "d", ""])]))
    g = asked(6)
    print(next(g))
    try:
        print(g.send("ab"))
        print(g.send("c"))
        print(g.send("d"))
    except StopIteration:
        print("stop")
    for x in outer():
        print(x)
    return 0


def target(driver, args):
    return entry_point
