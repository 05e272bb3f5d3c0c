"""inspect, for the import-time interpreter of the translator."""

import sys as _sys
import _host
from _host import FunctionType, MethodType, ModuleType, GeneratorType, CodeType
from collections import namedtuple, OrderedDict

ArgSpec = namedtuple('ArgSpec', 'args varargs keywords defaults')
FullArgSpec = namedtuple('FullArgSpec',
                         'args varargs varkw defaults kwonlyargs kwonlydefaults annotations')
ArgInfo = namedtuple('ArgInfo', 'args varargs keywords locals')
Arguments = namedtuple('Arguments', 'args varargs varkw')
Arguments.keywords = Arguments.varkw        # its name in Python 2
Attribute = namedtuple('Attribute', 'name kind defining_class object')

CO_OPTIMIZED = 1
CO_NEWLOCALS = 2
CO_VARARGS = 4
CO_VARKEYWORDS = 8
CO_NESTED = 16
CO_GENERATOR = 32


def isfunction(x): return isinstance(x, FunctionType)
def ismethod(x): return isinstance(x, MethodType)
def isclass(x): return isinstance(x, type)
def ismodule(x): return isinstance(x, ModuleType)
def isgenerator(x): return isinstance(x, GeneratorType)
def iscode(x): return isinstance(x, CodeType)
def isgeneratorfunction(x): return isfunction(x) and bool(x.__code__.co_flags & 32)
def iscoroutinefunction(x): return False
def isbuiltin(x): return type(x).__name__ == 'builtin_function_or_method'
def isroutine(x): return isfunction(x) or ismethod(x) or isbuiltin(x)
def istraceback(x): return hasattr(x, 'tb_next')
def isframe(x): return hasattr(x, 'f_code')
def ismethoddescriptor(x): return not ismethod(x) and not isfunction(x) and not isclass(x) and hasattr(type(x), '__get__') and not hasattr(type(x), '__set__')
def isdatadescriptor(x): return isinstance(x, property) or hasattr(type(x), '__set__')
def isgetsetdescriptor(x): return type(x).__name__ == 'getset_descriptor'
def isabstract(x): return isclass(x) and bool(getattr(x, '__abstractmethods__', ()))


def unwrap(func, stop=None):
    while hasattr(func, '__wrapped__') and not (stop is not None and stop(func)):
        func = func.__wrapped__
    return func


def getargs(code):
    names = list(code.co_varnames)
    n = code.co_argcount
    k = n + code.co_kwonlyargcount
    varargs = varkw = None
    if code.co_flags & CO_VARARGS:
        varargs = names[k]
        k += 1
    if code.co_flags & CO_VARKEYWORDS:
        varkw = names[k]
    return Arguments(names[:k - (varargs is not None)], varargs, varkw)


def getfullargspec(func):
    func = unwrap(getattr(func, '__func__', func))
    if isclass(func):
        func = func.__init__
    if not hasattr(func, '__code__'):
        raise TypeError('unsupported callable')
    code = func.__code__
    n = code.co_argcount
    args, varargs, varkw = getargs(code)
    return FullArgSpec(args[:n], varargs, varkw, func.__defaults__,
                       args[n:n + code.co_kwonlyargcount], func.__kwdefaults__,
                       dict(func.__annotations__))


def getargspec(func):
    func = getattr(func, '__func__', func)
    if not isfunction(func):
        raise TypeError('%r is not a Python function' % (func,))
    spec = getfullargspec(func)
    return ArgSpec(spec.args, spec.varargs, spec.varkw, spec.defaults)


def formatargspec(args, varargs=None, varkw=None, defaults=None):
    pieces = []
    first = len(args) - len(defaults or ())
    for i, name in enumerate(args):
        pieces.append(name if i < first else '%s=%r' % (name, defaults[i - first]))
    if varargs is not None:
        pieces.append('*' + varargs)
    if varkw is not None:
        pieces.append('**' + varkw)
    return '(%s)' % ', '.join(pieces)


def getargvalues(frame):
    args, varargs, varkw = getargs(frame.f_code)
    return ArgInfo(args, varargs, varkw, frame.f_locals)


class _Empty(object):
    pass


