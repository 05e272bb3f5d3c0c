"""What RPython code says about itself to the translator."""

import sys


class _Specialize(object):
    """Decorators that ask for several versions of a function: `specialize.KIND(...)`."""

    def memo(self):
        """Computed at translation time for each constant argument."""
        def decorate(func):
            func._annspecialcase_ = 'specialize:memo'
            return func
        return decorate

    def arg(self, *args):
        """One version for each value of the constant arguments at these positions."""
        return self._wrap(args)

    def _wrap(self, args, kind='arg'):
        def decorate(func):
            func._annspecialcase_ = 'specialize:%s(%s)' % (kind, ','.join([str(i) for i in args]))
            return func
        return decorate

    def arg_or_var(self, *args):
        """As `arg`, and one version for when an argument is not a constant."""
        return self._wrap(args, 'arg_or_var')

    def argtype(self, *args):
        """One version for each type of the arguments at these positions."""
        return self._wrap(args, 'argtype')

    def ll(self):
        """One version for each combination of low-level types."""
        def decorate(func):
            func._annspecialcase_ = 'specialize:ll'
            return func
        return decorate

    def ll_and_arg(self, *args):
        """`ll` and `arg` together."""
        return self._wrap(args, 'll_and_arg')

    def call_location(self):
        """One version for each place that calls it."""
        def decorate(func):
            func._annspecialcase_ = 'specialize:call_location'
            return func
        return decorate


specialize = _Specialize()


def we_are_translated():
    """False under Python, the constant True in the translated program."""
    return False


def we_are_translated_to_c():
    """See `we_are_translated`."""
    return False


def always_inline(func):
    """Inlined wherever it is called."""
    func._always_inline_ = True
    return func


def try_inline(func):
    """Inlined if at all possible."""
    func._always_inline_ = 'try'
    return func


def dont_inline(func):
    """Never inlined."""
    func._dont_inline_ = True
    return func


def not_rpython(func):
    """For untranslated use only: the translator complains when it gets there."""
    func._not_rpython_ = True
    return func


def enforceargs(*types_, **kwds):
    """Declares the types of the arguments, in their order (None: any) or by name. Checked when untranslated, unless
    `typecheck=False`."""
    typecheck = kwds.pop('typecheck', True)
    if types_ and kwds:
        raise TypeError('types of arguments in their order, or by name: not both')

    def decorate(func):
        types = types_
        if kwds:
            code = func.__code__
            types = tuple([kwds.get(name) for name in code.co_varnames[:code.co_argcount]])
        func._annenforceargs_ = types
        func._annenforceargs_typecheck_ = typecheck
        return func
    return decorate


def signature_dummy(*args):
    return None


def never_allocate(cls):
    """Class decorator: the translator complains if an instance would be allocated at run time."""
    cls._never_allocate_ = True
    return cls


def register_replacement_for(replaced_function, sandboxed_name=None):
    """The decorated function takes the place of another one in translated code."""
    def decorate(func):
        func._replacement_for_ = replaced_function
        return func
    return decorate


class Symbolic(object):
    """A value that is a number only in the translated program."""

    def annotation(self):
        return None

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other


class ComputedIntSymbolic(Symbolic):
    """A number computed as late as possible."""

    def __init__(self, compute_fn):
        self.compute_fn = compute_fn


class CDefinedIntSymbolic(Symbolic):
    """A number given by a C expression, `default` when untranslated."""

    def __init__(self, expr, default=0):
        self.expr = expr
        self.default = default


malloc_zero_filled = CDefinedIntSymbolic('MALLOC_ZERO_FILLED', default=0)
running_on_llinterp = CDefinedIntSymbolic('RUNNING_ON_LLINTERP', default=0)


def instantiate(cls, nonmovable=False):
    """An instance of the class without running `__init__`."""
    return cls.__new__(cls)


def free_non_gc_object(obj):
    """Frees an object of a class with `_alloc_flavor_ = 'raw'`."""
    assert not getattr(obj.__class__, '_gc_', True) or \
        getattr(obj.__class__, '_alloc_flavor_', 'gc') == 'raw'
    obj.__dict__.clear()


def keepalive_until_here(*values):
    """The values stay alive until this call."""
    pass


def is_annotation_constant(thing):
    """Is it a constant for the annotator? Always so in Python."""
    return True


def int_to_bytearray(i):
    raise NotImplementedError


def fetch_translated_config():
    """The translation's options; None when untranslated."""
    return None


def newlist_hint(sizehint=0):
    """A new list that will probably get this many items."""
    return []


def resizelist_hint(l, sizehint):
    """The list will probably get this many items."""
    return


def list_get_physical_size(l):
    """Number of allocated items; when untranslated the length."""
    return len(l)


def likely(condition):
    """Says that the condition is usually true."""
    assert isinstance(condition, bool)
    return condition


def unlikely(condition):
    """Says that the condition is usually false."""
    assert isinstance(condition, bool)
    return condition


# --- hashes and identity ---

