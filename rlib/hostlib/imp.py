"""imp: modules made by calls."""

import importlib
import sys
import types

PY_SOURCE, PY_COMPILED, C_EXTENSION, PKG_DIRECTORY = 1, 2, 3, 5


def new_module(name):
    return types.ModuleType(name)


def load_source(name, pathname, file=None):
    """Executes a file as the module `name`."""
    module = sys.modules.get(name) or types.ModuleType(name)
    module.__file__ = pathname
    sys.modules[name] = module
    with open(pathname) as f:
        exec(compile(f.read(), pathname, 'exec'), module.__dict__)
    return module


def reload(module):
    return importlib.reload(module)


def get_suffixes():
    return [('.py', 'r', PY_SOURCE)]


def get_magic():
    return ''


def acquire_lock():
    pass


def release_lock():
    pass


def lock_held():
    return False
