"""enum, for the import-time interpreter of the translator."""


class auto(object):
    """A value that the class chooses."""

    value = None


def _is_descriptor(x):
    return hasattr(x, '__get__') or hasattr(x, '__set__') or isinstance(
        x, (property, staticmethod, classmethod, type(_is_descriptor)))


class _Namespace(dict):
    """The body of an enumeration: knows its members in order, and fills in `auto()`."""

    def __init__(self):
        dict.__init__(self)
        self.members = []
        self.ignored = []
        self.next_value = None

    def __setitem__(self, key, value):
        if key == '_generate_next_value_':
            self.next_value = value
        elif key == '_ignore_':
            self.ignored = value.split() if isinstance(value, str) else list(value)
        elif key.startswith('__') or (key.startswith('_') and key.endswith('_')):
            pass
        elif key in self.ignored or _is_descriptor(value):
            pass
        elif key in self.members:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        else:
            last = [self[name] for name in self.members]
            if isinstance(value, auto):
                value = self._chosen(key, last)
            elif isinstance(value, tuple) and [x for x in value if isinstance(x, auto)]:
                value = tuple([self._chosen(key, last) if isinstance(x, auto) else x
                               for x in value])
            self.members.append(key)
        dict.__setitem__(self, key, value)

    def _chosen(self, key, last):
        choose = self.next_value
        choose = getattr(choose, '__func__', choose)
        return choose(key, 1, len(last), last)


class EnumMeta(type):
    @classmethod
    def __prepare__(metacls, name, bases, **kwargs):
        namespace = _Namespace()
        for base in bases:
            choose = getattr(base, '_generate_next_value_', None)
            if choose is not None:
                namespace.next_value = choose
                break
        return namespace

    def __new__(metacls, name, bases, namespace, **kwargs):
        member_names = list(namespace.members)
        plain = dict(namespace)
        values = [(key, plain.pop(key)) for key in member_names]
        for base in bases:
            if isinstance(base, EnumMeta) and base._member_names_:
                raise TypeError('<enum %r> cannot extend <enum %r>' % (name, base.__name__))
        cls = type.__new__(metacls, name, bases, plain, **kwargs)
        cls._member_names_ = []
        cls._member_map_ = {}
        cls._value2member_map_ = {}
        cls._unhashable_ = []
        data_type = None
        for base in cls.__mro__:
            if not isinstance(base, EnumMeta) and base is not object and \
                    '__new__' in base.__dict__:
                data_type = base
                break
        cls._member_type_ = data_type or object
        own_new = None
        for base in cls.__mro__:
            if isinstance(base, EnumMeta) and base.__name__ not in _BASIC and \
                    '__new__' in base.__dict__:
                own_new = base.__dict__['__new__'].__func__
                break
        for key, value in values:
            args = value if isinstance(value, tuple) else (value,)
            if own_new is not None:
                member = own_new(cls, *args)
            elif data_type is not None:
                if data_type is tuple:
                    args = (args,)
                member = data_type.__new__(cls, *args)
            else:
                member = object.__new__(cls)
            if not hasattr(member, '_value_'):
                if data_type is None or own_new is not None and data_type is None:
                    member._value_ = value
                else:
                    member._value_ = data_type(*args)
            value = member._value_
            if hasattr(cls, '__init__') and cls.__init__ is not object.__init__:
                init = _find_init(cls)
                if init is not None:
                    init(member, *args)
            member._name_ = key
            member.__objclass__ = cls
            existing = cls._find(value)
            if existing is not None:
                member = existing
            else:
                cls._member_names_.append(key)
                member._sort_order_ = len(cls._member_names_) - 1
                try:
                    cls._value2member_map_[value] = member
                except TypeError:
                    cls._unhashable_.append(member)
            cls._member_map_[key] = member
            type.__setattr__(cls, key, member)
        return cls

    def _find(cls, value):
        try:
            return cls._value2member_map_.get(value)
        except TypeError:
            for member in cls._unhashable_:
                if member._value_ == value:
                    return member
        return None

    def __call__(cls, value, names=None, module=None, qualname=None, type=None, start=1):
        if names is None:
            return cls._by_value(value)
        return cls._create(value, names, module, type, start)

    def _by_value(cls, value):
        if type(value) is cls:
            return value
        member = cls._find(value)
        if member is None:
            member = cls._missing_(value)
        if member is None:
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        return member

    def _create(cls, class_name, names, module, mixin, start):
        metacls = cls.__class__
        bases = (cls,) if mixin is None else (mixin, cls)
        namespace = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, dict):
            names = list(names.items())
        last = []
        for i, item in enumerate(names):
            if isinstance(item, str):
                value = cls._generate_next_value_(item, start, i, last)
                last.append(value)
                item = (item, value)
            namespace[item[0]] = item[1]
        result = metacls.__new__(metacls, class_name, bases, namespace)
        if module is not None:
            result.__module__ = module
        return result

    def __iter__(cls):
        return iter([cls._member_map_[name] for name in cls._member_names_])

    def __reversed__(cls):
        return iter([cls._member_map_[name] for name in reversed(cls._member_names_)])

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    def __contains__(cls, member):
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __getitem__(cls, name):
        return cls._member_map_[name]

    @property
    def __members__(cls):
        return dict(cls._member_map_)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get('_member_map_', {}):
            raise AttributeError('cannot reassign member %r' % name)
        type.__setattr__(cls, name, value)

    def __delattr__(cls, name):
        if name in cls._member_map_:
            raise AttributeError('%r cannot delete member %r.' % (cls.__name__, name))
        type.__delattr__(cls, name)

    def __repr__(cls):
        if issubclass(cls, Flag):
            return '<flag %r>' % cls.__name__
        return '<enum %r>' % cls.__name__


