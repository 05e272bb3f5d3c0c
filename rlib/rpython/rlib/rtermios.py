"""Terminals."""
from rpython.rlib.rposix import handle_posix_error
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['termios.h', 'unistd.h', 'sys/ioctl.h'])
# Linux's numbers
TCSANOW, TCSADRAIN, TCSAFLUSH = 0, 1, 2
TCIFLUSH, TCOFLUSH, TCIOFLUSH = 0, 1, 2
ECHO, ECHOE, ECHOK, ECHONL, ICANON, ISIG, IEXTEN = 0o10, 0o20, 0o40, 0o100, 2, 1, 0o100000
IXON, ICRNL, INLCR, BRKINT, INPCK, ISTRIP, OPOST, CS8 = 0o2000, 0o400, 0o100, 2, 0o20, 0o40, 1, 0o60
VINTR, VQUIT, VERASE, VKILL, VEOF, VTIME, VMIN = 0, 1, 2, 3, 4, 5, 6
NCCS = 32
TIOCGWINSZ = 0x5413

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
