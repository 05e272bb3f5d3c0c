"""dataclasses, for the import-time interpreter of the translator.

The methods of a data class are made from source text, field by field, so that they can be translated."""


class _Missing(object):
    def __repr__(self):
        return '<dataclasses._MISSING_TYPE object>'


MISSING = _Missing()


class KW_ONLY(object):
    pass


class FrozenInstanceError(AttributeError):
    pass


class InitVar(object):
    def __class_getitem__(cls, item):
        return cls


class Field(object):
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = metadata or {}
        self.kw_only = kw_only

    def __repr__(self):
        return 'Field(name=%r,type=%r,default=%r)' % (self.name, self.type, self.default)


def field(default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True,
          metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _is_kind(annotation, word):
    text = annotation if isinstance(annotation, str) else getattr(annotation, '__name__', '')
    return text.split('[')[0].split('.')[-1] == word


def _init_source(init_fields, all_fields, frozen, has_post_init):
    """Text of `__init__`: the parameters have the fields' names, as programs may call by keyword."""
    parameters = []
    body = []
    star = False
    for f in sorted(init_fields, key=lambda f: bool(f.kw_only)):
        if f.kw_only and not star:
            parameters.append('*')
            star = True
        if f.default is not MISSING:
            parameters.append('%s=_default_%s' % (f.name, f.name))
        elif f.default_factory is not MISSING:
            parameters.append('%s=_missing' % f.name)
        else:
            parameters.append(f.name)
    post = []
    for f in all_fields:
        if f in init_fields:
            value = f.name
            if f.default_factory is not MISSING:
                value = '_factory_%s() if %s is _missing else %s' % (f.name, f.name, f.name)
        elif f.default_factory is not MISSING:
            value = '_factory_%s()' % f.name
        else:
            continue
        if _is_kind(f.type, 'InitVar') or f.type is InitVar:
            post.append(f.name)
        elif frozen:
            body.append('object.__setattr__(self, %r, %s)' % (f.name, value))
        else:
            body.append('self.%s = %s' % (f.name, value))
    if has_post_init:
        body.append('self.__post_init__(%s)' % ', '.join(post))
    return 'def __init__(%s):\n    %s\n' % (', '.join(['self'] + parameters),
                                           '\n    '.join(body or ['pass']))


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots):
    found = {}
    for base in cls.__mro__[-1:0:-1]:
        for f in base.__dict__.get('__dataclass_fields__', {}).values():
            found[f.name] = f
    all_kw_only = kw_only
    for name, annotation in cls.__dict__.get('__annotations__', {}).items():
        if _is_kind(annotation, 'ClassVar'):
            continue
        if annotation is KW_ONLY or _is_kind(annotation, 'KW_ONLY'):
            all_kw_only = True
            continue
        default = cls.__dict__.get(name, MISSING)
        f = default if isinstance(default, Field) else field(default=default)
        if isinstance(f.default, (list, dict, set)):
            raise ValueError('mutable default %r for field %s is not allowed: use default_factory' % (
                type(f.default), name))
        f.name = name
        f.type = annotation
        if f.kw_only is MISSING:
            f.kw_only = all_kw_only
        if f.default is not MISSING:
            setattr(cls, name, f.default)
        elif isinstance(default, Field):
            delattr(cls, name)
        found[name] = f
    every = list(found.values())
    cls.__dataclass_fields__ = found
    fields_ = [f for f in every if not _is_kind(f.type, 'InitVar') and f.type is not InitVar]
    if init:
        parameters = [f for f in every if f.init]
        seen_default = False
        for f in parameters:
            if f.kw_only:
                continue
            has_default = f.default is not MISSING or f.default_factory is not MISSING
            if seen_default and not has_default:
                raise TypeError('non-default argument %r follows default argument' % f.name)
            seen_default = seen_default or has_default
        names = {'_missing': MISSING}
        for f in every:
            names['_default_' + f.name] = f.default
            names['_factory_' + f.name] = f.default_factory
        source = _init_source(parameters, every, frozen, hasattr(cls, '__post_init__'))
        _make_method(cls, '__init__', source, names)
        made = [str(i + 1) for i, f in enumerate(sorted(parameters, key=lambda f: bool(f.kw_only)))
                if f.default_factory is not MISSING]
        if made:
            # what is not given and what is given are of different types
            cls.__init__._annspecialcase_ = 'specialize:argtype(%s)' % ', '.join(made)
    shown = [f.name for f in fields_ if f.repr]
    compared = [f.name for f in fields_ if f.compare]
    if repr and '__repr__' not in cls.__dict__:
        qualname = '__name__' if cls.__name__ == cls.__qualname__ else '__qualname__'
        _make_method(cls, '__repr__', 'def __repr__(self):\n    return "%%s(%s)" %% (%s)\n' % (
            ', '.join([name + '=%r' for name in shown]),
            ', '.join(['type(self).' + qualname] + ['self.' + name for name in shown])))
    test = ('def %s(self, other):\n'
            '    if not isinstance(other, _cls) or type(other) is not type(self):\n'
            '        return NotImplemented\n'
            '    return %s %s %s\n')
    key, other_key = _tuple_source('self', compared), _tuple_source('other', compared)
    if eq and '__eq__' not in cls.__dict__:
        _make_method(cls, '__eq__', test % ('__eq__', key, '==', other_key))
    if order:
        for name, symbol in [('__lt__', '<'), ('__le__', '<='), ('__gt__', '>'), ('__ge__', '>=')]:
            if name in cls.__dict__:
                raise TypeError('Cannot overwrite attribute %s in class %s' % (name, cls.__name__))
            _make_method(cls, name, test % (name, key, symbol, other_key))
    if unsafe_hash or (eq and frozen):
        hashed = [f.name for f in fields_ if (f.compare if f.hash is None else f.hash)]
        _make_method(cls, '__hash__', 'def __hash__(self):\n    return hash(%s)\n' % _tuple_source('self', hashed))
    elif eq and '__hash__' not in cls.__dict__:
        cls.__hash__ = None
    if frozen:
        def __setattr__(self, name, value):
            raise FrozenInstanceError('cannot assign to field %r' % name)

        def __delattr__(self, name):
            raise FrozenInstanceError('cannot delete field %r' % name)
        _define(cls, '__setattr__', __setattr__)
        _define(cls, '__delattr__', __delattr__)
    if match_args:
        cls.__match_args__ = tuple([f.name for f in every if f.init and not f.kw_only])
    if cls.__dict__.get('__doc__') is None:
        cls.__doc__ = cls.__name__
    return cls


