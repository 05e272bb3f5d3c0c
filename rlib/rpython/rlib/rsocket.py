"""Sockets: TCP, UDP (IPv4 and IPv6) and Unix sockets over C's functions."""
from rpython.rlib import rpoll, rposix, rutf8
from rpython.rlib._rsocket_constants import constants
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rtyper.lltypesystem.rffi import offsetof
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['stddef.h', 'sys/types.h', 'sys/socket.h', 'netinet/in.h', 'netinet/tcp.h', 'arpa/inet.h', 'netdb.h',
                                        'sys/un.h', 'unistd.h', 'fcntl.h', 'string.h', 'stdlib.h', 'errno.h', 'net/if.h',
                                        'linux/netlink.h', 'linux/if_packet.h'],
                              post_include_bits=['''
/* What differs between address families stays in C: addresses are made and read by these functions. */
__attribute__((unused)) static inline int tw_sock_inet(char *buf, unsigned int host, int port)
{
    struct sockaddr_in *a = (struct sockaddr_in *)buf;
    memset(a, 0, sizeof *a);
    a->sin_family = AF_INET;
    a->sin_port = htons((unsigned short)port);
    a->sin_addr.s_addr = host;
    return (int)sizeof *a;
}
__attribute__((unused)) static inline int tw_sock_inet6(char *buf, char *host, int port, unsigned int flow, unsigned int scope)
{
    struct sockaddr_in6 *a = (struct sockaddr_in6 *)buf;
    memset(a, 0, sizeof *a);
    a->sin6_family = AF_INET6;
    a->sin6_port = htons((unsigned short)port);
    a->sin6_flowinfo = htonl(flow);
    a->sin6_scope_id = scope;
    memcpy(&a->sin6_addr, host, 16);
    return (int)sizeof *a;
}
__attribute__((unused)) static inline char *tw_sock_host6(char *buf) { return (char *)&((struct sockaddr_in6 *)buf)->sin6_addr; }
__attribute__((unused)) static inline unsigned int tw_sock_flow(char *buf) { return ntohl(((struct sockaddr_in6 *)buf)->sin6_flowinfo); }
__attribute__((unused)) static inline unsigned int tw_sock_scope(char *buf) { return ((struct sockaddr_in6 *)buf)->sin6_scope_id; }
__attribute__((unused)) static inline int tw_sock_ntop(int family, char *host, char *buf, int n) { return inet_ntop(family, host, buf, n) != 0; }
__attribute__((unused)) static inline long tw_sock_name6(char *name, int want_type, char *host)
{
    struct addrinfo hints, *list = 0;
    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_INET6;
    hints.ai_socktype = want_type;
    int error = getaddrinfo(name, 0, &hints, &list);
    if (error)
        return error;
    memcpy(host, &((struct sockaddr_in6 *)list->ai_addr)->sin6_addr, 16);
    freeaddrinfo(list);
    return 0;
}
__attribute__((unused)) static inline int tw_sock_unix(char *buf, char *path, long n)
{
    struct sockaddr_un *a = (struct sockaddr_un *)buf;
    memset(a, 0, sizeof *a);
    a->sun_family = AF_UNIX;
    if (n >= (long)sizeof a->sun_path)
        return -1;
    memcpy(a->sun_path, path, n);
    return (int)(offsetof(struct sockaddr_un, sun_path) + n + 1);
}
__attribute__((unused)) static inline int tw_sock_family(char *buf) { return ((struct sockaddr *)buf)->sa_family; }
__attribute__((unused)) static inline int tw_sock_port(char *buf) { return ntohs(((struct sockaddr_in *)buf)->sin_port); }
__attribute__((unused)) static inline unsigned int tw_sock_host(char *buf) { return ((struct sockaddr_in *)buf)->sin_addr.s_addr; }
__attribute__((unused)) static inline char *tw_sock_path(char *buf) { return ((struct sockaddr_un *)buf)->sun_path; }
__attribute__((unused)) static inline long tw_sock_name(char *name, int want_type, unsigned int *host)
{
    struct addrinfo hints, *list = 0;
    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_INET;
    hints.ai_socktype = want_type;
    int error = getaddrinfo(name, 0, &hints, &list);
    if (error)
        return error;
    *host = ((struct sockaddr_in *)list->ai_addr)->sin_addr.s_addr;
    freeaddrinfo(list);
    return 0;
}
__attribute__((unused)) static inline int tw_sock_service_port(char *name, char *proto)
{
    struct servent *s = getservbyname(name, proto);
    return s ? ntohs((unsigned short)s->s_port) : -1;
}
__attribute__((unused)) static inline char *tw_sock_service_name(int port, char *proto)
{
    struct servent *s = getservbyport(htons((unsigned short)port), proto);
    return s ? s->s_name : 0;
}
__attribute__((unused)) static inline int tw_sock_protocol(char *name)
{
    struct protoent *p = getprotobyname(name);
    return p ? p->p_proto : -1;
}
__attribute__((unused)) static inline int tw_sock_netlink(char *buf, unsigned int pid, unsigned int groups)
{
    struct sockaddr_nl *a = (struct sockaddr_nl *)buf;
    memset(a, 0, sizeof *a);
    a->nl_family = AF_NETLINK;
    a->nl_pid = pid;
    a->nl_groups = groups;
    return (int)sizeof *a;
}
__attribute__((unused)) static inline unsigned int tw_sock_netlink_part(char *buf, int groups)
{
    return groups ? ((struct sockaddr_nl *)buf)->nl_groups : ((struct sockaddr_nl *)buf)->nl_pid;
}
__attribute__((unused)) static inline int tw_sock_packet(char *buf, int number, int protocol, int type, int hardware, char *address, int n)
{
    struct sockaddr_ll *a = (struct sockaddr_ll *)buf;
    memset(a, 0, sizeof *a);
    a->sll_family = AF_PACKET;
    a->sll_ifindex = number;
    a->sll_protocol = htons((unsigned short)protocol);
    a->sll_pkttype = (unsigned char)type;
    a->sll_hatype = (unsigned short)hardware;
    a->sll_halen = (unsigned char)n;
    memcpy(a->sll_addr, address, n);
    return (int)sizeof *a;
}
__attribute__((unused)) static inline int tw_sock_packet_part(char *buf, int which)
{
    struct sockaddr_ll *a = (struct sockaddr_ll *)buf;
    return which == 0 ? a->sll_ifindex : which == 1 ? ntohs(a->sll_protocol) : which == 2 ? a->sll_pkttype
         : which == 3 ? a->sll_hatype : a->sll_halen;
}
__attribute__((unused)) static inline char *tw_sock_packet_address(char *buf) { return (char *)((struct sockaddr_ll *)buf)->sll_addr; }

/* Lists of what a name stands for: the caller frees them. */
__attribute__((unused)) static inline int tw_sock_infos(char *host, char *service, int family, int type, int protocol, int flags, char **list)
{
    struct addrinfo hints, *infos = 0;
    int error;
    memset(&hints, 0, sizeof hints);
    hints.ai_family = family;
    hints.ai_socktype = type;
    hints.ai_protocol = protocol;
    hints.ai_flags = flags;
    error = getaddrinfo(host, service, &hints, &infos);
    *list = (char *)infos;
    return error;
}
__attribute__((unused)) static inline int tw_sock_info_part(char *info, int which)
{
    struct addrinfo *i = (struct addrinfo *)info;
    return which == 0 ? i->ai_family : which == 1 ? i->ai_socktype : which == 2 ? i->ai_protocol : (int)i->ai_addrlen;
}
__attribute__((unused)) static inline char *tw_sock_info_text(char *info, int which)
{
    struct addrinfo *i = (struct addrinfo *)info;
    return which == 0 ? (char *)i->ai_addr : which == 1 ? i->ai_canonname : (char *)i->ai_next;
}
__attribute__((unused)) static inline void tw_sock_free_infos(char *infos) { freeaddrinfo((struct addrinfo *)infos); }

struct tw_sock_host {
    struct hostent entry;
    char room[8192];
};
/* What is known of a host: by its name, or (n > 0) by the bytes of its address. Null: nothing. */
__attribute__((unused)) static inline char *tw_sock_host_entry(char *name, int n, int family)
{
    struct tw_sock_host *h = malloc(sizeof *h);
    struct hostent *found = 0;
    int why = 0;
    if (!h)
        return 0;
    if (n > 0)
        gethostbyaddr_r(name, (socklen_t)n, family, &h->entry, h->room, sizeof h->room, &found, &why);
    else
        gethostbyname_r(name, &h->entry, h->room, sizeof h->room, &found, &why);
    if (!found) {
        free(h);
        return 0;
    }
    return (char *)h;
}
__attribute__((unused)) static inline char *tw_sock_host_name(char *host) { return ((struct tw_sock_host *)host)->entry.h_name; }
__attribute__((unused)) static inline int tw_sock_host_family(char *host) { return ((struct tw_sock_host *)host)->entry.h_addrtype; }
__attribute__((unused)) static inline char *tw_sock_host_alias(char *host, int k) { return ((struct tw_sock_host *)host)->entry.h_aliases[k]; }
__attribute__((unused)) static inline char *tw_sock_host_address(char *host, int k) { return ((struct tw_sock_host *)host)->entry.h_addr_list[k]; }
'''])


