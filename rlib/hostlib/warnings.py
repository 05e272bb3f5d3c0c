"""warnings, for the import-time interpreter: shown once each on the standard error."""

import sys as _sys

filters = []
_seen = set()


class WarningMessage(object):
    def __init__(self, message, category, filename, lineno):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno


_recorders = []


def _action(category, text):
    for action, wanted, begins in filters:
        if issubclass(category, wanted) and text.startswith(begins):
            return action
    return 'ignore' if issubclass(category, (DeprecationWarning, ImportWarning)) else 'default'


def _deprecated(name, message='', **options):
    """Modules of CPython's library call it when they are imported."""


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = type(message)
    category = category or UserWarning
    try:
        frame = _sys._getframe(stacklevel)
        filename, lineno = frame.f_code.co_filename, frame.f_lineno
    except ValueError:
        filename, lineno = '<unknown>', 0
    warn_explicit(message, category, filename, lineno)


def warn_explicit(message, category, filename, lineno, *args, **kwargs):
    text = str(message)
    action = _action(category, text)
    if action == 'error':
        raise message if isinstance(message, Warning) else category(text)
    if action == 'ignore':
        return
    if _recorders:
        value = message if isinstance(message, Warning) else category(text)
        _recorders[-1].append(WarningMessage(value, category, filename, lineno))
        return
    key = (text, category, filename, lineno)
    if action == 'always' or key not in _seen:
        _seen.add(key)
        showwarning(text, category, filename, lineno)


def formatwarning(message, category, filename, lineno, line=None):
    return '%s:%d: %s: %s\n' % (filename, lineno, category.__name__, message)


def showwarning(message, category, filename, lineno, file=None, line=None):
    (file or _sys.stderr).write(formatwarning(message, category, filename, lineno))


def simplefilter(action, category=Warning, lineno=0, append=False):
    filterwarnings(action, '', category)


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    filters.insert(len(filters) if append else 0, (action, category, message))


def resetwarnings():
    del filters[:]


class catch_warnings(object):
    def __init__(self, record=False, module=None):
        self._record = record

    def __enter__(self):
        self._saved = filters[:]
        if self._record:
            _recorders.append([])
            return _recorders[-1]

    def __exit__(self, *exc_info):
        filters[:] = self._saved
        if self._record:
            _recorders.pop()
