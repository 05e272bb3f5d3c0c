"""traceback, for the import-time interpreter of the translator."""

import sys


def _entries(tb):
    while tb is not None:
        yield (tb.tb_filename, tb.tb_lineno, tb.tb_name, None)
        tb = tb.tb_next


def extract_tb(tb, limit=None):
    return list(_entries(tb))[:limit]


def extract_stack(f=None, limit=None):
    frame = f or sys._getframe(1)
    found = []
    while frame is not None:
        found.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, None))
        frame = frame.f_back
    found.reverse()
    return found[-limit:] if limit else found


def format_list(entries):
    return ['  File "%s", line %d, in %s\n' % tuple(entry[:3]) for entry in entries]


def format_tb(tb, limit=None):
    return format_list(extract_tb(tb, limit))


def format_stack(f=None, limit=None):
    return format_list(extract_stack(f or sys._getframe(1), limit))


def format_exception_only(etype, value=None):
    if value is None and isinstance(etype, BaseException):
        etype, value = type(etype), etype
    name = etype.__name__
    if etype.__module__ not in ('builtins', '__main__'):
        name = etype.__module__ + '.' + name
    text = '' if value is None else str(value)
    return ['%s: %s\n' % (name, text) if text else name + '\n']


def format_exception(etype, value=None, tb=None, limit=None, chain=True):
    if value is None and isinstance(etype, BaseException):
        etype, value, tb = type(etype), etype, etype.__traceback__
    lines = []
    if tb is not None:
        lines = ['Traceback (most recent call last):\n'] + format_tb(tb, limit)
    return lines + format_exception_only(etype, value)


def format_exc(limit=None, chain=True):
    etype, value, tb = sys.exc_info()
    if etype is None:
        return 'NoneType: None\n'
    return ''.join(format_exception(etype, value, tb, limit))


def print_exception(etype, value=None, tb=None, limit=None, file=None, chain=True):
    (file or sys.stderr).write(''.join(format_exception(etype, value, tb, limit)))


def print_exc(limit=None, file=None, chain=True):
    (file or sys.stderr).write(format_exc(limit))


def print_tb(tb, limit=None, file=None):
    (file or sys.stderr).write(''.join(format_tb(tb, limit)))


def print_stack(f=None, limit=None, file=None):
    (file or sys.stderr).write(''.join(format_stack(f or sys._getframe(1), limit)))
