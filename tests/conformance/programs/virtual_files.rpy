"""A virtual file system: directories, files, links, a shell with paths, globbing, permissions, and sizes."""


class FSError(Exception):
    def __init__(self, path, why):
        self.path = path
        self.why = why


class Entry(object):
    def __init__(self, name, parent):
        self.name = name
        self.parent = parent

    def path(self):
        if self.parent is None:
            return "/"
        return self.parent.path().rstrip("/") + "/" + self.name

    def size(self):
        return 0


class File(Entry):
    def __init__(self, name, parent, text=""):
        super().__init__(name, parent)
        self.text = text
        self.writable = True

    def size(self):
        return len(self.text)


class Link(Entry):
    def __init__(self, name, parent, target):
        super().__init__(name, parent)
        self.target = target


class Directory(Entry):
    def __init__(self, name="", parent=None):
        super().__init__(name, parent)
        self.entries = {}

    def size(self):
        return sum([e.size() for e in self.entries.values()])

    def walk(self):
        yield self
        for name in sorted(self.entries):
            e = self.entries[name]
            if isinstance(e, Directory):
                yield from e.walk()
            else:
                yield e


def match(pattern, name):
    if not pattern:
        return not name
    if pattern[0] == "*":
        return any([match(pattern[1:], name[i:]) for i in range(len(name) + 1)])
    return bool(name) and pattern[0] in ("?", name[0]) and match(pattern[1:], name[1:])


class Shell(object):
    def __init__(self):
        self.root = Directory()
        self.here = self.root

    def find(self, path, depth=0):
        node = self.root if path.startswith("/") else self.here
        for part in path.split("/"):
            if not isinstance(node, Directory):
                raise FSError(path, "not a directory")
            if part in ("", "."):
                continue
            if part == "..":
                node = node.parent or node
                continue
            if part not in node.entries:
                raise FSError(path, "no such file")
            e = node.entries[part]
            if isinstance(e, Link):
                if depth > 4:
                    raise FSError(path, "too many links")
                saved = self.here
                self.here = node
                try:
                    node = self.find(e.target, depth + 1)
                finally:
                    self.here = saved
            else:
                node = e
        return node

    def directory(self, path):
        d = self.find(path)
        if not isinstance(d, Directory):
            raise FSError(path, "not a directory")
        return d

    def split(self, path):
        head, slash, name = path.rpartition("/")
        if not name or name in (".", ".."):
            raise FSError(path, "bad name")
        return self.directory(head or slash or "."), name

    def run(self, line):
        words = line.split()
        command, args = words[0], words[1:]
        if command == "mkdir":
            for path in args:
                d, name = self.split(path)
                if name in d.entries:
                    raise FSError(path, "exists")
                d.entries[name] = Directory(name, d)
        elif command == "cd":
            self.here = self.directory(args[0] if args else "/")
        elif command == "pwd":
            return self.here.path()
        elif command == "write" or command == "append":
            d, name = self.split(args[0])
            text = " ".join(args[1:])
            e = d.entries.get(name, None)
            if e is None:
                d.entries[name] = File(name, d, text)
            elif isinstance(e, File):
                if not e.writable:
                    raise FSError(args[0], "read only")
                e.text = e.text + text if command == "append" else text
            else:
                raise FSError(args[0], "not a file")
        elif command == "cat":
            f = self.find(args[0])
            if not isinstance(f, File):
                raise FSError(args[0], "is a directory")
            return f.text
        elif command == "ln":
            d, name = self.split(args[1])
            d.entries[name] = Link(name, d, args[0])
        elif command == "lock":
            f = self.find(args[0])
            assert isinstance(f, File)
            f.writable = False
        elif command == "rm":
            d, name = self.split(args[0])
            e = d.entries.get(name, None)
            if e is None:
                raise FSError(args[0], "no such file")
            if isinstance(e, Directory) and e.entries:
                raise FSError(args[0], "not empty")
            del d.entries[name]
        elif command == "mv":
            d, name = self.split(args[0])
            if name not in d.entries:
                raise FSError(args[0], "no such file")
            to, new = self.split(args[1])
            e = d.entries.pop(name)
            e.name, e.parent = new, to
            to.entries[new] = e
        elif command == "ls":
            pattern = args[0] if args else "*"
            names = [n + ("/" if isinstance(e, Directory) else "@" if isinstance(e, Link) else "")
                     for n, e in self.here.entries.items() if match(pattern, n)]
            return "  ".join(sorted(names))
        elif command == "tree":
            return "\n".join(["%4d %s" % (e.size(), e.path()) for e in self.root.walk()])
        else:
            raise FSError(command, "no such command")
        return ""


SCRIPT = """mkdir usr home home/ann
cd home/ann
pwd
write notes.txt remember the milk
append notes.txt  and the bread
cat notes.txt
cat ../../home/./ann/notes.txt
write /usr/big.txt xxxxxxxxxxxxxxxxxxxx
mkdir /usr
mkdir a/b
ln /usr u
cat u/big.txt
ln loop loop
cat loop
ln ../ann self
cat self/self/notes.txt
ls
ls *o*
ls ?
lock notes.txt
write notes.txt no
cat u
cat notes.txt/x
rm /home
mv notes.txt /usr/moved.txt
tree
rm u
rm u
cd /home/ann/../..
pwd
ls
cd usr/big.txt
mkdir /
cd
fly"""


def entry_point(argv):
    shell = Shell()
    for line in SCRIPT.splitlines():
        try:
            out = shell.run(line)
            print("$", line)
            if out:
                print(out)
        except FSError as e:
            print("$ %s\n! %s: %s" % (line, e.path, e.why))
    return 0


def target(driver, args):
    return entry_point
