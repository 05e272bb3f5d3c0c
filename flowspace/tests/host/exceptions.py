class MyErr(Exception):
    def __init__(self, a, b=0):
        Exception.__init__(self, a, b)
        self.a = a


class Sub(MyErr):
    pass


def t(f):
    try:
        f()
    except (KeyError, IndexError) as e:
        print('lookup', type(e).__name__, e, e.args)
    except MyErr as e:
        print('my', type(e).__name__, e.a, e.args, str(e), repr(e))
    except ArithmeticError as e:
        print('arith', e)
    except Exception as e:
        print('other', type(e).__name__, e)
    else:
        print('no error')
    finally:
        print('finally')


def r(e):
    raise e


t(lambda: {}['k'])
t(lambda: [][1])
t(lambda: ()[0])
t(lambda: 'a'[5])
t(lambda: 1 // 0)
t(lambda: 1 % 0)
t(lambda: 1.0 / 0)
t(lambda: r(MyErr(1)))
t(lambda: r(Sub(2, 3)))
t(lambda: r(MyErr))
t(lambda: None)
t(lambda: int('x'))
t(lambda: undefined_name)
t(lambda: None + 1)
t(lambda: 'a' + 1)
t(lambda: len(5))
t(lambda: 5())
t(lambda: None.foo)
t(lambda: [].remove(1))
t(lambda: [1].index(2))
t(lambda: {}.popitem())
t(lambda: next(iter([])))
t(lambda: chr(-1) and 1)
t(lambda: {[]: 1})
t(lambda: 5 in 5)
t(lambda: iter(5))
t(lambda: float('abc'))
t(lambda: 1 < 'a')
t(lambda: [1, 2] < 3)
t(lambda: r(5))
t(lambda: r(StopIteration('x')))
t(lambda: ord('ab'))
t(lambda: '%d' % 'a')
t(lambda: '%s %s' % (1,))
t(lambda: '%s' % (1, 2))
t(lambda: getattr(1, 'foo'))
t(lambda: setattr(1, 'foo', 2))
t(lambda: (1).foo)
t(lambda: range(1, 2, 0))
t(lambda: [1, 2, 3][::0])
t(lambda: 'abc'.index('z'))
t(lambda: ''.join([1]))
t(lambda: -1 << -1)


def unpack(x):
    a, b = x


t(lambda: unpack([1]))
t(lambda: unpack([1, 2, 3]))
t(lambda: unpack(5))
try:
    try:
        raise ValueError('a')
    except ValueError:
        raise
except ValueError as e:
    print('reraised', e)
try:
    try:
        raise ValueError('a')
    finally:
        print('inner finally')
except ValueError:
    print('outer')


def nested():
    try:
        return 'try'
    finally:
        print('in finally')


print(nested())


def swallow():
    while True:
        try:
            raise KeyError
        except KeyError:
            break
        finally:
            print('f')
    return 'out'


print(swallow())
try:
    assert 1 == 2, 'message'
except AssertionError as e:
    print('assert', e)
try:
    raise MyErr('x') from ValueError('y')
except MyErr as e:
    print(e.a)
import sys
try:
    raise KeyError('info')
except KeyError:
    ty, v, tb = sys.exc_info()
    print(ty.__name__, v)
e = MyErr(1, 2)
print(e.args, e.a, isinstance(e, Exception), Sub.__mro__[1].__name__)
try:
    open('/nonexistent/file')
except IOError as e:
    print(e.errno, e.strerror, e.filename, e)
try:
    sys.exit(3)
except SystemExit as e:
    print('exit', e.code)
def local_unbound():
    print(zzz)
    zzz = 1
t(local_unbound)
def f():
    try:
        yield 1
    except GeneratorExit:
        print('closing')
        raise
g = f(); next(g); g.close()
try:
    import nonexistent_module
except ImportError as e:
    print(e)
try:
    from os import nonexistent_name
except ImportError as e:
    print('ImportError')
class Ctx:
    def __enter__(self): return 1
    def __exit__(self, *a): print('exit', a[0]); return False
with Ctx() as a, Ctx() as b:
    print(a, b)
def g2():
    with Ctx():
        return 5
print(g2())
