# A package of Python 2's kind.
