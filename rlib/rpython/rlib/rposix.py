"""Functions of the operating system: what `os` has, and a few of C's."""

import os
import errno
import math

from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rlib.rarithmetic import intmask, widen
from rpython.rlib.rstring import assert_str0, check_str0
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

O_CLOEXEC = 0o2000000
_unicode = type(u'')


_get_saved_errno = rffi.llexternal('tw_saved_errno', [], lltype.Signed)
_set_saved_errno = rffi.llexternal('tw_set_saved_errno', [lltype.Signed], lltype.Void)
_get_saved_alterrno = rffi.llexternal('tw_saved_alterrno', [], lltype.Signed)
_set_saved_alterrno = rffi.llexternal('tw_set_saved_alterrno', [lltype.Signed], lltype.Void)
_before_c = rffi.llexternal('tw_errno_before', [lltype.Signed], lltype.Void)
_after_c = rffi.llexternal('tw_errno_after', [lltype.Signed], lltype.Void)


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


def get_saved_alterrno():
    """The same of functions with RFFI_ALT_ERRNO, which have a place of their own."""
    if we_are_translated():
        return _get_saved_alterrno()
    return lltype._native.saved[1]


def set_saved_alterrno(number):
    """The errno that functions made with RFFI_READSAVED_ERRNO and RFFI_ALT_ERRNO find."""
    if we_are_translated():
        _set_saved_alterrno(intmask(number))
    else:
        lltype._native.saved[1] = int(number)


get_errno = _get_errno = get_saved_errno
set_errno = _set_errno = set_saved_errno


def _errno_before(save_err):
    """What happens to C's errno before a function with this `save_err`; also behind a function that C calls."""
    _before_c(save_err)


def _errno_after(save_err):
    """What happens to it behind such a function."""
    _after_c(save_err)


@specialize.arg(0)
def handle_posix_error(name, result):
    """The result of a C function as an int; OSError with the saved errno if it is negative."""
    result = widen(result)
    if result < 0:
        raise OSError(get_saved_errno(), "%s failed" % name)
    return intmask(result)


# Functions that take a path take a text, or an object that gives its bytes by the method `as_bytes`.

@specialize.argtype(0)
def _as_bytes(path):
    """The bytes of a path."""
    assert path is not None
    if isinstance(path, str):
        return path
    elif isinstance(path, _unicode):
        return path.encode('ascii')
    else:
        return path.as_bytes()


@specialize.argtype(0)
def _as_bytes0(path):
    """The bytes of a path, which C takes as ending at its first NUL: ValueError if there is one."""
    text = _as_bytes(path)
    check_str0(text)
    return text


@specialize.argtype(0)
def _as_utf8(path):
    """The same in UTF-8."""
    assert path is not None
    if isinstance(path, str):
        return path
    elif isinstance(path, _unicode):
        return path.encode('utf-8')
    else:
        return path.as_utf8()


