"""`llop.NAME(RESULTTYPE, args...)`: any low-level operation by its name."""


class LLOp(object):
    def __init__(self, opname):
        self.opname = opname

    def _freeze_(self):
        return True

    def __call__(self, *args):
        raise NotImplementedError("llop.%s works in translated code only" % self.opname)


class LLOperations(object):
    def __init__(self):
        self._cache = {}

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
