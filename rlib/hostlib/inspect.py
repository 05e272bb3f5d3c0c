"""The part of inspect that works on the import-time interpreter of the translator."""

from _host import FunctionType, MethodType, ModuleType, GeneratorType
from collections import namedtuple

ArgSpec = namedtuple('ArgSpec', 'args varargs keywords defaults')
FullArgSpec = namedtuple('FullArgSpec',
                         'args varargs varkw defaults kwonlyargs kwonlydefaults annotations')


def isfunction(x): return isinstance(x, FunctionType)
def ismethod(x): return isinstance(x, MethodType)
def isclass(x): return isinstance(x, type)
def ismodule(x): return isinstance(x, ModuleType)
def isgenerator(x): return isinstance(x, GeneratorType)
def isgeneratorfunction(x): return isfunction(x) and bool(x.__code__.co_flags & 32)
def isbuiltin(x): return type(x).__name__ == 'builtin_function_or_method'
def isroutine(x): return isfunction(x) or ismethod(x) or isbuiltin(x)


def getfullargspec(func):
    func = getattr(func, '__func__', func)
    code = func.__code__
    names = list(code.co_varnames)
    n = code.co_argcount
    k = n + code.co_kwonlyargcount
    varargs = varkw = None
    if code.co_flags & 4:
        varargs = names[k]
        k += 1
    if code.co_flags & 8:
        varkw = names[k]
    return FullArgSpec(names[:n], varargs, varkw, func.__defaults__,
                       names[n:n + code.co_kwonlyargcount], func.__kwdefaults__, {})


def getargspec(func):
    spec = getfullargspec(func)
    return ArgSpec(spec.args, spec.varargs, spec.varkw, spec.defaults)


def getmembers(obj, predicate=None):
    pairs = []
    for name in dir(obj):
        value = getattr(obj, name)
        if predicate is None or predicate(value):
            pairs.append((name, value))
    return pairs


def getdoc(obj):
    return obj.__doc__


def getmro(cls):
    return cls.__mro__


def cleandoc(doc):
    return '\n'.join([line.strip() for line in doc.strip().split('\n')])
