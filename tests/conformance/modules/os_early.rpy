# oracle: stored
# `os` and others at import time: users, descriptors, files by descriptor, links; `linecache`, and py.path.
import linecache
import os
import stat
import tempfile

import py

LATE_CONSTANTS = [os.O_NDELAY, os.O_NOCTTY, os.O_DSYNC, os.O_DIRECTORY, os.O_NOFOLLOW, os.EX_SOFTWARE, os.WUNTRACED]


def text_of(fd):
    with os.fdopen(fd) as f:
        return f.read()


def early():
    out = []
    out.append([os.getuid() >= 0, os.getgid() >= 0, os.geteuid() == os.getuid(), os.getegid() >= 0])
    # A parent, group or session outside of the container has the number 0.
    out.append([os.getpid() > 0, os.getppid() >= 0, os.getpgrp() >= 0, os.getpgid(0) == os.getpgrp(), os.getsid(0) >= 0])
    old = os.umask(0o027)
    out.append([os.umask(old) == 0o027, len(os.uname()) == 5, os.uname()[0] == "Linux"])
    try:
        out.append([len(os.getlogin()) > 0])
    except OSError:
        out.append([True])
    r, w = os.pipe()
    f = os.fdopen(w, "w")
    f.write("through a pipe\n")
    f.close()
    out.append([text_of(r) == "through a pipe\n"])
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "a.txt")
    fd = os.open(path, os.O_WRONLY | os.O_CREAT, 0o640)
    copy = os.dup(fd)
    os.write(fd, b"one\ntwo")
    os.write(copy, b"\nthree")
    os.ftruncate(fd, 11)
    os.fsync(fd)
    os.close(fd)
    os.close(copy)
    st = os.stat(path)
    out.append([st.st_size == 11, st.st_blksize > 0, st.st_blocks >= 0, st.st_rdev == 0])
    os.symlink("a.txt", path + ".link")
    os.link(path, path + ".hard")
    out.append([os.readlink(path + ".link") == "a.txt", stat.S_ISLNK(os.lstat(path + ".link").st_mode), os.stat(path + ".hard").st_nlink == 2])
    out.append([linecache.getline(path, 2) == "two\n", linecache.getline(path, 3) == "thr\n", linecache.getline(path, 9) == ""])
    linecache.cache["made up"] = (3, None, ["x\n", "y\n"], "made up")
    linecache.checkcache()
    out.append([linecache.getline("made up", 2) == "y\n", linecache.getlines("made up") == ["x\n", "y\n"]])
    p = py.path.local(folder) / "a.txt"
    out.append([p.check(), p.read() == "one\ntwo\nthr", p.basename == "a.txt", p.ext == ".txt", p == py.path.local(path), p.relto(folder) == "a.txt"])
    here = os.getcwd()
    os.chdir(folder)
    out.append([os.path.exists("a.txt"), py.path.local("a.txt").check(file=1)])
    os.chdir(here)
    for name in sorted(os.listdir(folder)):
        os.unlink(os.path.join(folder, name))
    os.rmdir(folder)
    try:
        os.fdopen(1000)
        out.append([False])
    except OSError as e:
        out.append([e.errno == 9])
    return [" ".join([str(bool(x)) for x in line]) for line in out]


EARLY = early()


def entry_point(argv):
    for line in EARLY:
        print(line)
    print(LATE_CONSTANTS[0], LATE_CONSTANTS[1:])
    st = os.stat(argv[0] if len(argv) > 5 else "/")
    print(st.st_blksize > 0, st.st_blocks >= 0, st.st_rdev, os.stat("/dev/null").st_rdev)
    print(os.lstat("/dev/null").st_rdev == os.stat("/dev/null").st_rdev)
    return 0


def target(driver, args):
    return entry_point, None
