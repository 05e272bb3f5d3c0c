"""contextvars, for the import-time interpreter of the translator: there is one thread."""


class Token(object):
    MISSING = object()

    def __init__(self, var, old_value):
        self.var = var
        self.old_value = old_value


class Context(object):
    """Values of variables."""

    def __init__(self):
        self._values = {}

    def run(self, callable, *args, **kwargs):
        current = _current[0]
        _current[0] = self
        try:
            return callable(*args, **kwargs)
        finally:
            _current[0] = current

    def copy(self):
        other = Context()
        other._values.update(self._values)
        return other

    def get(self, var, default=None):
        return self._values.get(var, default)

    def __getitem__(self, var):
        return self._values[var]

    def __contains__(self, var):
        return var in self._values

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


_current = [Context()]


def copy_context():
    return _current[0].copy()


class ContextVar(object):
    def __init__(self, name, **options):
        self.name = name
        self._options = options

    def get(self, *default):
        values = _current[0]._values
        if self in values:
            return values[self]
        if default:
            return default[0]
        if 'default' in self._options:
            return self._options['default']
        raise LookupError(self)

    def set(self, value):
        values = _current[0]._values
        token = Token(self, values.get(self, Token.MISSING))
        values[self] = value
        return token

    def reset(self, token):
        if token.old_value is Token.MISSING:
            del _current[0]._values[self]
        else:
            _current[0]._values[self] = token.old_value
