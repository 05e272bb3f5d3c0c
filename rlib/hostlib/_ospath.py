"""Further parts of `os.path`."""

import os

supports_unicode_filenames = False
devnull = '/dev/null'
defpath = '/bin:/usr/bin'


def commonprefix(paths):
    if not paths:
        return ''
    low, high = min(paths), max(paths)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def commonpath(paths):
    paths = list(paths)
    if not paths:
        raise ValueError('commonpath() arg is an empty sequence')
    absolute = [p.startswith('/') for p in paths]
    if absolute.count(absolute[0]) != len(paths):
        raise ValueError("Can't mix absolute and relative paths")
    split = [[part for part in p.split('/') if part and part != '.'] for p in paths]
    return ('/' if absolute[0] else '') + '/'.join(commonprefix(split))


def expandvars(path):
    out = []
    i = 0
    while i < len(path):
        if path[i] != '$':
            out.append(path[i])
            i += 1
            continue
        if path[i + 1:i + 2] == '{':
            end = path.find('}', i)
            name, stop = (path[i + 2:end], end + 1) if end >= 0 else ('', i + 1)
        else:
            stop = i + 1
            while stop < len(path) and (path[stop].isalnum() or path[stop] == '_'):
                stop += 1
            name = path[i + 1:stop]
        out.append(os.environ.get(name, path[i:stop]) if name else path[i:stop])
        i = stop
    return ''.join(out)


def samefile(f1, f2):
    a, b = os.stat(f1), os.stat(f2)
    return a.st_ino == b.st_ino and a.st_dev == b.st_dev


def ismount(path):
    return path == '/'


def getatime(path):
    return os.stat(path).st_atime


def getctime(path):
    return os.stat(path).st_ctime
