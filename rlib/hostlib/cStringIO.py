"""cStringIO of Python 2."""

from io import StringIO

InputType = OutputType = StringIO
