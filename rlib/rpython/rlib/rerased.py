"""Hiding the type of a value from the annotator."""


class Erased(object):
    """What an erasing function made."""

    def __init__(self, x, identity):
        self._x = x
        self._identity = identity

    def __repr__(self):
        return 'Erased(%r, %r)' % (self._x, self._identity)


class ErasingPairIdentity(object):
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return 'ErasingPairIdentity(%r)' % self.name

    def _freeze_(self):
        return True


def new_erasing_pair(name):
    """Two functions: `erase(x)` hides the type, `unerase(e)` gives the value back."""
    identity = ErasingPairIdentity(name)

    def erase(x):
        return Erased(x, identity)

    def unerase(y):
        assert y._identity is identity
        return y._x

    erase._erasing_pair_ = identity
    unerase._erasing_pair_ = identity
    return erase, unerase


def new_static_erasing_pair(name):
    """The same, as static methods for a class body."""
    erase, unerase = new_erasing_pair(name)
    return staticmethod(erase), staticmethod(unerase)


_int_identity = ErasingPairIdentity('int')


def erase_int(x):
    assert isinstance(x, int)
    return Erased(x, _int_identity)


def unerase_int(y):
    assert y._identity is _int_identity
    return y._x


def is_integer(e):
    """Was it made by `erase_int`?"""
    return e._identity is _int_identity