def _external(name, args, result, save=True, releasegil='auto'):
    return rffi.llexternal(name, args, result, compilation_info=eci, save_err=rffi.RFFI_SAVE_ERRNO if save else 0,
                           releasegil=releasegil)


AF_UNSPEC, AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET = 0, 1, 2, 10, 16, 17
SOCK_STREAM, SOCK_DGRAM, SOCK_RAW = 1, 2, 3
SOCK_NONBLOCK, SOCK_CLOEXEC = 0x800, 0x80000
SOL_SOCKET, SO_DEBUG, SO_REUSEADDR, SO_TYPE, SO_ERROR, SO_DONTROUTE, SO_BROADCAST = 1, 1, 2, 3, 4, 5, 6
SO_SNDBUF, SO_RCVBUF, SO_KEEPALIVE, SO_OOBINLINE, SO_LINGER, SO_REUSEPORT = 7, 8, 9, 10, 13, 15
IPPROTO_IP, IPPROTO_ICMP, IPPROTO_TCP, IPPROTO_UDP = 0, 1, 6, 17
TCP_NODELAY, TCP_MAXSEG, TCP_CORK, TCP_KEEPIDLE = 1, 2, 3, 4
MSG_OOB, MSG_PEEK, MSG_DONTROUTE, MSG_WAITALL, MSG_DONTWAIT, MSG_NOSIGNAL = 1, 2, 4, 0x100, 0x40, 0x4000
SHUT_RD, SHUT_WR, SHUT_RDWR = 0, 1, 2
SOMAXCONN = 4096
INADDR_ANY, INADDR_BROADCAST, INADDR_LOOPBACK = 0, 0xffffffff, 0x7f000001
EAI_NONAME, EAI_AGAIN, EAI_FAIL, EAI_FAMILY, EAI_SERVICE = -2, -3, -4, -6, -8
EINTR, EAGAIN, EWOULDBLOCK, EINPROGRESS, ENOTCONN, EISCONN, EBADF = 4, 11, 11, 115, 107, 106, 9
_F_GETFL, _F_SETFL, _O_NONBLOCK = 3, 4, 0x800
_ADDRESS_SIZE = 128
INVALID_SOCKET = -1
HAS_AF_UNIX = HAS_AF_NETLINK = HAS_AF_PACKET = True
HAS_AF_ALG = HAS_AF_VSOCK = False
socketpair_default_family = AF_UNIX
has_ipv6 = True
_POSIX = True

