"""Further parts of `os`."""

import os
from os import path

from _osnames import confstr_names, pathconf_names, sysconf_names
from rpython.rlib.objectmodel import we_are_translated

R_OK, W_OK, X_OK, F_OK = 4, 2, 1, 0
EX_OK = 0
EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_NOUSER, EX_NOHOST, EX_UNAVAILABLE, EX_SOFTWARE, EX_OSERR = range(64, 72)
EX_OSFILE, EX_CANTCREAT, EX_IOERR, EX_TEMPFAIL, EX_PROTOCOL, EX_NOPERM, EX_CONFIG = range(72, 79)
O_ACCMODE = 3
O_NOCTTY = 0o400
O_DSYNC = 0o10000
O_ASYNC = 0o20000
O_DIRECT = 0o40000
O_LARGEFILE = 0
O_DIRECTORY = 0o200000
O_NOFOLLOW = 0o400000
O_NOATIME = 0o1000000
O_CLOEXEC = 0o2000000
O_SYNC = O_RSYNC = O_FSYNC = 0o4010000
O_PATH = 0o10000000
O_TMPFILE = 0o20200000
WNOHANG, WUNTRACED, WCONTINUED = 1, 2, 8
P_WAIT, P_NOWAIT, P_NOWAITO = 0, 1, 1
PRIO_PROCESS, PRIO_PGRP, PRIO_USER = 0, 1, 2
NGROUPS_MAX = 65536
TMP_MAX = 238328


def walk(top, topdown=True, onerror=None, followlinks=False):
    """Not recursive: a copy of it is made for each call in a program."""
    waiting = [top]
    found = []
    while waiting:
        folder = waiting.pop()
        try:
            names = os.listdir(folder)
        except OSError as e:
            if onerror is not None:
                onerror(e)
            continue
        dirs = [name for name in names if path.isdir(path.join(folder, name))]
        files = [name for name in names if not path.isdir(path.join(folder, name))]
        if topdown:
            yield folder, dirs, files
        else:
            found.append((folder, dirs, files))
        inner = [path.join(folder, name) for name in dirs]
        if not followlinks:
            inner = [name for name in inner if not path.islink(name)]
        if topdown:
            inner.reverse()
        waiting.extend(inner)
    found.reverse()
    for level in found:
        yield level


def removedirs(name):
    os.rmdir(name)
    head = path.dirname(name.rstrip('/'))
    while head:
        try:
            os.rmdir(head)
        except OSError:
            break
        head = path.dirname(head)


class DirEntry(object):
    def __init__(self, folder, name):
        self.name = name
        self.path = path.join(folder, name)

    def is_dir(self, follow_symlinks=True):
        return path.isdir(self.path)

    def is_file(self, follow_symlinks=True):
        return path.isfile(self.path)

    def is_symlink(self):
        return path.islink(self.path)

    def stat(self, follow_symlinks=True):
        return os.stat(self.path)


class _Entries(object):
    def __init__(self, entries):
        self._it = iter(entries)

    def __iter__(self):
        return self._it

    def __next__(self):
        return next(self._it)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass

    def close(self):
        pass


def scandir(folder='.'):
    return _Entries([DirEntry(folder, name) for name in os.listdir(folder)])


def putenv(key, value):
    os.environ[key] = value


def unsetenv(key):
    os.environ.pop(key, None)


def getenvb(key, default=None):
    return os.environ.get(key, default)


def fsencode(filename):
    return filename


fsdecode = fsencode
replace = os.rename
getcwdu = getcwdb = os.getcwd
environb = os.environ


def umask(mask):
    if we_are_translated():
        from rpython.rlib import rposix
        return rposix.umask(mask)
    return os._umask(mask)


def cpu_count():
    if we_are_translated():
        from rpython.rlib import rposix
        return rposix.cpu_count()
    return os._cpu_count()


def getlogin():
    if we_are_translated():
        from rpython.rlib import rposix
        return rposix.getlogin()
    return os._getlogin()


def uname():
    if we_are_translated():
        from rpython.rlib import rposix
        return rposix.uname()
    return os._uname()


def get_terminal_size(fd=1):
    from collections import namedtuple
    return namedtuple('terminal_size', 'columns lines')(80, 24)


