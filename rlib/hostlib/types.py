"""types, for the import-time interpreter of the translator."""

from _host import (FunctionType, MethodType, BuiltinFunctionType, CodeType, ModuleType,
                   GeneratorType, CellType, NoneType)

LambdaType = FunctionType
BuiltinMethodType = BuiltinFunctionType
UnboundMethodType = FunctionType
TypeType = ClassType = type
ObjectType = object
InstanceType = object
IntType = LongType = int
BooleanType = bool
FloatType = float
StringType = str
UnicodeType = unicode
StringTypes = (str, unicode)
TupleType = tuple
ListType = list
DictType = DictionaryType = dict
SliceType = slice


class SimpleNamespace(object):
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)


def new_class(name, bases=(), kwds=None, exec_body=None):
    namespace = {}
    if exec_body is not None:
        exec_body(namespace)
    meta = (kwds or {}).get('metaclass', type)
    return meta(name, bases, namespace)
