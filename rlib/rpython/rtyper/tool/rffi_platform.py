"""Questions to the C compiler at import time: they can be written, but not asked (the import stops with a message)."""
from rpython.translator.tool.cbuild import ExternalCompilationInfo


class CConfigEntry(object):
    """One question of a configuration class."""

    def __init__(self, *args, **kwds):
        self.args = args
        self.kwds = kwds


class Struct(CConfigEntry):
    """The fields of a structure."""


class SimpleType(CConfigEntry):
    """An integer type."""


class ConstantInteger(CConfigEntry):
    """A constant."""


class DefinedConstantInteger(CConfigEntry):
    """A constant that may be missing."""


class DefinedConstantString(CConfigEntry):
    """A string constant that may be missing."""


class Defined(CConfigEntry):
    """Whether a macro is defined."""


class Has(CConfigEntry):
    """Whether a name exists."""


class SizeOf(CConfigEntry):
    """The size of a type."""


def configure(CConfig, ignore_errors=False):
    """The answers to a configuration class."""
    raise NotImplementedError("rffi_platform.configure(): write the constants and fields of C into the program instead")


def _ask(what):
    raise NotImplementedError("rffi_platform.%s(): questions to the C compiler are not supported" % what)


def getdefined(macro, c_header_source='', include_dirs=None):
    _ask('getdefined')


def getconstantinteger(name, c_header_source, include_dirs=()):
    _ask('getconstantinteger')


def getdefinedinteger(name, c_header_source, include_dirs=()):
    _ask('getdefinedinteger')


def has(name, c_header_source, include_dirs=None, libraries=None):
    _ask('has')


def sizeof(name, eci, **kwds):
    _ask('sizeof')


def getstruct(name, c_header_source, interesting_fields, include_dirs=None):
    _ask('getstruct')
