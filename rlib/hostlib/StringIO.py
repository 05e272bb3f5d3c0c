"""StringIO of Python 2."""

from io import StringIO
