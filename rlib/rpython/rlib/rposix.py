"""Functions of the operating system: what `os` has, and a few of C's."""

import os
import errno

from rpython.rlib.rstring import assert_str0

O_CLOEXEC = 0o2000000


def get_saved_errno():
    """The number of the last error of a C function: errors are raised as OSError, so there is none."""
    return 0


def set_saved_errno(number):
    pass


get_errno = get_saved_errno
set_errno = set_saved_errno


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
