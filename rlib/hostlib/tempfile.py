"""tempfile, for the import-time interpreter of the translator."""

import os as _os
import random as _random
import shutil as _shutil

tempdir = None
template = 'tmp'


def gettempdir():
    if tempdir is not None:
        return tempdir
    for name in ('TMPDIR', 'TEMP', 'TMP'):
        path = _os.environ.get(name)
        if path and _os.path.isdir(path):
            return path
    return '/tmp'


def gettempprefix():
    return template


def _candidate(suffix, prefix, dir):
    name = ''.join([_random.choice('abcdefghijklmnopqrstuvwxyz0123456789_') for _ in range(8)])
    prefix = template if prefix is None else prefix
    return _os.path.join(gettempdir() if dir is None else dir, prefix + name + (suffix or ''))


def mktemp(suffix='', prefix=template, dir=None):
    path = _candidate(suffix, prefix, dir)
    while _os.path.exists(path):
        path = _candidate(suffix, prefix, dir)
    return path


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    while True:
        path = _candidate(suffix, prefix, dir)
        try:
            return _os.open(path, _os.O_RDWR | _os.O_CREAT | _os.O_EXCL, 0o600), path
        except FileExistsError:
            pass


def mkdtemp(suffix=None, prefix=None, dir=None):
    while True:
        path = _candidate(suffix, prefix, dir)
        try:
            _os.mkdir(path, 0o700)
            return path
        except FileExistsError:
            pass


class TemporaryDirectory(object):
    def __init__(self, suffix=None, prefix=None, dir=None):
        self.name = mkdtemp(suffix, prefix, dir)

    def __enter__(self):
        return self.name

    def __exit__(self, *exc_info):
        self.cleanup()

    def cleanup(self):
        _shutil.rmtree(self.name, True)


class _NamedFile(object):
    def __init__(self, file, path, delete):
        self.file = file
        self.name = path
        self.delete = delete

    def close(self):
        if not self.file.closed:
            self.file.close()
            if self.delete:
                _os.unlink(self.name)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def __iter__(self):
        return iter(self.file)

    def __getattr__(self, name):
        return getattr(self.file, name)


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None,
                       prefix=None, dir=None, delete=True):
    fd, path = mkstemp(suffix, prefix, dir)
    _os.close(fd)
    return _NamedFile(open(path, mode), path, delete)


def TemporaryFile(mode='w+b', *args, **kwargs):
    return NamedTemporaryFile(mode, *args, **kwargs)
