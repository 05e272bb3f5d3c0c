"""OSError(number, text) makes an instance of the class of its number, and so do functions of os, and open()."""
import errno
import os


class Mine(OSError):
    pass


class NotThere(FileNotFoundError):
    def __init__(self, name):
        self.name = name


NUMBERS = [errno.EPERM, errno.ENOENT, errno.ESRCH, errno.EINTR, errno.EIO, errno.ECHILD, errno.EAGAIN, errno.EACCES,
           errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.EPIPE, errno.ESHUTDOWN, errno.ECONNABORTED,
           errno.ECONNRESET, errno.ETIMEDOUT, errno.ECONNREFUSED, errno.EALREADY, errno.EINPROGRESS, errno.EWOULDBLOCK]


def operation(k):
    if k == 0:
        os.open("/nonexistent/x", os.O_RDONLY, 0o644)
    elif k == 1:
        os.mkdir("/tmp", 0o777)
    elif k == 2:
        os.listdir("/etc/passwd")
    elif k == 3:
        open("/nonexistent/x")
    elif k == 4:
        open("/tmp", "w")
    elif k == 5:
        raise OSError(errno.EACCES, "no way")
    elif k == 6:
        raise OSError(errno.EINTR, "intr")
    elif k == 7:
        raise ConnectionResetError(104, "reset")
    elif k == 8:
        raise OSError(errno.ETIMEDOUT, "timed out")
    elif k == 9:
        raise OSError("only text")
    elif k == 10:
        raise OSError(errno.EPIPE, "pipe", "file.txt")
    elif k == 11:
        raise BlockingIOError(errno.EAGAIN, "again")
    elif k == 12:
        raise ChildProcessError(errno.EPERM, "its class is given")
    elif k == 13:
        raise ProcessLookupError("x")
    elif k == 14:
        raise Mine(errno.ENOENT, "a class of the program")
    elif k == 15:
        raise NotThere("it")
    elif k == 16:
        os.close(9999)
    elif k == 17:
        os.rmdir("/etc/passwd/sub")


def attempt(k):
    try:
        operation(k)
    except NotThere as e:
        return "NotThere " + e.name
    except FileNotFoundError as e:
        return "FileNotFoundError %d %s" % (e.errno, e.filename)
    except FileExistsError as e:
        return "FileExistsError " + str(e)
    except NotADirectoryError as e:
        return "NotADirectoryError " + str(e)
    except IsADirectoryError as e:
        return "IsADirectoryError " + str(e)
    except PermissionError as e:
        return "PermissionError " + str(e) + " " + repr(e)
    except BrokenPipeError as e:
        return "BrokenPipeError " + str(e)
    except ConnectionError as e:
        return "ConnectionError " + e.__class__.__name__ + " " + str(e)
    except (TimeoutError, InterruptedError) as e:
        return "one of two: " + str(e)
    except Mine as e:
        return "Mine " + str(e)
    except OSError as e:
        return e.__class__.__name__ + " " + str(e)
    return "nothing"


def sorted_out(n):
    e = OSError(n, os.strerror(n))
    text = "%d %s" % (n, e.__class__.__name__)
    if isinstance(e, ConnectionError):
        text += ", a ConnectionError"
    if isinstance(e, FileNotFoundError) or isinstance(e, FileExistsError):
        text += ", of files"
    assert e.errno == n
    return text


def inner(k):
    try:
        operation(k)
    except IsADirectoryError:
        return "caught inside"
    return "nothing"


def outer(k):
    try:
        return inner(k)
    except EnvironmentError as e:
        return "passed on: " + e.__class__.__name__
    except IOError as e:
        return "never"


def entry_point(argv):
    for i in range(18):
        print("%d: %s" % (i, attempt(i)))
    for n in NUMBERS:
        print(sorted_out(n))
    for i in range(5):
        print(outer(i))
    return 0


def target(*args):
    return entry_point, None
