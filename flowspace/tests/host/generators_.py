"""Generators, context managers, comprehensions' scopes, closures."""
import sys


def echo():
    got = []
    try:
        while True:
            try:
                x = yield len(got)
                got.append(x)
            except ValueError as e:
                got.append('VE:' + str(e))
    finally:
        print('closing', got)


g = echo()
print(next(g), g.send('a'), g.send('b'), g.throw(ValueError('boo')), next(g))
g.close()
try:
    next(g)
except StopIteration:
    print('stopped')


def early():
    yield 1
    return 'result'


it = early()
next(it)
try:
    next(it)
except StopIteration as e:
    print('value', e.value, e.args)


def sub():
    x = yield 'sub1'
    print('sub got', x)
    try:
        yield 'sub2'
    except KeyError as e:
        print('sub caught', e)
        yield 'after'
    return 'sub result'


def outer():
    r = yield from sub()
    print('outer got', r)
    yield from [10, 20]
    yield from (i * i for i in range(3))


g = outer()
print(next(g), g.send('hello'), g.throw(KeyError('k')), list(g))
g = echo()
try:
    g.send('not none')
except TypeError as e:
    print('TypeError', e)
g = (x for x in [1, 2, 3])
print(next(g), list(g), list(g))


def ignores_exit():
    try:
        yield 1
    except GeneratorExit:
        yield 2


g = ignores_exit()
next(g)
try:
    g.close()
except RuntimeError as e:
    print('RuntimeError', e)


def raises():
    yield 1
    raise IndexError('inside')


g = raises()
next(g)
try:
    next(g)
except IndexError as e:
    print('IndexError', e)
print(list(g))


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def take(n, it):
    return [x for _, x in zip(range(n), it)]


print(take(10, fib()))


def tree(t):
    if t is None:
        return
    l, v, r = t
    for x in tree(l):
        yield x
    yield v
    for x in tree(r):
        yield x


print(list(tree(((None, 1, None), 2, ((None, 3, None), 4, None)))))


# StopIteration inside a generator
def bad():
    next(iter([]))
    yield 1


try:
    list(bad())
except RuntimeError as e:
    print('RuntimeError', e)

# finally runs on return inside loops, on break out of nested loops
def fin(n):
    for i in range(5):
        try:
            if i == n:
                return ('ret', i)
            if i == 3:
                break
            continue
        finally:
            print('fin', i, end=' ')
    else:
        print('else', end=' ')
    return 'end'


print(fin(1), fin(9))


# context managers
class CM(object):
    def __init__(self, name, swallow=False):
        self.name = name
        self.swallow = swallow

    def __enter__(self):
        print('enter', self.name, end='; ')
        return self.name

    def __exit__(self, t, v, tb):
        print('exit', self.name, t.__name__ if t else None, v, end='; ')
        return self.swallow


with CM('a') as a, CM('b') as b:
    print(a, b, end='; ')
print()
with CM('s', True):
    raise ValueError('swallowed')
print()
try:
    with CM('o'), CM('i'):
        raise KeyError('through')
except KeyError as e:
    print('caught', e)
with (CM('p') as p1, CM('q') as p2):
    print(p1 + p2, end='; ')
print()


def with_return():
    with CM('r'):
        return 'returned'


print(with_return())
for i in range(3):
    with CM('l%d' % i):
        if i == 0:
            continue
        if i == 1:
            break
print()

from contextlib import contextmanager, closing, suppress, ExitStack, nullcontext


@contextmanager
def managed(x):
    print('begin', x, end='; ')
    try:
        yield x * 2
    except ZeroDivisionError as e:
        print('handled', e, end='; ')
    finally:
        print('end', x)


with managed(4) as v:
    print(v, end='; ')
with managed(5) as v:
    1 // 0


class Closer(object):
    def close(self):
        print('closed')


with closing(Closer()) as c:
    pass
with suppress(KeyError, IndexError):
    {}['x']
print('suppressed')
with ExitStack() as st:
    st.enter_context(managed(1))
    st.callback(print, 'callback', 1)
    print(st.enter_context(nullcontext('n')))


# scopes
x = 'global'


def scopes():
    x = 'local'
    r1 = [x for x in range(3)]
    r2 = {x: x for x in 'ab'}
    r3 = list(x for x in (5, 6))
    return x, r1, r2, r3


print(scopes(), x)


class Body(object):
    x = 'class'
    items = [x for x in range(2)]
    def get(self):
        return x


print(Body.items, Body().get(), Body.x)
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
fs = [lambda i=i: i for i in range(3)]
print([f() for f in fs])


def counter():
    n = 0

    def inc(by=1):
        nonlocal n
        n += by
        return n

    def get():
        return n
    return inc, get


inc, get = counter()
inc()
inc(5)
print(get(), inc.__closure__[0].cell_contents, inc.__code__.co_freevars)


def use_global():
    global newly_made
    newly_made = 17


use_global()
print(newly_made)
try:
    def unbound():
        print(later)
        later = 1
    unbound()
except UnboundLocalError as e:
    print(type(e).__name__, str(e)[:40])
try:
    print(undefined_name)
except NameError as e:
    print(e)


def del_local():
    y = 1
    del y
    try:
        return y
    except UnboundLocalError:
        return 'gone'


print(del_local())
print([(a, b) for a in range(3) for b in range(a) if (a + b) % 2])
print([[c for c in row if c] for row in [[0, 1], [2, 0]]])
print({a % 3 for a in range(10)}, {k: v for k, v in zip('abc', range(3)) if v})
print(sum(x * y for x, y in [(1, 2), (3, 4)]), max((len(w), w) for w in ['a', 'bbb', 'cc']))
if (n := len('walrus')) > 3:
    print(n, [y := 1, y ** 2], [z for w in 'abc' if (z := w.upper()) != 'B'])


def gen_types():
    yield


print(type(gen_types()).__name__, hasattr(gen_types(), 'send'), iter(g) is g)


def loop_else(items):
    for i in items:
        if i == 2:
            break
    else:
        return 'exhausted'
    return 'broken at %d' % i


print(loop_else([1, 2, 3]), loop_else([1]), loop_else([]))
i = 0
while i < 3:
    i += 1
else:
    print('while else', i)


class Iter(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Seq(object):
    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * i


print(list(Iter(3)), list(Seq()), 9 in Seq(), list(reversed([1, 2])), list(iter(lambda it=iter([1, 2, 0, 3]): next(it), 0)))
a, *b, c = Iter(5)
print(a, b, c)