_UINTP = rffi.CArrayPtr(rffi.UINT)
_c_socket = _external('socket', [rffi.INT, rffi.INT, rffi.INT], rffi.INT)
_c_socketpair = _external('socketpair', [rffi.INT, rffi.INT, rffi.INT, rffi.INTP], rffi.INT)
_c_close = _external('close', [rffi.INT], rffi.INT)
_c_bind = _external('bind', [rffi.INT, rffi.VOIDP, rffi.UINT], rffi.INT)
_c_listen = _external('listen', [rffi.INT, rffi.INT], rffi.INT)
_c_accept = _external('accept', [rffi.INT, rffi.VOIDP, _UINTP], rffi.INT)
_c_connect = _external('connect', [rffi.INT, rffi.VOIDP, rffi.UINT], rffi.INT)
_c_send = _external('send', [rffi.INT, rffi.CCHARP, rffi.SIZE_T, rffi.INT], rffi.SSIZE_T)
_c_recv = _external('recv', [rffi.INT, rffi.CCHARP, rffi.SIZE_T, rffi.INT], rffi.SSIZE_T)
_c_sendto = _external('sendto', [rffi.INT, rffi.CCHARP, rffi.SIZE_T, rffi.INT, rffi.VOIDP, rffi.UINT], rffi.SSIZE_T)
_c_recvfrom = _external('recvfrom', [rffi.INT, rffi.CCHARP, rffi.SIZE_T, rffi.INT, rffi.VOIDP, _UINTP], rffi.SSIZE_T)
_c_shutdown = _external('shutdown', [rffi.INT, rffi.INT], rffi.INT)
_c_getsockname = _external('getsockname', [rffi.INT, rffi.VOIDP, _UINTP], rffi.INT)
_c_getpeername = _external('getpeername', [rffi.INT, rffi.VOIDP, _UINTP], rffi.INT)
_c_getsockopt = _external('getsockopt', [rffi.INT, rffi.INT, rffi.INT, rffi.VOIDP, _UINTP], rffi.INT)
_c_setsockopt = _external('setsockopt', [rffi.INT, rffi.INT, rffi.INT, rffi.VOIDP, rffi.UINT], rffi.INT)
_c_fcntl = rffi.llexternal('fcntl', [rffi.INT, rffi.INT, rffi.LONG], rffi.INT, macro=True, compilation_info=eci)
_c_gethostname = _external('gethostname', [rffi.CCHARP, rffi.SIZE_T], rffi.INT)
_c_dup = _external('dup', [rffi.INT], rffi.INT)
_c_inet_pton = _external('inet_pton', [rffi.INT, rffi.CCHARP, rffi.VOIDP], rffi.INT)
_service_port = _external('tw_sock_service_port', [rffi.CCHARP, rffi.CCHARP], rffi.INT, False)
_service_name = _external('tw_sock_service_name', [rffi.INT, rffi.CCHARP], rffi.CCHARP, False)
_protocol = _external('tw_sock_protocol', [rffi.CCHARP], rffi.INT, False)
_c_strerror = _external('strerror', [rffi.INT], rffi.CCHARP, False)
_c_gai_strerror = _external('gai_strerror', [rffi.INT], rffi.CCHARP, False)
_inet = _external('tw_sock_inet', [rffi.CCHARP, rffi.UINT, rffi.INT], rffi.INT, False)
_inet6 = _external('tw_sock_inet6', [rffi.CCHARP, rffi.CCHARP, rffi.INT, rffi.UINT, rffi.UINT], rffi.INT, False)
_host6 = _external('tw_sock_host6', [rffi.CCHARP], rffi.CCHARP, False)
_flow = _external('tw_sock_flow', [rffi.CCHARP], rffi.UINT, False)
_scope = _external('tw_sock_scope', [rffi.CCHARP], rffi.UINT, False)
_ntop = _external('tw_sock_ntop', [rffi.INT, rffi.CCHARP, rffi.CCHARP, rffi.INT], rffi.INT, False)
_name_to_host6 = _external('tw_sock_name6', [rffi.CCHARP, rffi.INT, rffi.CCHARP], rffi.LONG, False, True)
_netlink = _external('tw_sock_netlink', [rffi.CCHARP, rffi.UINT, rffi.UINT], rffi.INT, False)
_netlink_part = _external('tw_sock_netlink_part', [rffi.CCHARP, rffi.INT], rffi.UINT, False)
_packet = _external('tw_sock_packet', [rffi.CCHARP, rffi.INT, rffi.INT, rffi.INT, rffi.INT, rffi.CCHARP, rffi.INT], rffi.INT, False)
_packet_part = _external('tw_sock_packet_part', [rffi.CCHARP, rffi.INT], rffi.INT, False)
_packet_address = _external('tw_sock_packet_address', [rffi.CCHARP], rffi.CCHARP, False)
_infos = _external('tw_sock_infos', [rffi.CCHARP, rffi.CCHARP, rffi.INT, rffi.INT, rffi.INT, rffi.INT, rffi.CCHARPP], rffi.INT, True,
                   True)
