"""glob, for the import-time interpreter of the translator."""

import fnmatch
import os


def has_magic(s):
    return '*' in s or '?' in s or '[' in s


def iglob(pathname, recursive=False):
    return iter(glob(pathname, recursive))


def glob(pathname, recursive=False):
    head, tail = os.path.split(pathname)
    if not has_magic(pathname):
        return [pathname] if os.path.lexists(pathname) else []
    dirs = glob(head, recursive) if head and has_magic(head) else [head]
    found = []
    for d in dirs:
        if recursive and tail == '**':
            for path, _, files in os.walk(d or '.'):
                found.append(path)
                found.extend([os.path.join(path, name) for name in files])
            continue
        if not has_magic(tail):
            if os.path.lexists(os.path.join(d, tail)):
                found.append(os.path.join(d, tail))
            continue
        try:
            names = os.listdir(d or '.')
        except OSError:
            continue
        if not tail.startswith('.'):
            names = [name for name in names if not name.startswith('.')]
        found.extend([os.path.join(d, name) for name in fnmatch.filter(names, tail)])
    return found


def escape(pathname):
    return ''.join(['[%s]' % c if c in '*?[' else c for c in pathname])
