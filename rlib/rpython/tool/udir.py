"""A folder for temporary files."""

import os
import tempfile


class _Folder(object):
    def __init__(self, path=None):
        self.path = path

    @property
    def strpath(self):
        if self.path is None:       # made when it is used first
            self.path = tempfile.mkdtemp(prefix='usession-')
        return self.path

    def join(self, *names):
        return _Folder('/'.join([self.strpath] + list(names)))

    def ensure(self, *names, **options):
        """A file below that is there; with dir=True a folder."""
        path = self.join(*names)
        if options.get('dir'):
            if not os.path.isdir(path.strpath):
                os.makedirs(path.strpath)
        elif not path.check():
            path.write('')
        return path

    def check(self, **kinds):
        return os.path.exists(self.strpath)

    def write(self, text, mode='w'):
        with open(self.strpath, mode) as f:
            f.write(text)

    def read(self, mode='r'):
        with open(self.strpath, mode) as f:
            return f.read()

    def __str__(self):
        return self.strpath


udir = _Folder()