def compute_hash(x):
    """Hash by content for strings, numbers and tuples, by identity for instances. Another number
    than Python's `hash`."""
    if isinstance(x, str):
        h = _hash_string(x)
        return h
    if isinstance(x, int):
        return x
    if isinstance(x, float):
        return _hash_float(x)
    if isinstance(x, tuple):
        return _hash_tuple(x)
    if x is None:
        return 0
    return compute_identity_hash(x)


def _wrap_word(n):
    n &= (1 << 64) - 1
    return n - (1 << 64) if n >> 63 else n


def _hash_string(s):
    """`compute_hash` of a string."""
    if we_are_translated():
        return compute_hash(s)
    length = len(s)
    if length == 0:
        return -1
    x = ord(s[0]) << 7
    for c in s:
        x = _wrap_word(1000003 * x) ^ ord(c)
    x ^= length
    return _wrap_word(x)


def _hash_float(f):
    """`compute_hash` of a float."""
    if we_are_translated():
        return compute_hash(f)
    if f == int(f) if f - f == 0.0 else False:
        return _wrap_word(int(f))
    return hash(f)


def _hash_tuple(t):
    """`compute_hash` of a tuple."""
    if we_are_translated():
        return compute_hash(t)
    x = 0x345678
    for item in t:
        x = _wrap_word(_wrap_word(1000003 * x) ^ compute_hash(item))
    return x


def compute_identity_hash(x):
    """Hash by identity; it stays the same for the object's whole life."""
    assert x is not None
    return object.__hash__(x)


def compute_unique_id(x):
    """A number that no other living object has."""
    return id(x)


def current_object_addr_as_int(x):
    """The address that the object has now."""
    return id(x)


def string_hash(s):
    return compute_hash(s)


# --- dictionaries with their own equality ---

class _Key(object):
    """What an `r_dict` stores as key of its inner dictionary."""
    __slots__ = ('dic', 'key', 'hash')

    def __init__(self, dic, key):
        self.dic = dic
        self.key = key
        self.hash = dic.key_hash(key)

    def __eq__(self, other):
        if not isinstance(other, _Key):
            return NotImplemented
        return self.dic.key_eq(self.key, other.key)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return self.hash


class r_dict(object):
    """A dictionary with user-defined equality and hash of keys."""

    def __init__(self, key_eq, key_hash, force_non_null=False, simple_hash_eq=False):
        self._dict = {}
        self.key_eq = key_eq
        self.key_hash = key_hash
        self.force_non_null = force_non_null

    def __getitem__(self, key):
        return self._dict[_Key(self, key)]

    def __setitem__(self, key, value):
        self._dict[_Key(self, key)] = value

    def __delitem__(self, key):
        del self._dict[_Key(self, key)]

    def __len__(self):
        return len(self._dict)

    def __iter__(self):
        return iter([dk.key for dk in self._dict])

    def __contains__(self, key):
        return _Key(self, key) in self._dict

    def get(self, key, default=None):
        return self._dict.get(_Key(self, key), default)

    def setdefault(self, key, default):
        return self._dict.setdefault(_Key(self, key), default)

    def popitem(self):
        dk, value = self._dict.popitem()
        return dk.key, value

    def pop(self, key, *args):
        return self._dict.pop(_Key(self, key), *args)

    def copy(self):
        result = self.__class__(self.key_eq, self.key_hash)
        result.update(self)
        return result

    def update(self, other):
        for key in other.keys():
            self[key] = other[key]

    def keys(self):
        return [dk.key for dk in self._dict]

    def values(self):
        return list(self._dict.values())

    def items(self):
        return [(dk.key, value) for dk, value in self._dict.items()]

    def iterkeys(self):
        return iter(self.keys())

    def itervalues(self):
        return iter(self.values())

    def iteritems(self):
        return iter(self.items())

    def clear(self):
        self._dict.clear()

    def __repr__(self):
        return 'r_dict(%s)' % ', '.join(['%r: %r' % item for item in self.items()])

    def __hash__(self):
        raise TypeError('cannot hash r_dict instances')


class r_ordereddict(r_dict):
    """An `r_dict` that keeps the order of insertion (all of ours do)."""


def prepare_dict_update(dict, n_elements):
    """The dictionary will probably get this many more items."""


def reversed_dict(d):
    """The keys, the last inserted one first."""
    return iter(list(d)[::-1])


def next_entry(d, k):
    """Number of the first entry of a dict from number k on; -1 if there is none. An entry keeps its number until the dict changes."""
    return k if k < len(d) else -1


def key_of_entry(d, k):
    return list(d)[k]


def value_of_entry(d, k):
    return d[list(d)[k]]


def hash_of_entry(d, k):
    """The hash that the dict has noted for the key: an `r_dict` has a function of its own."""
    key = list(d)[k]
    if isinstance(d, r_dict):
        return d.key_hash(key)
    return compute_hash(key)


def contains_with_hash(d, key, h):
    return key in d


def setitem_with_hash(d, key, h, value):
    d[key] = value


def getitem_with_hash(d, key, h):
    return d[key]


def delitem_with_hash(d, key, h):
    del d[key]


