"""traceback, for the import-time interpreter."""

import sys


def print_exc(*args, **kwargs):
    etype, value, tb = sys.exc_info()
    if etype is not None:
        sys.stderr.write('%s: %s\n' % (etype.__name__, value))


def format_exc(*args):
    etype, value, tb = sys.exc_info()
    return '' if etype is None else '%s: %s\n' % (etype.__name__, value)
