"""Paths, in RPython."""

import os

sep = os.sep


def rabspath(path):
    """The path from the root."""
    return os.path.abspath(path)


def risabs(path):
    return path.startswith('/')


def rnormpath(path):
    """Without `.`, `..` and doubled slashes."""
    slashes = ''
    if path.startswith('//') and not path.startswith('///'):
        slashes = '//'
    elif path.startswith('/'):
        slashes = '/'
    comps = []
    for comp in path.split('/'):
        if comp == '' or comp == '.':
            continue
        if comp == '..' and len(comps) > 0 and comps[-1] != '..':
            comps.pop()
        elif comp == '..' and slashes != '':
            continue
        else:
            comps.append(comp)
    result = slashes + '/'.join(comps)
    return result if result else '.'


def rjoin(a, b):
    """One path after the other."""
    if b.startswith('/') or a == '':
        return b
    if a.endswith('/'):
        return a + b
    return a + '/' + b


def dirname(p):
    i = p.rfind('/') + 1
    assert i >= 0
    head = p[:i]
    end = len(head)
    while end > 1 and head[end - 1] == '/':
        end -= 1
    return head[0:end]


def basename(p):
    i = p.rfind('/') + 1
    assert i >= 0
    return p[i:]


def split(p):
    return dirname(p), basename(p)


def exists(path):
    return os.path.exists(path)


def isdir(path):
    return os.path.isdir(path)


def risdir(path):
    """Whether it is a folder."""
    return os.path.isdir(path)
