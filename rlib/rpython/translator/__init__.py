"""See the package `rpython`."""

import os
import sys


def _c_folder():
    """The folder `rpython/translator/c` of headers that C sources of programs include: that of the program's own tree, or of
    this package (whose only file the C compiler sees in any case)."""
    for folder in sys.path:
        if not isinstance(folder, str):
            continue
        found = os.path.join(folder, 'rpython', 'translator', 'c')
        if os.path.isdir(os.path.join(found, 'src')):
            return found
    return os.path.join(os.path.dirname(__file__), 'c')


cdir = _c_folder()
