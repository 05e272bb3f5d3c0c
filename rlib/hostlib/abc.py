"""abc, for the import-time interpreter of the translator: abstractness is not enforced."""


class ABCMeta(type):
    def register(cls, subclass):
        return subclass


class ABC(metaclass=ABCMeta):
    pass


def abstractmethod(func):
    func.__isabstractmethod__ = True
    return func


abstractproperty = property
