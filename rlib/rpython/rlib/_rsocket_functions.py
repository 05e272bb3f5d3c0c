"""C's functions of sockets by RPython's names, with errno saved: `rsocket._c`, and part of `_rsocket_rffi`."""
import os

from rpython.rlib import rposix
from rpython.rlib.rsocket import eci
from rpython.rtyper.lltypesystem import rffi

_POSIX, WIN32 = True, False
INVALID_SOCKET = -1
FD_SETSIZE = MAX_FD_SIZE = 1024
PIPE_BUF = 4096
socketfd_type = rffi.INT


def _function(name, args, result, **kwds):
    return rffi.llexternal(name, args, result, compilation_info=eci, **kwds)


_saved = rffi.RFFI_SAVE_ERRNO
socket = _function('socket', [rffi.INT, rffi.INT, rffi.INT], rffi.INT, save_err=_saved)
socketclose = _function('close', [rffi.INT], rffi.INT, save_err=_saved)
socketclose_no_errno = _function('close', [rffi.INT], rffi.INT)
send = _function('send', [rffi.INT, rffi.CCHARP, rffi.SIZE_T, rffi.INT], rffi.SSIZE_T, save_err=_saved)
socketrecv = _function('recv', [rffi.INT, rffi.VOIDP, rffi.SIZE_T, rffi.INT], rffi.SSIZE_T, save_err=_saved)
dup = _function('dup', [rffi.INT], rffi.INT, save_err=_saved)
geterrno = rposix.get_saved_errno


def socket_strerror_str(errno):
    """The message for an error's number."""
    return os.strerror(errno)


gai_strerror = _function('gai_strerror', [rffi.INT], rffi.CCHARP)


def gai_strerror_str(errno):
    """The message for an error of the resolver."""
    return rffi.charp2str(gai_strerror(errno))
