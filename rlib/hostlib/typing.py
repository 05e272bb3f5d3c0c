"""typing, for the import-time interpreter: names that annotations may mention."""


class _Any(object):
    def __getitem__(self, item):
        return self

    def __call__(self, *args, **kwargs):
        return self


Any = Union = Optional = List = Dict = Tuple = Set = Callable = Iterable = Iterator = _Any()
Sequence = Mapping = Type = Generator = ClassVar = Final = Literal = _Any()
TYPE_CHECKING = False


class Generic(object):
    def __class_getitem__(cls, item):
        return cls


def TypeVar(name, *args, **kwargs):
    return _Any()


def cast(t, value):
    return value


def NamedTuple(name, fields):
    from collections import namedtuple
    return namedtuple(name, [f[0] for f in fields])
