"""ctypes.util, for the import-time interpreter of the translator: names of C libraries."""

import os as _os

_FOLDERS = ['/lib', '/usr/lib', '/lib64', '/usr/lib64', '/usr/local/lib']


def find_library(name):
    """The file name of a C library that is installed (as `libm.so.6`), or None."""
    begin = 'lib%s.so' % name
    for folder in _FOLDERS:
        inner = [_os.path.join(folder, sub) for sub in _names(folder) if sub.endswith('-linux-gnu')]
        for place in inner + [folder]:
            found = sorted(f for f in _names(place) if f.startswith(begin + '.'))
            if found:
                return min(found, key=len)
    return None


def _names(folder):
    try:
        return _os.listdir(folder)
    except OSError:
        return []
