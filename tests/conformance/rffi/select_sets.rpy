# oracle: stored
# `select` of C with sets of files: bits that macros of C set.
import os
from rpython.rlib import _rsocket_rffi as _c
from rpython.rtyper.lltypesystem import lltype, rffi


def readable(fds, milliseconds):
    """Those of the files that can be read."""
    wanted = lltype.malloc(_c.fd_set.TO, flavor='raw')
    _c.FD_ZERO(wanted)
    highest = 0
    for fd in fds:
        _c.FD_SET(fd, wanted)
        highest = max(highest, fd)
    _c.FD_CLR(fds[0], wanted)
    _c.FD_SET(fds[0], wanted)
    limit = rffi.make(_c.timeval)
    rffi.setintfield(limit, 'c_tv_sec', 0)
    rffi.setintfield(limit, 'c_tv_usec', milliseconds * 1000)
    none = lltype.nullptr(_c.fd_set.TO)
    count = rffi.cast(lltype.Signed, _c.select(highest + 1, wanted, none, none, limit))
    if count < 0:
        raise OSError(_c.geterrno(), 'select')
    found = [fd for fd in fds if rffi.cast(lltype.Signed, _c.FD_ISSET(fd, wanted))]
    assert len(found) == count
    lltype.free(limit, flavor='raw')
    lltype.free(wanted, flavor='raw')
    return found


def entry_point(argv):
    first, to_first = os.pipe()
    second, to_second = os.pipe()
    print(len(readable([first, second], 1)))
    os.write(to_second, b'x')
    print(readable([first, second], 1000) == [second])
    os.write(to_first, b'y')
    print(readable([first, second], 1000) == [first, second], os.read(second, 1) == b'x')
    print(readable([first, second], 1000) == [first])
    os.close(first)
    try:
        readable([first, second], 1)
    except OSError as e:
        print('error', e.errno)
    return 0


def target(driver, args):
    return entry_point, None
