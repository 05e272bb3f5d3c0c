"""Further parts of `os`."""

import os
from os import path

R_OK, W_OK, X_OK, F_OK = 4, 2, 1, 0
EX_OK = 0
EX_USAGE = 64
O_SYNC = 0o4010000
O_NOCTTY = 0o400
WNOHANG = 1


def walk(top, topdown=True, onerror=None, followlinks=False):
    try:
        names = os.listdir(top)
    except OSError as e:
        if onerror is not None:
            onerror(e)
        return
    dirs = [name for name in names if path.isdir(path.join(top, name))]
    files = [name for name in names if not path.isdir(path.join(top, name))]
    if topdown:
        yield top, dirs, files
    for name in dirs:
        inner = path.join(top, name)
        if followlinks or not path.islink(inner):
            for found in walk(inner, topdown, onerror, followlinks):
                yield found
    if not topdown:
        yield top, dirs, files


def removedirs(name):
    os.rmdir(name)
    head = path.dirname(name.rstrip('/'))
    while head:
        try:
            os.rmdir(head)
        except OSError:
            break
        head = path.dirname(head)


class DirEntry(object):
    def __init__(self, folder, name):
        self.name = name
        self.path = path.join(folder, name)

    def is_dir(self, follow_symlinks=True):
        return path.isdir(self.path)

    def is_file(self, follow_symlinks=True):
        return path.isfile(self.path)

    def is_symlink(self):
        return path.islink(self.path)

    def stat(self, follow_symlinks=True):
        return os.stat(self.path)


class _Entries(object):
    def __init__(self, entries):
        self._it = iter(entries)

    def __iter__(self):
        return self._it

    def __next__(self):
        return next(self._it)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass

    def close(self):
        pass


def scandir(folder='.'):
    return _Entries([DirEntry(folder, name) for name in os.listdir(folder)])


def putenv(key, value):
    os.environ[key] = value


def unsetenv(key):
    os.environ.pop(key, None)


def getenvb(key, default=None):
    return os.environ.get(key, default)


def fsencode(filename):
    return filename


fsdecode = fsencode
lstat = os.stat
replace = os.rename
getcwdu = getcwdb = os.getcwd
environb = os.environ


def umask(mask):
    return 0o22


def cpu_count():
    return 1


def getlogin():
    return os.environ.get('USER', 'user')


def uname():
    import platform
    return platform.uname()


def get_terminal_size(fd=1):
    from collections import namedtuple
    return namedtuple('terminal_size', 'columns lines')(80, 24)


class PathLike(object):
    pass


def fdopen(fd, mode='r', *args, **kwargs):
    raise NotImplementedError('os.fdopen at import time')


def system(command):
    raise NotImplementedError('no program can be started at import time: %r' % (command,))


popen = fork = execv = execvp = spawnv = system
