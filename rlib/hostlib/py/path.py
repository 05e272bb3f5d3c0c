"""Paths as objects: `py.path.local`."""

import fnmatch as _fnmatch
import os as _os
import shutil as _shutil
import sys as _sys
import tempfile as _tempfile

from py import error as _error


def _tests(path):
    """What `check` can ask: by name, a function without or with an argument."""
    text = path.strpath
    return {
        'dir': path.isdir, 'file': path.isfile, 'exists': path.exists, 'link': path.islink,
        'dotfile': lambda: path.basename.startswith('.'),
        'ext': lambda ext: path.ext == (ext if ext.startswith('.') or not ext else '.' + ext),
        'basename': lambda name: path.basename == name, 'basestarts': lambda start: path.basename.startswith(start),
        'relto': lambda other: path.relto(other), 'fnmatch': lambda pattern: path.fnmatch(pattern),
        'endswith': lambda end: text.endswith(end),
    }


class _Stat(object):
    """What is known of a file, by names with and without `st_`."""

    def __init__(self, path, result):
        self._path = path
        self._result = result

    def __getattr__(self, name):
        return getattr(self._result, name if name.startswith('st_') else 'st_' + name)

    def __getitem__(self, i):
        return self._result[i]


class _Changed(object):
    """`with path.as_cwd():`"""

    def __init__(self, path):
        self._path = path

    def __enter__(self):
        self._old = self._path.chdir()
        return self._old

    def __exit__(self, *exc_info):
        self._old.chdir()


