"""Functions of the module os, over the C library. Errors raise OSError with number and text."""

from rpython.rlib.objectmodel import enforceargs
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_ll.ll_os import raw_copy as ll_raw_copy, ll_str_from_raw, c_errno, c_getenv

_A = lltype.Address
_I = lltype.Signed

c_dup = llexternal("tw_dup", [_I], _I)
c_dup2 = llexternal("tw_dup2", [_I, _I], _I)
c_pipe = llexternal("tw_pipe", [_A], _I)
c_ftruncate = llexternal("tw_ftruncate", [_I, _I], _I)
c_fsync = llexternal("tw_fsync", [_I], _I)
c_getcwd = llexternal("tw_getcwd", [_A, _I], _I)
c_chdir = llexternal("tw_chdir", [_A], _I)
c_chmod = llexternal("tw_chmod", [_A, _I], _I)
c_access = llexternal("tw_access", [_A, _I], _I)
c_link = llexternal("tw_link", [_A, _A, _I], _I)
c_readlink = llexternal("tw_readlink", [_A, _A, _I], _I)
c_opendir = llexternal("tw_opendir", [_A, _A], _I)
c_readdir = llexternal("tw_readdir", [_A], _A)
c_closedir = llexternal("tw_closedir", [_A], lltype.Void)
c_stat = llexternal("tw_stat", [_A, _I, _A], _I)
c_fstat = llexternal("tw_fstat", [_I, _A], _I)
c_system = llexternal("tw_system", [_A], _I, blocks=True)
c_process_number = llexternal("tw_process_number", [_I], _I)
c_kill = llexternal("tw_kill", [_I, _I], _I)
c_setenv = llexternal("tw_setenv", [_A, _A], _I)
c_environ = llexternal("tw_environ", [_I], _A)
c_strerror = llexternal("tw_strerror", [_I], _A)
c_abort = llexternal("abort", [], lltype.Void, includes=["<stdlib.h>"])

PATH_MAX = 4096


@enforceargs(str)
def raw_copy(s):
    """The string in raw memory, with a NUL at its end (of a char, too)."""
    return ll_raw_copy(s)


@enforceargs(str)
def path_copy(s):
    """The same for what C takes as ending at its first NUL: ValueError if there is one."""
    check_nul(s)
    return ll_raw_copy(s)


@enforceargs(str)
def check_nul(s):
    if s.find("\0") >= 0:
        raise ValueError("embedded null byte")


def text_at(adr):
    """The C string as a string."""
    return lltype.str_of(ll_str_from_raw(adr))


def strerror(number):
    return text_at(c_strerror(number))


def fail():
    number = c_errno()
    raise OSError(number, strerror(number))


def fail_at(path):
    number = c_errno()
    raise OSError(number, strerror(number), path)


def free(adr):
    llop.raw_free(lltype.Void, adr)


def checked(result):
    """The result of a C function, -1 being an error."""
    if result < 0:
        fail()
    return result


def with_path(function, path):
    buf = path_copy(path)
    r = function(buf)
    free(buf)
    if r < 0:
        fail_at(path)


def dup(fd):
    return checked(c_dup(fd))


def dup2(fd, to):
    checked(c_dup2(fd, to))


def pipe():
    buf = llop.raw_malloc(lltype.Address, 16)
    r = c_pipe(buf)
    a = llop.raw_load(lltype.Signed, buf, 0)
    b = llop.raw_load(lltype.Signed, buf, 8)
    free(buf)
    checked(r)
    return a, b


def ftruncate(fd, n):
    checked(c_ftruncate(fd, n))


def fsync(fd):
    checked(c_fsync(fd))


def getcwd():
    buf = llop.raw_malloc(lltype.Address, PATH_MAX)
    if c_getcwd(buf, PATH_MAX) < 0:
        free(buf)
        fail()
    s = text_at(buf)
    free(buf)
    return s


