"""Libraries that are loaded while the program runs."""
import os

from rpython.rlib.objectmodel import specialize
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['dlfcn.h'], libraries=['dl'])
DLLHANDLE = rffi.VOIDP
RTLD_LOCAL, RTLD_LAZY, RTLD_NOW, RTLD_NODELETE, RTLD_NOLOAD, RTLD_GLOBAL = 0, 1, 2, 0x1000, 4, 0x100


class cConfig:
    """The same by the names that RPython has them under."""


cConfig.RTLD_DEEPBIND = 8
for _name in ['RTLD_LOCAL', 'RTLD_LAZY', 'RTLD_NOW', 'RTLD_NODELETE', 'RTLD_NOLOAD', 'RTLD_GLOBAL']:
    setattr(cConfig, _name, globals()[_name])


def external(name, args, result, **kwds):
    """A C function of this module."""
    return rffi.llexternal(name, args, result, compilation_info=eci, **kwds)


c_dlopen = external('dlopen', [rffi.CCHARP, rffi.INT], rffi.VOIDP)
c_dlclose = external('dlclose', [rffi.VOIDP], rffi.INT)
c_dlerror = external('dlerror', [], rffi.CCHARP)
c_dlsym = external('dlsym', [rffi.VOIDP, rffi.CCHARP], rffi.VOIDP)


class DLOpenError(Exception):
    """A library that cannot be loaded."""

    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg


def dlerror():
    """The message of the last error."""
    p = c_dlerror()
    if not p:
        return "error unknown"
    return rffi.charp2str(p)


def _dlopen_default_mode():
    return RTLD_NOW | RTLD_LOCAL


@specialize.argtype(0)
def dlopen(name, mode=-1):
    """The library of this name or path (a str or a `char *`), or None for the program itself; DLOpenError."""
    if mode == -1:
        mode = _dlopen_default_mode()
    if mode & (RTLD_LAZY | RTLD_NOW) == 0:
        mode |= RTLD_NOW
    p = c_dlopen(name, rffi.cast(rffi.INT, mode))
    if p:
        return p
    message = dlerror()
    library = _library_of_linker_script(message)
    if library is not None:
        p = c_dlopen(library, rffi.cast(rffi.INT, mode))
        if p:
            return p
    raise DLOpenError(message)


def _library_of_linker_script(message):
    """The first library that a linker script names, where a message is about such a file (`libm.so` of glibc, for linkers, says
    which library is meant), or None."""
    if message.find("invalid ELF header") < 0 and message.find("file too short") < 0:
        return None
    end = message.find(":")
    if end < 0:
        return None
    try:
        fd = os.open(message[:end], os.O_RDONLY, 0)
        try:
            text = os.read(fd, 4096)
        finally:
            os.close(fd)
    except OSError:
        return None
    for command in ["GROUP", "INPUT"]:
        at = text.find(command)
        if at < 0:
            continue
        at = text.find("(", at)
        while at >= 0 and at < len(text):
            start = at + 1
            while start < len(text) and text[start] in " \t\n(,":
                start += 1
            at = start
            while at < len(text) and text[at] not in " \t\n(),":
                at += 1
            if text[start:at].find(".so") >= 0:
                return text[start:at]
            if at < len(text) and text[at] == ")" or at == start:
                break
    return None


def dlclose(handle):
    """Gives it back: 0, or -1."""
    if rffi.cast(lltype.Signed, c_dlclose(handle)) == 0:
        return 0
    return -1


@specialize.argtype(1)
def dlsym(handle, name):
    """The address of a function or variable; KeyError."""
    c_dlerror()
    p = c_dlsym(handle, name)
    if not p:
        raise KeyError(dlerror())
    return p


dlsym_byordinal = None
_t_opened = {}
