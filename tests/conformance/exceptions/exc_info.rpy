# sys.exc_info() in handlers: class, value and no traceback; kept, compared, raised again, in loops, `finally` and methods.
import sys


class Failure(Exception):
    def __init__(self, code):
        self.code = code


class Special(Failure):
    pass


def fail(n):
    if n == 0:
        raise Failure(10)
    if n == 1:
        raise Special(20)
    if n == 2:
        raise KeyError('key')
    if n == 3:
        return [1][n]
    if n == 4:
        return 1 // (n - 4)
    if n == 6:
        return 0
    raise ValueError('value %d' % n)


def name_of(n):
    try:
        fail(n)
    except Exception:
        t, v, tb = sys.exc_info()
        return t.__name__
    return 'none'


def code_of(n):
    try:
        return fail(n)
    except Failure:
        e = sys.exc_info()[1]
        kind = sys.exc_info()[0]
        return e.code * (2 if kind is Special else 1)
    except (KeyError, IndexError):
        kind, value, tb = sys.exc_info()
        if kind is KeyError:
            return -1
        assert isinstance(value, IndexError)
        return -2
    except Exception:
        return -3


class Log(object):
    def __init__(self):
        self.seen = []

    def call(self, n):
        try:
            return fail(n)
        except Exception:
            self.note(sys.exc_info())
            raise

    def note(self, info):
        self.seen.append('%s:%s' % (info[0].__name__, isinstance(info[1], Failure)))


def nested():
    out = []
    try:
        fail(0)
    except Failure:
        outer = sys.exc_info()[1]
        try:
            fail(1)
        except Failure:
            inner = sys.exc_info()[1]
            out.append(str(inner.code))
        out.append(str(outer.code))
        out.append(str(sys.exc_info()[1] is outer))
    return ' '.join(out)


def again(n):
    try:
        try:
            fail(n)
        except Exception:
            kind, value, tb = sys.exc_info()
            raise value
    except Failure as e:
        return 'failure %d' % e.code
    except Exception as e:
        return 'other %s' % e.__class__.__name__
    return 'fine'


def entry_point(argv):
    for n in range(6):
        print(name_of(n), code_of(n), again(n))
    log = Log()
    for n in range(6):
        try:
            log.call(n)
        except Exception:
            pass
    print(log.seen)
    print(nested())
    return 0


def target(driver, args):
    return entry_point, None
