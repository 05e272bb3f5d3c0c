"""What compiled the program."""

from rpython.rlib.objectmodel import we_are_translated

COMPILER_INFO = "GCC"


def get_compiler_info():
    """A short text."""
    if we_are_translated():
        return "GCC (or compatible) through tracewright"
    return "(untranslated)"
