"""Low-level types and the operations on low-level objects that helpers use (see rlib/ll/README.md).

The translator knows these functions; they are not meant to be called from untranslated code."""


class LowLevelType(object):
    def __repr__(self):
        return '<%s>' % (self._name,)


class Primitive(LowLevelType):
    def __init__(self, name):
        self._name = name

    def _freeze_(self):
        return True


Void = Primitive('Void')
Bool = Primitive('Bool')
Char = Primitive('Char')
UniChar = Primitive('UniChar')
Signed = Primitive('Signed')
Unsigned = Primitive('Unsigned')
SignedLongLong = Primitive('Signed')
UnsignedLongLong = Primitive('Unsigned')
Int32 = Primitive('Int32')
UInt32 = Primitive('UInt32')
Float = Primitive('Float')
SingleFloat = Primitive('SingleFloat')
Address = Primitive('Address')
GCREF = Primitive('GCREF')

# containers that the translator registers
STR = Primitive('rpy_string')
UNICODE = Primitive('rpy_unicode')
OBJECT = Primitive('object')


def _only_translated(*args):
    raise NotImplementedError("low-level operations work in translated code only")


def malloc(T, n=None, flavor='gc', zero=False):
    """New object of a container type, with n items."""
    _only_translated()


def malloc_like(p, n=None):
    """New object of the container type that p points to."""
    _only_translated()


def null_like(p):
    """Null pointer of p's type."""
    _only_translated()


def nullptr(T):
    """Null pointer to a container."""
    _only_translated()


def zero_of_item(p, field=None):
    """Zero of the type of p's items (or of a field of its inline items)."""
    _only_translated()


def typeOf(p):
    _only_translated()


def cast_pointer(T, p):
    _only_translated()


def cast_opaque_ptr(T, p):
    _only_translated()


def cast_primitive(T, x):
    _only_translated()


def cast_int_to_ptr(T, i):
    _only_translated()


def cast_ptr_to_int(p):
    _only_translated()


def cast_ptr_to_adr(p):
    _only_translated()


def cast_adr_to_ptr(T, a):
    _only_translated()


def cast_adr_to_int(a):
    _only_translated()


def cast_int_to_adr(i):
    _only_translated()


def free(p, flavor='raw'):
    _only_translated()


def malloc_str(n):
    _only_translated()


def str_of(p):
    """The string behind a pointer to its container."""
    _only_translated()


def ptr_of(s):
    """Pointer to the container of a string."""
    _only_translated()
