"""importlib, for the import-time interpreter of the translator."""

import sys


def import_module(name, package=None):
    if name.startswith('.'):
        level = len(name) - len(name.lstrip('.'))
        if not package:
            raise TypeError('the package argument is required to perform a relative import for %r' %
                            name)
        parts = package.split('.')
        name = '.'.join(parts[:len(parts) - level + 1] + [name.lstrip('.')])
    __import__(name)
    return sys.modules[name]


def reload(module):
    del sys.modules[module.__name__]
    return import_module(module.__name__)