class _Kind(int):
    _NAMES = ('POSITIONAL_ONLY', 'POSITIONAL_OR_KEYWORD', 'VAR_POSITIONAL', 'KEYWORD_ONLY',
              'VAR_KEYWORD')

    @property
    def name(self):
        return self._NAMES[self]

    def __str__(self):
        return self._NAMES[self]

    def __repr__(self):
        return '<_ParameterKind.%s: %d>' % (self.name, self)


class Parameter(object):
    empty = _Empty
    POSITIONAL_ONLY = _Kind(0)
    POSITIONAL_OR_KEYWORD = _Kind(1)
    VAR_POSITIONAL = _Kind(2)
    KEYWORD_ONLY = _Kind(3)
    VAR_KEYWORD = _Kind(4)

    def __init__(self, name, kind, default=_Empty, annotation=_Empty):
        self.name = name
        self.kind = kind
        self.default = default
        self.annotation = annotation

    def replace(self, **changes):
        values = dict(name=self.name, kind=self.kind, default=self.default,
                      annotation=self.annotation)
        values.update(changes)
        return Parameter(**values)

    def __str__(self):
        text = self.name
        if self.annotation is not _Empty:
            text += ': ' + formatannotation(self.annotation)
        if self.default is not _Empty:
            text += (' = %r' if self.annotation is not _Empty else '=%r') % (self.default,)
        if self.kind == 2:
            text = '*' + text
        elif self.kind == 4:
            text = '**' + text
        return text

    def __repr__(self):
        return '<Parameter "%s">' % self

    def __eq__(self, other):
        return isinstance(other, Parameter) and (
            self.name, int(self.kind), self.default, self.annotation) == (
            other.name, int(other.kind), other.default, other.annotation)

    def __hash__(self):
        return hash(self.name)


def formatannotation(annotation):
    if isinstance(annotation, type):
        if annotation.__module__ in ('builtins', '__builtin__'):
            return annotation.__qualname__
        return annotation.__module__ + '.' + annotation.__qualname__
    return repr(annotation)


class BoundArguments(object):
    def __init__(self, signature, arguments):
        self.signature = signature
        self.arguments = arguments

    @property
    def args(self):
        found = []
        for name, p in self.signature.parameters.items():
            if p.kind >= 3 or name not in self.arguments:
                break
            if p.kind == 2:
                found.extend(self.arguments[name])
            else:
                found.append(self.arguments[name])
        return tuple(found)

    @property
    def kwargs(self):
        found = {}
        positional = True
        for name, p in self.signature.parameters.items():
            if positional and (p.kind >= 3 or name not in self.arguments):
                positional = False
            if positional or name not in self.arguments:
                continue
            if p.kind == 4:
                found.update(self.arguments[name])
            else:
                found[name] = self.arguments[name]
        return found

    def apply_defaults(self):
        filled = {}
        for name, p in self.signature.parameters.items():
            if name in self.arguments:
                filled[name] = self.arguments[name]
            elif p.default is not _Empty:
                filled[name] = p.default
            elif p.kind == 2:
                filled[name] = ()
            elif p.kind == 4:
                filled[name] = {}
        self.arguments = filled


