"""Terminals."""
from rpython.rlib.rposix import handle_posix_error
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['termios.h', 'unistd.h', 'sys/ioctl.h'])
# Linux's numbers, also as names of the module.
all_constants = {
    'B0': 0, 'B50': 1, 'B75': 2, 'B110': 3, 'B134': 4, 'B150': 5, 'B200': 6, 'B300': 7, 'B600': 8, 'B1200': 9, 'B1800': 10,
    'B2400': 11, 'B4800': 12, 'B9600': 13, 'B19200': 14, 'B38400': 15, 'B57600': 0o10001, 'B115200': 0o10002,
    'B230400': 0o10003, 'B460800': 0o10004, 'B500000': 0o10005, 'B576000': 0o10006, 'B921600': 0o10007, 'B1000000': 0o10010,
    'B1152000': 0o10011, 'B1500000': 0o10012, 'B2000000': 0o10013, 'B2500000': 0o10014, 'B3000000': 0o10015,
    'B3500000': 0o10016, 'B4000000': 0o10017, 'CBAUD': 0o10017, 'CBAUDEX': 0o10000, 'CIBAUD': 0o2003600000,
    'BRKINT': 2, 'BSDLY': 0o20000, 'BS0': 0, 'BS1': 0o20000, 'CLOCAL': 0o4000, 'CREAD': 0o200, 'CRDLY': 0o3000, 'CR0': 0,
    'CR1': 0o1000, 'CR2': 0o2000, 'CR3': 0o3000, 'CRTSCTS': 0o20000000000, 'CSIZE': 0o60, 'CS5': 0, 'CS6': 0o20, 'CS7': 0o40,
    'CS8': 0o60, 'CSTOPB': 0o100, 'ECHO': 0o10, 'ECHOCTL': 0o1000, 'ECHOE': 0o20, 'ECHOK': 0o40, 'ECHOKE': 0o4000,
    'ECHONL': 0o100, 'ECHOPRT': 0o2000, 'EXTA': 14, 'EXTB': 15, 'FFDLY': 0o100000, 'FF0': 0, 'FF1': 0o100000,
    'FLUSHO': 0o10000, 'HUPCL': 0o2000, 'ICANON': 2, 'ICRNL': 0o400, 'IEXTEN': 0o100000, 'IGNBRK': 1, 'IGNCR': 0o200,
    'IGNPAR': 4, 'IMAXBEL': 0o20000, 'INLCR': 0o100, 'INPCK': 0o20, 'ISIG': 1, 'ISTRIP': 0o40, 'IUCLC': 0o1000,
    'IXANY': 0o4000, 'IXOFF': 0o10000, 'IXON': 0o2000, 'NCCS': 32, 'NLDLY': 0o400, 'NL0': 0, 'NL1': 0o400, 'NOFLSH': 0o200,
    'OCRNL': 0o10, 'OFDEL': 0o200, 'OFILL': 0o100, 'OLCUC': 2, 'ONLCR': 4, 'ONLRET': 0o40, 'ONOCR': 0o20, 'OPOST': 1,
    'PARENB': 0o400, 'PARMRK': 0o10, 'PARODD': 0o1000, 'PENDIN': 0o40000, 'TABDLY': 0o14000, 'TAB0': 0, 'TAB1': 0o4000,
    'TAB2': 0o10000, 'TAB3': 0o14000, 'TOSTOP': 0o400, 'VTDLY': 0o40000, 'VT0': 0, 'VT1': 0o40000, 'XCASE': 4,
    'XTABS': 0o14000, 'VDISCARD': 13, 'VEOF': 4, 'VEOL': 11, 'VEOL2': 16, 'VERASE': 2, 'VINTR': 0, 'VKILL': 3, 'VLNEXT': 15,
    'VMIN': 6, 'VQUIT': 1, 'VREPRINT': 12, 'VSTART': 8, 'VSTOP': 9, 'VSUSP': 10, 'VSWTC': 7, 'VSWTCH': 7, 'VTIME': 5,
    'VWERASE': 14, 'TCSANOW': 0, 'TCSADRAIN': 1, 'TCSAFLUSH': 2, 'TCIFLUSH': 0, 'TCOFLUSH': 1, 'TCIOFLUSH': 2,
    'TCOOFF': 0, 'TCOON': 1, 'TCIOFF': 2, 'TCION': 3, 'TIOCGWINSZ': 0x5413, 'TIOCSWINSZ': 0x5414, 'TIOCGPGRP': 0x540f,
    'TIOCSPGRP': 0x5410, 'TIOCOUTQ': 0x5411, 'TIOCSTI': 0x5412, 'FIONREAD': 0x541b, 'TIOCINQ': 0x541b, 'TIOCNOTTY': 0x5422,
    'TIOCSCTTY': 0x540e, 'TIOCEXCL': 0x540c, 'TIOCNXCL': 0x540d, 'TCGETS': 0x5401, 'TCSETS': 0x5402, 'TCSETSW': 0x5403,
    'TCSETSF': 0x5404, 'TCSBRK': 0x5409, 'TCXONC': 0x540a, 'TCFLSH': 0x540b, 'FIONBIO': 0x5421, 'FIOCLEX': 0x5451,
    'FIONCLEX': 0x5450, 'FIOASYNC': 0x5452,
}
globals().update(all_constants)
NCCS = all_constants['NCCS']

