"""The few names of the library `py` that target programs use at import time."""

import os as _os

from py import io


class _Local(object):
    """A path."""

    def __init__(self, path='.', expanduser=False):
        path = str(path)
        if expanduser:
            path = _os.path.expanduser(path)
        self.strpath = _os.path.abspath(path)

    def join(self, *names):
        return _Local(_os.path.join(self.strpath, *[str(name) for name in names]))

    def __truediv__(self, name):
        return self.join(name)

    __div__ = __truediv__

    def __add__(self, text):
        return _Local(self.strpath + str(text))

    def __eq__(self, other):
        return str(self) == str(other)

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return str(self) < str(other)

    def __hash__(self):
        return hash(self.strpath)

    def __str__(self):
        return self.strpath

    def __repr__(self):
        return 'local(%r)' % self.strpath

    def __fspath__(self):
        return self.strpath

    def dirpath(self, *names):
        return _Local(_os.path.dirname(self.strpath)).join(*names)

    def check(self, dir=None, file=None, exists=True):
        if dir is not None and _os.path.isdir(self.strpath) != bool(dir):
            return False
        if file is not None and _os.path.isfile(self.strpath) != bool(file):
            return False
        return _os.path.exists(self.strpath) == bool(exists)

    def exists(self):
        return self.check()

    def isdir(self):
        return _os.path.isdir(self.strpath)

    def isfile(self):
        return _os.path.isfile(self.strpath)

    def listdir(self):
        return [self.join(name) for name in sorted(_os.listdir(self.strpath))]

    def open(self, mode='r'):
        return open(self.strpath, mode)

    def read(self, mode='r'):
        f = self.open(mode)
        text = f.read()
        f.close()
        return text

    def readlines(self, cr=1):
        return self.read().splitlines(bool(cr))

    def write(self, data, mode='w'):
        f = self.open(mode)
        f.write(data)
        f.close()

    def mkdir(self, *names):
        path = self.join(*names)
        _os.mkdir(path.strpath)
        return path

    def ensure(self, *names, **kwds):
        """The file (or folder, with `dir`) exists afterwards."""
        path = self.join(*names)
        folder = path if kwds.get('dir') else path.dirpath()
        if not folder.check():
            _os.makedirs(folder.strpath)
        if not path.check():
            path.write('')
        return path

    def remove(self, rec=1):
        if self.isdir():
            for path in self.listdir():
                path.remove()
            _os.rmdir(self.strpath)
        else:
            _os.unlink(self.strpath)

    def relto(self, other):
        start = str(other).rstrip('/') + '/'
        return self.strpath[len(start):] if self.strpath.startswith(start) else ''

    def new(self, basename=None, ext=None):
        """With another name, or another ending."""
        if basename is None:
            basename = self.purebasename + (self.ext if ext is None else '.' + ext.lstrip('.') if ext else '')
        return self.dirpath(basename)

    @property
    def basename(self):
        return _os.path.basename(self.strpath)

    @property
    def dirname(self):
        return _os.path.dirname(self.strpath)

    @property
    def purebasename(self):
        return _os.path.splitext(self.basename)[0]

    @property
    def ext(self):
        return _os.path.splitext(self.basename)[1]


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
