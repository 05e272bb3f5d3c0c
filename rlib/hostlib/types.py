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


def new_class(name, bases=(), kwds=None, exec_body=None):
    kwds = dict(kwds or {})
    meta = kwds.pop('metaclass', type(bases[0]) if bases else type)
    namespace = {}
    if hasattr(meta, '__prepare__'):
        namespace = meta.__prepare__(name, bases, **kwds)
    if exec_body is not None:
        exec_body(namespace)
    return meta(name, bases, namespace, **kwds)