def _tuple_source(obj, names):
    return '(%s)' % ''.join(['%s.%s, ' % (obj, name) for name in names])


def _make_method(cls, name, source, names=None):
    names = names or {}
    names['_cls'] = cls
    names['__name__'] = cls.__module__
    exec(source, names)
    _define(cls, name, names[name])


def _define(cls, name, function):
    function.__name__ = name
    function.__qualname__ = '%s.%s' % (cls.__qualname__, name)
    setattr(cls, name, function)


def dataclass(cls=None, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def decorate(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots)
    return decorate if cls is None else decorate(cls)


def is_dataclass(obj):
    return hasattr(obj, '__dataclass_fields__')


def fields(class_or_instance):
    if not is_dataclass(class_or_instance):
        raise TypeError('must be called with a dataclass type or instance')
    return tuple([f for f in class_or_instance.__dataclass_fields__.values()
                  if not _is_kind(f.type, 'InitVar') and f.type is not InitVar])


def _convert(value, convert):
    if is_dataclass(value) and not isinstance(value, type):
        return convert([(f.name, _convert(getattr(value, f.name), convert)) for f in fields(value)])
    if isinstance(value, tuple) and hasattr(value, '_fields'):
        return type(value)(*[_convert(x, convert) for x in value])
    if isinstance(value, (list, tuple)):
        return type(value)([_convert(x, convert) for x in value])
    if isinstance(value, dict):
        return type(value)([(_convert(k, convert), _convert(v, convert))
                            for k, v in value.items()])
    return value


def asdict(obj, dict_factory=dict):
    if not is_dataclass(obj) or isinstance(obj, type):
        raise TypeError('asdict() should be called on dataclass instances')
    return _convert(obj, dict_factory)


def astuple(obj, tuple_factory=tuple):
    return _convert(obj, lambda pairs: tuple_factory([v for _, v in pairs]))


def replace(obj, **changes):
    values = {}
    for f in fields(obj):
        if f.init:
            values[f.name] = changes.pop(f.name) if f.name in changes else getattr(obj, f.name)
    values.update(changes)
    return type(obj)(**values)


def make_dataclass(cls_name, fields, bases=(), namespace=None, **options):
    namespace = dict(namespace or {})
    annotations = {}
    for item in fields:
        if isinstance(item, str):
            annotations[item] = 'typing.Any'
        else:
            annotations[item[0]] = item[1]
            if len(item) == 3:
                namespace[item[0]] = item[2]
    namespace['__annotations__'] = annotations
    return dataclass(type(cls_name, bases, namespace), **options)
