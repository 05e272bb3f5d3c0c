"""The library `py` as far as target programs use it at import time: `py.path.local`, `py.std`, `py.code.Source`, `py.io`,
`py.process.cmdexec`, `py.error`, and what tests are marked with."""

import sys as _sys

from py import error, io, path, process, test


class _Std(object):
    """Standard modules as attributes."""

    def __getattr__(self, name):
        try:
            __import__(name)
        except ImportError:
            raise AttributeError('py.std: could not import %s' % name)
        return _sys.modules[name]


class _Builtin(object):
    """Names of both generations of Python."""
    set = set
    frozenset = frozenset
    sorted = sorted
    reversed = reversed
    enumerate = enumerate
    any = any
    all = all
    callable = callable
    BaseException = BaseException
    GeneratorExit = GeneratorExit

    @staticmethod
    def _tryimport(*names):
        """The first of the modules that is there."""
        for name in names:
            try:
                __import__(name)
                return _sys.modules[name]
            except ImportError:
                pass
        raise ImportError('none of %s is there' % ', '.join(names))

    @staticmethod
    def print_(*args, **kwds):
        file = kwds.get('file') or _sys.stdout
        file.write(kwds.get('sep', ' ').join([str(arg) for arg in args]) + kwds.get('end', '\n'))

    @staticmethod
    def execfile(filename, globals=None, locals=None):
        names = {} if globals is None else globals
        exec(compile(path.local(filename).read(), str(filename), 'exec'), names, names if locals is None else locals)


class _Source(object):
    """Source text, its common indentation removed: `lines`, and as a text."""

    def __init__(self, *parts, **kwds):
        from rpython.tool.sourcetools import compile2
        self._compile = compile2
        self.lines = []
        for part in parts:
            if isinstance(part, _Source):
                lines = part.lines
            elif isinstance(part, (list, tuple)):
                lines = list(part)
            elif isinstance(part, str):
                lines = part.split('\n')
            else:
                from inspect import getsource
                lines = getsource(part).split('\n')
            if kwds.get('deindent', True):
                lines = _deindented(lines)
            self.lines = self.lines + lines

    def _of(self, lines):
        new = _Source()
        new.lines = lines
        return new

    def __len__(self):
        return len(self.lines)

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self._of(self.lines[key])
        return self.lines[key]

    def __eq__(self, other):
        return str(self) == str(other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(str(self))

    def __str__(self):
        return '\n'.join(self.lines)

    def strip(self):
        """Without empty lines at the ends."""
        start, end = 0, len(self.lines)
        while start < end and not self.lines[start].strip():
            start += 1
        while end > start and not self.lines[end - 1].strip():
            end -= 1
        return self._of(self.lines[start:end])

    def indent(self, indent=' ' * 4):
        return self._of([indent + line for line in self.lines])

    def deindent(self, offset=None):
        return self._of(_deindented(self.lines, offset))

    def putaround(self, before='', after='', indent=' ' * 4):
        """Between two other texts, and indented."""
        return self._of(_Source(before).lines + [indent + line for line in self.lines] + _Source(after).lines)

    def compile(self, filename=None, mode='exec', flag=0, dont_inherit=0):
        return self._compile(str(self) + '\n', filename or '<source>', mode)


def _deindented(lines, offset=None):
    lines = [line.expandtabs() for line in lines]
    if offset is None:
        indents = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
        offset = indents[0] if indents else 0
    return [line[min(offset, len(line) - len(line.lstrip())):] for line in lines]


class _Code(object):
    Source = _Source

    @staticmethod
    def compile(source, filename=None, mode='exec', flags=0, dont_inherit=0):
        return _Source(source).compile(filename, mode)


builtin = _Builtin()
code = _Code()
std = _Std()
