"""The few names of the library `py` that target programs use at import time."""

import os as _os


class _Local(object):
    """A path."""

    def __init__(self, path='.'):
        self.strpath = _os.path.abspath(str(path))

    def join(self, *names):
        return _Local(_os.path.join(self.strpath, *names))

    def dirpath(self, *names):
        return _Local(_os.path.dirname(self.strpath)).join(*names)

    def check(self, **kwds):
        return _os.path.exists(self.strpath)

    def read(self, mode='r'):
        f = open(self.strpath, mode)
        text = f.read()
        f.close()
        return text

    def __str__(self):
        return self.strpath

    @property
    def basename(self):
        return _os.path.basename(self.strpath)


class _Path(object):
    local = _Local


class _Test(object):
    class Skipped(Exception):
        pass

    @staticmethod
    def skip(msg=''):
        raise _Test.Skipped(msg)


class _Builtin(object):
    set = set
    frozenset = frozenset
    sorted = sorted
    reversed = reversed
    enumerate = enumerate
    any = any
    all = all


class _Source(object):
    """Source text, whatever its indentation."""

    def __init__(self, text=''):
        from rpython.tool.sourcetools import compile2
        self._compile = compile2
        self.text = text

    def compile(self):
        return self._compile(self.text)

    def __str__(self):
        return self.text


class _Code(object):
    Source = _Source


path = _Path()
builtin = _Builtin()
code = _Code()
test = _Test()
