"""Where a program's sources come from."""
import os

import rpython

rpythondir = os.path.dirname(os.path.abspath(rpython.__file__))
rpythonroot = os.path.dirname(rpythondir)


def get_repo_version_info(hgexe=None, root=None):
    """(branch, revision) of a program's folder, by its `.git`; '?' for what is not known."""
    folder = os.path.abspath(root if root is not None else os.getcwd())
    while not os.path.exists(os.path.join(folder, '.git')):
        if os.path.dirname(folder) == folder:
            return '?', '?'
        folder = os.path.dirname(folder)
    try:
        return _head(os.path.join(folder, '.git'))
    except (IOError, OSError):
        return '?', '?'


def _read(path):
    with open(path) as f:
        return f.read().strip()


def _head(git):
    if os.path.isfile(git):                 # a further work tree
        git = _read(git)[len('gitdir: '):]
    head = _read(os.path.join(git, 'HEAD'))
    if not head.startswith('ref: '):
        return '?', head[:12]
    name = head[len('ref: '):]
    for folder in [git, os.path.join(git, '..', '..')]:
        if os.path.isfile(os.path.join(folder, name)):
            return os.path.basename(name), _read(os.path.join(folder, name))[:12]
        packed = os.path.join(folder, 'packed-refs')
        if os.path.isfile(packed):
            for line in _read(packed).split('\n'):
                if line.endswith(' ' + name):
                    return os.path.basename(name), line[:12]
    return os.path.basename(name), '?'