class Signature(object):
    empty = _Empty

    def __init__(self, parameters=None, return_annotation=_Empty):
        self.parameters = OrderedDict([(p.name, p) for p in parameters or ()])
        self.return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj):
        return signature(obj)

    def replace(self, parameters=_Empty, return_annotation=_Empty):
        if parameters is _Empty:
            parameters = self.parameters.values()
        if return_annotation is _Empty:
            return_annotation = self.return_annotation
        return Signature(parameters, return_annotation)

    def _bind(self, args, kwargs, partial):
        arguments = {}
        args = list(args)
        kwargs = dict(kwargs)
        for name, p in self.parameters.items():
            if p.kind == 2:
                if args:
                    arguments[name] = tuple(args)
                    args = []
            elif p.kind == 4:
                if kwargs:
                    arguments[name] = kwargs
                    kwargs = {}
            elif args and p.kind < 2:
                if name in kwargs:
                    raise TypeError('multiple values for argument %r' % name)
                arguments[name] = args.pop(0)
            elif name in kwargs and p.kind != 0:
                arguments[name] = kwargs.pop(name)
            elif p.default is _Empty and not partial:
                raise TypeError('missing a required argument: %r' % name)
        if args:
            raise TypeError('too many positional arguments')
        if kwargs:
            raise TypeError('got an unexpected keyword argument %r' % list(kwargs)[0])
        return BoundArguments(self, arguments)

    def bind(self, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def __str__(self):
        pieces = []
        star = slash = False
        for p in self.parameters.values():
            if p.kind == 0:
                slash = True
            elif slash:
                pieces.append('/')
                slash = False
            if p.kind == 2:
                star = True
            elif p.kind == 3 and not star:
                pieces.append('*')
                star = True
            pieces.append(str(p))
        if slash:
            pieces.append('/')
        text = '(%s)' % ', '.join(pieces)
        if self.return_annotation is not _Empty:
            text += ' -> ' + formatannotation(self.return_annotation)
        return text

    def __repr__(self):
        return '<Signature %s>' % self

    def __eq__(self, other):
        return isinstance(other, Signature) and str(self) == str(other)

    __hash__ = None


def signature(obj, follow_wrapped=True):
    if not callable(obj):
        raise TypeError('%r is not a callable object' % (obj,))
    if follow_wrapped:
        obj = unwrap(obj, lambda f: hasattr(f, '__signature__'))
    if hasattr(obj, '__signature__'):
        return obj.__signature__
    skip = 0
    if ismethod(obj):
        skip = 1
        obj = obj.__func__
    elif isclass(obj):
        skip = 1
        init = obj.__init__
        if not isfunction(init) and isfunction(obj.__new__):
            init = obj.__new__
        if not isfunction(init):
            return Signature([])
        obj = init
    elif not isfunction(obj):
        if hasattr(obj, 'func') and hasattr(obj, 'keywords'):
            return _partial_signature(obj)
        call = getattr(type(obj), '__call__', None)
        if not isfunction(call):
            raise ValueError('no signature found for builtin %r' % (obj,))
        obj, skip = call, 1
    code = obj.__code__
    spec = getfullargspec(obj)
    notes = spec.annotations
    defaults = spec.defaults or ()
    first = len(spec.args) - len(defaults)
    parameters = []
    for i, name in enumerate(spec.args):
        kind = Parameter.POSITIONAL_OR_KEYWORD
        if i < code.co_posonlyargcount:
            kind = Parameter.POSITIONAL_ONLY
        default = defaults[i - first] if i >= first else _Empty
        parameters.append(Parameter(name, kind, default, notes.get(name, _Empty)))
    parameters = parameters[skip:]
    if spec.varargs:
        parameters.append(Parameter(spec.varargs, Parameter.VAR_POSITIONAL, _Empty,
                                    notes.get(spec.varargs, _Empty)))
    for name in spec.kwonlyargs:
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY,
                                    (spec.kwonlydefaults or {}).get(name, _Empty),
                                    notes.get(name, _Empty)))
    if spec.varkw:
        parameters.append(Parameter(spec.varkw, Parameter.VAR_KEYWORD, _Empty,
                                    notes.get(spec.varkw, _Empty)))
    return Signature(parameters, notes.get('return', _Empty))


def _partial_signature(obj):
    inner = signature(obj.func)
    bound = inner.bind_partial(*obj.args, **obj.keywords)
    parameters = []
    keyword = False
    for name, p in inner.parameters.items():
        if name in obj.keywords:
            keyword = True
            parameters.append(p.replace(default=obj.keywords[name], kind=Parameter.KEYWORD_ONLY))
        elif p.kind in (2, 4) or name not in bound.arguments:
            if keyword and p.kind == 1:
                p = p.replace(kind=Parameter.KEYWORD_ONLY)
            parameters.append(p)
    return Signature(parameters, inner.return_annotation)


def getcallargs(func, *args, **kwargs):
    bound = signature(func).bind(*args, **kwargs)
    bound.apply_defaults()
    found = dict(bound.arguments)
    if ismethod(func):
        found[func.__code__.co_varnames[0]] = func.__self__
    return found


