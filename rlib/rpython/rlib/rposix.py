"""Functions of the operating system: what `os` has, and a few of C's."""

import os
import errno

from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rlib.rarithmetic import intmask, widen
from rpython.rlib.rstring import assert_str0
from rpython.rtyper.lltypesystem import lltype, rffi

O_CLOEXEC = 0o2000000


_get_saved_errno = rffi.llexternal('tw_saved_errno', [], lltype.Signed)
_set_saved_errno = rffi.llexternal('tw_set_saved_errno', [lltype.Signed], lltype.Void)


def get_saved_errno():
    """C's errno after the last function that was made with `save_err=rffi.RFFI_SAVE_ERRNO`."""
    if we_are_translated():
        return _get_saved_errno()
    return lltype._native.saved[0]


def set_saved_errno(number):
    """The errno that functions made with RFFI_READSAVED_ERRNO find."""
    if we_are_translated():
        _set_saved_errno(intmask(number))
    else:
        lltype._native.saved[0] = int(number)


get_errno = get_saved_alterrno = _get_errno = get_saved_errno
set_errno = set_saved_alterrno = _set_errno = set_saved_errno


@specialize.arg(0)
def handle_posix_error(name, result):
    """The result of a C function as an int; OSError with the saved errno if it is negative."""
    result = widen(result)
    if result < 0:
        raise OSError(get_saved_errno(), "%s failed" % name)
    return intmask(result)


def is_valid_fd(fd):
    return True


def validate_fd(fd):
    """OSError if the file descriptor is not open."""
    os.fstat(fd)


def open(path, flags, mode=0o777):
    return os.open(path, flags, mode)


def read(fd, count):
    return os.read(fd, count)


def write(fd, data):
    return os.write(fd, data)


def close(fd):
    os.close(fd)


def lseek(fd, pos, how):
    return os.lseek(fd, pos, how)


def ftruncate(fd, length):
    os.ftruncate(fd, length)


def fsync(fd):
    os.fsync(fd)


def isatty(fd):
    return os.isatty(fd)


def dup(fd):
    return os.dup(fd)


def dup2(fd, to):
    os.dup2(fd, to)


def pipe():
    return os.pipe()


def getcwd():
    return os.getcwd()


def chdir(path):
    os.chdir(path)


def listdir(path):
    return os.listdir(path)


def access(path, mode):
    return os.access(path, mode)


def unlink(path):
    os.unlink(path)


remove = unlink


def rename(old, new):
    os.rename(old, new)


replace = rename


def mkdir(path, mode=0o777):
    os.mkdir(path, mode)


def rmdir(path):
    os.rmdir(path)


def chmod(path, mode):
    os.chmod(path, mode)


def symlink(old, new):
    os.symlink(old, new)


def link(old, new):
    os.link(old, new)


def readlink(path):
    return os.readlink(path)


def getpid():
    return os.getpid()


def getppid():
    return os.getppid()


def getuid():
    return os.getuid()


def geteuid():
    return os.geteuid()


def getgid():
    return os.getgid()


def kill(pid, sig):
    os.kill(pid, sig)


def system(command):
    return os.system(command)


def stat(path):
    return os.stat(path)


def lstat(path):
    return os.lstat(path)


def fstat(fd):
    return os.fstat(fd)
