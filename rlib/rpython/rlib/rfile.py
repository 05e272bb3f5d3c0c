"""Files: `open` and its relatives under RPython's names."""

import os
import sys

from rpython.rtyper.lltypesystem import rffi

try:
    from rpython_builtins.files import TextFile as RFile    # what `open` gives at run time
except ImportError:
    from io import TextIOWrapper as RFile


FILEP = rffi.COpaquePtr('FILE')     # C's


def create_file(filename, mode='r', buffering=-1):
    """Opens a file."""
    return open(filename, mode)


def create_fdopen_rfile(fd, mode='r', buffering=-1):
    """A file over an open file descriptor."""
    return os.fdopen(fd, mode)


def create_popen_file(command, type):
    """The output, or input, of a command."""
    return os.popen(command, type)


def create_stdio():
    """Standard input, output and error output."""
    return sys.stdin, sys.stdout, sys.stderr


def create_temp_rfile():
    """A file without a name, for reading and writing."""
    from rpython.rlib import rposix
    fd, name = rposix._temporary()
    os.unlink(name)
    return os.fdopen(fd, 'w+')


BUFSIZ = 8192
EOF = -1
NEWLINE_UNKNOWN, NEWLINE_CR, NEWLINE_LF, NEWLINE_CRLF = 0, 1, 2, 4
