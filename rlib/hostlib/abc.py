"""abc, for the import-time interpreter of the translator."""


def _abstract_names(cls, namespace):
    names = set()
    for base in cls.__mro__[1:]:
        for name in base.__dict__.get('__abstractmethods__', ()):
            if getattr(getattr(cls, name, None), '__isabstractmethod__', False):
                names.add(name)
    for name, value in namespace.items():
        if getattr(value, '__isabstractmethod__', False):
            names.add(name)
    return frozenset(names)


class ABCMeta(type):
    """Classes whose instances may also be of classes that do not inherit from them."""

    def __new__(mcls, name, bases, namespace, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        cls.__abstractmethods__ = _abstract_names(cls, namespace)
        cls._abc_registry = []
        return cls

    def register(cls, subclass):
        if subclass not in cls._abc_registry:
            cls._abc_registry.append(subclass)
        return subclass

    def __subclasscheck__(cls, subclass):
        if cls in subclass.__mro__:
            return True
        hook = cls.__subclasshook__(subclass)
        if hook is not NotImplemented:
            return hook
        for other in cls._abc_registry:
            if issubclass(subclass, other):
                return True
        for other in type.__subclasses__(cls):
            if isinstance(other, ABCMeta) and issubclass(subclass, other):
                return True
        return False

    def __instancecheck__(cls, instance):
        return cls.__subclasscheck__(type(instance))


class ABC(metaclass=ABCMeta):
    pass


def abstractmethod(func):
    func.__isabstractmethod__ = True
    return func


class abstractproperty(property):
    __isabstractmethod__ = True


def abstractclassmethod(func):
    return classmethod(abstractmethod(func))


def abstractstaticmethod(func):
    return staticmethod(abstractmethod(func))


def get_cache_token():
    return 0
