"""copyreg, for the import-time interpreter of the translator: what `copy` and `pickle` know of classes."""

dispatch_table = {}
_extension_registry = {}
_inverted_registry = {}
_extension_cache = {}

# The flag of classes that were made by a `class` statement, as the C structure of a type has it.
_HEAPTYPE = 1 << 9


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Objects of the type are pickled by this function."""
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    if not callable(object):
        raise TypeError("constructors must be callable")


def _reconstructor(cls, base, state):
    obj = base.__new__(cls, state)
    if base.__init__ != object.__init__:
        base.__init__(obj, state)
    return obj


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def add_extension(module, name, code):
    """A number stands for the name."""
    code = int(code)
    if not 1 <= code <= 0x7fffffff:
        raise ValueError("code out of range")
    key = (module, name)
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    if key in _extension_registry or code in _inverted_registry:
        raise ValueError("key %s or code %s is in use" % (key, code))
    _extension_registry[key] = code
    _inverted_registry[code] = key


def remove_extension(module, name, code):
    key = (module, name)
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError("key %s is not registered with code %s" % (key, code))
    del _extension_registry[key]
    del _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    _extension_cache.clear()