def getmembers(object, predicate=None):
    pairs = []
    for name in dir(object):
        try:
            value = getattr(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            pairs.append((name, value))
    return pairs


def getmembers_static(object, predicate=None):
    return [(name, value) for name, value in
            [(name, getattr_static(object, name)) for name in dir(object)]
            if predicate is None or predicate(value)]


def classify_class_attrs(cls):
    found = []
    for name in dir(cls):
        for base in cls.__mro__:
            if name in base.__dict__:
                value = base.__dict__[name]
                kind = ('static method' if isinstance(value, staticmethod) else
                        'class method' if isinstance(value, classmethod) else
                        'property' if isinstance(value, property) else
                        'method' if isroutine(value) else 'data')
                found.append(Attribute(name, kind, base, value))
                break
    return found


_missing = object()


def getattr_static(obj, attr, default=_missing):
    attributes = {} if isclass(obj) else _host.attributes(obj)
    if attr in attributes:
        return attributes[attr]
    for base in (obj if isclass(obj) else type(obj)).__mro__:
        if attr in base.__dict__:
            return base.__dict__[attr]
    if default is _missing:
        raise AttributeError(attr)
    return default


def getmro(cls):
    return cls.__mro__


def cleandoc(doc):
    lines = doc.expandtabs().split('\n')
    margin = None
    for line in lines[1:]:
        body = line.lstrip()
        if body:
            indent = len(line) - len(body)
            margin = indent if margin is None else min(margin, indent)
    lines[0] = lines[0].lstrip()
    for i in range(1, len(lines)):
        lines[i] = lines[i][margin or 0:]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return '\n'.join(lines)


def getdoc(object):
    doc = getattr(object, '__doc__', None)
    return cleandoc(doc) if isinstance(doc, str) else None


def getmodule(object, _filename=None):
    if ismodule(object):
        return object
    name = getattr(object, '__module__', None)
    return _sys.modules.get(name) if name is not None else None


def getmodulename(path):
    import os
    return os.path.splitext(os.path.basename(path))[0]


def _code(object):
    if ismodule(object):
        return None
    object = getattr(object, '__func__', object)
    object = getattr(object, '__code__', object)
    if isframe(object):
        object = object.f_code
    return object


def getsourcefile(object):
    return getfile(object)


def getfile(object):
    if ismodule(object):
        if getattr(object, '__file__', None):
            return object.__file__
        raise TypeError('%r is a built-in module' % (object,))
    if isclass(object):
        module = _sys.modules.get(object.__module__)
        if module is not None and getattr(module, '__file__', None):
            return module.__file__
        raise TypeError('%r is a built-in class' % (object,))
    code = _code(object)
    if not iscode(code):
        raise TypeError('module, class, method, function, traceback, frame, or code object was '
                        'expected, got %s' % type(object).__name__)
    return code.co_filename


getabsfile = getfile


def findsource(object):
    text = _host.source_text(getfile(object))
    if text is None:
        raise OSError('could not get source code')
    lines = text.splitlines(True)
    if ismodule(object):
        return lines, 0
    if isclass(object):
        for i, line in enumerate(lines):
            words = line.split()
            if words[:1] == ['class'] and words[1:] and \
                    words[1].split('(')[0].split(':')[0] == object.__name__:
                return lines, i
        raise OSError('could not find class definition')
    return lines, _code(object).co_firstlineno - 1


def getblock(lines):
    """The lines of the definition that begins with the first line."""
    indent = len(lines[0]) - len(lines[0].lstrip())
    header = True
    depth = 0
    end = 1
    for i, line in enumerate(lines):
        body = line.strip()
        if not header and body and not body.startswith('#'):
            if len(line) - len(line.lstrip()) <= indent and depth <= 0:
                break
            end = i + 1
        if header:
            end = i + 1
            for c in body.split('#')[0]:
                depth += (c in '([{') - (c in ')]}')
            if depth <= 0 and (body.split('#')[0].rstrip().endswith(':') or
                               body.startswith(('def ', 'class ', 'lambda')) and ':' in body):
                header = False
                depth = 0
                if not body.split('#')[0].rstrip().endswith(':'):
                    break
    return lines[:end]


def getsourcelines(object):
    object = unwrap(object)
    lines, start = findsource(object)
    if ismodule(object):
        return lines, 0
    return getblock(lines[start:]), start + 1


def getsource(object):
    return ''.join(getsourcelines(object)[0])


def getcomments(object):
    return None


def currentframe():
    return _sys._getframe(1)


def stack(context=1):
    found = []
    frame = _sys._getframe(1)
    while frame is not None:
        found.append((frame, frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, None,
                      None))
        frame = frame.f_back
    return found


def getouterframes(frame, context=1):
    return stack(context)[1:]