def chdir(path):
    buf = path_copy(path)
    r = c_chdir(buf)
    free(buf)
    if r < 0:
        fail_at(path)


def chmod(path, mode):
    buf = path_copy(path)
    r = c_chmod(buf, mode)
    free(buf)
    if r < 0:
        fail_at(path)


def access(path, mode):
    buf = path_copy(path)
    r = c_access(buf, mode)
    free(buf)
    return r == 0


def _link(old, new, symbolic):
    check_nul(new)
    a = path_copy(old)
    b = raw_copy(new)
    r = c_link(a, b, symbolic)
    free(a)
    free(b)
    if r < 0:
        number = c_errno()
        raise OSError(number, strerror(number), old, None, new)


def symlink(old, new):
    _link(old, new, 1)


def link(old, new):
    _link(old, new, 0)


def readlink(path):
    a = path_copy(path)
    buf = llop.raw_malloc(lltype.Address, PATH_MAX + 1)
    n = c_readlink(a, buf, PATH_MAX)
    free(a)
    if n < 0:
        free(buf)
        fail_at(path)
    llop.raw_store(lltype.Void, buf, n, '\x00')
    s = text_at(buf)
    free(buf)
    return s


def listdir(path="."):
    buf = path_copy(path)
    cell = llop.raw_malloc(lltype.Address, 8)
    r = c_opendir(buf, cell)
    handle = llop.raw_load(lltype.Address, cell, 0)
    free(buf)
    free(cell)
    if r < 0:
        fail_at(path)
    names = []
    while True:
        adr = c_readdir(handle)
        if not adr:
            break
        name = text_at(adr)
        if name != "." and name != "..":
            names.append(name)
    c_closedir(handle)
    return names


STAT_SIZE = 128  # bytes of what `tw_stat` fills in


class stat_result(object):
    """What `os.stat` gives: attributes, and items in which times are whole seconds."""

    def __init__(self, buf):
        self.st_mode = llop.raw_load(lltype.Signed, buf, 0)
        self.st_ino = llop.raw_load(lltype.Signed, buf, 8)
        self.st_dev = llop.raw_load(lltype.Signed, buf, 16)
        self.st_nlink = llop.raw_load(lltype.Signed, buf, 24)
        self.st_uid = llop.raw_load(lltype.Signed, buf, 32)
        self.st_gid = llop.raw_load(lltype.Signed, buf, 40)
        self.st_size = llop.raw_load(lltype.Signed, buf, 48)
        self.st_atime = _seconds(buf, 56)
        self.st_mtime = _seconds(buf, 72)
        self.st_ctime = _seconds(buf, 88)
        self.st_rdev = llop.raw_load(lltype.Signed, buf, 104)
        self.st_blksize = llop.raw_load(lltype.Signed, buf, 112)
        self.st_blocks = llop.raw_load(lltype.Signed, buf, 120)
        self._times = (llop.raw_load(lltype.Signed, buf, 56), llop.raw_load(lltype.Signed, buf, 72),
                       llop.raw_load(lltype.Signed, buf, 88))
        self.nsec_atime = llop.raw_load(lltype.Signed, buf, 64)
        self.nsec_mtime = llop.raw_load(lltype.Signed, buf, 80)
        self.nsec_ctime = llop.raw_load(lltype.Signed, buf, 96)

    def __len__(self):
        return 10

    def __getitem__(self, i):
        if i < 0:
            i += 10
        if i == 0:
            return self.st_mode
        if i == 1:
            return self.st_ino
        if i == 2:
            return self.st_dev
        if i == 3:
            return self.st_nlink
        if i == 4:
            return self.st_uid
        if i == 5:
            return self.st_gid
        if i == 6:
            return self.st_size
        if i == 7:
            return self._times[0]
        if i == 8:
            return self._times[1]
        if i == 9:
            return self._times[2]
        raise IndexError


