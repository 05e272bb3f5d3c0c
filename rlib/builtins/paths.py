"""Functions of os.path, for POSIX."""

import os

from rpython_builtins.posix import getcwd, stat as _stat, lstat as _lstat, getenv


def isabs(path):
    return len(path) > 0 and path[0] == "/"


def join(a, b=None, c=None, d=None, e=None, f=None, g=None, h=None):
    path = a
    for p in [b, c, d, e, f, g, h]:
        if p is not None:
            path = _join(path, p)
    return path


def _join(a, b):
    if isabs(b):
        return b
    if a == "" or a[len(a) - 1] == "/":
        return a + b
    return a + "/" + b


def split(path):
    i = path.rfind("/") + 1
    assert i >= 0
    head = path[:i]
    n = len(head)
    while n > 0 and head[n - 1] == "/":
        n -= 1
    if n > 0:
        head = head[:n]
    return head, path[i:]


def splitext(path):
    slash = path.rfind("/")
    dot = path.rfind(".")
    i = slash + 1
    while i < dot and path[i] == ".":
        i += 1
    if dot <= slash or i >= dot:
        return path, ""
    assert dot >= 0
    return path[:dot], path[dot:]


def splitdrive(path):
    return "", path


def basename(path):
    return split(path)[1]


def dirname(path):
    return split(path)[0]


def normpath(path):
    if path == "":
        return "."
    slashes = ""
    if path.startswith("/"):
        slashes = "//" if path.startswith("//") and not path.startswith("///") else "/"
    parts = []
    for part in path.split("/"):
        if part == "" or part == ".":
            continue
        if part != ".." or (slashes == "" and (not parts or parts[-1] == "..")):
            parts.append(part)
        elif parts:
            parts.pop()
    result = slashes + "/".join(parts)
    return result if result != "" else "."


def normcase(path):
    return path


def abspath(path):
    if not isabs(path):
        path = _join(getcwd(), path)
    return normpath(path)


def realpath(path):
    path = abspath(path)
    for _ in range(40):
        resolved = _resolve_one(path)
        if resolved is None:
            return path
        path = normpath(resolved)
    return path


def _resolve_one(path):
    """The path with its first symbolic link replaced; None if there is none."""
    at = 1
    while at > 0:
        slash = path.find("/", at)
        end = slash if slash >= 0 else len(path)
        if islink(path[:end]):
            target = os.readlink(path[:end])
            head = split(path[:end])[0]
            return _join(head, target) + path[end:]
        at = slash + 1
    return None


def relpath(path, start="."):
    a = [p for p in abspath(start).split("/") if p != ""]
    b = [p for p in abspath(path).split("/") if p != ""]
    n = 0
    while n < len(a) and n < len(b) and a[n] == b[n]:
        n += 1
    result = [".."] * (len(a) - n) + b[n:]
    return "/".join(result) if result else "."


def expanduser(path):
    if not path.startswith("~"):
        return path
    home = getenv("HOME")
    if home is None or (len(path) > 1 and path[1] != "/"):
        return path
    return home + path[1:]


def getsize(path):
    return _stat(path).st_size


def getmtime(path):
    return _stat(path).st_mtime


def lexists(path):
    try:
        _lstat(path)
    except (OSError, ValueError):
        return False
    return True


def islink(path):
    try:
        return _lstat(path).st_mode & 0o170000 == 0o120000
    except (OSError, ValueError):
        return False


def commonprefix(paths):
    if not paths:
        return ""
    first = paths[0]
    n = len(first)
    for p in paths:
        i = 0
        while i < n and i < len(p) and p[i] == first[i]:
            i += 1
        n = i
    return first[:n]