_info_part = _external('tw_sock_info_part', [rffi.CCHARP, rffi.INT], rffi.INT, False)
_info_text = _external('tw_sock_info_text', [rffi.CCHARP, rffi.INT], rffi.CCHARP, False)
_free_infos = _external('tw_sock_free_infos', [rffi.CCHARP], lltype.Void, False)
_host_entry = _external('tw_sock_host_entry', [rffi.CCHARP, rffi.INT, rffi.INT], rffi.CCHARP, True, True)
_host_name = _external('tw_sock_host_name', [rffi.CCHARP], rffi.CCHARP, False)
_host_family = _external('tw_sock_host_family', [rffi.CCHARP], rffi.INT, False)
_host_alias = _external('tw_sock_host_alias', [rffi.CCHARP, rffi.INT], rffi.CCHARP, False)
_host_address = _external('tw_sock_host_address', [rffi.CCHARP, rffi.INT], rffi.CCHARP, False)
_c_getnameinfo = _external('getnameinfo', [rffi.VOIDP, rffi.UINT, rffi.CCHARP, rffi.UINT, rffi.CCHARP, rffi.UINT, rffi.INT], rffi.INT)
_c_nametoindex = _external('if_nametoindex', [rffi.CCHARP], rffi.UINT)
_c_indextoname = _external('if_indextoname', [rffi.UINT, rffi.CCHARP], rffi.CCHARP)
_c_sethostname = _external('sethostname', [rffi.CCHARP, rffi.SIZE_T], rffi.INT)
_unix = _external('tw_sock_unix', [rffi.CCHARP, rffi.CCHARP, rffi.LONG], rffi.INT, False)
_family = _external('tw_sock_family', [rffi.CCHARP], rffi.INT, False)
_port = _external('tw_sock_port', [rffi.CCHARP], rffi.INT, False)
_host = _external('tw_sock_host', [rffi.CCHARP], rffi.UINT, False)
_path = _external('tw_sock_path', [rffi.CCHARP], rffi.CCHARP, False)
_name_to_host = _external('tw_sock_name', [rffi.CCHARP, rffi.INT, _UINTP], rffi.LONG, False, True)


class SocketError(Exception):
    """Base of the errors of this module."""
    applevelerrcls = 'error'

    def __init__(self, message=''):
        self.message = message

    def get_msg(self):
        return self.message

    def get_msg_unicode(self):
        return self.get_msg().decode('latin-1')

    def get_msg_utf8(self):
        """The message in UTF-8, and its length in characters."""
        text = self.get_msg()
        return text, rutf8.codepoints_in_utf8(text)

    def __str__(self):
        return self.get_msg()


class SocketErrorWithErrno(SocketError):
    def __init__(self, errno):
        self.message = ''
        self.errno = errno


class RSocketError(SocketError):
    """A wrong argument."""


class CSocketError(SocketErrorWithErrno):
    """A function of C failed."""

    def get_msg(self):
        return rffi.charp2str(_c_strerror(self.errno))


class GAIError(SocketErrorWithErrno):
    """A name cannot be resolved."""
    applevelerrcls = 'gaierror'

    def get_msg(self):
        return rffi.charp2str(_c_gai_strerror(self.errno))


class HSocketError(SocketError):
    applevelerrcls = 'herror'


class SocketTimeout(SocketError):
    """Nothing happened in the time that was set."""
    applevelerrcls = 'timeout'

    def __init__(self):
        self.message = 'timed out'


def last_error():
    """The error of the last function of C."""
    return CSocketError(rposix.get_saved_errno())


@specialize.memo()
def _pointer_to(TYPE):
    """The type of pointers to a structure; without one to C's `struct sockaddr`."""
    from rpython.rlib import _rsocket_rffi
    return lltype.Ptr(TYPE or _rsocket_rffi.sockaddr)


class Address(object):
    """An address of some family: of one that is not known it is its bytes, family and all."""
    family = AF_UNSPEC
    data = ''
    addrlen = 0
    _locked = lltype.nullptr(rffi.CCHARP.TO)

    def fill(self, buf):
        """Writes C's form to the buffer; its size."""
        if len(self.data) == 0:
            raise RSocketError("unknown address family")
        for i in range(len(self.data)):
            buf[i] = self.data[i]
        return len(self.data)

    def read(self, buf, size):
        """Reads C's form of so many bytes."""
        self.data = rffi.charpsize2str(buf, size)
        self.addrlen = size

    @specialize.arg(1)
    def lock(self, TYPE=None):
        """C's form, as a structure, until `unlock`. It may be changed."""
        self._locked = lltype.malloc(rffi.CCHARP.TO, _ADDRESS_SIZE, flavor='raw', zero=True)
        self.addrlen = self.fill(self._locked)
        return rffi.cast(_pointer_to(TYPE), self._locked)

    def unlock(self):
        buf = self._locked
        self.read(buf, self.addrlen)
        self._locked = lltype.nullptr(rffi.CCHARP.TO)
        lltype.free(buf, flavor='raw')


class IPAddress(Address):
    """An address with a host."""


class INETAddress(IPAddress):
    """An IPv4 address: host (a name or four numbers; '' for any) and port."""
    family = AF_INET

    def __init__(self, host, port):
        if port < 0 or port > 65535:
            raise RSocketError("port must be 0-65535.")
        self.number = _resolve(host)
        self.port = port

    def get_port(self):
        return self.port

    def get_host(self):
        return _dotted(self.number)

    def get_protocol(self):
        return 0

    def fill(self, buf):
        return intmask(_inet(buf, rffi.cast(rffi.UINT, self.number), self.port))

    def read(self, buf, size):
        self.port = intmask(_port(buf))
        self.number = intmask(r_uint(_host(buf)))

    def eq(self, other):
        return isinstance(other, INETAddress) and self.number == other.number and self.port == other.port