def _seconds(buf, at):
    return llop.raw_load(lltype.Signed, buf, at) + llop.raw_load(lltype.Signed, buf, at + 8) * 1e-9


def _stat(path, follow):
    a = path_copy(path)
    buf = llop.raw_malloc(lltype.Address, STAT_SIZE)
    r = c_stat(a, follow, buf)
    free(a)
    if r < 0:
        free(buf)
        fail_at(path)
    result = stat_result(buf)
    free(buf)
    return result


def stat(path):
    return _stat(path, 1)


def lstat(path):
    return _stat(path, 0)


def fstat(fd):
    buf = llop.raw_malloc(lltype.Address, STAT_SIZE)
    if c_fstat(fd, buf) < 0:
        free(buf)
        fail()
    result = stat_result(buf)
    free(buf)
    return result


def system(command):
    buf = path_copy(command)
    r = c_system(buf)
    free(buf)
    return r


def abort():
    c_abort()


def getppid():
    return c_process_number(0)


def getuid():
    return c_process_number(1)


def geteuid():
    return c_process_number(2)


def getgid():
    return c_process_number(3)


def getegid():
    return c_process_number(4)


def kill(pid, sig):
    checked(c_kill(pid, sig))


def urandom(n):
    fd = _open_random()
    pieces = []
    left = n
    while left > 0:
        piece = _os.read(fd, left)
        left -= len(piece)
        pieces.append(piece)
    _os.close(fd)
    return "".join(pieces)


def _open_random():
    return _os.open("/dev/urandom", _os.O_RDONLY, 0)


def makedirs(path, mode=0o777, exist_ok=False):
    from rpython_builtins.paths import split
    head, tail = split(path)
    if tail == "":
        head, tail = split(head)
    if head != "" and tail != "" and not _os.path.exists(head):
        makedirs(head, mode, True)
    if exist_ok and _os.path.isdir(path):
        return
    _os.mkdir(path, mode)


# --- the environment

def getenv(name, default=None):
    if name.find("\0") >= 0:
        return default
    buf = raw_copy(name)
    adr = c_getenv(buf)
    free(buf)
    if not adr:
        return default
    return text_at(adr)


def putenv(name, value):
    if name.find("=") >= 0:
        raise ValueError("illegal environment variable name")
    check_nul(value)
    a = path_copy(name)
    b = raw_copy(value)
    r = c_setenv(a, b)
    free(a)
    free(b)
    checked(r)


def unsetenv(name):
    a = path_copy(name)
    r = c_setenv(a, llop.cast_int_to_adr(lltype.Address, 0))
    free(a)
    checked(r)


def _environment():
    """All variables, as pairs."""
    result = []
    i = 0
    while True:
        adr = c_environ(i)
        if not adr:
            return result
        entry = text_at(adr)
        at = entry.find("=")
        if at > 0:
            result.append((entry[:at], entry[at + 1:]))
        i += 1


class Environ(object):
    """`os.environ` of the running program: always what the C library has."""

    def __getitem__(self, name):
        value = getenv(name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name, value):
        putenv(name, value)

    def __delitem__(self, name):
        missing = getenv(name) is None
        unsetenv(name)
        if missing:
            raise KeyError(name)

    def __contains__(self, name):
        return getenv(name) is not None

    def has_key(self, name):
        return getenv(name) is not None

    def get(self, name, default=None):
        return getenv(name, default)

    def setdefault(self, name, default):
        value = getenv(name)
        if value is not None:
            return value
        putenv(name, default)
        return default

    def __len__(self):
        return len(_environment())

    def keys(self):
        return [name for name, _ in _environment()]

    def values(self):
        return [value for _, value in _environment()]

    def items(self):
        return _environment()

    def __iter__(self):
        return iter(self.keys())

    iterkeys = keys
    itervalues = values
    iteritems = items


environ = Environ()

import os as _os  # at the end: the names above are functions of their own