class PathLike(object):
    pass


def system(command):
    import subprocess
    code = subprocess.call(command, shell=True)
    return code << 8 if code >= 0 else -code


def popen(command, mode='r'):
    import subprocess
    if mode[:1] != 'r':
        raise NotImplementedError('os.popen() for writing at import time')
    program = subprocess.Popen(command, shell=True, stdout=subprocess.PIPE)
    text = program.communicate()[0]

    class Pipe(subprocess._Text):
        def close(self):
            return program.returncode << 8 if program.returncode else None

    return Pipe(text)


def spawnv(mode, path, args):
    raise NotImplementedError('os.spawnv() at import time')

# --- what programs do when they run; `rposix` needs `os`, so it is imported inside


def fork():
    from rpython.rlib import rposix
    return rposix.fork()


def waitpid(pid, options):
    from rpython.rlib import rposix
    return rposix.waitpid(pid, options)


def execv(path, args):
    from rpython.rlib import rposix
    return rposix.execv(path, args)


def execve(path, args, env):
    from rpython.rlib import rposix
    return rposix.execve(path, args, env)


def nice(increment):
    from rpython.rlib import rposix
    return rposix.nice(increment)


def chown(path, uid, gid):
    from rpython.rlib import rposix
    return rposix.chown(path, uid, gid)


def lchown(path, uid, gid):
    from rpython.rlib import rposix
    return rposix.lchown(path, uid, gid)


def fchown(fd, uid, gid):
    from rpython.rlib import rposix
    return rposix.fchown(fd, uid, gid)


def fchmod(fd, mode):
    from rpython.rlib import rposix
    return rposix.fchmod(fd, mode)


def chroot(path):
    from rpython.rlib import rposix
    return rposix.chroot(path)


def fchdir(fd):
    from rpython.rlib import rposix
    return rposix.fchdir(fd)


def fdatasync(fd):
    from rpython.rlib import rposix
    return rposix.fdatasync(fd)


def mkfifo(path, mode):
    from rpython.rlib import rposix
    return rposix.mkfifo(path, mode)


def killpg(pgrp, sig):
    from rpython.rlib import rposix
    return rposix.killpg(pgrp, sig)


def getpgid(pid):
    if we_are_translated():
        from rpython.rlib import rposix
        return rposix.getpgid(pid)
    return os._getpgid(pid)


def setpgid(pid, pgrp):
    from rpython.rlib import rposix
    return rposix.setpgid(pid, pgrp)


def getpgrp():
    if we_are_translated():
        from rpython.rlib import rposix
        return rposix.getpgrp()
    return os._getpgid(0)


def setsid():
    from rpython.rlib import rposix
    return rposix.setsid()


def getsid(pid):
    if we_are_translated():
        from rpython.rlib import rposix
        return rposix.getsid(pid)
    return os._getsid(pid)


def setuid(uid):
    from rpython.rlib import rposix
    return rposix.setuid(uid)


def setgid(gid):
    from rpython.rlib import rposix
    return rposix.setgid(gid)


def ttyname(fd):
    from rpython.rlib import rposix
    return rposix.ttyname(fd)


def getloadavg():
    if we_are_translated():
        from rpython.rlib import rposix
        return rposix.getloadavg()
    return os._getloadavg()


def times():
    from rpython.rlib import rposix
    return rposix.times()


def closerange(fd_low, fd_high):
    from rpython.rlib import rposix
    return rposix.closerange(fd_low, fd_high)


def sync():
    from rpython.rlib import rposix
    return rposix.sync()


def WIFEXITED(status):
    from rpython.rlib import rposix
    return rposix.WIFEXITED(status)


def WEXITSTATUS(status):
    from rpython.rlib import rposix
    return rposix.WEXITSTATUS(status)


def WIFSIGNALED(status):
    from rpython.rlib import rposix
    return rposix.WIFSIGNALED(status)


def WTERMSIG(status):
    from rpython.rlib import rposix
    return rposix.WTERMSIG(status)


def WIFSTOPPED(status):
    from rpython.rlib import rposix
    return rposix.WIFSTOPPED(status)


def WSTOPSIG(status):
    from rpython.rlib import rposix
    return rposix.WSTOPSIG(status)


