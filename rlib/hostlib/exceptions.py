"""Python 2's exceptions: the built-in classes, as a module."""

import builtins as _builtins

for _name in dir(_builtins):
    _value = getattr(_builtins, _name)
    if isinstance(_value, type) and issubclass(_value, BaseException):
        globals()[_name] = _value

StandardError = Exception
