# skip-llinterp: folders and processes
"""Paths, commands and names of variables with a NUL, and folders opened as files."""
import os

PLACE = "/nowhere/else"


def try_path(what, path):
    try:
        if what == "open":
            open(path).close()
        elif what == "open w":
            open(path, "w").close()
        elif what == "os.open":
            os.close(os.open(path, os.O_RDONLY, 0))
        elif what == "stat":
            os.stat(path)
        elif what == "lstat":
            os.lstat(path)
        elif what == "remove":
            os.remove(path)
        elif what == "unlink":
            os.unlink(path)
        elif what == "rmdir":
            os.rmdir(path)
        elif what == "mkdir":
            os.mkdir(path)
        elif what == "makedirs":
            os.makedirs(path)
        elif what == "listdir":
            print(len(os.listdir(path)) > 0)
        elif what == "chdir":
            os.chdir(path)
        elif what == "rename":
            os.rename(path, PLACE)
        elif what == "rename to":
            os.rename("/nowhere/at all", path)
        elif what == "link":
            os.link(path, PLACE)
        elif what == "symlink":
            os.symlink(PLACE, path)
        elif what == "readlink":
            os.readlink(path)
        elif what == "chmod":
            os.chmod(path, 0o600)
        elif what == "access":
            print(os.access(path, os.R_OK))
        elif what == "mkfifo":
            os.mkfifo(path, 0o600)
        elif what == "chown":
            os.chown(path, 0, 0)
        elif what == "utime":
            os.utime(path, (1, 1))
        elif what == "execv":
            os.execv(path, ["a"])
        elif what == "execv argument":
            os.execv("/nowhere/at all", ["a", path])
        elif what == "execve":
            os.execve(path, ["a"], {"a": "b"})
        elif what == "execve variable":
            os.execve("/nowhere/at all", ["a"], {"a": path})
        elif what == "system":
            os.system(path)
        elif what == "popen":
            os.popen(path).close()
        elif what == "exists":
            print(os.path.exists(path), os.path.isfile(path), os.path.isdir(path), os.path.lexists(path), os.path.islink(path))
        elif what == "getsize":
            print(os.path.getsize(path) > 0)
        else:
            print("?")
        print(what, "fine")
    except ValueError as e:
        print(what, "ValueError", str(e))
    except OSError as e:
        print(what, "OSError", e.errno, str(e))


PATHS = ["open", "open w", "os.open", "stat", "lstat", "remove", "unlink", "rmdir", "mkdir", "makedirs", "listdir", "chdir", "rename",
         "rename to", "link", "symlink", "readlink", "chmod", "access", "mkfifo", "chown", "utime", "execv", "execv argument",
         "execve", "execve variable", "system", "popen", "exists", "getsize"]
MISSING = ["open", "open w", "os.open", "stat", "lstat", "remove", "unlink", "rmdir", "mkdir", "listdir", "chdir", "rename", "link",
           "symlink", "readlink", "chmod", "access", "chown", "execv", "execve", "exists", "getsize"]


def try_name(name, value):
    try:
        os.putenv(name, value)
        print("putenv fine")
    except ValueError as e:
        print("putenv", str(e))
    except OSError as e:
        print("putenv", str(e))
    try:
        os.environ[name] = value
        print(os.environ[name])
    except ValueError as e:
        print("environ", str(e))
    except OSError as e:
        print("environ", str(e))
    print(os.getenv(name), os.environ.get(name, "none"), name in os.environ)
    try:
        del os.environ[name]
        print("del fine")
    except ValueError as e:
        print("del", str(e))
    except KeyError as e:
        print("del KeyError", e)
    except OSError as e:
        print("del", str(e))


def entry_point(argv):
    nul = chr(0)
    os.chdir("/")
    for what in PATHS:
        try_path(what, "/tmp" + nul + "x")
    for what in MISSING:
        try_path(what, "/nowhere/at all")
    for what in ["open", "open w", "os.open", "remove", "rmdir", "mkdir", "readlink"]:
        try_path(what, "/proc")
    try_name("TRACEWRIGHT_X", "a" + nul)
    try_name("TRACEWRIGHT" + nul, "a")
    try_name("TRACEWRIGHT=", "a")
    try_name("TRACEWRIGHT_Y", "fine")
    return 0


def target(driver, args):
    return entry_point, None
