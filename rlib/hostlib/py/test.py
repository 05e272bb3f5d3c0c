"""What modules that also have tests use of `py.test` (`pytest`) when they are imported: marks that do nothing, and ways out. No
test runs."""


class _Outcome(Exception):
    def __init__(self, msg=''):
        Exception.__init__(self, msg)
        self.msg = msg


class Skipped(_Outcome):
    """A test is skipped, or a module of tests is."""


class Failed(_Outcome):
    pass


class XFailed(Failed):
    pass


class Exit(_Outcome):
    pass


def skip(msg='', **kwds):
    raise Skipped(msg)


def fail(msg='', pytrace=True):
    raise Failed(msg)


def xfail(reason=''):
    raise XFailed(reason)


def exit(msg=''):
    raise Exit(msg)


skip.Exception = Skipped
fail.Exception = Failed


def importorskip(modname, minversion=None, reason=None):
    """The module; the importing one is skipped if there is none."""
    import sys
    try:
        __import__(modname)
    except ImportError:
        skip('could not import %r' % modname)
    return sys.modules[modname]


class _Info(object):
    """The exception that `raises` met."""
    type = value = None

    def match(self, pattern):
        import re
        assert re.search(pattern, str(self.value)), 'pattern %r not found in %r' % (pattern, str(self.value))
        return True


class _Raises(object):
    def __init__(self, expected):
        self._expected = expected

    def __enter__(self):
        self._info = _Info()
        return self._info

    def __exit__(self, cls, value, traceback):
        if cls is None:
            fail('DID NOT RAISE %r' % (self._expected,))
        self._info.type, self._info.value = cls, value
        return issubclass(cls, self._expected)


def raises(expected, func=None, *args, **kwds):
    """The call raises the exception, or the block does."""
    context = _Raises(expected)
    if func is None:
        return context
    with context as info:
        if isinstance(func, str):
            exec(func, {})
        else:
            func(*args, **kwds)
    return info


raises.Exception = Failed


class _Mark(object):
    """A mark, with or without arguments: what it is put on stays as it is."""

    def __init__(self, name):
        self.name = name

    def __call__(self, *args, **kwds):
        if len(args) == 1 and not kwds and callable(args[0]):
            return args[0]
        return lambda marked: marked


class _Marks(object):
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return _Mark(name)


mark = _Marks()


def fixture(*args, **kwds):
    """Leaves the function as it is."""
    if len(args) == 1 and not kwds and callable(args[0]):
        return args[0]
    return lambda func: func


yield_fixture = fixture
param = _Mark('param')


class Item(object):
    pass


class Module(object):
    pass


class Function(object):
    pass


class Class(object):
    pass


class _Collect(object):
    Item, Module, Function, Class = Item, Module, Function, Class


collect = _Collect()


class config(object):
    """The options of a run: there is none."""

    class option(object):
        pass


def main(args=None):
    raise NotImplementedError('pytest: no tests run at import time')
