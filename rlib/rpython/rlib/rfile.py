"""Files: `open` and its relatives under RPython's names."""

import os
import sys


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


create_temp_rfile = os.tmpfile if hasattr(os, 'tmpfile') else None
BUFSIZ = 8192
EOF = -1
NEWLINE_UNKNOWN, NEWLINE_CR, NEWLINE_LF, NEWLINE_CRLF = 0, 1, 2, 4
