"""Files of text and of records: streams in all modes, seeking, lines, records of fixed size with an index, a directory that is walked
and removed, errors by errno."""
import errno
import os
import stat
from rpython.rlib.streamio import open_file_as_stream, fdopen_as_stream, StreamError
from rpython.rlib.rstring import StringBuilder

FOLDER = "line_files.tmp"
RECORD = 12


def path(name):
    return os.path.join(FOLDER, name)


def put(name, text, mode="w"):
    f = open_file_as_stream(path(name), mode)
    try:
        f.write(text)
    finally:
        f.close()


def lines(name, mode="r"):
    f = open_file_as_stream(path(name), mode)
    out = []
    while True:
        line = f.readline()
        if not line:
            break
        out.append(line)
    f.close()
    return out


def shown(s):
    b = StringBuilder()
    for c in s:
        if c == "\n":
            b.append("\\n")
        elif c == "\r":
            b.append("\\r")
        elif c == "\x00":
            b.append("_")
        else:
            b.append(c)
    return b.build()


def pad(s):
    if len(s) > RECORD:
        return s[:RECORD]
    return s + "\x00" * (RECORD - len(s))


class Database(object):
    """Records in one file, names and their numbers in another."""
    def __init__(self):
        self.index = {}
        self.count = 0

    def load(self):
        try:
            f = open_file_as_stream(path("index"))
        except OSError as e:
            return e.errno == errno.ENOENT
        for line in f.readall().split("\n"):
            if line:
                name, number = line.split("=")
                self.index[name] = int(number)
        f.close()
        self.count = len(self.index)
        return False

    def store(self, name, value):
        number = self.index.get(name, -1)
        f = open_file_as_stream(path("records"), "r+" if os.path.exists(path("records")) else "w+")
        if number < 0:
            number = self.count
            self.count += 1
            self.index[name] = number
        f.seek(number * RECORD, 0)
        f.write(pad(value))
        f.close()

    def fetch(self, name):
        f = open_file_as_stream(path("records"))
        f.seek(self.index[name] * RECORD, 0)
        data = f.read(RECORD)
        f.close()
        end = data.find("\x00")
        if end >= 0:
            return data[:end]
        return data

    def save(self):
        names = ["%s=%d\n" % (n, i) for n, i in self.index.items()]
        put("index", "".join(names))


def failure(f):
    try:
        f()
    except OSError as e:
        for name, number in [("ENOENT", errno.ENOENT), ("EEXIST", errno.EEXIST), ("ENOTDIR", errno.ENOTDIR), ("EISDIR", errno.EISDIR),
                             ("ENOTEMPTY", errno.ENOTEMPTY), ("EBADF", errno.EBADF)]:
            if e.errno == number:
                return name
        return "errno %d" % e.errno
    return "fine"


def walk(folder, depth, out):
    names = os.listdir(folder)
    names.sort()
    for name in names:
        full = os.path.join(folder, name)
        st = os.stat(full)
        if stat.S_ISDIR(st.st_mode):
            out.append("  " * depth + name + "/")
            walk(full, depth + 1, out)
        else:
            out.append("  " * depth + name + " %d" % st.st_size)


def remove(folder):
    for name in os.listdir(folder):
        full = os.path.join(folder, name)
        if os.path.isdir(full):
            remove(full)
        else:
            os.unlink(full)
    os.rmdir(folder)


def no_such():
    os.open(path("missing"), os.O_RDONLY, 0)


def again():
    os.mkdir(FOLDER, 0o777)


def not_empty():
    os.rmdir(FOLDER)


def not_a_folder():
    os.listdir(path("plain"))


def closed():
    fd = os.open(path("plain"), os.O_RDONLY, 0o666)
    os.close(fd)
    os.read(fd, 1)


def exclusive():
    os.close(os.open(path("plain"), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))


def entry_point(argv):
    if os.path.exists(FOLDER):
        remove(FOLDER)
    os.mkdir(FOLDER, 0o777)
    put("plain", "one\ntwo\r\nthree\rfour")
    print([shown(s) for s in lines("plain")])
    print([shown(s) for s in lines("plain", "U")])
    put("plain", "\nfive\n", "a")
    print([shown(s) for s in lines("plain", "rb")])
    f = open_file_as_stream(path("plain"), "r+")
    f.seek(4, 0)
    print(f.read(3), f.tell())
    f.seek(-5, 2)
    print(shown(f.readall()), f.tell())
    f.seek(0, 0)
    f.write("ONE")
    f.seek(1, 1)
    print(f.read(3))
    f.flush()
    f.truncate(7)
    f.close()
    print([shown(s) for s in lines("plain")])
    db = Database()
    print(db.load())
    for name, value in [("alpha", "first"), ("beta", "second value"), ("gamma", "too long a value"), ("alpha", "changed")]:
        db.store(name, value)
    db.save()
    other = Database()
    print(other.load(), [other.fetch(n) for n in ("alpha", "beta", "gamma")])
    os.mkdir(path("sub"), 0o755)
    put(os.path.join("sub", "deep"), "x" * 100)
    fd = os.open(path("raw"), os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644)
    s = fdopen_as_stream(fd, "w+")
    s.write("raw bytes\n" * 3)
    s.seek(10, 0)
    print(shown(s.readline()))
    s.close()
    out = []
    walk(FOLDER, 0, out)
    for line in out:
        print(line)
    print([failure(f) for f in [no_such, again, not_empty, not_a_folder, closed, exclusive]])
    os.rename(path("raw"), path("renamed"))
    print(os.path.exists(path("raw")), os.path.getsize(path("renamed")), os.path.isfile(path("sub")), os.path.islink(path("plain")))
    os.symlink("plain", path("link"))
    print(os.readlink(path("link")), os.path.islink(path("link")), lines("link") == lines("plain"))
    remove(FOLDER)
    print(os.path.exists(FOLDER))
    return 0


def target(driver, args):
    return entry_point, None
