# Functions of os that fail tell the file names: in the text of the exception, as `filename`, and two where there are two.
import os

NONE = "/no/such/file"


def attempt(n):
    if n == 0:
        os.chdir(NONE)
    elif n == 1:
        os.chmod(NONE, 0o600)
    elif n == 2:
        os.link(NONE, "/no/such/other")
    elif n == 3:
        print(os.readlink(NONE))
    elif n == 4:
        print(os.stat(NONE).st_size)
    elif n == 5:
        os.unlink(NONE)
    elif n == 6:
        os.rmdir(NONE)
    elif n == 7:
        os.mkdir("/", 0o777)
    elif n == 8:
        os.rename(NONE, "/it's/gone")
    elif n == 9:
        print(len(os.listdir(NONE)))
    elif n == 10:
        os.close(os.open(NONE, os.O_RDONLY, 0))
    elif n == 11:
        open(NONE).close()
    elif n == 12:
        os.lstat(NONE)
    elif n == 13:
        os.symlink("/x", "/")
    elif n == 14:
        print(os.path.getsize(NONE))
    elif n == 15:
        os.read(99, 5)
    elif n == 16:
        os.close(99)
    elif n == 17:
        open("/", "w").close()
    elif n == 18:
        os.remove(NONE)
    elif n == 19:
        print(os.readlink("/"))
    elif n == 20:
        os.fstat(99)
    elif n == 21:
        os.rmdir("/dev/null")
    elif n == 22:
        os.listdir("/dev/null")


def entry_point(argv):
    for i in range(23):
        try:
            attempt(i)
            print(i, "fine")
        except OSError as e:
            print(i, str(e), e.errno, e.strerror, e.filename, repr(e))
    try:
        os.stat("/no/such/name")
    except FileNotFoundError as e:
        print("not found", e.filename)
    try:
        raise OSError(2, "made", "a", None, "b")
    except OSError as e:
        print(e, e.filename)
    return 0


def target(driver, args):
    return entry_point, None
