"""Random bytes from the operating system."""
import os
import errno

from rpython.rlib.rstring import StringBuilder


def urandom(n, signal_checker=None):
    """n random bytes; `signal_checker` is called whenever a signal interrupts."""
    fd = os.open("/dev/urandom", os.O_RDONLY, 0o777)
    b = StringBuilder(n)
    try:
        while n > 0:
            try:
                data = os.read(fd, n)
            except OSError as e:
                if e.errno != errno.EINTR:
                    raise
                data = ""
                if signal_checker is not None:
                    signal_checker()
            b.append(data)
            n -= len(data)
    finally:
        os.close(fd)
    return b.build()