EnumType = EnumMeta
_BASIC = ('Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag', 'ReprEnum')


def _find_init(cls):
    for base in cls.__mro__:
        if isinstance(base, EnumMeta) and '__init__' in base.__dict__:
            return base.__dict__['__init__']
    return None


class Enum(metaclass=EnumMeta):
    # at run time, each enumeration has methods of its own
    _mixin_ = True

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        numbers = [v for v in last_values if isinstance(v, int)]
        return max(numbers) + 1 if numbers else start

    @classmethod
    def _missing_(cls, value):
        return None

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return '<%s.%s: %r>' % (type(self).__name__, self._name_, self._value_)

    def __str__(self):
        return '%s.%s' % (type(self).__name__, self._name_)

    def __format__(self, spec):
        return format(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __dir__(self):
        return ['__class__', '__doc__', '__module__', 'name', 'value']


def _simple_enum(etype=Enum, **options):
    """Makes an enumeration of a plain class."""
    def convert(cls):
        bases = (etype,) if cls.__bases__ == (object,) else cls.__bases__ + (etype,)
        namespace = EnumMeta.__prepare__(cls.__name__, bases)
        for name, value in cls.__dict__.items():
            if name not in ('__dict__', '__weakref__'):
                namespace[name] = value
        return EnumMeta(cls.__name__, bases, namespace)
    return convert


class IntEnum(int, Enum):
    __eq__ = int.__eq__
    __ne__ = int.__ne__
    __hash__ = int.__hash__

    def __str__(self):
        return int.__repr__(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)


class StrEnum(str, Enum):
    __eq__ = str.__eq__
    __ne__ = str.__ne__
    __hash__ = str.__hash__

    def __str__(self):
        return self._value_

    def __format__(self, spec):
        return format(self._value_, spec)

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class Flag(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        return 1 << max(last_values).bit_length()

    @classmethod
    def _missing_(cls, value):
        known = 0
        for member in cls:
            known |= member._value_
        if not isinstance(value, int) or (value & ~known and value >= 0):
            return None
        if value < 0:
            value = known & value
            found = cls._find(value)
            if found is not None:
                return found
        if cls._member_type_ is object:
            member = object.__new__(cls)
        else:
            member = int.__new__(cls, value)
        member._value_ = value
        member._name_ = '|'.join([m._name_ for m in cls if m._value_ & value == m._value_ and
                                  m._value_]) or None
        return cls._value2member_map_.setdefault(value, member)

    def _other(self, other):
        if isinstance(other, type(self)):
            return other._value_
        if self._member_type_ is not object and isinstance(other, int):
            return other
        return None

    def __or__(self, other):
        value = self._other(other)
        return NotImplemented if value is None else type(self)(self._value_ | value)

    def __and__(self, other):
        value = self._other(other)
        return NotImplemented if value is None else type(self)(self._value_ & value)

    def __xor__(self, other):
        value = self._other(other)
        return NotImplemented if value is None else type(self)(self._value_ ^ value)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        return type(self)(~self._value_)

    def __bool__(self):
        return bool(self._value_)

    def __contains__(self, other):
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return iter([m for m in type(self) if m._value_ & self._value_])

    def __len__(self):
        return bin(self._value_).count('1')

    def __repr__(self):
        if self._name_ is None:
            return '<%s: %r>' % (type(self).__name__, self._value_)
        return '<%s.%s: %r>' % (type(self).__name__, self._name_, self._value_)

    def __str__(self):
        if self._name_ is None:
            return '%s(%r)' % (type(self).__name__, self._value_)
        return '%s.%s' % (type(self).__name__, self._name_)


class IntFlag(int, Flag):
    __eq__ = int.__eq__
    __ne__ = int.__ne__
    __hash__ = int.__hash__
    __or__ = Flag.__or__
    __and__ = Flag.__and__
    __xor__ = Flag.__xor__
    __ror__ = Flag.__ror__
    __rand__ = Flag.__rand__
    __rxor__ = Flag.__rxor__
    __invert__ = Flag.__invert__

    def __str__(self):
        return int.__repr__(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)


def unique(enumeration):
    doubled = ['%s -> %s' % (name, member.name)
               for name, member in enumeration.__members__.items() if name != member.name]
    if doubled:
        raise ValueError('duplicate values found in %r: %s' % (enumeration, ', '.join(doubled)))
    return enumeration
