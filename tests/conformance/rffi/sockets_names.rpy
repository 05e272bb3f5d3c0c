# oracle: stored
# skip-llinterp: sockets
# Addresses of sockets as C has them, and what names stand for, of this machine only.
from rpython.rlib import _rsocket_rffi as _c
from rpython.rlib import rsocket
from rpython.rtyper.lltypesystem import lltype, rffi


class Target(object):
    """A buffer that can be written to."""

    def __init__(self):
        self.text = '.' * 12

    def setslice(self, at, text):
        self.text = self.text[:at] + text + self.text[at + len(text):]


def changed(address):
    if isinstance(address, rsocket.INETAddress):
        a = address.lock(_c.sockaddr_in)
        print(rsocket.ntohs(rffi.cast(lltype.Signed, a.c_sin_port)))
        rffi.setintfield(a, 'c_sin_port', rsocket.htons(8080))
        address.unlock()
        return "%s %d" % (address.get_host(), address.get_port())
    a = address.lock()
    family = rffi.cast(lltype.Signed, a.c_sa_family)
    size = address.addrlen
    address.unlock()
    return "family %d, %d bytes" % (family, size)


def entry_point(argv):
    print(changed(rsocket.INETAddress('127.0.0.1', 4000)))
    print(changed(rsocket.UNIXAddress('/tmp/x')))
    netlink = rsocket.NETLINKAddress(7, 3)
    print(changed(netlink), netlink.get_pid(), netlink.get_groups())
    number = rsocket.PacketAddress.get_ifindex_from_ifname(-1, 'lo')
    packet = rsocket.PacketAddress(number, 2048, 1, 772, 'abcdef')
    print(changed(packet), packet.get_ifname(-1), packet.get_protocol(), packet.get_pkttype(), packet.get_hatype(),
          packet.get_haddr())
    try:
        rsocket.PacketAddress.get_ifindex_from_ifname(-1, 'none at all')
    except rsocket.RSocketError as e:
        print(e.get_msg())
    for info in rsocket.getaddrinfo('127.0.0.1', '80', socktype=rsocket.SOCK_STREAM):
        family, kind, proto, name, address = info
        print(family == rsocket.AF_INET, kind == rsocket.SOCK_STREAM, proto, name == '', address.family)
        print(rsocket.getnameinfo(address, 3))
    try:
        rsocket.getaddrinfo('no such name at all', None)
    except rsocket.GAIError as e:
        print("no name", e.errno != 0)
    print(rsocket.makeipaddr('').get_host(), rsocket.makeipaddr('<broadcast>').get_host(),
          rsocket.makeipaddr('::1').get_host(), rsocket.makeipaddr('1.2.3.4').get_host())
    name, aliases, addresses = rsocket.gethostbyname_ex('127.0.0.1')
    print(name, len(aliases), [a.get_host() for a in addresses])
    name, aliases, addresses = rsocket.gethostbyaddr('127.0.0.1')
    print(name != '', [a.get_host() for a in addresses])
    one, two = rsocket.socketpair()
    two.send('some bytes')
    target = Target()
    print(one.recvinto(target, 5), target.text)
    print(one.recvfrom_into(target, 20)[0], target.text)
    print(one.getsockopt(rsocket.SOL_SOCKET, rsocket.SO_TYPE, 4) == '\x01\x00\x00\x00')
    one.setsockopt(rsocket.SOL_SOCKET, rsocket.SO_KEEPALIVE, '\x01\x00\x00\x00')
    print(one.getsockopt_int(rsocket.SOL_SOCKET, rsocket.SO_KEEPALIVE), rsocket.get_socket_family(one.fd))
    three = one.dup()
    one.close()
    two.sendall('end')
    print(three.recv(10), rsocket.make_null_address(99) is None)
    return 0


def target(*args):
    return entry_point, None
