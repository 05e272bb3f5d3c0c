"""Errors of the operating system as classes: `py.error.ENOENT`."""

import errno as _errno


class Error(EnvironmentError):
    """Base of the errors of this module."""


_classes = {}


def _class_of(number):
    if number not in _classes:
        name = _errno.errorcode.get(number, 'UnknownErrno%d' % number)
        _classes[number] = type(Error)(name, (Error,), {'errno': number})
    return _classes[number]


for _number in list(_errno.errorcode):
    globals()[_errno.errorcode[_number]] = _class_of(_number)


def checked_call(func, *args, **kwds):
    """The result of a call; an error of the system is one of this module."""
    try:
        return func(*args, **kwds)
    except Error:
        raise
    except EnvironmentError as e:
        if e.errno is None:
            raise
        raise _class_of(e.errno)(*e.args)
