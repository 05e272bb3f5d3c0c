# os.path and files of the file system at run time.
import os


def show(path):
    print(os.path.basename(path) + "|" + os.path.dirname(path) + "|" + os.path.normpath(path))
    head, tail = os.path.split(path)
    root, ext = os.path.splitext(path)
    print(head + "," + tail + "," + root + "," + ext)


def tree(base):
    os.mkdir(base)
    os.makedirs(os.path.join(base, "a", "b"))
    for i in range(3):
        fd = os.open(os.path.join(base, "a", "f%d.txt" % i), os.O_WRONLY | os.O_CREAT, 0o644)
        os.write(fd, "x" * (10 * i))
        os.close(fd)
    names = os.listdir(os.path.join(base, "a"))
    found = []
    for n in ["b", "f0.txt", "f1.txt", "f2.txt"]:
        if n in names:
            found.append(n)
    print(len(names), ",".join(found))
    p = os.path.join(base, "a", "f2.txt")
    print(os.path.getsize(p), os.stat(p).st_size, os.path.isfile(p), os.path.isdir(p))
    print(os.access(p, os.R_OK), os.access(p + "x", os.R_OK))
    os.symlink("f1.txt", os.path.join(base, "a", "link"))
    print(os.readlink(os.path.join(base, "a", "link")))
    print(os.path.islink(os.path.join(base, "a", "link")), os.path.islink(p))
    os.chmod(p, 0o600)
    print(os.stat(p).st_mode & 0o777)
    for n in os.listdir(os.path.join(base, "a")):
        q = os.path.join(base, "a", n)
        if os.path.isdir(q):
            os.rmdir(q)
        else:
            os.unlink(q)
    os.rmdir(os.path.join(base, "a"))
    os.rmdir(base)
    try:
        os.listdir(base)
    except OSError as e:
        print("OSError", e.errno)


def entry_point(argv):
    for p in ["", "/", "a", "a/b", "/a/b.c", "a//b/../c.tar.gz", "./.hidden", "../x/..", "//net/x", "a/b/", "...", "a.b/c"]:
        show(p)
    print(os.path.join("a", "b"), os.path.join("a/", "b", "/c", "d"), os.path.join("x"))
    print(os.path.isabs("/x"), os.path.isabs("x"))
    here = os.getcwd()
    print(os.path.abspath("x/../y") == here + "/y", os.path.abspath("/q/./r"))
    print(os.path.relpath("/a/b/c", "/a/d"), os.path.relpath("/a", "/a"))
    tree("/tmp/tw_os_paths_%d" % os.getpid())
    os.chdir("/")
    print(os.getcwd())
    print(os.path.commonprefix(["abcd", "abce", "abx"]))
    r, w = os.pipe()
    os.write(w, "through the pipe")
    os.close(w)
    print(os.read(r, 100))
    os.close(r)
    return 0


def target(driver, args):
    return entry_point, None
