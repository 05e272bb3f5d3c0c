"""types, for the import-time interpreter of the translator."""

from _host import (FunctionType, MethodType, BuiltinFunctionType, CodeType, ModuleType,
                   GeneratorType, CellType, NoneType)

LambdaType = FunctionType
BuiltinMethodType = BuiltinFunctionType
UnboundMethodType = MethodType
TypeType = ClassType = type
ObjectType = object
InstanceType = object
IntType = LongType = int
BooleanType = bool
FloatType = float
StringType = BytesType = str
UnicodeType = unicode
StringTypes = (str, unicode)
TupleType = tuple
ListType = list
DictType = DictionaryType = dict
SliceType = slice
XRangeType = range
FileType = file
EllipsisType = type(Ellipsis)
NotImplementedType = type(NotImplemented)
GetSetDescriptorType = type(int.__dict__['real'])
WrapperDescriptorType = MethodDescriptorType = MethodWrapperType = BuiltinFunctionType
ClassMethodDescriptorType = BuiltinFunctionType
MemberDescriptorType = GetSetDescriptorType


class CoroutineType(object):
    """Of objects that do not exist here, as the following ones."""


class AsyncGeneratorType(object):
    pass


class TracebackType(object):
    pass


class FrameType(object):
    pass


class UnionType(object):
    """`int | None`"""

    def __init__(self, *types):
        parts = []
        for t in types:
            for part in t.__args__ if isinstance(t, UnionType) else (NoneType if t is None else t,):
                if part not in parts:
                    parts.append(part)
        self.__args__ = tuple(parts)
        self.__parameters__ = ()

    def __or__(self, other):
        return UnionType(self, other)

    def __ror__(self, other):
        return UnionType(other, self)

    def __instancecheck__(self, x):
        return isinstance(x, self.__args__)

    def __subclasscheck__(self, cls):
        return issubclass(cls, self.__args__)

    def __eq__(self, other):
        return isinstance(other, UnionType) and set(self.__args__) == set(other.__args__)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        return ' | '.join(['None' if x is NoneType else _name_of_type(x) for x in self.__args__])


class SimpleNamespace(object):
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        return 'namespace(%s)' % ', '.join(['%s=%r' % pair for pair in self.__dict__.items()])

    def __eq__(self, other):
        return isinstance(other, SimpleNamespace) and self.__dict__ == other.__dict__

    def __ne__(self, other):
        return not self == other

    __hash__ = None


class MappingProxyType(object):
    """A view of a dictionary that does not change it."""

    def __init__(self, mapping):
        self._mapping = mapping

    def __getitem__(self, key):
        return self._mapping[key]

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        return iter(self._mapping)

    def __len__(self):
        return len(self._mapping)

    def get(self, key, default=None):
        return self._mapping.get(key, default)

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def copy(self):
        return self._mapping.copy()

    def __repr__(self):
        return 'mappingproxy(%r)' % (self._mapping,)


DictProxyType = MappingProxyType


class DynamicClassAttribute(property):
    pass


def resolve_bases(bases):
    found = []
    for base in bases:
        if not isinstance(base, type) and hasattr(base, '__mro_entries__'):
            found.extend(base.__mro_entries__(bases))
        else:
            found.append(base)
    return tuple(found)


class GenericAlias(object):
    """A class with parameters: `list[int]`. It makes what the class makes."""

    def __init__(self, origin, args):
        self.__origin__ = origin
        self.__args__ = args if isinstance(args, tuple) else (args,)
        self.__parameters__ = ()

    def __call__(self, *args, **kwds):
        return self.__origin__(*args, **kwds)

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return getattr(self.__origin__, name)

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __or__(self, other):
        return UnionType(self, other)

    def __ror__(self, other):
        return UnionType(other, self)

    def __eq__(self, other):
        return (isinstance(other, GenericAlias) and self.__origin__ is other.__origin__
                and self.__args__ == other.__args__)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __repr__(self):
        names = [_name_of_type(x) for x in (self.__origin__,) + self.__args__]
        return '%s[%s]' % (names[0], ', '.join(names[1:]) or '()')


def _name_of_type(x):
    if isinstance(x, GenericAlias) or not isinstance(x, type):
        return '...' if x is Ellipsis else repr(x)
    if x.__module__ in ('builtins', '__builtin__'):
        return x.__name__
    return '%s.%s' % (x.__module__, x.__qualname__)


def coroutine(func):
    return func


def prepare_class(name, bases=(), kwds=None):
    kwds = dict(kwds or {})
    meta = kwds.pop('metaclass', type(bases[0]) if bases else type)
    namespace = meta.__prepare__(name, bases, **kwds) if hasattr(meta, '__prepare__') else {}
    return meta, namespace, kwds


def new_class(name, bases=(), kwds=None, exec_body=None):
    meta, namespace, kwds = prepare_class(name, bases, kwds)
    if exec_body is not None:
        exec_body(namespace)
    return meta(name, bases, namespace, **kwds)