class SuppressIPH(object):
    """Wrong file descriptors are errors that C tells of, so there is nothing to suppress."""

    def __init__(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass


SuppressIPH_del = SuppressIPH


def is_valid_fd(fd):
    return True


def validate_fd(fd):
    """OSError if the file descriptor is not open."""
    os.fstat(fd)


@specialize.argtype(0)
def open(path, flags, mode=0o777):
    return os.open(_as_bytes(path), flags, mode)


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


@specialize.argtype(0)
def chdir(path):
    os.chdir(_as_bytes(path))


@specialize.argtype(0)
def listdir(path):
    return os.listdir(_as_bytes(path))


@specialize.argtype(0)
def access(path, mode):
    return os.access(_as_bytes(path), mode)


@specialize.argtype(0)
def unlink(path):
    os.unlink(_as_bytes(path))


remove = unlink


@specialize.argtype(0, 1)
def rename(old, new):
    os.rename(_as_bytes(old), _as_bytes(new))


replace = rename


@specialize.argtype(0)
def mkdir(path, mode=0o777):
    os.mkdir(_as_bytes(path), mode)


@specialize.argtype(0)
def rmdir(path):
    os.rmdir(_as_bytes(path))


@specialize.argtype(0)
def chmod(path, mode):
    os.chmod(_as_bytes(path), mode)


@specialize.argtype(0, 1)
def symlink(old, new):
    os.symlink(_as_bytes(old), _as_bytes(new))


@specialize.argtype(0, 1)
def link(old, new):
    os.link(_as_bytes(old), _as_bytes(new))


@specialize.argtype(0)
def readlink(path):
    return os.readlink(_as_bytes(path))


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


@specialize.argtype(0)
def stat(path):
    return os.stat(_as_bytes(path))


@specialize.argtype(0)
def lstat(path):
    return os.lstat(_as_bytes(path))


def fstat(fd):
    return os.fstat(fd)


# --- over functions of C

eci = ExternalCompilationInfo(includes=['sys/types.h', 'sys/stat.h', 'sys/wait.h', 'sys/utsname.h', 'sys/times.h', 'unistd.h',
                                        'fcntl.h', 'stdlib.h', 'stdio.h', 'errno.h', 'string.h', 'signal.h', 'sys/time.h',
                                        'sys/sysmacros.h'],
                              post_include_bits=['''
static inline int tw_wait_part(int status, int what)
{
    switch (what) {
    case 0: return WIFEXITED(status);
    case 1: return WEXITSTATUS(status);
    case 2: return WIFSIGNALED(status);
    case 3: return WTERMSIG(status);
    case 4: return WIFSTOPPED(status);
    case 5: return WSTOPSIG(status);
    case 6: return WIFCONTINUED(status);
    default: return WCOREDUMP(status);
    }
}
static inline char *tw_uname_part(struct utsname *u, int what)
{
    char *parts[] = {u->sysname, u->nodename, u->release, u->version, u->machine};
    return parts[what];
}
static inline dev_t tw_makedev(unsigned int major, unsigned int minor) { return makedev(major, minor); }
static inline unsigned int tw_major(dev_t device) { return major(device); }
static inline unsigned int tw_minor(dev_t device) { return minor(device); }
static inline long tw_uname_size(void) { return sizeof(struct utsname); }
'''])


def external(name, args, result, compilation_info=eci, **kwds):
    """A C function of this module; errno is saved."""
    return rffi.llexternal(name, args, result, compilation_info=compilation_info,
                           save_err=rffi.RFFI_SAVE_ERRNO, **kwds)


_path = _as_bytes0


@specialize.argtype(0)
def _checked_path(path, result):
    if widen(result) < 0:
        number = get_saved_errno()
        raise OSError(number, os.strerror(number), _as_bytes(path))


_INT, _STR = rffi.INT, rffi.CCHARP
_pty_eci = ExternalCompilationInfo(includes=['pty.h'], libraries=['util'])
_grp_eci = ExternalCompilationInfo(includes=['grp.h', 'sys/types.h'])
c_fork = external('fork', [], rffi.PID_T, releasegil=False)
c_waitpid = external('waitpid', [rffi.PID_T, rffi.INTP, _INT], rffi.PID_T)
c_execv = external('execv', [_STR, rffi.CCHARPP], _INT)
c_execve = external('execve', [_STR, rffi.CCHARPP, rffi.CCHARPP], _INT)
c_exit = external('_exit', [_INT], lltype.Void)
c_umask = external('umask', [rffi.MODE_T], rffi.MODE_T)
c_nice = external('nice', [_INT], _INT)
c_chown = external('chown', [_STR, rffi.UID_T, rffi.GID_T], _INT)
c_lchown = external('lchown', [_STR, rffi.UID_T, rffi.GID_T], _INT)
c_fchown = external('fchown', [_INT, rffi.UID_T, rffi.GID_T], _INT)
c_fchmod = external('fchmod', [_INT, rffi.MODE_T], _INT)
c_chroot = external('chroot', [_STR], _INT)
c_fchdir = external('fchdir', [_INT], _INT)
c_fdatasync = external('fdatasync', [_INT], _INT)
c_mkfifo = external('mkfifo', [_STR, rffi.MODE_T], _INT)
c_killpg = external('killpg', [_INT, _INT], _INT)
c_getpgid = external('getpgid', [rffi.PID_T], rffi.PID_T)
c_setpgid = external('setpgid', [rffi.PID_T, rffi.PID_T], _INT)
c_getpgrp = external('getpgrp', [], rffi.PID_T)
c_setsid = external('setsid', [], rffi.PID_T)
c_getsid = external('getsid', [rffi.PID_T], rffi.PID_T)
c_tcgetpgrp = external('tcgetpgrp', [_INT], rffi.PID_T)
c_tcsetpgrp = external('tcsetpgrp', [_INT, rffi.PID_T], _INT)
c_ttyname = external('ttyname', [_INT], _STR)
c_getlogin = external('getlogin', [], _STR)
c_strerror = external('strerror', [_INT], _STR)
c_setuid = external('setuid', [rffi.UID_T], _INT)
c_setgid = external('setgid', [rffi.GID_T], _INT)
c_getegid = external('getegid', [], rffi.GID_T)
c_seteuid = external('seteuid', [rffi.UID_T], _INT)
c_setegid = external('setegid', [rffi.GID_T], _INT)
c_setreuid = external('setreuid', [rffi.UID_T, rffi.UID_T], _INT)
c_setregid = external('setregid', [rffi.GID_T, rffi.GID_T], _INT)
c_getgroups = external('getgroups', [_INT, rffi.CArrayPtr(rffi.GID_T)], _INT)
c_ctermid = external('ctermid', [_STR], _STR)
c_mkstemp = external('mkstemp', [_STR], _INT)
c_sysconf = external('sysconf', [_INT], rffi.LONG)
c_pathconf = external('pathconf', [_STR, _INT], rffi.LONG)
c_fpathconf = external('fpathconf', [_INT, _INT], rffi.LONG)
c_getloadavg = external('getloadavg', [rffi.DOUBLEP, _INT], _INT)
c_uname = external('uname', [rffi.VOIDP], _INT)
c_times = external('times', [rffi.VOIDP], rffi.LONG)
c_sync = external('sync', [], lltype.Void)
c_pipe2 = external('pipe2', [rffi.INTP, _INT], _INT)
c_utimes = external('utimes', [_STR, rffi.VOIDP], _INT)
c_mknod = external('mknod', [_STR, rffi.MODE_T, rffi.DEV_T], _INT)
c_openpty = external('openpty', [rffi.INTP, rffi.INTP, _STR, rffi.VOIDP, rffi.VOIDP], _INT, _pty_eci)
c_forkpty = external('forkpty', [rffi.INTP, _STR, rffi.VOIDP, rffi.VOIDP], rffi.PID_T, _pty_eci,
                     releasegil=False)
c_setgroups = external('setgroups', [rffi.SIZE_T, rffi.CArrayPtr(rffi.GID_T)], _INT, _grp_eci)
c_initgroups = external('initgroups', [_STR, rffi.GID_T], _INT, _grp_eci)
c_getresuid = external('getresuid', [rffi.CArrayPtr(rffi.UID_T)] * 3, _INT)
c_getresgid = external('getresgid', [rffi.CArrayPtr(rffi.GID_T)] * 3, _INT)
c_setresuid = external('setresuid', [rffi.UID_T] * 3, _INT)
c_setresgid = external('setresgid', [rffi.GID_T] * 3, _INT)
c_confstr = external('confstr', [_INT, _STR, rffi.SIZE_T], rffi.SIZE_T)
_makedev = external('tw_makedev', [rffi.UINT, rffi.UINT], rffi.DEV_T)
_major = external('tw_major', [rffi.DEV_T], rffi.UINT)
_minor = external('tw_minor', [rffi.DEV_T], rffi.UINT)
c_dup = external('dup', [_INT], _INT)
c_dup2 = external('dup2', [_INT, _INT], _INT)
c_open = external('open', [_STR, _INT, rffi.MODE_T], _INT)
c_close = external('close', [_INT], _INT)
c_read = external('read', [_INT, rffi.VOIDP, rffi.SIZE_T], rffi.SSIZE_T)
c_write = external('write', [_INT, rffi.VOIDP, rffi.SIZE_T], rffi.SSIZE_T)
c_lseek = external('lseek', [_INT, rffi.OFF_T, _INT], rffi.OFF_T)
c_isatty = external('isatty', [_INT], _INT)
c_getpid = external('getpid', [], rffi.PID_T)
c_getppid = external('getppid', [], rffi.PID_T)
c_kill = external('kill', [rffi.PID_T, _INT], _INT)
c_system = external('system', [_STR], _INT)
_wait_part = external('tw_wait_part', [_INT, _INT], _INT)
_uname_part = external('tw_uname_part', [rffi.VOIDP, _INT], _STR)
_uname_size = external('tw_uname_size', [], rffi.LONG)
WNOHANG, WUNTRACED = 1, 2


def fork():
    """0 in the new process, its number in the old one."""
    print('', end='', flush=True)       # what has been printed is printed once
    return handle_posix_error('fork', c_fork())


def waitpid(pid, options):
    """(number of a process that has ended, its status)"""
    with lltype.scoped_alloc(rffi.INTP.TO, 1) as status:
        status[0] = rffi.cast(rffi.INT, 0)
        result = handle_posix_error('waitpid', c_waitpid(pid, status, options))
        return result, intmask(status[0])


def execv(path, args):
    """The process runs another program from now on."""
    p = rffi.liststr2charpp([_path(arg) for arg in args])
    c_execv(_path(path), p)
    rffi.free_charpp(p)
    raise OSError(get_saved_errno(), os.strerror(get_saved_errno()))


def execve(path, args, env):
    """The same, with an environment: a dict."""
    p = rffi.liststr2charpp([_path(arg) for arg in args])
    e = rffi.liststr2charpp([_path(name) + "=" + _path(env[name]) for name in env])
    c_execve(_path(path), p, e)
    rffi.free_charpp(p)
    rffi.free_charpp(e)
    _checked_path(path, -1)


def exit(code):
    """Ends the process at once."""
    os._exit(code)


def WIFEXITED(status):
    return intmask(_wait_part(status, 0)) != 0


def WEXITSTATUS(status):
    return intmask(_wait_part(status, 1))


def WIFSIGNALED(status):
    return intmask(_wait_part(status, 2)) != 0


def WTERMSIG(status):
    return intmask(_wait_part(status, 3))


def WIFSTOPPED(status):
    return intmask(_wait_part(status, 4)) != 0


def WSTOPSIG(status):
    return intmask(_wait_part(status, 5))


def WIFCONTINUED(status):
    return intmask(_wait_part(status, 6)) != 0


def WCOREDUMP(status):
    return intmask(_wait_part(status, 7)) != 0


WAIT_MACROS = ['WCOREDUMP', 'WIFCONTINUED', 'WIFSTOPPED', 'WIFSIGNALED', 'WIFEXITED', 'WEXITSTATUS', 'WSTOPSIG', 'WTERMSIG']


def umask(mask):
    return intmask(c_umask(mask))


def nice(increment):
    set_saved_errno(0)
    return intmask(c_nice(increment))


@specialize.argtype(0)
def chown(path, uid, gid):
    _checked_path(path, c_chown(_path(path), rffi.cast(rffi.UID_T, uid), rffi.cast(rffi.GID_T, gid)))


@specialize.argtype(0)
def lchown(path, uid, gid):
    _checked_path(path, c_lchown(_path(path), rffi.cast(rffi.UID_T, uid), rffi.cast(rffi.GID_T, gid)))


def fchown(fd, uid, gid):
    handle_posix_error('fchown', c_fchown(fd, rffi.cast(rffi.UID_T, uid), rffi.cast(rffi.GID_T, gid)))


def fchmod(fd, mode):
    handle_posix_error('fchmod', c_fchmod(fd, mode))


@specialize.argtype(0)
def chroot(path):
    _checked_path(path, c_chroot(_path(path)))


def fchdir(fd):
    handle_posix_error('fchdir', c_fchdir(fd))


def fdatasync(fd):
    handle_posix_error('fdatasync', c_fdatasync(fd))


@specialize.argtype(0)
def mkfifo(path, mode):
    _checked_path(path, c_mkfifo(_path(path), mode))


def killpg(pgrp, sig):
    handle_posix_error('killpg', c_killpg(pgrp, sig))


def getpgid(pid):
    return handle_posix_error('getpgid', c_getpgid(pid))


def setpgid(pid, pgrp):
    handle_posix_error('setpgid', c_setpgid(pid, pgrp))


def getpgrp():
    return handle_posix_error('getpgrp', c_getpgrp())


def setpgrp():
    handle_posix_error('setpgrp', c_setpgid(0, 0))


def setsid():
    handle_posix_error('setsid', c_setsid())


def getsid(pid):
    return handle_posix_error('getsid', c_getsid(pid))


def tcgetpgrp(fd):
    return handle_posix_error('tcgetpgrp', c_tcgetpgrp(fd))


def tcsetpgrp(fd, pgrp):
    handle_posix_error('tcsetpgrp', c_tcsetpgrp(fd, pgrp))


def setuid(uid):
    handle_posix_error('setuid', c_setuid(uid))


def setgid(gid):
    handle_posix_error('setgid', c_setgid(gid))


def getegid():
    return intmask(c_getegid())


def seteuid(uid):
    handle_posix_error('seteuid', c_seteuid(rffi.cast(rffi.UID_T, uid)))


def setegid(gid):
    handle_posix_error('setegid', c_setegid(rffi.cast(rffi.GID_T, gid)))


def setreuid(ruid, euid):
    handle_posix_error('setreuid', c_setreuid(rffi.cast(rffi.UID_T, ruid), rffi.cast(rffi.UID_T, euid)))


def setregid(rgid, egid):
    handle_posix_error('setregid', c_setregid(rffi.cast(rffi.GID_T, rgid), rffi.cast(rffi.GID_T, egid)))


def getgroups():
    """The numbers of the process's groups."""
    groups = lltype.nullptr(rffi.CArrayPtr(rffi.GID_T).TO)
    n = handle_posix_error('getgroups', c_getgroups(0, groups))
    with lltype.scoped_alloc(rffi.CArrayPtr(rffi.GID_T).TO, n + 1) as groups:
        n = handle_posix_error('getgroups', c_getgroups(n, groups))
        return [intmask(groups[i]) for i in range(n)]


def ctermid():
    """The path of the terminal that controls the process."""
    return rffi.charp2str(c_ctermid(lltype.nullptr(rffi.CCHARP.TO)))


def _temporary():
    """A new file in the folder for such files, open: (fd, name)."""
    folder = os.environ.get('TMPDIR', '/tmp')
    with rffi.scoped_str2charp(folder + '/fileXXXXXX') as name:
        fd = handle_posix_error('mkstemp', c_mkstemp(name))
        return fd, rffi.charp2str(name)


def tmpnam():
    """A name that no file has yet; another process can take it at any time."""
    fd, name = _temporary()
    os.close(fd)
    os.unlink(name)
    return name



def ttyname(fd):
    p = c_ttyname(fd)
    if not p:
        raise OSError(get_saved_errno(), "ttyname failed")
    return rffi.charp2str(p)


def getlogin():
    p = c_getlogin()
    if not p:
        raise OSError(get_saved_errno(), "getlogin failed")
    return rffi.charp2str(p)


def strerror(number):
    """The message for an errno."""
    p = c_strerror(number)
    if not p:
        raise ValueError("os_strerror failed")
    return rffi.charp2str(p)


def sysconf(value):
    return c_sysconf(value)


@specialize.argtype(0)
def pathconf(path, value):
    return handle_posix_error('pathconf', c_pathconf(_path(path), value))


def fpathconf(fd, value):
    return handle_posix_error('fpathconf', c_fpathconf(fd, value))


def cpu_count():
    """The number of processors."""
    return max(1, c_sysconf(84))


def getloadavg():
    with lltype.scoped_alloc(rffi.DOUBLEP.TO, 3) as p:
        if intmask(c_getloadavg(p, 3)) != 3:
            raise OSError(0, "getloadavg failed")
        return p[0], p[1], p[2]


def uname():
    """(system, node, release, version, machine)"""
    with rffi.scoped_alloc_buffer(_uname_size()) as b:
        p = rffi.cast(rffi.VOIDP, b.raw)
        handle_posix_error('uname', c_uname(p))
        parts = [rffi.charp2str(_uname_part(p, i)) for i in range(5)]
    return parts[0], parts[1], parts[2], parts[3], parts[4]


def times():
    """Seconds: of the user, of the system, both for ended children, and since some moment."""
    with lltype.scoped_alloc(rffi.LONGP.TO, 4) as p:
        elapsed = c_times(rffi.cast(rffi.VOIDP, p))
        ticks = float(c_sysconf(2))
        return p[0] / ticks, p[1] / ticks, p[2] / ticks, p[3] / ticks, elapsed / ticks


def sync():
    c_sync()


def pipe2(flags):
    """A pipe with flags: (fd to read from, fd to write to)."""
    with lltype.scoped_alloc(rffi.INTP.TO, 2) as fds:
        handle_posix_error('pipe2', c_pipe2(fds, flags))
        return intmask(fds[0]), intmask(fds[1])


@specialize.argtype(0, 1)
def utime(path, times):
    """Sets the times of the last use and change, to the microsecond: (use, change), or now if that is None."""
    if times is None:
        _checked_path(path, c_utimes(_path(path), lltype.nullptr(rffi.VOIDP.TO)))
    else:
        actime, modtime = times
        with lltype.scoped_alloc(rffi.LONGP.TO, 4) as p:
            _fill_timeval(p, 0, actime)
            _fill_timeval(p, 2, modtime)
            _checked_path(path, c_utimes(_path(path), rffi.cast(rffi.VOIDP, p)))


@specialize.argtype(2)
def _fill_timeval(p, at, time):
    whole = math.floor(float(time))
    p[at] = int(whole)
    p[at + 1] = int((time - whole) * 1e6)


@specialize.argtype(0)
def mknod(path, mode, dev):
    """A new node of the file system."""
    _checked_path(path, c_mknod(_path(path), mode, dev))


def makedev(major, minor):
    """The number of a device."""
    return intmask(_makedev(rffi.cast(rffi.UINT, major), rffi.cast(rffi.UINT, minor)))


def major(device):
    return intmask(_major(rffi.cast(rffi.DEV_T, device)))


def minor(device):
    return intmask(_minor(rffi.cast(rffi.DEV_T, device)))


def openpty():
    """A pseudo-terminal: (fd of the one who controls it, fd of the terminal)"""
    nothing = lltype.nullptr(rffi.VOIDP.TO)
    with lltype.scoped_alloc(rffi.INTP.TO, 1) as master:
        with lltype.scoped_alloc(rffi.INTP.TO, 1) as slave:
            handle_posix_error('openpty', c_openpty(master, slave, lltype.nullptr(rffi.CCHARP.TO), nothing, nothing))
            return intmask(master[0]), intmask(slave[0])


def forkpty():
    """`fork`, with a pseudo-terminal for the new process: (0 in that one, or its number; fd that controls it)"""
    nothing = lltype.nullptr(rffi.VOIDP.TO)
    print('', end='', flush=True)       # what has been printed is printed once
    with lltype.scoped_alloc(rffi.INTP.TO, 1) as master:
        master[0] = rffi.cast(rffi.INT, -1)
        pid = handle_posix_error('forkpty', c_forkpty(master, lltype.nullptr(rffi.CCHARP.TO), nothing, nothing))
        return pid, intmask(master[0])


def setgroups(groups):
    """Sets the groups of the process."""
    with lltype.scoped_alloc(rffi.CArrayPtr(rffi.GID_T).TO, len(groups) + 1) as p:
        for i in range(len(groups)):
            p[i] = rffi.cast(rffi.GID_T, groups[i])
        handle_posix_error('setgroups', c_setgroups(len(groups), p))


def initgroups(user, group):
    """Sets the groups of the process to those of a user, and one more."""
    handle_posix_error('initgroups', c_initgroups(user, rffi.cast(rffi.GID_T, group)))


def getresuid():
    """(real, effective, saved) user"""
    with lltype.scoped_alloc(rffi.CArrayPtr(rffi.UID_T).TO, 3) as p:
        handle_posix_error('getresuid', c_getresuid(p, rffi.ptradd(p, 1), rffi.ptradd(p, 2)))
        return intmask(p[0]), intmask(p[1]), intmask(p[2])


def getresgid():
    """(real, effective, saved) group"""
    with lltype.scoped_alloc(rffi.CArrayPtr(rffi.GID_T).TO, 3) as p:
        handle_posix_error('getresgid', c_getresgid(p, rffi.ptradd(p, 1), rffi.ptradd(p, 2)))
        return intmask(p[0]), intmask(p[1]), intmask(p[2])


def setresuid(ruid, euid, suid):
    UID_T = rffi.UID_T
    handle_posix_error('setresuid', c_setresuid(rffi.cast(UID_T, ruid), rffi.cast(UID_T, euid), rffi.cast(UID_T, suid)))


def setresgid(rgid, egid, sgid):
    GID_T = rffi.GID_T
    handle_posix_error('setresgid', c_setresgid(rffi.cast(GID_T, rgid), rffi.cast(GID_T, egid), rffi.cast(GID_T, sgid)))


def confstr(value):
    """A text of the system's configuration; None if it has no such text."""
    set_saved_errno(0)
    n = intmask(c_confstr(value, lltype.nullptr(rffi.CCHARP.TO), 0))
    if n > 0:
        with rffi.scoped_alloc_buffer(n) as buf:
            return buf.str(intmask(c_confstr(value, buf.raw, n)) - 1)
    if get_saved_errno() != 0:
        raise OSError(get_saved_errno(), "confstr failed")
    return None


def closerange(fd_low, fd_high):
    """Closes whatever is open of these."""
    for fd in range(fd_low, fd_high):
        c_close(fd)


@specialize.argtype(0, 1)
def putenv(name, value):
    os.environ[_as_bytes(name)] = _as_bytes(value)


@specialize.argtype(0)
def unsetenv(name):
    text = _as_bytes(name)
    if text in os.environ:
        del os.environ[text]


def getcwdu():
    return os.getcwd().decode('utf-8')


def c_filedescriptor_open(path, flags, mode):
    return c_open(_path(path), flags, mode)


def fdopen(fd, mode='r'):
    return os.fdopen(fd, mode)


def set_inheritable(fd, inheritable):
    """Whether programs that are started get the file."""
    flags = intmask(_c_fcntl(fd, 1, 0))
    if inheritable:
        flags &= ~1
    else:
        flags |= 1
    handle_posix_error('fcntl', _c_fcntl(fd, 2, flags))


def get_inheritable(fd):
    return intmask(_c_fcntl(fd, 1, 0)) & 1 == 0


_c_fcntl = external('fcntl', [_INT, _INT, rffi.LONG], _INT, macro=True)


def get_status_flags(fd):
    return handle_posix_error('fcntl', _c_fcntl(fd, 3, 0))


def set_status_flags(fd, flags):
    handle_posix_error('fcntl', _c_fcntl(fd, 4, flags))


class SetNonInheritableCache(object):
    """Nothing has to be remembered."""
    _attrs_ = ('cached_inheritable',)
    cached_inheritable = -1

    def set_non_inheritable(self, fd):
        set_inheritable(fd, False)


class CConfig:
    _compilation_info_ = eci


config = {}