class INET6Address(IPAddress):
    """An IPv6 address: host (a name, or numbers with colons; '' for any), port, flow information, scope."""
    family = AF_INET6

    def __init__(self, host, port, flowinfo=0, scope_id=0):
        if port < 0 or port > 65535:
            raise RSocketError("port must be 0-65535.")
        flow = r_uint(flowinfo)
        if flow > r_uint(0xfffff):
            raise RSocketError("flowinfo must be 0-1048575.")
        self.bytes = _resolve6(host)
        self.port = port
        self.flowinfo = flow
        self.scope_id = r_uint(scope_id)

    def get_port(self):
        return self.port

    def get_host(self):
        with rffi.scoped_alloc_buffer(48) as buf:
            if not intmask(_ntop(AF_INET6, self.bytes, buf.raw, 48)):
                raise last_error()
            return rffi.charp2str(buf.raw)

    def get_flowinfo(self):
        return self.flowinfo

    def get_scope_id(self):
        return self.scope_id

    def get_protocol(self):
        return 0

    def fill(self, buf):
        return intmask(_inet6(buf, self.bytes, self.port, rffi.cast(rffi.UINT, self.flowinfo),
                              rffi.cast(rffi.UINT, self.scope_id)))

    def read(self, buf, size):
        self.port = intmask(_port(buf))
        self.flowinfo = r_uint(_flow(buf))
        self.scope_id = r_uint(_scope(buf))
        self.bytes = rffi.charpsize2str(_host6(buf), 16)

    def eq(self, other):
        return isinstance(other, INET6Address) and self.bytes == other.bytes and self.port == other.port and \
            self.flowinfo == other.flowinfo and self.scope_id == other.scope_id


class UNIXAddress(Address):
    """A path."""
    family = AF_UNIX

    def __init__(self, path):
        self.path = path

    def get_path(self):
        return self.path

    def fill(self, buf):
        n = intmask(_unix(buf, self.path, len(self.path)))
        if n < 0:
            raise RSocketError("AF_UNIX path too long")
        return n

    def read(self, buf, size):
        if size <= 2:
            self.path = ''
        else:
            self.path = rffi.charp2strn(_path(buf), size - 2)

    def eq(self, other):
        return isinstance(other, UNIXAddress) and self.path == other.path


class NETLINKAddress(Address):
    """A process, and groups of messages, of the kernel's interface."""
    family = AF_NETLINK

    def __init__(self, pid, groups):
        self.pid = pid
        self.groups = groups

    def get_pid(self):
        return self.pid

    def get_groups(self):
        return self.groups

    def fill(self, buf):
        return intmask(_netlink(buf, rffi.cast(rffi.UINT, self.pid), rffi.cast(rffi.UINT, self.groups)))

    def read(self, buf, size):
        self.pid = r_uint(_netlink_part(buf, 0))
        self.groups = r_uint(_netlink_part(buf, 1))

    def eq(self, other):
        return isinstance(other, NETLINKAddress) and self.pid == other.pid and self.groups == other.groups


class PacketAddress(Address):
    """An interface, by its number, with a protocol and an address of the hardware."""
    family = AF_PACKET

    def __init__(self, ifindex, protocol, pkttype=0, hatype=0, haddr=''):
        self.ifindex = ifindex
        self.protocol = protocol
        self.pkttype = pkttype
        self.hatype = hatype
        self.haddr = haddr

    @staticmethod
    def get_ifindex_from_ifname(fd, ifname):
        number = intmask(r_uint(_c_nametoindex(ifname)))
        if number == 0:
            raise RSocketError("invalid interface name")
        return number

    def get_ifname(self, fd):
        if self.ifindex == 0:
            return ''
        with rffi.scoped_alloc_buffer(32) as b:
            if not _c_indextoname(rffi.cast(rffi.UINT, self.ifindex), b.raw):
                return ''
            return rffi.charp2strn(b.raw, 32)

    def get_protocol(self):
        return self.protocol

    def get_pkttype(self):
        return self.pkttype

    def get_hatype(self):
        return self.hatype

    def get_haddr(self):
        return self.haddr

    def fill(self, buf):
        return intmask(_packet(buf, self.ifindex, self.protocol, self.pkttype, self.hatype, self.haddr, len(self.haddr)))

    def read(self, buf, size):
        self.ifindex = intmask(_packet_part(buf, 0))
        self.protocol = intmask(_packet_part(buf, 1))
        self.pkttype = intmask(_packet_part(buf, 2))
        self.hatype = intmask(_packet_part(buf, 3))
        self.haddr = rffi.charpsize2str(_packet_address(buf), intmask(_packet_part(buf, 4)))

    def eq(self, other):
        return isinstance(other, PacketAddress) and self.ifindex == other.ifindex and self.protocol == other.protocol


def _dotted(number):
    return "%d.%d.%d.%d" % (number & 255, (number >> 8) & 255, (number >> 16) & 255, (number >> 24) & 255)


def _resolve(host):
    """The number of a host in network order."""
    if host == '':
        return INADDR_ANY
    if host == '<broadcast>':
        return INADDR_BROADCAST
    with lltype.scoped_alloc(_UINTP.TO, 1) as p:
        error = intmask(_name_to_host(host, SOCK_STREAM, p))
        if error:
            raise GAIError(error)
        return intmask(r_uint(p[0]))


def _resolve6(host):
    """The 16 bytes of a host."""
    if host == '':
        return '\x00' * 16
    with rffi.scoped_alloc_buffer(16) as buf:
        error = intmask(_name_to_host6(host, SOCK_STREAM, buf.raw))
        if error:
            raise GAIError(error)
        return buf.str(16)


def _address(buf, size):
    """The address that C has written; None if there is none."""
    if size == 0:
        return None
    a = _of_family(intmask(_family(buf)))
    a.read(buf, size)
    return a


def _of_family(family):
    """An address of a family, not yet filled in."""
    if family == AF_INET:
        return INETAddress('', 0)
    if family == AF_INET6:
        return INET6Address('', 0)
    if family == AF_UNIX:
        return UNIXAddress('')
    if family == AF_NETLINK:
        return NETLINKAddress(r_uint(0), r_uint(0))
    if family == AF_PACKET:
        return PacketAddress(0, 0)
    return Address()


def make_null_address(family):
    """An empty address of a family; None if that is not known."""
    a = _of_family(family)
    if a.family == AF_UNSPEC:
        return None
    return a


