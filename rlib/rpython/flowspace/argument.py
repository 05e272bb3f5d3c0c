"""Names of parameters."""


class Signature(object):
    """The names of a function's parameters: the ordinary ones, that of `*args` and that of `**kwargs` (or None)."""
    _immutable_ = True
    _immutable_fields_ = ['argnames[*]']

    def __init__(self, argnames, varargname=None, kwargname=None):
        self.argnames = argnames
        self.varargname = varargname
        self.kwargname = kwargname

    def find_argname(self, name):
        """The number of an ordinary parameter, or -1."""
        if name in self.argnames:
            return self.argnames.index(name)
        return -1

    def num_argnames(self):
        return len(self.argnames)

    def has_vararg(self):
        return self.varargname is not None

    def has_kwarg(self):
        return self.kwargname is not None

    def scope_length(self):
        return len(self.getallvarnames())

    def getallvarnames(self):
        more = [name for name in (self.varargname, self.kwargname) if name is not None]
        return self.argnames + more

    def _parts(self):
        return self.argnames, self.varargname, self.kwargname

    def __repr__(self):
        return 'Signature(%r, %r, %r)' % self._parts()

    def __eq__(self, other):
        return isinstance(other, Signature) and self._parts() == other._parts()

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((tuple(self.argnames), self.varargname, self.kwargname))

    def __len__(self):
        return 3

    def __getitem__(self, i):
        return self._parts()[i]
