"""UserDict of Python 2."""

from collections import UserDict, MutableMapping as DictMixin

IterableUserDict = UserDict
