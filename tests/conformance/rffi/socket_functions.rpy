# skip-llinterp: calls functions of C
# C's functions of sockets by RPython's names, and the types that rffi.platform knows.
from rpython.rlib import rsocket, _rsocket_rffi
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import rffi, lltype


def entry_point(argv):
    a, b = rsocket.socketpair(rsocket.socketpair_default_family)
    with rffi.scoped_str2charp('hello') as p:
        print(_rsocket_rffi.send(a.fd, p, 5, 0))
    with rffi.scoped_alloc_buffer(10) as buf:
        n = rsocket._c.socketrecv(b.fd, rffi.cast(rffi.VOIDP, buf.raw), 10, 0)
        print(buf.str(intmask(n)))
    print(intmask(_rsocket_rffi.socketclose(a.fd)), intmask(_rsocket_rffi.socketclose(99999)), _rsocket_rffi.geterrno())
    print(_rsocket_rffi.socket_strerror_str(9), rsocket._c.gai_strerror_str(-2), rsocket.INVALID_SOCKET)
    with lltype.scoped_alloc(_rsocket_rffi.sockaddr_in6) as q:
        print(rffi.sizeof(_rsocket_rffi.sockaddr_in6), intmask(q.c_sin6_port))
    return 0


assert rffi.platform.types['SHORT'] is rffi.SHORT and rffi.platform.inttype('short', 'short', True) is rffi.SHORT
assert rffi.platform.numbertype_to_rclass[rffi.SHORT].BITS == 16 and rffi.platform.numbertype_to_rclass[lltype.Signed] is int
assert rffi.platform.inttype('ptrdiff_test', 'ptrdiff_t', True) is lltype.Signed


def target(driver, args):
    return entry_point, None
