# skip-llinterp: calls functions of C
# Functions of rposix with a path that is an object; `os.stat` by items; pseudo-terminals, groups, devices.
import os
from rpython.rlib import rposix, rposix_stat


class Encoded(object):
    def __init__(self, text):
        self.text = text

    def as_bytes(self):
        return self.text

    def as_utf8(self):
        return self.text


def work(folder):
    name = folder + '/data'
    path = Encoded(name)
    fd = rposix.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    os.write(fd, 'twelve bytes')
    os.close(fd)
    st = rposix_stat.stat(path)
    print(st.st_size, st[6], st[0] == st.st_mode, st[-4] == st.st_size, len(st))
    print(rposix_stat.lstat(path).st_ino == rposix_stat.stat(name).st_ino)
    rposix.utime(path, (1000000000.5, 1000000001.25))
    st = os.stat(name)
    print(st[7], st[8], st.st_atime, st.st_mtime)
    print(rposix_stat.get_stat_ns_as_bigint(st, 'mtime').str())
    rposix.utime(name, None)
    print(os.stat(name)[8] > 1000000001)
    os.utime(name, (5, 6))
    print(os.stat(name)[7], os.stat(name)[8])
    rposix.link(path, Encoded(folder + '/second'))
    rposix.symlink(name, Encoded(folder + '/third'))
    rposix.rename(Encoded(folder + '/second'), folder + '/fourth')
    print(sorted(rposix.listdir(Encoded(folder))), sorted(rposix.listdir(folder)) == sorted(os.listdir(folder)))
    print(rposix.readlink(Encoded(folder + '/third')) == name, rposix.access(path, os.R_OK), rposix.access(u'/none', os.R_OK))
    for left in ['data', 'third', 'fourth']:
        rposix.unlink(Encoded(folder + '/' + left))
    try:
        rposix.unlink(path)
    except OSError as e:
        print(e.errno)
    rposix.mkdir(Encoded(folder + '/sub'), 0o700)
    rposix.chmod(Encoded(folder + '/sub'), 0o750)
    print(os.stat(folder + '/sub').st_mode & 0o777)
    rposix.mkfifo(Encoded(folder + '/pipe'), 0o600)
    rposix.mknod(folder + '/node', 0o100600, 0)
    print(os.stat(folder + '/node').st_size, os.stat(folder + '/pipe')[0] & 0o170000 == 0o010000)
    rposix.unlink(folder + '/pipe')
    rposix.unlink(folder + '/node')
    rposix.rmdir(Encoded(folder + '/sub'))
    print(rposix_stat.statvfs(Encoded(folder)).f_namemax == rposix_stat.statvfs(folder).f_namemax)


def terminals():
    master, slave = os.openpty()
    os.write(slave, 'up\n')
    print(os.read(master, 10) == 'up\r\n', os.isatty(slave), os.ttyname(slave) != '')
    os.close(slave)
    os.close(master)
    pid, fd = os.forkpty()
    if pid == 0:
        os.write(1, 'below\n')
        os._exit(7)
    print(os.read(fd, 20) == 'below\r\n')
    pid, status = os.waitpid(pid, 0)
    print(os.WEXITSTATUS(status))


def numbers():
    ruid, euid, suid = os.getresuid()
    print(ruid == os.getuid(), euid == os.geteuid(), suid >= 0)
    os.setresuid(ruid, euid, suid)
    rgid, egid, sgid = os.getresgid()
    os.setresgid(rgid, egid, sgid)
    print(rgid == os.getgid())
    device = os.makedev(8, 3)
    print(device, os.major(device), os.minor(device))
    print(os.confstr(os.confstr_names['CS_PATH']), os.sysconf(os.sysconf_names['SC_PAGESIZE']) > 0)
    print(os.pathconf('/', os.pathconf_names['PC_NAME_MAX']))
    with rposix.SuppressIPH():
        rposix.closerange(900, 905)


def entry_point(argv):
    folder = '/tmp/tw_paths_%d' % os.getpid()
    os.mkdir(folder)
    work(folder)
    os.rmdir(folder)
    terminals()
    numbers()
    return 0


def target(driver, args):
    return entry_point, None