class _Buffer(object):
    """Room for an address and its size, as C wants it."""

    def __enter__(self):
        self.chars = lltype.malloc(rffi.CCHARP.TO, _ADDRESS_SIZE, flavor='raw', zero=True)
        self.size = lltype.malloc(_UINTP.TO, 1, flavor='raw')
        self.size[0] = rffi.cast(rffi.UINT, _ADDRESS_SIZE)
        self.p = rffi.cast(rffi.VOIDP, self.chars)
        return self

    def __exit__(self, *args):
        lltype.free(self.chars, flavor='raw')
        lltype.free(self.size, flavor='raw')

    def address(self):
        return _address(self.chars, intmask(self.size[0]))


class Defaults(object):
    timeout = -1.0


defaults = Defaults()


def getdefaulttimeout():
    return defaults.timeout


def setdefaulttimeout(timeout):
    if timeout < 0.0:
        timeout = -1.0
    defaults.timeout = timeout


class RSocket(object):
    """A socket."""

    def __init__(self, family=AF_INET, type=SOCK_STREAM, proto=0, fd=-1, inheritable=True):
        if fd == -1:
            fd = intmask(_c_socket(family, type, proto))
            if fd < 0:
                raise last_error()
        self.fd = fd
        self.family = family
        self.type = type
        self.proto = proto
        self.timeout = defaults.timeout
        if self.timeout >= 0.0:
            self._setblocking(False)

    def _setblocking(self, block):
        flags = intmask(_c_fcntl(self.fd, _F_GETFL, 0))
        if block:
            flags &= ~_O_NONBLOCK
        else:
            flags |= _O_NONBLOCK
        _c_fcntl(self.fd, _F_SETFL, flags)

    def _wait(self, for_writing):
        """Waits as long as the timeout says."""
        if self.timeout <= 0.0:
            return
        events = rpoll.POLLOUT if for_writing else rpoll.POLLIN
        if len(rpoll.poll({self.fd: events}, int(self.timeout * 1000.0 + 0.999))) == 0:
            raise SocketTimeout()

    def getfd(self):
        return self.fd

    fileno = getfd

    def wait_for_data(self, for_writing):
        self._wait(for_writing)

    def error_handler(self):
        return last_error()

    def dup(self, SocketClass=None):
        """A socket over a copy of the file descriptor."""
        return fromfd(self.fd, self.family, self.type, self.proto)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def detach(self):
        fd = self.fd
        self.fd = -1
        return fd

    def bind(self, address):
        with _Buffer() as b:
            if intmask(_c_bind(self.fd, b.p, address.fill(b.chars))) < 0:
                raise last_error()

    def listen(self, backlog):
        if intmask(_c_listen(self.fd, max(backlog, 1))) < 0:
            raise last_error()

    def accept(self, inheritable=True):
        """(fd of the new socket, address of the other side)"""
        self._wait(False)
        with _Buffer() as b:
            fd = intmask(_c_accept(self.fd, b.p, b.size))
            if fd < 0:
                raise last_error()
            return fd, b.address()

    def connect(self, address):
        err = self.connect_ex(address)
        if err == EWOULDBLOCK:
            raise SocketTimeout()
        if err:
            raise CSocketError(err)

    def connect_ex(self, address):
        """0, or the error's number."""
        with _Buffer() as b:
            if intmask(_c_connect(self.fd, b.p, address.fill(b.chars))) == 0:
                return 0
            errno = rposix.get_saved_errno()
        if errno == EINPROGRESS and self.timeout > 0.0:
            if len(rpoll.poll({self.fd: rpoll.POLLOUT}, int(self.timeout * 1000.0 + 0.999))) == 0:
                return EWOULDBLOCK
            return self.getsockopt_int(SOL_SOCKET, SO_ERROR)
        return errno

    def close(self):
        fd = self.fd
        if fd != -1:
            self.fd = -1
            if intmask(_c_close(fd)) < 0:
                raise last_error()

    def recv(self, buffersize, flags=0):
        """What has come, at most that many characters; '' at the end."""
        self._wait(False)
        with rffi.scoped_alloc_buffer(max(buffersize, 1)) as b:
            n = _c_recv(self.fd, b.raw, buffersize, flags)
            if n < 0:
                raise last_error()
            return b.str(n)

    def recvfrom(self, buffersize, flags=0):
        """(what has come, from where)"""
        self._wait(False)
        with _Buffer() as a:
            with rffi.scoped_alloc_buffer(max(buffersize, 1)) as b:
                n = _c_recvfrom(self.fd, b.raw, buffersize, flags, a.p, a.size)
                if n < 0:
                    raise last_error()
                return b.str(n), a.address()

    @specialize.argtype(1)
    def recvinto(self, rwbuffer, nbytes, flags=0):
        """What has come, into a buffer: how many characters."""
        data = self.recv(nbytes, flags)
        rwbuffer.setslice(0, data)
        return len(data)

    @specialize.argtype(1)
    def recvfrom_into(self, rwbuffer, nbytes, flags=0):
        """(how many characters, from where)"""
        data, address = self.recvfrom(nbytes, flags)
        rwbuffer.setslice(0, data)
        return len(data), address

    def send_raw(self, dataptr, length, flags=0):
        self._wait(True)
        n = _c_send(self.fd, dataptr, length, flags | MSG_NOSIGNAL)
        if n < 0:
            raise last_error()
        return n

    def send(self, data, flags=0):
        """How many characters were sent."""
        with rffi.scoped_nonmovingbuffer(data) as p:
            return self.send_raw(p, len(data), flags)

    def sendall(self, data, flags=0, signal_checker=None):
        """Sends everything. `signal_checker` is called after each part, and when a signal came."""
        with rffi.scoped_nonmovingbuffer(data) as p:
            done = 0
            while done < len(data):
                try:
                    done += self.send_raw(rffi.ptradd(p, done), len(data) - done, flags)
                except CSocketError as e:
                    if e.errno != EINTR:
                        raise
                if signal_checker is not None:
                    signal_checker()

    def sendto(self, data, length, flags, address):
        """Sends to an address: how many characters."""
        self._wait(True)
        with _Buffer() as b:
            size = address.fill(b.chars)
            n = _c_sendto(self.fd, data, length, flags, b.p, size)
            if n < 0:
                raise last_error()
            return n

    def shutdown(self, how):
        if intmask(_c_shutdown(self.fd, how)) < 0:
            raise last_error()

    def getsockname(self):
        with _Buffer() as b:
            if intmask(_c_getsockname(self.fd, b.p, b.size)) < 0:
                raise last_error()
            return b.address()

    def getpeername(self):
        with _Buffer() as b:
            if intmask(_c_getpeername(self.fd, b.p, b.size)) < 0:
                raise last_error()
            return b.address()

    def getsockopt_int(self, level, option):
        return getsockopt_int(self.fd, level, option)

    def getsockopt(self, level, option, maxlen):
        """The bytes of an option, at most so many."""
        with rffi.scoped_alloc_buffer(max(maxlen, 1)) as b:
            with lltype.scoped_alloc(_UINTP.TO, 1) as size:
                size[0] = rffi.cast(rffi.UINT, maxlen)
                if intmask(_c_getsockopt(self.fd, level, option, rffi.cast(rffi.VOIDP, b.raw), size)) < 0:
                    raise last_error()
                return b.str(intmask(size[0]))

    def setsockopt_None(self, level, option, optlen):
        """An option without a value, which has so many bytes."""
        if intmask(_c_setsockopt(self.fd, level, option, lltype.nullptr(rffi.VOIDP.TO), optlen)) < 0:
            raise last_error()

    def setsockopt_int(self, level, option, value):
        with lltype.scoped_alloc(rffi.INTP.TO, 1) as p:
            p[0] = rffi.cast(rffi.INT, value)
            if intmask(_c_setsockopt(self.fd, level, option, rffi.cast(rffi.VOIDP, p), 4)) < 0:
                raise last_error()

    def setsockopt(self, level, option, value):
        with rffi.scoped_str2charp(value) as p:
            if intmask(_c_setsockopt(self.fd, level, option, rffi.cast(rffi.VOIDP, p), len(value))) < 0:
                raise last_error()

    def gettimeout(self):
        return self.timeout

    def settimeout(self, timeout):
        """In seconds; negative: none."""
        if timeout < 0.0:
            self.timeout = -1.0
        else:
            self.timeout = timeout
        self._setblocking(self.timeout < 0.0)

    def setblocking(self, block):
        self.settimeout(-1.0 if block else 0.0)


