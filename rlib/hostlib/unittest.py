"""unittest: test cases can be defined; nothing runs them at import time."""


class SkipTest(Exception):
    pass


class TestCase(object):
    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName

    def setUp(self):
        pass

    def tearDown(self):
        pass

    def assertTrue(self, expr, msg=None):
        assert expr, msg

    def assertFalse(self, expr, msg=None):
        assert not expr, msg

    def assertEqual(self, first, second, msg=None):
        assert first == second, msg or '%r != %r' % (first, second)

    def assertRaises(self, exception, func, *args, **kwargs):
        try:
            func(*args, **kwargs)
        except exception:
            return
        raise AssertionError('%s not raised' % exception.__name__)

    assertEquals = assertEqual


class TestSuite(object):
    def __init__(self, tests=()):
        self.tests = list(tests)


def skip(reason):
    return lambda item: item


def skipIf(condition, reason):
    return lambda item: item


skipUnless = skipIf


def main(*args, **kwargs):
    raise NotImplementedError('tests cannot be run at import time')
