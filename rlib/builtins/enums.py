"""Operations on enumerations whose members are numbers or strings when the program runs (`IntEnum`, `StrEnum`, `IntFlag`)."""


def plain_values(cls):
    kind = str if issubclass(cls, str) else int
    return [kind(member.value) for member in cls]


def make_iter(cls):
    values = plain_values(cls)

    def iterate():
        return iter(values)
    return iterate


def make_len(cls):
    count = len(plain_values(cls))

    def length():
        return count
    return length


def make_getitem(cls):
    kind = str if issubclass(cls, str) else int
    by_name = dict([(name, kind(member.value)) for name, member in cls.__members__.items()])

    def by_its_name(name):
        return by_name[name]
    return by_its_name


def make_contains(cls):
    values = plain_values(cls)

    def contains(value):
        return value in values
    return contains


def make_call(cls):
    values = plain_values(cls)
    text = " is not a valid " + cls.__qualname__

    def by_value(value):
        if value in values:
            return value
        raise ValueError(repr(value) + text)
    return by_value