def WIFCONTINUED(status):
    from rpython.rlib import rposix
    return rposix.WIFCONTINUED(status)


def WCOREDUMP(status):
    from rpython.rlib import rposix
    return rposix.WCOREDUMP(status)


def pipe2(flags):
    from rpython.rlib import rposix
    return rposix.pipe2(flags)


def set_inheritable(fd, inheritable):
    from rpython.rlib import rposix
    return rposix.set_inheritable(fd, inheritable)


def get_inheritable(fd):
    from rpython.rlib import rposix
    return rposix.get_inheritable(fd)


def utime(path, times=None):
    from rpython.rlib import rposix
    rposix.utime(path, times)


def wait():
    from rpython.rlib import rposix
    return rposix.waitpid(-1, 0)


def execvp(file, args):
    """Looks along PATH."""
    from rpython.rlib import rposix
    if '/' not in file:
        for folder in os.environ.get('PATH', '/bin:/usr/bin').split(':'):
            at = path.join(folder, file)
            if os.access(at, X_OK):
                rposix.execv(at, args)
    rposix.execv(file, args)


def seteuid(uid):
    from rpython.rlib import rposix
    return rposix.seteuid(uid)


def setegid(gid):
    from rpython.rlib import rposix
    return rposix.setegid(gid)


def setreuid(ruid, euid):
    from rpython.rlib import rposix
    return rposix.setreuid(ruid, euid)


def setregid(rgid, egid):
    from rpython.rlib import rposix
    return rposix.setregid(rgid, egid)


def getgroups():
    if we_are_translated():
        from rpython.rlib import rposix
        return rposix.getgroups()
    return os._getgroups()


def ctermid():
    from rpython.rlib import rposix
    return rposix.ctermid()


def statvfs(path):
    from rpython.rlib import rposix_stat
    return rposix_stat.statvfs(path)


def fstatvfs(fd):
    from rpython.rlib import rposix_stat
    return rposix_stat.fstatvfs(fd)


def tmpfile():
    """A file without a name, for reading and writing (Python 2)."""
    from rpython.rlib import rfile
    return rfile.create_temp_rfile()


def tmpnam():
    """A name that no file has yet (Python 2)."""
    from rpython.rlib import rposix
    return rposix.tmpnam()


def sysconf(value):
    from rpython.rlib import rposix
    return rposix.sysconf(value)


def pathconf(path, value):
    from rpython.rlib import rposix
    return rposix.pathconf(path, value)


def fpathconf(fd, value):
    from rpython.rlib import rposix
    return rposix.fpathconf(fd, value)


def tcgetpgrp(fd):
    from rpython.rlib import rposix
    return rposix.tcgetpgrp(fd)


def tcsetpgrp(fd, pgrp):
    from rpython.rlib import rposix
    return rposix.tcsetpgrp(fd, pgrp)


def setpgrp():
    from rpython.rlib import rposix
    return rposix.setpgrp()


def mknod(path, mode, device):
    from rpython.rlib import rposix
    return rposix.mknod(path, mode, device)


def makedev(major, minor):
    from rpython.rlib import rposix
    return rposix.makedev(major, minor)


def major(device):
    from rpython.rlib import rposix
    return rposix.major(device)


def minor(device):
    from rpython.rlib import rposix
    return rposix.minor(device)


def openpty():
    from rpython.rlib import rposix
    return rposix.openpty()


def forkpty():
    from rpython.rlib import rposix
    return rposix.forkpty()


def setgroups(groups):
    from rpython.rlib import rposix
    return rposix.setgroups(groups)


def initgroups(user, group):
    from rpython.rlib import rposix
    return rposix.initgroups(user, group)


def getresuid():
    from rpython.rlib import rposix
    return rposix.getresuid()


def getresgid():
    from rpython.rlib import rposix
    return rposix.getresgid()


def setresuid(ruid, euid, suid):
    from rpython.rlib import rposix
    return rposix.setresuid(ruid, euid, suid)


def setresgid(rgid, egid, sgid):
    from rpython.rlib import rposix
    return rposix.setresgid(rgid, egid, sgid)


def confstr(value):
    from rpython.rlib import rposix
    return rposix.confstr(value)