def make_socket(fd, family, type, proto, SocketClass=RSocket):
    """A socket over a file descriptor."""
    return RSocket(family, type, proto, fd)


def fromfd(fd, family, type, proto=0, SocketClass=RSocket, inheritable=True):
    """A socket over a copy of a file descriptor."""
    return RSocket(family, type, proto, dup(fd))


def socketpair(family=AF_UNIX, type=SOCK_STREAM, proto=0, SocketClass=RSocket, inheritable=True):
    """Two sockets that are connected."""
    with lltype.scoped_alloc(rffi.INTP.TO, 2) as fds:
        if intmask(_c_socketpair(family, type, proto, fds)) < 0:
            raise last_error()
        return RSocket(family, type, proto, intmask(fds[0])), RSocket(family, type, proto, intmask(fds[1]))


def gethostname():
    with rffi.scoped_alloc_buffer(1025) as b:
        if intmask(_c_gethostname(b.raw, 1024)) < 0:
            raise last_error()
        return rffi.charp2strn(b.raw, 1024)


def sethostname(name):
    with rffi.scoped_str2charp(name) as p:
        if intmask(_c_sethostname(p, len(name))) < 0:
            raise last_error()


def gethostbyname(name):
    """The IPv4 address of a host."""
    return INETAddress(name, 0)


def makeipaddr(name, result=None):
    """The first address of a host; '' is any, '<broadcast>' all."""
    if name == '':
        return INETAddress('', 0)
    if name == '<broadcast>':
        return INETAddress(name, 0)
    all = getaddrinfo(name, None)
    address = all[0][4]
    assert isinstance(address, IPAddress)
    return address


def getaddrinfo(host, port_or_service, family=AF_UNSPEC, socktype=0, proto=0, flags=0, address_to_fill=None):
    """What a host and a service stand for (texts or None): a list of (family, socktype, proto, canonname, address)."""
    found = []
    with rffi.scoped_str2charp(host) as h:
        with rffi.scoped_str2charp(port_or_service) as s:
            with lltype.scoped_alloc(rffi.CCHARPP.TO, 1) as list:
                error = intmask(_infos(h, s, family, socktype, proto, flags, list))
                infos = list[0]
    if error:
        raise GAIError(error)
    try:
        info = infos
        while info:
            address = _address(_info_text(info, 0), intmask(_info_part(info, 3)))
            name = _info_text(info, 1)
            canonname = ''
            if name:
                canonname = rffi.charp2str(name)
            found.append((intmask(_info_part(info, 0)), intmask(_info_part(info, 1)), intmask(_info_part(info, 2)), canonname, address))
            info = _info_text(info, 2)
    finally:
        _free_infos(infos)
    return found


def getnameinfo(address, flags):
    """(host, service) of an address"""
    with _Buffer() as b:
        with rffi.scoped_alloc_buffer(1025) as host:
            with rffi.scoped_alloc_buffer(64) as service:
                error = intmask(_c_getnameinfo(b.p, address.fill(b.chars), host.raw, 1025, service.raw, 64, flags))
                if error:
                    raise GAIError(error)
                return rffi.charp2strn(host.raw, 1025), rffi.charp2strn(service.raw, 64)


