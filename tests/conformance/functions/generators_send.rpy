# send, throw, close and yield from.
class Log(object):
    def __init__(self):
        self.lines = []

    def add(self, text):
        self.lines.append(text)

    def flush(self):
        print(' | '.join(self.lines))
        self.lines = []


log = Log()


def averager():
    total = 0.0
    count = 0
    average = 0.0
    while True:
        x = yield average
        total += x
        count += 1
        average = total / count


def echo():
    """None and strings may be sent."""
    last = 'nothing'
    while True:
        got = yield last
        if got is None:
            last = last + '.'
        else:
            last = got


def careful(n):
    i = 0
    while i < n:
        try:
            yield i
        except ValueError:
            log.add('ValueError at %d' % i)
            i += 10
        except KeyError:
            log.add('KeyError at %d' % i)
            yield -1
        finally:
            log.add('finally %d' % i)
        i += 1


def resource(name):
    log.add('open ' + name)
    try:
        yield 1
        yield 2
        yield 3
    finally:
        log.add('close ' + name)


def stubborn():
    while True:
        try:
            yield 0
        except GeneratorExit:
            log.add('no exit')


def inner(n):
    got = 0
    for i in range(n):
        v = yield i
        if v is not None:
            got += v.amount
    return got


class Amount(object):
    def __init__(self, amount):
        self.amount = amount


def outer(n):
    a = yield from inner(n)
    log.add('first gave %d' % a)
    b = yield from inner(n + 1)
    log.add('second gave %d' % b)
    return a + b


def outermost():
    r = yield from outer(2)
    log.add('all gave %d' % r)


def delegating_handlers():
    try:
        yield from resource('inner')
    except ValueError:
        log.add('outer caught')
        yield 99
    yield from [5, 6]
    for x in range(2):
        yield from resource('r%d' % x)


def flatten(tree):
    if tree.left is not None:
        yield from flatten(tree.left)
    yield tree.value
    if tree.right is not None:
        yield from flatten(tree.right)


class Tree(object):
    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right

    def __iter__(self):
        return flatten(self)

    def paths(self, prefix):
        here = prefix + str(self.value)
        yield here
        for child in [self.left, self.right]:
            if child is not None:
                yield from child.paths(here + '/')


def consume(g):
    out = []
    while True:
        try:
            out.append(str(next(g)))
        except StopIteration:
            break
    return ','.join(out)


def scheduler(names):
    """Round robin over several coroutines."""
    def task(name, n):
        for i in range(n):
            log.add('%s%d' % (name, i))
            yield
        log.add(name + ' done')
    tasks = [task(name, k + 1) for k, name in enumerate(names)]
    while tasks:
        t = tasks.pop(0)
        try:
            next(t)
        except StopIteration:
            continue
        tasks.append(t)


def entry_point(argv):
    g = averager()
    next(g)
    print(g.send(10.0), g.send(20.0), g.send(60.0))
    try:
        h = averager()
        h.send(1.0)
    except TypeError:
        print('TypeError')
    e = echo()
    print(next(e), e.send('a'), next(e), next(e), e.send('b'), e.send(None))

    c = careful(3)
    print(next(c), next(c), c.throw(KeyError()), next(c))
    print(consume(c))
    log.flush()
    c2 = careful(20)
    print(next(c2), c2.throw(ValueError()))
    log.flush()
    try:
        c2.throw(IndexError())
    except IndexError:
        print('IndexError came out')
    log.flush()
    try:
        next(c2)
    except StopIteration:
        print('finished')

    r = resource('a')
    print(next(r))
    r.close()
    r.close()
    log.flush()
    r = resource('never started')
    r.close()
    print(consume(r) == '')
    r = resource('b')
    try:
        r.throw(ValueError())
    except ValueError:
        print('not started: ValueError')
    print(len(log.lines))
    s = stubborn()
    next(s)
    try:
        s.close()
    except RuntimeError:
        print('RuntimeError')
    log.flush()

    o = outermost()
    print(next(o))
    try:
        k = 1
        while True:
            print(o.send(Amount(k)))
            k += 1
    except StopIteration:
        print('end')
    log.flush()
    d = delegating_handlers()
    print(next(d), next(d), d.throw(ValueError()), next(d), next(d), next(d))
    log.flush()
    d.close()
    log.flush()
    print(consume(delegating_handlers()))
    log.flush()
    t = Tree(4, Tree(2, Tree(1), Tree(3)), Tree(6, None, Tree(7)))
    print([x for x in t])
    print([p for p in t.paths('')])
    scheduler(['a', 'b', 'c'])
    log.flush()
    return 0


def target(driver, args):
    return entry_point, None
