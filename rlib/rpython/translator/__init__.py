"""See the package `rpython`."""

import os
import sys


def _c_folder():
    """The folder `rpython/translator/c` of the program's own tree, whose headers its C sources include; '' if there is none."""
    for folder in sys.path:
        found = os.path.join(folder, 'rpython', 'translator', 'c')
        if os.path.isdir(os.path.join(found, 'src')):
            return found
    return ''


cdir = _c_folder()