class local(object):
    """A path of this machine."""
    sep = _os.sep

    def __init__(self, path=None, expanduser=False):
        path = _os.getcwd() if path is None else str(path)
        if expanduser:
            path = _os.path.expanduser(path)
        self.strpath = _os.path.abspath(path)

    # --- making others of it

    def join(self, *names, **kwds):
        """Below it; with `abs`, what is absolute begins anew."""
        names = [str(name) for name in names]
        if not kwds.get('abs'):
            names = [name.lstrip('/') for name in names]
        return local(_os.path.join(self.strpath, *names))

    def __truediv__(self, name):
        return self.join(name)

    __div__ = __truediv__

    def __add__(self, text):
        return local(self.strpath + str(text))

    def __eq__(self, other):
        return str(self) == str(other)

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return str(self) < str(other)

    def __gt__(self, other):
        return str(self) > str(other)

    def __hash__(self):
        return hash(self.strpath)

    def __str__(self):
        return self.strpath

    def __repr__(self):
        return 'local(%r)' % self.strpath

    def __fspath__(self):
        return self.strpath

    def __iter__(self):
        return iter(self.listdir())

    def dirpath(self, *names, **kwds):
        return local(_os.path.dirname(self.strpath)).join(*names, **kwds)

    def new(self, **kwds):
        """With other parts: `basename`, or `purebasename` and `ext`; `dirname`, `drive`."""
        if 'basename' in kwds:
            name = kwds['basename']
        else:
            ext = kwds.get('ext', self.ext)
            if ext and not ext.startswith('.'):
                ext = '.' + ext
            name = kwds.get('purebasename', self.purebasename) + ext
        return local(_os.path.join(kwds.get('dirname', self.dirname), name))

    def realpath(self):
        return local(_os.path.realpath(self.strpath))

    def parts(self, reverse=False):
        """The folders that it is in, from the root, and itself."""
        found = [self]
        while found[-1].dirpath() != found[-1]:
            found.append(found[-1].dirpath())
        if not reverse:
            found.reverse()
        return found

    def common(self, other):
        """The last part that another path has as well."""
        last = None
        for x, y in zip(self.parts(), other.parts()):
            if x != y:
                break
            last = x
        return last

    # --- what it is

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

    def check(self, **kwds):
        """Whether all that is asked holds: `dir=1`, `file=1`, `dotfile=0`, `ext='.py'` and so on; `notX` is the contrary. A path
        that does not exist is only what is asked not to be."""
        if not kwds:
            kwds = {'exists': 1}
        tests = _tests(self)
        for name in kwds:
            wanted = True
            key = name
            if name not in tests and name.startswith('not'):
                key, wanted = name[3:], False
            if key not in tests:
                raise TypeError('check(): there is no %r' % name)
            value = kwds[name]
            if key in ('dir', 'file', 'exists', 'link', 'dotfile'):
                found = bool(tests[key]()) == bool(value)
            else:
                found = bool(tests[key](value))
            if found != wanted:
                return False
        return True

    def exists(self):
        return _os.path.exists(self.strpath)

    def isdir(self):
        return _os.path.isdir(self.strpath)

    def isfile(self):
        return _os.path.isfile(self.strpath)

    def islink(self):
        return _os.path.islink(self.strpath)

    def fnmatch(self, pattern):
        """Whether the name fits, or the path if the pattern is one."""
        text = self.strpath if '/' in pattern else self.basename
        if '/' in pattern and not pattern.startswith('/'):
            pattern = '*/' + pattern
        return _fnmatch.fnmatch(text, pattern)

    def relto(self, other):
        """The rest behind a folder, or '' if it is not in that."""
        start = str(other).rstrip('/') + '/'
        return self.strpath[len(start):] if self.strpath.startswith(start) else ''

    def bestrelpath(self, dest):
        """How another path is called from this folder."""
        base = self.common(dest)
        if base is None:
            return str(dest)
        up = len(self.parts()) - len(base.parts())
        rest = dest.relto(base)
        return '/'.join(['..'] * up + ([rest] if rest else [])) or '.'

    def samefile(self, other):
        return _os.path.realpath(self.strpath) == _os.path.realpath(str(other))

    def stat(self, raising=True):
        try:
            return _Stat(self, _error.checked_call(_os.stat, self.strpath))
        except _error.Error:
            if raising:
                raise
            return None

    def lstat(self):
        return _Stat(self, _error.checked_call(_os.lstat, self.strpath))

    def size(self):
        return self.stat().size

    def mtime(self):
        return self.stat().mtime

    def atime(self):
        return self.stat().atime

    def readlink(self):
        return _error.checked_call(_os.readlink, self.strpath)

    def listdir(self, fil=None, sort=None):
        """What is in the folder; `fil` chooses, as a function or a pattern."""
        found = [self.join(name) for name in sorted(_error.checked_call(_os.listdir, self.strpath))]
        if isinstance(fil, str):
            found = [path for path in found if path.fnmatch(fil)]
        elif fil is not None:
            found = [path for path in found if fil(path)]
        return found

    def visit(self, fil=None, rec=None, ignore=None, bf=False, sort=False):
        """All that is below; `rec` says which folders are looked into."""
        for path in self.listdir():
            if fil is None or (path.fnmatch(fil) if isinstance(fil, str) else fil(path)):
                yield path
            if path.isdir() and not path.islink() and \
                    (rec is None or (path.fnmatch(rec) if isinstance(rec, str) else rec(path))):
                for below in path.visit(fil, rec):
                    yield below

    # --- what is in it

    def open(self, mode='r', ensure=False, encoding=None):
        if ensure:
            self.dirpath().ensure(dir=1)
        return _error.checked_call(open, self.strpath, mode)

    def _read(self, mode):
        f = self.open(mode)
        try:
            return f.read()
        finally:
            f.close()

    def read(self, mode='r'):
        return self._read(mode)

    def read_binary(self):
        return self._read('rb')

    def read_text(self, encoding):
        return self._read('rb').decode(encoding)

    def readlines(self, cr=1):
        return self.read().splitlines(True) if cr else self.read().split('\n')

    def write(self, data, mode='w', ensure=False):
        f = self.open(mode, ensure)
        try:
            f.write(data if 'b' in mode else str(data))
        finally:
            f.close()

    def write_binary(self, data, ensure=False):
        self.write(data, 'wb', ensure)

    def write_text(self, data, encoding, ensure=False):
        self.write(data.encode(encoding), 'wb', ensure)

    # --- changing it

    def mkdir(self, *names):
        path = self.join(*names)
        _error.checked_call(_os.mkdir, path.strpath)
        return path

    def ensure(self, *names, **kwds):
        """The file (or folder, with `dir`) exists afterwards."""
        path = self.join(*names)
        folder = path if kwds.get('dir') else path.dirpath()
        if not folder.exists():
            _error.checked_call(_os.makedirs, folder.strpath)
        if not path.exists():
            path.write('')
        return path

    def ensure_dir(self, *names):
        return self.ensure(*names, dir=1)

    def remove(self, rec=1, ignore_errors=False):
        if self.isdir() and not self.islink():
            for path in self.listdir() if rec else []:
                path.remove()
            _error.checked_call(_os.rmdir, self.strpath)
        else:
            _error.checked_call(_os.unlink, self.strpath)

    def copy(self, target, mode=False, stat=False):
        target = local(target)
        if self.isdir():
            target.ensure(dir=1)
            for path in self.listdir():
                path.copy(target.join(path.basename))
            return
        if target.isdir():
            target = target.join(self.basename)
        target.write_binary(self.read_binary())

    def rename(self, target):
        _error.checked_call(_os.rename, self.strpath, str(target))

    def move(self, target):
        target = local(target)
        if target.isdir():
            target = target.join(self.basename)
        _shutil.move(self.strpath, target.strpath)

    def chmod(self, mode, rec=0):
        _error.checked_call(_os.chmod, self.strpath, mode)

    def mksymlinkto(self, value, absolute=1):
        _error.checked_call(_os.symlink, str(value), self.strpath)

    def mklinkto(self, oldname):
        _error.checked_call(_os.link, str(oldname), self.strpath)

    def chdir(self):
        """Makes it the current folder; the one before."""
        old = local()
        _error.checked_call(_os.chdir, self.strpath)
        return old

    def as_cwd(self):
        return _Changed(self)

    # --- programs

    def sysexec(self, *args):
        """What the program prints; an error if it fails."""
        import subprocess
        program = subprocess.Popen([self.strpath] + [str(arg) for arg in args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = program.communicate()
        if program.returncode:
            from py.process import cmdexec
            raise cmdexec.Error(program.returncode, program.returncode, self.strpath, out, err)
        return out

    def pypkgpath(self):
        """The outermost package that it is in."""
        found = None
        for path in self.parts(reverse=True):
            if path.isdir():
                if not path.join('__init__.py').exists():
                    break
                found = path
        return found

    def pyimport(self, modname=None, ensuresyspath=True):
        """The module of the file."""
        package = self.pypkgpath()
        root = self.dirpath() if package is None else package.dirpath()
        if modname is None:
            names = self.new(ext='').relto(root).split('/')
            modname = '.'.join(names[:-1] if names[-1] == '__init__' else names)
        if ensuresyspath and str(root) not in _sys.path:
            _sys.path.insert(0, str(root))
        __import__(modname)
        return _sys.modules[modname]

    @classmethod
    def sysfind(cls, name, checker=None, paths=None):
        """The program of this name on PATH, or None."""
        if '/' in name:
            candidates = [cls(name)] if _os.path.isabs(name) else []
        else:
            folders = paths if paths is not None else _os.environ.get('PATH', '').split(':')
            candidates = [cls(folder).join(name) for folder in folders if folder]
        for path in candidates:
            if path.isfile() and _os.access(path.strpath, _os.X_OK) and (checker is None or checker(path)):
                return path
        return None

    @classmethod
    def get_temproot(cls):
        return cls(_tempfile.gettempdir())

    @classmethod
    def mkdtemp(cls, rootdir=None):
        return cls(_tempfile.mkdtemp(dir=None if rootdir is None else str(rootdir)))

    @classmethod
    def make_numbered_dir(cls, prefix='session-', rootdir=None, keep=3, lock_timeout=None):
        """A new folder whose name has the next number; only the last ones are kept."""
        root = cls.get_temproot() if rootdir is None else rootdir
        numbers = [int(path.basename[len(prefix):]) for path in root.listdir()
                   if path.basename.startswith(prefix) and path.basename[len(prefix):].isdigit()]
        number = max(numbers) + 1 if numbers else 0
        if keep:
            for old in numbers:
                if old <= number - keep:
                    root.join(prefix + str(old)).remove()
        return root.mkdir(prefix + str(number))
