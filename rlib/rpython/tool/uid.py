"""Numbers of objects."""
HUGEVAL_BYTES = 8
HUGEVAL = 1 << (8 * HUGEVAL_BYTES)


def fixid(result):
    """The number, never negative."""
    return result + HUGEVAL if result < 0 else result


def uid(obj):
    """`id`, never negative."""
    return fixid(id(obj))


class Hashable(object):
    """A key that is equal to others of the same type and value; objects that cannot be hashed are told by identity."""
    __slots__ = ['key', 'value']

    def __init__(self, value):
        self.value = value
        try:
            hash(value)
            self.key = type(value), value
        except TypeError:
            self.key = uid(value)

    def __eq__(self, other):
        return isinstance(other, Hashable) and self.key == other.key

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.key)
