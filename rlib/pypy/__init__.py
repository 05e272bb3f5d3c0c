"""Historic names: `pypy.rlib.X` is `rpython.rlib.X`, `pypy.jit.X` is `rpython.jit.X`, and so on.

The translator resolves them itself; this package does it for CPython.
"""

import importlib
import sys
from importlib.machinery import ModuleSpec

_ALIASES = {
    'pypy.rlib': 'rpython.rlib',
    'pypy.jit': 'rpython.jit',
    'pypy.rpython': 'rpython.rtyper',
    'pypy.annotation': 'rpython.annotator',
    'pypy.translator': 'rpython.translator',
    'pypy.tool': 'rpython.tool',
}


class _Loader(object):
    def __init__(self, real):
        self.real = real

    def create_module(self, spec):
        return importlib.import_module(self.real)

    def exec_module(self, module):
        pass


class _Finder(object):
    def find_spec(self, name, path=None, target=None):
        for old, new in _ALIASES.items():
            if name == old or name.startswith(old + '.'):
                return ModuleSpec(name, _Loader(new + name[len(old):]), is_package=True)
        return None


sys.meta_path.insert(0, _Finder())