_TERMIOS = rffi.CStruct('termios', ('iflag', rffi.UINT), ('oflag', rffi.UINT), ('cflag', rffi.UINT), ('lflag', rffi.UINT),
                        ('line', rffi.UCHAR), ('cc', rffi.CFixedArray(rffi.UCHAR, NCCS)), ('ispeed', rffi.UINT),
                        ('ospeed', rffi.UINT))
_TERMIOSP = lltype.Ptr(_TERMIOS)


def _external(name, args):
    return rffi.llexternal(name, args, rffi.INT, compilation_info=eci, save_err=rffi.RFFI_SAVE_ERRNO)


_c_tcgetattr = _external('tcgetattr', [rffi.INT, _TERMIOSP])
_c_tcsetattr = _external('tcsetattr', [rffi.INT, rffi.INT, _TERMIOSP])
_c_tcsendbreak = _external('tcsendbreak', [rffi.INT, rffi.INT])
_c_tcdrain = _external('tcdrain', [rffi.INT])
_c_tcflush = _external('tcflush', [rffi.INT, rffi.INT])
_c_tcflow = _external('tcflow', [rffi.INT, rffi.INT])


def tcgetattr(fd):
    """(iflag, oflag, cflag, lflag, ispeed, ospeed, list of control characters)"""
    with lltype.scoped_alloc(_TERMIOS) as p:
        handle_posix_error('tcgetattr', _c_tcgetattr(fd, p))
        cc = [chr(rffi.cast(lltype.Signed, p.c_cc[i])) for i in range(NCCS)]
        return (intmask(p.c_iflag), intmask(p.c_oflag), intmask(p.c_cflag), intmask(p.c_lflag), intmask(p.c_ispeed),
                intmask(p.c_ospeed), cc)


def tcsetattr(fd, when, attributes):
    """Sets what `tcgetattr` gives."""
    iflag, oflag, cflag, lflag, ispeed, ospeed, cc = attributes
    with lltype.scoped_alloc(_TERMIOS) as p:
        handle_posix_error('tcgetattr', _c_tcgetattr(fd, p))
        p.c_iflag = rffi.cast(rffi.UINT, iflag)
        p.c_oflag = rffi.cast(rffi.UINT, oflag)
        p.c_cflag = rffi.cast(rffi.UINT, cflag)
        p.c_lflag = rffi.cast(rffi.UINT, lflag)
        p.c_ispeed = rffi.cast(rffi.UINT, ispeed)
        p.c_ospeed = rffi.cast(rffi.UINT, ospeed)
        for i in range(NCCS):
            p.c_cc[i] = rffi.cast(rffi.UCHAR, ord(cc[i][0]))
        handle_posix_error('tcsetattr', _c_tcsetattr(fd, when, p))


def tcsendbreak(fd, duration):
    handle_posix_error('tcsendbreak', _c_tcsendbreak(fd, duration))


def tcdrain(fd):
    handle_posix_error('tcdrain', _c_tcdrain(fd))


def tcflush(fd, queue_selector):
    handle_posix_error('tcflush', _c_tcflush(fd, queue_selector))


def tcflow(fd, action):
    handle_posix_error('tcflow', _c_tcflow(fd, action))
