"""Waiting for files: `poll` and `select`."""
import os

from rpython.rlib import rposix, rutf8
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['poll.h', 'errno.h'])
# Linux's numbers
POLLIN, POLLPRI, POLLOUT, POLLERR, POLLHUP, POLLNVAL = 1, 2, 4, 8, 16, 32
POLLRDNORM, POLLRDBAND, POLLWRNORM, POLLWRBAND, POLLMSG = 64, 128, 256, 512, 1024
eventnames = ['POLLIN', 'POLLPRI', 'POLLOUT', 'POLLERR', 'POLLHUP', 'POLLNVAL', 'POLLRDNORM', 'POLLRDBAND', 'POLLWRNORM',
              'POLLWRBAND', 'POLLMSG']
FD_SETSIZE = 1024
EINTR = 4

_POLLFD = rffi.CStruct('pollfd', ('fd', rffi.INT), ('events', rffi.SHORT), ('revents', rffi.SHORT))
_c_poll = rffi.llexternal('poll', [rffi.CArrayPtr(_POLLFD), rffi.ULONG, rffi.INT], rffi.INT, compilation_info=eci,
                          save_err=rffi.RFFI_SAVE_ERRNO)


class _Failed(Exception):
    def __init__(self, errno):
        self.errno = errno

    def get_msg(self):
        return os.strerror(self.errno)

    def get_msg_utf8(self):
        """The message in UTF-8, and its length in characters."""
        text = self.get_msg()
        return text, rutf8.codepoints_in_utf8(text)


class PollError(_Failed):
    """poll() failed."""


class SelectError(_Failed):
    """select() failed."""


def poll(fddict, timeout=-1):
    """(fd, events) of the files for which something happened; `fddict` says which events of which fd are waited for,
    `timeout` is in milliseconds."""
    n = len(fddict)
    fds = lltype.malloc(rffi.CArray(_POLLFD), max(n, 1), flavor='raw', zero=True)
    try:
        i = 0
        for fd in fddict:
            rffi.setintfield(fds[i], 'c_fd', fd)
            rffi.setintfield(fds[i], 'c_events', fddict[fd])
            i += 1
        if intmask(_c_poll(fds, n, timeout)) < 0:
            raise PollError(rposix.get_saved_errno())
        result = []
        for i in range(n):
            events = rffi.getintfield(fds[i], 'c_revents')
            if events:
                result.append((rffi.getintfield(fds[i], 'c_fd'), events))
        return result
    finally:
        lltype.free(fds, flavor='raw')


def select(inl, outl, excl, timeout=-1.0, handle_eintr=False):
    """The files of each list that are ready; `timeout` is in seconds, negative: none."""
    wanted = {}
    for fd in inl:
        wanted[fd] = wanted.get(fd, 0) | POLLIN | POLLHUP
    for fd in outl:
        wanted[fd] = wanted.get(fd, 0) | POLLOUT
    for fd in excl:
        wanted[fd] = wanted.get(fd, 0) | POLLPRI
    ms = -1
    if timeout >= 0.0:
        ms = int(timeout * 1000.0 + 0.999)
    happened = {}
    try:
        for fd, events in poll(wanted, ms):
            if events & POLLNVAL:
                raise SelectError(9)
            happened[fd] = events
    except PollError as e:
        if not (handle_eintr and e.errno == EINTR):
            raise SelectError(e.errno)
    return ([fd for fd in inl if happened.get(fd, 0) & (POLLIN | POLLHUP | POLLERR)],
            [fd for fd in outl if happened.get(fd, 0) & (POLLOUT | POLLERR)],
            [fd for fd in excl if happened.get(fd, 0) & POLLPRI])
