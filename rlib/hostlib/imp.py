"""imp: modules made by calls."""

import importlib
import os
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
    return [('.py', 'U', PY_SOURCE)]


def get_magic():
    """What files of CPython 2.7's bytecode begin with."""
    return '\x03\xf3\r\n'


def find_module(name, path=None):
    """The open file (None: a package), its path, and how it ends; ImportError if there is none."""
    for folder in sys.path if path is None else path:
        place = os.path.join(folder or '.', name)
        if os.path.isfile(os.path.join(place, '__init__.py')):
            return None, place, ('', '', PKG_DIRECTORY)
        if os.path.isfile(place + '.py'):
            return open(place + '.py'), place + '.py', ('.py', 'U', PY_SOURCE)
    raise ImportError('No module named %s' % name)


def acquire_lock():
    pass


def release_lock():
    pass


def lock_held():
    return False