def delitem_if_value_is(d, key, value):
    """`del d[key]` if it is there and its value is this object."""
    if d.get(key) is value:
        del d[key]


def move_to_end(d, key, last=True):
    """Moves an item to the end (or start) of an ordered dictionary."""
    if key not in d:
        raise KeyError(key)
    # The key that is in there stays: an equal one may be another object.
    same = d.key_eq if isinstance(d, r_dict) else lambda a, b: a == b
    items = [(k, v) for k, v in d.items()]
    moved = [pair for pair in items if same(pair[0], key)]
    others = [pair for pair in items if not same(pair[0], key)]
    d.clear()
    for k, v in (others + moved if last else moved + others):
        d[k] = v


_NO_DEFAULT = object()


def dict_to_switch(d, inline=True, default=_NO_DEFAULT):
    """A function that looks a constant dictionary of ints or chars up. What is not in it is the default, or else a KeyError."""
    if default is _NO_DEFAULT:
        def lookup(query):
            return d[query]
    else:
        def lookup(query):
            return d.get(query, default)
    return lookup


# --- classes ---

def import_from_mixin(M, special_methods=['__init__', '__del__']):
    """Copies the methods and class attributes of the class `M` into the class being defined, so that
    each user has its own copies. Call it in a class body."""
    flatten = {}
    caller = sys._getframe(1)
    caller_name = caller.f_globals.get('__name__')
    body = caller.f_locals
    bases = [cls for cls in M.__mro__ if cls is not object]
    immutable = []
    for base in reversed(bases):
        for key, value in base.__dict__.items():
            if key == '_immutable_fields_':
                immutable.extend(value)
                continue
            if key in ('__dict__', '__weakref__', '__doc__', '__module__', '__qualname__',
                       '__slots__', '_mixin_'):
                continue
            if key.startswith('__') and key.endswith('__') and key not in special_methods and \
                    not callable(value):
                continue
            flatten[key] = value
    for key, value in flatten.items():
        if key in body and key not in ('__module__',):
            if key in special_methods:
                continue
            raise Exception('import_from_mixin: would overwrite the value already defined locally '
                            'for %r' % (key,))
        body[key] = _copy_of(value, caller_name)
    if immutable:
        body['_immutable_fields_'] = list(body.get('_immutable_fields_', [])) + immutable


def _copy_of(value, module_name):
    if isinstance(value, staticmethod):
        return staticmethod(_copy_of(value.__func__, module_name))
    if isinstance(value, classmethod):
        return classmethod(_copy_of(value.__func__, module_name))
    if isinstance(value, property):
        parts = [f and _copy_of(f, module_name) for f in (value.fget, value.fset, value.fdel)]
        return property(*parts)
    if isinstance(value, _FunctionType):
        new = _FunctionType(value.__code__, value.__globals__, value.__name__, value.__defaults__,
                            value.__closure__)
        new.__dict__.update(value.__dict__)
        new.__module__ = module_name
        return new
    return value


_FunctionType = type(_copy_of)


@specialize.memo()
def _unboxed_name(cls):
    """The only attribute that instances of a class with unboxed values have."""
    names = []
    for base in cls.__mro__:
        for name in base.__dict__.get('__slots__', ()) if not isinstance(base.__dict__.get('__slots__'), str) \
                else (base.__slots__,):
            if name not in ('__dict__', '__weakref__'):
                names.append(name)
    if not names:
        return '_value'
    if len(names) != 1:
        raise TypeError("%s must have exactly one attribute" % cls.__name__)
    return names[0]


class UnboxedValue(object):
    """Mixin for classes with a single int field `getvalue()`: instances may be tagged pointers."""
    _mixin_ = True

    def __new__(cls, value):
        self = object.__new__(cls)
        setattr(self, _unboxed_name(cls), value)
        return self

    def __init__(self, value):
        pass

    def get_untagged_value(self):
        return getattr(self, _unboxed_name(self.__class__))


class SpecTag(object):
    """A frozen marker."""

    def _freeze_(self):
        return True


def hlinvoke(repr, llcallable, *args):
    """For low-level helpers only."""
    raise TypeError('hlinvoke is meant to be rtyped and not called directly')


def iterkeys_with_hash(d):
    """Pairs of a dict's keys and their hashes."""
    size = len(d)
    k = next_entry(d, 0)
    while k >= 0:
        yield key_of_entry(d, k), hash_of_entry(d, k)
        if len(d) != size:
            raise RuntimeError("dictionary changed size during iteration")
        k = next_entry(d, k + 1)


def iteritems_with_hash(d):
    """Triples of a dict's keys, values and the keys' hashes."""
    size = len(d)
    k = next_entry(d, 0)
    while k >= 0:
        yield key_of_entry(d, k), value_of_entry(d, k), hash_of_entry(d, k)
        if len(d) != size:
            raise RuntimeError("dictionary changed size during iteration")
        k = next_entry(d, k + 1)


iterkeys_with_hash._annspecialcase_ = iteritems_with_hash._annspecialcase_ = 'specialize:call_location'


def is_in_callback():
    """Whether C code has called the program: not told."""
    return False
