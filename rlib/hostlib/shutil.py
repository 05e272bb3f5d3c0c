"""shutil, for the import-time interpreter of the translator."""

import os


class Error(OSError):
    pass


def rmtree(path, ignore_errors=False, onerror=None):
    try:
        for name in os.listdir(path):
            inner = os.path.join(path, name)
            if os.path.isdir(inner) and not os.path.islink(inner):
                rmtree(inner, ignore_errors)
            else:
                os.unlink(inner)
        os.rmdir(path)
    except OSError:
        if not ignore_errors:
            raise


def copyfileobj(source, target, length=0):
    target.write(source.read())


def copyfile(source, target):
    with open(source, 'rb') as f:
        data = f.read()
    with open(target, 'wb') as f:
        f.write(data)
    return target


def copy(source, target):
    if os.path.isdir(target):
        target = os.path.join(target, os.path.basename(source))
    return copyfile(source, target)


copy2 = copy


def copytree(source, target):
    os.makedirs(target)
    for name in os.listdir(source):
        inner = os.path.join(source, name)
        if os.path.isdir(inner):
            copytree(inner, os.path.join(target, name))
        else:
            copyfile(inner, os.path.join(target, name))
    return target


def move(source, target):
    if os.path.isdir(target):
        target = os.path.join(target, os.path.basename(source))
    os.rename(source, target)
    return target


def which(cmd, mode=1, path=None):
    for d in (path or os.environ.get('PATH', '')).split(os.pathsep):
        full = os.path.join(d, cmd)
        if os.path.isfile(full) and os.access(full, mode):
            return full
    return None


def get_terminal_size(fallback=(80, 24)):
    """What the environment says; the terminal is not asked."""
    from collections import namedtuple

    sizes = [int(os.environ.get(name) or 0) for name in ('COLUMNS', 'LINES')]
    return namedtuple('terminal_size', 'columns lines')(sizes[0] or fallback[0], sizes[1] or fallback[1])
