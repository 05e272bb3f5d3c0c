"""The entries of a folder one by one, with what the system tells about them at once."""

from rpython.rlib import rposix
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

_eci = ExternalCompilationInfo(includes=['sys/types.h', 'dirent.h'])
DIRP = rffi.VOIDP
NULL_DIRP = lltype.nullptr(DIRP.TO)
DT_UNKNOWN, DT_FIFO, DT_CHR, DT_DIR, DT_BLK, DT_REG, DT_LNK, DT_SOCK = 0, 1, 2, 4, 6, 8, 10, 12
_TYPE, _NAME = 18, 19       # where they are in a `struct dirent` of Linux

_opendir = rffi.llexternal('opendir', [rffi.CCHARP], DIRP, compilation_info=_eci, save_err=rffi.RFFI_SAVE_ERRNO)
_readdir = rffi.llexternal('readdir', [DIRP], rffi.VOIDP, compilation_info=_eci,
                           save_err=rffi.RFFI_FULL_ERRNO_ZERO)
_closedir = rffi.llexternal('closedir', [DIRP], rffi.INT, compilation_info=_eci)


def opendir(path):
    """OSError."""
    dirp = _opendir(rposix._path(path))
    if not dirp:
        raise OSError(rposix.get_saved_errno(), "opendir failed")
    return dirp


opendir_bytes = opendir


def closedir(dirp):
    _closedir(dirp)


def nextentry(dirp):
    """The next entry, also `.` and `..`: good until the next call; null at the end. OSError."""
    entry = rffi.cast(rffi.CCHARP, _readdir(dirp))
    if not entry:
        error = rposix.get_saved_errno()
        if error:
            raise OSError(error, "readdir failed")
    return entry


def has_name_bytes(direntp):
    return True


def get_name_bytes(direntp):
    return rffi.charp2str(rffi.ptradd(direntp, _NAME))


def get_known_type(direntp):
    """One of DT_…; DT_UNKNOWN where the file system does not tell."""
    return ord(direntp[_TYPE])


def get_inode(direntp):
    return rffi.cast(rffi.LONGP, direntp)[0]
