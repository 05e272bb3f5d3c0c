"""typing, for the import-time interpreter: names that annotations may mention."""


class _Form(object):
    """A name that can be subscripted, called and joined with `|`; shown as it is written."""

    def __init__(self, name, form=None, args=()):
        self.__name__ = name
        # What is subscripted, and with what; a form that is not is its own.
        self._form = form or name
        self.__args__ = args

    def __getitem__(self, item):
        items = item if isinstance(item, tuple) else (item,)
        name = '%s[%s]' % (self.__name__, ', '.join([_text(x) for x in items]))
        return _Form(name, self._form, items)

    def __call__(self, *args, **kwargs):
        return self

    def __or__(self, other):
        return _Form('%s | %s' % (self.__name__, _text(other)), 'Union', (self, other))

    def __ror__(self, other):
        return _Form('%s | %s' % (_text(other), self.__name__), 'Union', (other, self))

    def __mro_entries__(self, bases):
        return (object,)

    def __eq__(self, other):
        return isinstance(other, _Form) and self.__name__ == other.__name__

    def __hash__(self):
        return hash(self.__name__)

    def __repr__(self):
        return 'typing.' + self.__name__


def _text(x):
    return getattr(x, '__name__', None) or repr(x)


for _name in ['Any', 'Union', 'Optional', 'List', 'Dict', 'Tuple', 'Set', 'FrozenSet', 'Callable',
              'Iterable', 'Iterator', 'Sequence', 'MutableSequence', 'Mapping', 'MutableMapping',
              'Type', 'Generator', 'ClassVar', 'Final', 'Literal', 'Deque', 'DefaultDict',
              'OrderedDict', 'Counter', 'Collection', 'Container', 'Hashable', 'Sized', 'Text',
              'AnyStr', 'NoReturn', 'IO', 'TextIO', 'BinaryIO', 'Pattern', 'Match', 'Annotated',
              'Self', 'Never', 'Awaitable', 'AbstractSet', 'SupportsInt', 'TypeAlias', 'Concatenate',
              'ParamSpec', 'TypeGuard', 'Reversible', 'ContextManager']:
    globals()[_name] = _Form(_name)
TYPE_CHECKING = False


class Generic(object):
    def __class_getitem__(cls, item):
        return cls


class Protocol(Generic):
    pass


class TypedDict(dict):
    pass


def TypeVar(name, *args, **kwargs):
    return _Form(name)


def cast(typ, val):
    return val


def NewType(name, tp):
    return tp


def overload(func):
    return func


def final(f):
    return f


def no_type_check(arg):
    return arg


def runtime_checkable(cls):
    return cls


def get_type_hints(obj, globalns=None, localns=None):
    return dict(getattr(obj, '__annotations__', {}))


def get_origin(tp):
    return None


def get_args(tp):
    return ()


class _NamedTupleMeta(type):
    def __new__(mcls, name, bases, namespace):
        if name == 'NamedTuple' and not bases:
            return type.__new__(mcls, name, bases, namespace)
        from collections import namedtuple
        fields = list(namespace.get('__annotations__', {}))
        defaults = [namespace.pop(field) for field in fields if field in namespace]
        base = namedtuple(name, fields, defaults=defaults)
        namespace.pop('__module__', None)
        for key, value in namespace.items():
            if key not in ('__dict__', '__doc__') or value is not None:
                setattr(base, key, value)
        return base

    def __call__(cls, name, fields=(), **kwargs):
        from collections import namedtuple
        return namedtuple(name, [f[0] for f in fields] or list(kwargs))


class NamedTuple(metaclass=_NamedTupleMeta):
    pass
