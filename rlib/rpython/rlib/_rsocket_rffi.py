"""The C side of sockets, for programs that have functions of C which take addresses: structures, constants, conversions."""
from rpython.rlib.rsocket import *  # noqa: F403 (the constants)
from rpython.rlib.rsocket import eci
from rpython.rlib._rsocket_functions import *  # noqa: F403
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rtyper.tool import rffi_platform
from rpython.translator.tool.cbuild import ExternalCompilationInfo

_POSIX = True


class CConfig:
    """What the C compiler says of the structures."""
    _compilation_info_ = eci
    in_addr = rffi_platform.Struct('struct in_addr', [('s_addr', rffi.UINT)])
    sockaddr = rffi_platform.Struct('struct sockaddr', [('sa_family', rffi.USHORT), ('sa_data', rffi.CFixedArray(rffi.CHAR, 14))])
    sockaddr_un = rffi_platform.Struct('struct sockaddr_un', [('sun_family', rffi.USHORT)])
    linger = rffi_platform.Struct('struct linger', [('l_onoff', rffi.INT), ('l_linger', rffi.INT)])
    timeval = rffi_platform.Struct('struct timeval', [('tv_sec', rffi.LONG), ('tv_usec', rffi.LONG)])


_answers = rffi_platform.configure(CConfig)
in_addr = _answers['in_addr']
sockaddr = _answers['sockaddr']
sockaddr_un = _answers['sockaddr_un']
linger = _answers['linger']
timeval = _answers['timeval']
in_addr_ptr = lltype.Ptr(in_addr)
sockaddr_ptr = lltype.Ptr(sockaddr)
addrinfo_ptr = lltype.Ptr(lltype.ForwardReference())


class CConfig2:
    """Structures of the others."""
    _compilation_info_ = eci
    sockaddr_in = rffi_platform.Struct('struct sockaddr_in', [('sin_family', rffi.USHORT), ('sin_port', rffi.USHORT), ('sin_addr', in_addr)])
    sockaddr_in6 = rffi_platform.Struct('struct sockaddr_in6', [
        ('sin6_family', rffi.USHORT), ('sin6_port', rffi.USHORT), ('sin6_flowinfo', rffi.UINT), ('sin6_scope_id', rffi.UINT)])
    addrinfo = rffi_platform.Struct('struct addrinfo', [
        ('ai_flags', rffi.INT), ('ai_family', rffi.INT), ('ai_socktype', rffi.INT), ('ai_protocol', rffi.INT), ('ai_addrlen', rffi.UINT),
        ('ai_addr', sockaddr_ptr), ('ai_canonname', rffi.CCHARP), ('ai_next', addrinfo_ptr)])


_answers = rffi_platform.configure(CConfig2)
sockaddr_in = _answers['sockaddr_in']
sockaddr_in6 = _answers['sockaddr_in6']
addrinfo = _answers['addrinfo']
addrinfo_ptr.TO.become(addrinfo)


def _external(name, args, result, macro=False):
    return rffi.llexternal(name, args, result, compilation_info=eci, macro=macro or None)


htons = _external('htons', [rffi.USHORT], rffi.USHORT, True)
ntohs = _external('ntohs', [rffi.USHORT], rffi.USHORT, True)
htonl = _external('htonl', [rffi.UINT], rffi.UINT, True)
ntohl = _external('ntohl', [rffi.UINT], rffi.UINT, True)
fcntl = _external('fcntl', [rffi.INT, rffi.INT, rffi.INT], rffi.INT, True)
SOCK_RDM, SOCK_SEQPACKET = 4, 5
inet_aton = _external('inet_aton', [rffi.CCHARP, in_addr_ptr], rffi.INT)
inet_ntop = _external('inet_ntop', [rffi.INT, rffi.VOIDP, rffi.CCHARP, rffi.UINT], rffi.CCHARP)
inet_pton = _external('inet_pton', [rffi.INT, rffi.CCHARP, rffi.VOIDP], rffi.INT)
getaddrinfo = _external('getaddrinfo', [rffi.CCHARP, rffi.CCHARP, addrinfo_ptr, lltype.Ptr(rffi.CArray(addrinfo_ptr))], rffi.INT)
freeaddrinfo = _external('freeaddrinfo', [addrinfo_ptr], lltype.Void)

_select_eci = ExternalCompilationInfo(includes=['sys/select.h'], post_include_bits=['''
__attribute__((unused)) static inline int tw_select(int n, void *in, void *out, void *other, void *limit)
{
    return select(n, (fd_set *)in, (fd_set *)out, (fd_set *)other, (struct timeval *)limit);
}
__attribute__((unused)) static inline void tw_fd_zero(void *set) { FD_ZERO((fd_set *)set); }
__attribute__((unused)) static inline void tw_fd_set(int fd, void *set) { FD_SET(fd, (fd_set *)set); }
__attribute__((unused)) static inline void tw_fd_clr(int fd, void *set) { FD_CLR(fd, (fd_set *)set); }
__attribute__((unused)) static inline int tw_fd_isset(int fd, void *set) { return FD_ISSET(fd, (fd_set *)set); }
'''])
# (one bit for each file)
fd_set = lltype.Ptr(rffi.CStruct('tw_fd_set', ('words', rffi.CFixedArray(rffi.LONG, FD_SETSIZE // 64))))


def _of_sets(name, args, result, **options):
    return rffi.llexternal(name, args, result, compilation_info=_select_eci, macro=True, **options)


select = _of_sets('tw_select', [rffi.INT, fd_set, fd_set, fd_set, lltype.Ptr(timeval)], rffi.INT,
                  save_err=rffi.RFFI_SAVE_ERRNO, releasegil=True)
FD_ZERO = _of_sets('tw_fd_zero', [fd_set], lltype.Void)
FD_SET = _of_sets('tw_fd_set', [rffi.INT, fd_set], lltype.Void)
FD_CLR = _of_sets('tw_fd_clr', [rffi.INT, fd_set], lltype.Void)
FD_ISSET = _of_sets('tw_fd_isset', [rffi.INT, fd_set], rffi.INT)
