"""Parts of `os` that few programs use: walking, groups, file systems, temporary names; the module `posix`."""
import os
import posix

from rpython.rlib import rposix, rposix_stat
from rpython.rlib.rfile import create_temp_rfile

AT_IMPORT = [os.O_NDELAY == os.O_NONBLOCK, os.getuid() == posix.getuid(), os.getgid() == os.getegid(), len(os.getgroups()) >= 0]


def make(folder, names):
    os.mkdir(folder)
    for name in names:
        if name.endswith('/'):
            os.mkdir(folder + '/' + name[:-1])
        else:
            fd = os.open(folder + '/' + name, os.O_WRONLY | os.O_CREAT, 0o666)
            os.write(fd, name)
            os.close(fd)


def show(found, root):
    lines = []
    for folder, dirs, files in found:
        dirs.sort()
        files.sort()
        lines.append('%s: %s; %s' % (folder[len(root):], ' '.join(dirs), ' '.join(files)))
    lines.sort()
    for line in lines:
        print(line)


def failed(error):
    print('error %d' % error.errno)


def walk(root):
    make(root, ['b', 'inner/', 'a', 'inner/deep/', 'inner/deep/x', 'other/', 'other/y'])
    show(os.walk(root), root)
    for folder, dirs, files in os.walk(root):
        dirs.sort()
        print(folder[len(root):], len(files))
        if 'inner' in dirs:
            dirs.remove('inner')
    seen = []
    for folder, dirs, files in os.walk(root, topdown=False):
        seen.append(folder)
        for name in files:
            os.unlink(os.path.join(folder, name))
        os.rmdir(folder)
    print(len(seen), seen[-1] == root, seen.index(root + '/inner/deep') < seen.index(root + '/inner'))
    for entry in os.walk(root, onerror=failed):
        print('never')


def entry_point(argv):
    print(AT_IMPORT)
    root = rposix.tmpnam()
    print(os.path.exists(root))
    walk(root)
    st = os.stat('/')
    print(st.st_blocks >= 0, st.st_rdev >= 0, st.st_blksize > 0, posix.stat('/').st_ino == st.st_ino)
    os.seteuid(os.geteuid())
    os.setegid(os.getegid())
    print(os.getgroups() == rposix.getgroups(), rposix.ctermid())
    fs = rposix_stat.statvfs('/')
    print(fs.f_fsid == rposix_stat.statvfs('/').f_fsid)
    print(fs.f_bsize > 0, fs.f_blocks >= fs.f_bfree, fs[0] == fs.f_bsize, len(fs))
    try:
        rposix_stat.statvfs('/no/such/file')
    except OSError as e:
        print(e.errno)
    f = create_temp_rfile()
    f.write('one\ntwo\n')
    f.seek(0)
    print(f.read().split('\n'))
    f.close()
    return 0


def target(driver, args):
    return entry_point, None