def _known_host(name, entry):
    """(name, aliases, addresses) of what C knows of a host, which is freed."""
    if not entry:
        raise HSocketError("host '" + name + "' not found")
    try:
        family = intmask(_host_family(entry))
        aliases = []
        alias = _host_alias(entry, 0)
        while alias:
            aliases.append(rffi.charp2str(alias))
            alias = _host_alias(entry, len(aliases))
        addresses = []
        at = _host_address(entry, 0)
        while at:
            if family == AF_INET6:
                a = INET6Address('', 0)
                a.bytes = rffi.charpsize2str(at, 16)
                addresses.append(a)
            else:
                b = INETAddress('', 0)
                b.number = ord(at[0]) | ord(at[1]) << 8 | ord(at[2]) << 16 | ord(at[3]) << 24
                addresses.append(b)
            at = _host_address(entry, len(addresses))
        return rffi.charp2str(_host_name(entry)), aliases, addresses
    finally:
        lltype.free(entry, flavor='raw')


def gethostbyname_ex(name):
    """(the host's name, its other names, its addresses)"""
    with rffi.scoped_str2charp(name) as p:
        return _known_host(name, _host_entry(p, 0, AF_INET))


def gethostbyaddr(ip):
    """The same by an address of it, as text."""
    address = makeipaddr(ip)
    if isinstance(address, INET6Address):
        bytes, family = address.bytes, AF_INET6
    elif isinstance(address, INETAddress):
        n = address.number
        bytes, family = chr(n & 255) + chr(n >> 8 & 255) + chr(n >> 16 & 255) + chr(n >> 24 & 255), AF_INET
    else:
        raise RSocketError("unknown address family")
    with rffi.scoped_str2charp(bytes) as p:
        return _known_host(ip, _host_entry(p, len(bytes), family))


def getsockopt_int(fd, level, option):
    """The number that an option of a socket is."""
    with lltype.scoped_alloc(rffi.INTP.TO, 1) as value:
        with lltype.scoped_alloc(_UINTP.TO, 1) as size:
            size[0] = rffi.cast(rffi.UINT, 4)
            if intmask(_c_getsockopt(fd, level, option, rffi.cast(rffi.VOIDP, value), size)) < 0:
                raise last_error()
            return intmask(value[0])


def get_socket_family(fd):
    """The family of the socket with a file descriptor."""
    with _Buffer() as b:
        if intmask(_c_getsockname(fd, b.p, b.size)) < 0:
            raise last_error()
        return intmask(_family(b.chars))


def sock_set_inheritable(fd, inheritable):
    rposix.set_inheritable(fd, inheritable)


def sock_get_inheritable(fd):
    return rposix.get_inheritable(fd)


def dup(fd, inheritable=True):
    """A copy of a file descriptor."""
    fd = intmask(_c_dup(fd))
    if fd < 0:
        raise last_error()
    return fd


def _swap16(x):
    return ((x & 0xff) << 8) | ((x >> 8) & 0xff)


def _swap32(x):
    return ((x & 0xff) << 24) | ((x & 0xff00) << 8) | ((x >> 8) & 0xff00) | ((x >> 24) & 0xff)


ntohs = htons = _swap16
ntohl = htonl = _swap32


def inet_aton(ip):
    """Four numbers as four characters."""
    parts = ip.split('.')
    if len(parts) != 4:
        raise RSocketError("illegal IP address string passed to inet_aton")
    result = ''
    for p in parts:
        n = int(p)
        if n < 0 or n > 255:
            raise RSocketError("illegal IP address string passed to inet_aton")
        result += chr(n)
    return result


def inet_ntoa(packed):
    """Four characters as four numbers."""
    if len(packed) != 4:
        raise RSocketError("packed IP wrong length for inet_ntoa")
    return "%d.%d.%d.%d" % (ord(packed[0]), ord(packed[1]), ord(packed[2]), ord(packed[3]))


def inet_pton(family, ip):
    """The bytes of an address that is written as text; RSocketError if it is none."""
    with rffi.scoped_alloc_buffer(16) as b:
        n = intmask(_c_inet_pton(family, ip, rffi.cast(rffi.VOIDP, b.raw)))
        if n < 0:
            raise last_error()
        if n == 0:
            raise RSocketError("illegal IP address string passed to inet_pton")
        return b.str(4 if family == AF_INET else 16)


def inet_ntop(family, packed):
    """The text of an address of 4 or 16 bytes."""
    if family != AF_INET and family != AF_INET6:
        raise RSocketError("unknown address family")
    if len(packed) != (4 if family == AF_INET else 16):
        raise RSocketError("packed IP wrong length for inet_ntop")
    with rffi.scoped_str2charp(packed) as p:
        with rffi.scoped_alloc_buffer(64) as b:
            if not intmask(_ntop(family, p, b.raw, 64)):
                raise last_error()
            return rffi.charp2str(b.raw)


def getservbyname(name, proto=None):
    """The port of a service."""
    with rffi.scoped_str2charp(proto) as p:
        port = intmask(_service_port(name, p))
    if port < 0:
        raise RSocketError("service/proto not found")
    return port


def getservbyport(port, proto=None):
    """The name of the service at a port."""
    with rffi.scoped_str2charp(proto) as p:
        name = _service_name(port, p)
        if not name:
            raise RSocketError("port/proto not found")
        return rffi.charp2str(name)


def getprotobyname(name):
    """The number of a protocol."""
    number = intmask(_protocol(name))
    if number < 0:
        raise RSocketError("protocol not found")
    return number


def rsocket_startup():
    """Nothing has to be started."""


from rpython.rlib import _rsocket_functions as _c      # which needs what stands above
