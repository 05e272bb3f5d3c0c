"""Files: written and read back in all ways, in a temporary file that is removed afterwards; errors of files that are not there."""
import os


def path_for(tag):
    return "/tmp/tw_conf_%d_%s.txt" % (os.getpid(), tag)


def write_all(path, lines):
    with open(path, "w") as f:
        for line in lines:
            f.write(line + "\n")
        f.writelines(["x\n", "y"])
    return os.path.getsize(path)


def read_back(path):
    with open(path) as f:
        print(repr(f.readline()), repr(f.read(3)), f.tell())
        rest = f.readlines()
        print(rest, repr(f.read()), repr(f.readline()))
        f.seek(2)
        print(repr(f.read(4)))
        f.seek(0)
        print([line.strip() for line in f])
    n = 0
    for line in open(path):
        n += len(line)
    print(n)


def binary(path):
    data = "".join([chr(i) for i in range(0, 128, 7)]) + "\r\n\x00end"
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        print(os.write(fd, data))
    finally:
        os.close(fd)
    fd = os.open(path, os.O_RDONLY, 0)
    got = ""
    while True:
        part = os.read(fd, 5)
        if not part:
            break
        got += part
    os.close(fd)
    print(got == data, len(got), os.stat(path).st_size)


def update(path):
    with open(path, "a") as f:
        f.write("appended\n")
    with open(path, "r+") as f:
        f.write("FIRST")
        f.seek(0, 2)
        print(f.tell())
        f.write("last")
    with open(path) as f:
        text = f.read()
    print(repr(text))
    with open(path, "r+") as f:
        f.truncate(7)
    print(os.path.getsize(path), repr(open(path).read()))


def errors(path):
    for mode in ["r", "r+"]:
        try:
            f = open(path + ".missing", mode)
            print("opened")
            f.close()
        except (OSError, IOError) as e:
            print("no file", e.errno, os.strerror(e.errno))
    try:
        os.unlink(path + ".missing")
    except OSError as e:
        print(e.errno)
    try:
        os.mkdir("/tmp")
    except OSError as e:
        print(e.errno)
    f = open(path)
    f.close()
    try:
        f.read()
    except ValueError:
        print("closed file")
    try:
        with open(path, "w") as g:
            g.write("half")
            raise KeyError("inside")
    except KeyError:
        print(repr(open(path).read()))


def entry_point(argv):
    path = path_for("a")
    try:
        print(write_all(path, ["one", "", "three words here"]))
        read_back(path)
        print(write_all(path, []))
        update(path)
        binary(path)
        errors(path)
        other = path_for("b")
        os.rename(path, other)
        print(os.path.exists(path), os.path.isfile(other), os.path.isdir("/tmp"), os.path.basename(other).startswith("tw_conf_"))
        print(os.path.splitext(other)[1], os.path.dirname(other), os.path.join("a", "b", "/c"), os.path.basename(other) in os.listdir("/tmp"))
        os.rename(other, path)
    finally:
        os.unlink(path)
    print(os.path.exists(path))
    return 0


def target(driver, args):
    return entry_point
