"""Files: `open` and its relatives under RPython's names."""

import os
import sys

from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

try:
    from rpython_builtins.files import TextFile as RFile    # what `open` gives at run time
except ImportError:
    from io import TextIOWrapper as RFile


# C's files: each function with a `c_` before its name.
FILEP = rffi.COpaquePtr('FILE')
OFF_T = rffi.LONG
eci = ExternalCompilationInfo(includes=['stdio.h', 'unistd.h', 'sys/types.h'])


def _c(name, argtypes, restype, **options):
    return rffi.llexternal(name, argtypes, restype, compilation_info=eci, **options)


def _sets_errno(name, argtypes, restype, **options):
    return _c(name, argtypes, restype, save_err=rffi.RFFI_SAVE_ERRNO, **options)


c_fopen = _sets_errno('fopen', [rffi.CCHARP, rffi.CCHARP], FILEP)
c_fdopen = _sets_errno('fdopen', [rffi.INT, rffi.CCHARP], FILEP)
c_popen = _sets_errno('popen', [rffi.CCHARP, rffi.CCHARP], FILEP)
c_tmpfile = _sets_errno('tmpfile', [], FILEP)
c_fclose = _sets_errno('fclose', [FILEP], rffi.INT)
c_pclose = _sets_errno('pclose', [FILEP], rffi.INT)
c_fwrite = _sets_errno('fwrite', [rffi.CCHARP, rffi.SIZE_T, rffi.SIZE_T, FILEP], rffi.SIZE_T)
c_fflush = _sets_errno('fflush', [FILEP], rffi.INT)
c_fseek = _sets_errno('fseek', [FILEP, rffi.LONG, rffi.INT], rffi.INT)
c_ftell = _sets_errno('ftell', [FILEP], rffi.LONG)
c_ftruncate = _sets_errno('ftruncate', [rffi.INT, OFF_T], rffi.INT)
c_fread = _c('fread', [rffi.CCHARP, rffi.SIZE_T, rffi.SIZE_T, FILEP], rffi.SIZE_T)
c_fgets = _c('fgets', [rffi.CCHARP, rffi.INT, FILEP], rffi.CCHARP)
c_getc = _c('getc', [FILEP], rffi.INT, macro=True)
c_ungetc = _c('ungetc', [rffi.INT, FILEP], rffi.INT)
c_setvbuf = _c('setvbuf', [FILEP, rffi.CCHARP, rffi.INT, rffi.SIZE_T], rffi.INT)
c_fileno = _c('fileno', [FILEP], rffi.INT)
c_feof = _c('feof', [FILEP], rffi.INT)
c_ferror = _c('ferror', [FILEP], rffi.INT)
c_clearerr = _c('clearerr', [FILEP], lltype.Void)


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
