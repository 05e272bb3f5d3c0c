# skip-llinterp: calls functions of C
"""IPv6 addresses of sockets, and their constants under the name of the module of C's declarations."""
from rpython.rlib import rsocket, _rsocket_rffi


def show(a):
    if isinstance(a, rsocket.INET6Address):
        return "[%s]:%d %d %d" % (a.get_host(), a.get_port(), a.get_flowinfo(), a.get_scope_id())
    if isinstance(a, rsocket.INETAddress):
        return "%s:%d" % (a.get_host(), a.get_port())
    return "another address"


class Handle(object):
    def __init__(self, family):
        self.family = family
        self.socket = rsocket.RSocket(family=family, proto=0)
        self.socket.setblocking(False)

    def recv(self, count):
        return self.socket.recv(count, _rsocket_rffi.MSG_DONTWAIT)


def address(host, port):
    """IPv4 if it can be, else IPv6."""
    try:
        return rsocket.INETAddress(host, port)
    except rsocket.GAIError:
        return rsocket.INET6Address(host, port)


def loopback():
    server = rsocket.RSocket(rsocket.AF_INET6, rsocket.SOCK_STREAM)
    try:
        server.bind(rsocket.INET6Address("::1", 0))
    except rsocket.CSocketError:
        return "[::1] ab"               # a machine without IPv6
    server.listen(1)
    name = server.getsockname()
    assert isinstance(name, rsocket.INET6Address)
    client = rsocket.RSocket(rsocket.AF_INET6, rsocket.SOCK_STREAM)
    client.connect(name)
    fd, peer = server.accept()
    accepted = rsocket.fromfd(fd, rsocket.AF_INET6, rsocket.SOCK_STREAM)
    assert isinstance(peer, rsocket.INET6Address)
    assert name.eq(client.getpeername())
    client.sendall("ab")
    text = accepted.recv(10)
    for s in [client, accepted, server]:
        s.close()
    return "[%s] %s" % (peer.get_host(), text)


def entry_point(argv):
    for a in [address("127.0.0.1", 80), address("::1", 8080), address("fe80::1:2", 1), rsocket.INET6Address("", 5, 7, 9)]:
        print(show(a))
    a, b = rsocket.INET6Address("::1", 1), rsocket.INET6Address("0:0:0:0:0:0:0:1", 1)
    print(a.eq(b))
    print(a.eq(rsocket.INET6Address("::1", 2)) or a.eq(rsocket.INETAddress("127.0.0.1", 1)))
    try:
        rsocket.INET6Address("::zz", 1)
    except rsocket.GAIError as e:
        print("no address")
    try:
        rsocket.INET6Address("::1", 70000)
    except rsocket.RSocketError as e:
        print(e.get_msg())
    print(loopback())
    h = Handle(rsocket.AF_INET)
    try:
        print(h.recv(3))
    except rsocket.CSocketError as e:
        print(e.errno in (rsocket.ENOTCONN, rsocket.EAGAIN))
    print(_rsocket_rffi.MSG_PEEK == rsocket.MSG_PEEK and rsocket.has_ipv6)
    return 0


def target(driver, args):
    return entry_point, None
