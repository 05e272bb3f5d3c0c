"""Sockets: TCP, UDP (IPv4 and IPv6) and Unix sockets over C's functions."""
from rpython.rlib import rpoll, rposix, rutf8
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['stddef.h', 'sys/types.h', 'sys/socket.h', 'netinet/in.h', 'netinet/tcp.h', 'arpa/inet.h', 'netdb.h',
                                        'sys/un.h', 'unistd.h', 'fcntl.h', 'string.h', 'errno.h'],
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
'''])


def _external(name, args, result, save=True, releasegil='auto'):
    return rffi.llexternal(name, args, result, compilation_info=eci, save_err=rffi.RFFI_SAVE_ERRNO if save else 0,
                           releasegil=releasegil)


AF_UNSPEC, AF_UNIX, AF_INET, AF_INET6 = 0, 1, 2, 10
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
HAS_AF_UNIX = True
socketpair_default_family = AF_UNIX
has_ipv6 = True
_POSIX = True
constants = {}
for _name in ['AF_UNSPEC', 'AF_UNIX', 'AF_INET', 'AF_INET6', 'SOCK_STREAM', 'SOCK_DGRAM', 'SOCK_RAW', 'SOL_SOCKET',
              'SO_REUSEADDR', 'SO_KEEPALIVE', 'SO_BROADCAST', 'SO_ERROR', 'SO_TYPE', 'SO_SNDBUF', 'SO_RCVBUF',
              'IPPROTO_IP', 'IPPROTO_TCP', 'IPPROTO_UDP', 'TCP_NODELAY', 'MSG_PEEK', 'MSG_OOB', 'MSG_DONTWAIT',
              'SHUT_RD', 'SHUT_WR', 'SHUT_RDWR', 'SOMAXCONN', 'INADDR_ANY', 'INADDR_BROADCAST', 'INADDR_LOOPBACK']:
    constants[_name] = globals()[_name]

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


class Address(object):
    """An address of some family."""
    family = AF_UNSPEC

    def fill(self, buf):
        """Writes C's form to the buffer; its size."""
        raise RSocketError("unknown address family")


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

    def eq(self, other):
        return isinstance(other, INETAddress) and self.number == other.number and self.port == other.port


class INET6Address(IPAddress):
    """An IPv6 address: host (a name, or numbers with colons; '' for any), port, flow information, scope."""
    family = AF_INET6

    def __init__(self, host, port, flowinfo=0, scope_id=0):
        if port < 0 or port > 65535:
            raise RSocketError("port must be 0-65535.")
        if flowinfo < 0 or flowinfo > 0xfffff:
            raise RSocketError("flowinfo must be 0-1048575.")
        self.bytes = _resolve6(host)
        self.port = port
        self.flowinfo = flowinfo
        self.scope_id = scope_id

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

    def eq(self, other):
        return isinstance(other, UNIXAddress) and self.path == other.path


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
    family = intmask(_family(buf))
    if family == AF_INET:
        a = INETAddress('', intmask(_port(buf)))
        a.number = intmask(r_uint(_host(buf)))
        return a
    if family == AF_INET6:
        b = INET6Address('', intmask(_port(buf)), intmask(r_uint(_flow(buf))), intmask(r_uint(_scope(buf))))
        b.bytes = rffi.charpsize2str(_host6(buf), 16)
        return b
    if family == AF_UNIX:
        if size <= 2:
            return UNIXAddress('')
        return UNIXAddress(rffi.charp2strn(_path(buf), size - 2))
    return Address()


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
        """Sends everything."""
        with rffi.scoped_nonmovingbuffer(data) as p:
            done = 0
            while done < len(data):
                try:
                    done += self.send_raw(rffi.ptradd(p, done), len(data) - done, flags)
                except CSocketError as e:
                    if e.errno != EINTR:
                        raise

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
        with lltype.scoped_alloc(rffi.INTP.TO, 1) as value:
            with lltype.scoped_alloc(_UINTP.TO, 1) as size:
                size[0] = rffi.cast(rffi.UINT, 4)
                if intmask(_c_getsockopt(self.fd, level, option, rffi.cast(rffi.VOIDP, value), size)) < 0:
                    raise last_error()
                return intmask(value[0])

    def setsockopt_int(self, level, option, value):
        with lltype.scoped_alloc(rffi.INTP.TO, 1) as p:
            p[0] = rffi.cast(rffi.INT, value)
            if intmask(_c_setsockopt(self.fd, level, option, rffi.cast(rffi.VOIDP, p), 4)) < 0:
                raise last_error()

    def setsockopt(self, level, option, value):
        if intmask(_c_setsockopt(self.fd, level, option, rffi.cast(rffi.VOIDP, value), len(value))) < 0:
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
    fd = intmask(_c_dup(fd))
    if fd < 0:
        raise last_error()
    return RSocket(family, type, proto, fd)


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


def gethostbyname(name):
    """The IPv4 address of a host."""
    return INETAddress(name, 0)


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
