"""Random bytes from the operating system."""
import os

from rpython.rlib.rstring import StringBuilder


def init_urandom():
    """What `urandom` wants as its first argument."""
    return None


def urandom(context, n, signal_checker=None):
    """n random bytes."""
    fd = os.open("/dev/urandom", os.O_RDONLY, 0o777)
    b = StringBuilder(n)
    try:
        while n > 0:
            data = os.read(fd, n)
            b.append(data)
            n -= len(data)
    finally:
        os.close(fd)
    return b.build()


def try_random_urandom(context, n, signal_checker=None):
    return urandom(context, n, signal_checker)
