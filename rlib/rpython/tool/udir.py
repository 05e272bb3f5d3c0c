"""A folder for temporary files."""

import tempfile


class _Folder(object):
    def __init__(self, path):
        self.strpath = path

    def join(self, *names):
        return _Folder('/'.join([self.strpath] + list(names)))

    def __str__(self):
        return self.strpath


udir = _Folder(tempfile.gettempdir())
