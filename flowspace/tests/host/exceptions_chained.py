"""Exceptions: chaining, clauses, attributes, hierarchy, tracebacks."""
import sys


class AppError(Exception):
    def __init__(self, code, msg='none'):
        super().__init__(code, msg)
        self.code = code

    def __str__(self):
        return 'AppError<%s>' % self.code


class SubError(AppError):
    pass


def attempt(f):
    try:
        f()
    except (KeyError, IndexError) as e:
        return 'lookup %s %r' % (type(e).__name__, e.args)
    except AppError as e:
        return 'app %s %s %r' % (e, e.code, e.args)
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)
    else:
        return 'fine'
    finally:
        print('f', end=' ')


def raiser(e):
    def f():
        raise e
    return f


print(attempt(raiser(KeyError('k'))))
print(attempt(raiser(SubError(5))))
print(attempt(raiser(ValueError)))
print(attempt(raiser(ValueError('a', 2))))
print(attempt(lambda: None))
print(attempt(lambda: [].pop()))
print(attempt(lambda: {}['zz']))
print(attempt(lambda: 1 + 'a'))
print(attempt(lambda: 'a' + 1))
print(attempt(lambda: [] + ()))
print(attempt(lambda: len(5)))
print(attempt(lambda: int('12x')))
print(attempt(lambda: float('abc')))
print(attempt(lambda: None.foo))
print(attempt(lambda: (1, 2).foo))
print(attempt(lambda: [1][5]))
print(attempt(lambda: 'abc'[10]))
print(attempt(lambda: (1,)[3]))
print(attempt(lambda: 3()))
print(attempt(lambda: iter(3)))
print(attempt(lambda: next(iter([]))))
print(attempt(lambda: 5 // 0))
print(attempt(lambda: 5 % 0))
print(attempt(lambda: 5.0 / 0))
print(attempt(lambda: 2 ** 'x'))
print(attempt(lambda: [1, 2].index(5)))
print(attempt(lambda: [1, 2].remove(5)))
print(attempt(lambda: 'abc'.index('z')))
print(attempt(lambda: {}.popitem()))
print(attempt(lambda: set().pop()))
print(attempt(lambda: {[]: 1}))
print(attempt(lambda: {1, []}))
print(attempt(lambda: 1 < 'a'))
print(attempt(lambda: [] < 3))
print(attempt(lambda: -'a'))
print(attempt(lambda: ~1.5))
print(attempt(lambda: object() + 1))
print(attempt(lambda: chr(-1)))
print(attempt(lambda: ord('ab')))
print(attempt(lambda: range(1, 2, 0)))
print(attempt(lambda: getattr(1, 'zork')))
print(attempt(lambda: isinstance(1, 2)))
print(attempt(lambda: (lambda a: a)()))
print(attempt(lambda: (lambda a: a)(1, 2)))
print(attempt(lambda: (lambda a: a)(b=1)))
print(attempt(lambda: (lambda a: a)(1, a=1)))
print(attempt(lambda: '%d' % 'x'))
print(attempt(lambda: '%s %s' % (1,)))
print(attempt(lambda: '%s' % (1, 2)))
print(attempt(lambda: '{} {}'.format(1)))
print(attempt(lambda: '{x}'.format(y=1)))
print(attempt(lambda: 'a'.join([1])))
print(attempt(lambda: max([])))
print(attempt(lambda: min()))
print(attempt(lambda: sum(['a'])))
print(attempt(lambda: sorted([1, 'a'])))
print(attempt(lambda: 'x' in 5))
print(attempt(lambda: 1 << -1))
print(attempt(lambda: 10 ** 400 * 1.0))
print(attempt(lambda: int(float('inf'))))
print(attempt(lambda: int(float('nan'))))
print(attempt(lambda: __import__('no_such_module')))


def unpack(v):
    a, b = v


print(attempt(lambda: unpack([1])))
print(attempt(lambda: unpack([1, 2, 3])))
print(attempt(lambda: unpack(5)))


def unpack_star(v):
    a, b, *c = v


print(attempt(lambda: unpack_star([1])))

# chaining
try:
    try:
        {}['a']
    except KeyError as e:
        raise ValueError('outer') from e
except ValueError as e:
    print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try:
    try:
        {}['a']
    except KeyError:
        raise ValueError('outer')
except ValueError as e:
    print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try:
    try:
        {}['a']
    except KeyError:
        raise ValueError('outer') from None
except ValueError as e:
    print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)


# re-raise, bare raise
def reraise():
    try:
        raise KeyError('first')
    except KeyError:
        try:
            raise
        except KeyError as e:
            print('again', e)
            raise


try:
    reraise()
except KeyError as e:
    print('top', e)
try:
    raise
except RuntimeError as e:
    print(e)

# finally overriding, nested finally order
def order():
    out = []
    try:
        try:
            out.append(1)
            raise ValueError
        finally:
            out.append(2)
    except ValueError:
        out.append(3)
    finally:
        out.append(4)
    return out


print(order())


def override():
    try:
        raise ValueError
    finally:
        return 'swallowed'


print(override())


def return_chain():
    try:
        return 'try'
    finally:
        print('cleanup', end=' ')


print(return_chain())
# exc_info
try:
    raise AppError(3, 'm')
except AppError:
    t, v, tb = sys.exc_info()
    print(t is AppError, v.code, tb is not None)
print(sys.exc_info())
print(issubclass(FileNotFoundError, OSError), IOError is OSError, issubclass(KeyError, LookupError),
      issubclass(ZeroDivisionError, ArithmeticError), issubclass(StopIteration, Exception),
      issubclass(KeyboardInterrupt, Exception), issubclass(UnicodeDecodeError, ValueError),
      issubclass(NotImplementedError, RuntimeError), issubclass(ModuleNotFoundError, ImportError))
try:
    open('/no/such/file')
except IOError as e:
    print(e.errno, e.strerror, e.filename, e)
print(repr(OSError(2, 'text')), str(OSError(2, 'text')), repr(KeyError('a')), str(KeyError('a')))
print(repr(ValueError()), str(ValueError()), repr(ValueError(1, 'b')), str(ValueError(1, 'b')))
e = ValueError('x').with_traceback(None)
print(e.args, e == ValueError('x'), isinstance(e, ValueError))
try:
    assert 1 == 2, 'assertion text'
except AssertionError as e:
    print(repr(e))
try:
    assert ()
except AssertionError as e:
    print(repr(e))
# an exception class as a tuple made at run time
excs = (KeyError,)
try:
    raise KeyError
except excs + (ValueError,):
    print('tuple works')
try:
    try:
        raise ValueError('v')
    except TypeError:
        print('no')
except ValueError as e:
    print('passed through', e)


class NoInit(Exception):
    pass


class WithAttrs(Exception):
    default = 'd'

    def __init__(self, **kw):
        self.__dict__.update(kw)


print(NoInit('a', 1).args, WithAttrs(x=1).x, WithAttrs().default, WithAttrs(y=2).args)
try:
    raise SystemExit(3)
except SystemExit as e:
    print(e.code)
try:
    sys.exit('message')
except SystemExit as e:
    print(e.code)


def recursive(n):
    return recursive(n + 1)


try:
    recursive(0)
except RecursionError as e:
    print('RecursionError', str(e)[:32])
try:
    exec('a = (1,\nb = 2')
except SyntaxError as e:
    print('SyntaxError')
try:
    eval('1 +')
except SyntaxError as e:
    print('SyntaxError')
import traceback
try:
    raise ValueError('for traceback')
except ValueError as e:
    print(traceback.format_exc().strip().split('\n')[-1])
    print(traceback.format_exception_only(type(e), e))
    print(e.__traceback__ is not None, e.__traceback__.tb_lineno > 100)
