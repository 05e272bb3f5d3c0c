def f(a, b=2, *args, c=3, **kw):
    return a, b, args, c, sorted(kw.items())


print(f(1), f(1, 5), f(1, 5, 6, 7), f(1, c=9, z=1), f(*[1, 2, 3], **{'c': 4, 'q': 0}))
for bad in ('f()', 'f(1, a=2)', 'g(1, 2, 3)', 'g()', 'g(z=1)', 'h(1)', 'h(k=1, j=2)'):
    def g(x, y=0):
        pass

    def h(*, k):
        pass
    try:
        eval(bad)
    except TypeError as e:
        print(bad, e)


def counter():
    n = 0

    def inc(by=1):
        nonlocal n
        n += by
        return n
    return inc


c = counter()
print(c(), c(5), c())
fs = [lambda i=i: i for i in range(3)]
print([g() for g in fs])
fs = [lambda: i for i in range(3)]
print([g() for g in fs])


def deco(arg):
    def wrap(fn):
        def inner(*a, **k):
            return (arg, fn(*a, **k))
        inner.__name__ = fn.__name__
        inner._flag_ = arg
        return inner
    return wrap


@deco('x')
@deco('y')
def add(a, b):
    """adds"""
    return a + b


print(add(1, 2), add.__name__, add._flag_)
add.attr = 5
print(add.attr, sorted(add.__dict__))


def gen(n):
    try:
        for i in range(n):
            got = yield i
            if got:
                yield 'got %s' % got
    finally:
        print('cleanup')


print(list(gen(3)))
g = gen(5)
print(next(g), g.send('hi'), next(g))
g.close()
g = gen(5)
next(g)
try:
    g.throw(ValueError('boo'))
except ValueError as e:
    print('thrown', e)


def sub():
    r = yield from gen(2)
    yield 'r=%r' % (r,)
    return 7


def outer():
    v = yield from sub()
    yield v


print(list(outer()))


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


from itertools import islice, count, chain, product, permutations, combinations, repeat, takewhile, dropwhile, groupby
print(list(islice(fib(), 10)), list(islice(count(3), 2)), list(chain([1], (2, 3))))
print(list(product('ab', [1, 2])), list(permutations([1, 2, 3], 2)), list(combinations('abc', 2)))
print(list(repeat(1, 3)), list(takewhile(lambda x: x < 3, count())), [(k, list(v)) for k, v in groupby('aabbb')])
gl = 1


def setg():
    global gl
    gl = 10


setg()
print(gl)


def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


print(fact(25))


def rec(n):
    return rec(n + 1)


try:
    rec(0)
except RecursionError as e:
    print('RecursionError')
exec('zz = 5\ndef ff(x): return x + zz')
print(zz, ff(1))
ns = {}
exec('''
class K(object):
    def m(self): return q * 2
''', {'q': 21}, ns)
try:
    print(ns['K']().m())
except NameError as e:
    print(e)
code = compile('1 + 2 * x', '<s>', 'eval')
print(eval(code, {'x': 10}), eval('[i for i in range(3)]'))


def loc(a, b):
    c = a + b
    return sorted(locals().items())


print(loc(1, 2))
print(f.__code__.co_varnames[:f.__code__.co_argcount], f.__defaults__, f.__kwdefaults__, add.__doc__)
import functools


@functools.wraps(fact)
def wrapped(n):
    return fact(n)


print(wrapped.__name__, functools.reduce(lambda a, b: a + b, [1, 2, 3]), functools.partial(f, 1, c=5)(2))


@functools.lru_cache(None)
def memo(n):
    print('computing', n)
    return n * 2


print(memo(2), memo(2))
print((lambda *a, **k: (a, k))(1, 2, x=3))


def kwonly(a, *, b, c=5):
    return a, b, c


print(kwonly(1, b=2), kwonly(b=3, a=4, c=6))


def posonly(a, b, /, c):
    return a, b, c


print(posonly(1, 2, c=3))
print([x for x in (y * 2 for y in range(4)) if x > 2])
it = iter(lambda s=[0]: s.__setitem__(0, s[0] + 1) or s[0], 4)
print(list(it))
def tryret():
    for i in range(3):
        try:
            if i == 1:
                return i
        finally:
            print('fin', i)
print(tryret())
assert add.__name__ == 'add'
