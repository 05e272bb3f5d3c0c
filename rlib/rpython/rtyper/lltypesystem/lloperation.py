"""`llop.NAME(RESULTTYPE, args...)`: any low-level operation by its name."""

from rpython.rlib.objectmodel import we_are_translated


class LLOp(object):
    def __init__(self, opname):
        self.opname = opname

    def _freeze_(self):
        return True

    def __call__(self, *args):
        raise NotImplementedError("llop.%s works in translated code only" % self.opname)


_c_div = LLOp('int_floordiv')
_c_mod = LLOp('int_mod')


def _int_floordiv(RESULT, a, b):
    """C's division; Python's is `int_py_div`."""
    if we_are_translated():
        return _c_div(RESULT, a, b)
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def _int_mod(RESULT, a, b):
    if we_are_translated():
        return _c_mod(RESULT, a, b)
    return a - _int_floordiv(RESULT, a, b) * b


def _debug_print_traceback(RESULT):
    from rpython.rlib.debug import debug_print_traceback
    debug_print_traceback()


def _debug_flush(RESULT):
    pass


def _debug_print(RESULT, *args):
    if not we_are_translated():
        from rpython.rlib.debug import debug_print
        debug_print(*args)


# Operations that are functions here.
FUNCTIONS = {
    'int_floordiv': _int_floordiv,
    'int_mod': _int_mod,
    'debug_print_traceback': _debug_print_traceback,
    'debug_flush': _debug_flush,
    'debug_print': _debug_print,
}


class LLOperations(object):
    def __init__(self):
        self._cache = dict(FUNCTIONS)

    def _freeze_(self):
        return True

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        try:
            return self._cache[name]
        except KeyError:
            op = self._cache[name] = LLOp(name)
            return op


llop = LLOperations()
