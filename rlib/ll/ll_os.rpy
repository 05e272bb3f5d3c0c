"""Files by descriptor, through the C library; errors raise OSError with errno."""
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem.lltype import malloc, STR
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_ll.ll_size import ll_sum

c_open = llexternal("tw_open", [lltype.Address, lltype.Signed, lltype.Signed], lltype.Signed)
c_read = llexternal("tw_read", [lltype.Signed, lltype.Address, lltype.Signed], lltype.Signed, blocks=True)
c_write = llexternal("tw_write", [lltype.Signed, lltype.Address, lltype.Signed], lltype.Signed, blocks=True)
c_print = llexternal("tw_print", [lltype.Address, lltype.Signed], lltype.Signed)
c_flush = llexternal("tw_flush", [], lltype.Signed)
c_close = llexternal("tw_close", [lltype.Signed], lltype.Signed)
c_lseek = llexternal("tw_lseek", [lltype.Signed, lltype.Signed, lltype.Signed], lltype.Signed)
c_unlink = llexternal("tw_unlink", [lltype.Address], lltype.Signed)
c_rename = llexternal("tw_rename", [lltype.Address, lltype.Address], lltype.Signed)
c_mkdir = llexternal("tw_mkdir", [lltype.Address, lltype.Signed], lltype.Signed)
c_rmdir = llexternal("tw_rmdir", [lltype.Address], lltype.Signed)
c_getpid = llexternal("tw_getpid", [], lltype.Signed)
c_sync = llexternal("sync", [], lltype.Void, includes=["<unistd.h>"])
c_isatty = llexternal("tw_isatty", [lltype.Signed], lltype.Signed)
c_strerror = llexternal("tw_strerror", [lltype.Signed], lltype.Address)
c_errno = llexternal("tw_errno", [], lltype.Signed)
c_exit = llexternal("tw_exit", [lltype.Signed], lltype.Void)
c_time = llexternal("tw_time", [], lltype.Float)
c_clock = llexternal("tw_clock", [], lltype.Float)
c_monotonic = llexternal("tw_monotonic", [], lltype.Float)
c_sleep = llexternal("tw_sleep", [lltype.Float], lltype.Void, blocks=True)
c_getenv = llexternal("tw_getenv", [lltype.Address], lltype.Address)
c_strlen = llexternal("tw_strlen", [lltype.Address], lltype.Signed)
c_stat_size = llexternal("tw_path_kind", [lltype.Address], lltype.Signed)


def raw_copy(s):
    """The string in raw memory, with a NUL at its end."""
    n = len(s)
    buf = llop.raw_malloc(lltype.Address, n + 1)
    if not buf:
        raise MemoryError
    llop.copy_string_to_raw(lltype.Void, s, 0, buf, n)
    llop.raw_store(lltype.Void, buf, n, '\x00')
    return buf


def has_nul(s):
    i = 0
    while i < len(s):
        if s[i] == '\x00':
            return True
        i += 1
    return False


def path_copy(s):
    """The same for what C takes as ending at its first NUL: there must be none in it."""
    if has_nul(s):
        raise ValueError("embedded null byte")
    return raw_copy(s)


def strerror(n):
    return lltype.str_of(ll_str_from_raw(c_strerror(n)))


def raise_oserror():
    n = c_errno()
    raise OSError(n, strerror(n))


def raise_oserror_of(path):
    n = c_errno()
    raise OSError(n, strerror(n), lltype.str_of(path))


def ll_os_open(path, flags, mode):
    buf = path_copy(path)
    fd = c_open(buf, flags, mode)
    llop.raw_free(lltype.Void, buf)
    if fd < 0:
        raise_oserror_of(path)
    return fd


def ll_os_read(fd, n):
    if n < 0:
        raise OSError(22, strerror(22))
    buf = llop.raw_malloc(lltype.Address, ll_sum(n, 1))
    if not buf:
        raise MemoryError
    got = c_read(fd, buf, n)
    if got < 0:
        llop.raw_free(lltype.Void, buf)
        raise_oserror()
    s = malloc(STR, got)
    llop.copy_raw_to_string(lltype.Void, buf, s, 0, got)
    llop.raw_free(lltype.Void, buf)
    return s


def ll_os_write(fd, s):
    n = len(s)
    buf = raw_copy(s)
    done = c_write(fd, buf, n)
    llop.raw_free(lltype.Void, buf)
    if done < 0:
        raise_oserror()
    return done


def ll_write_all(fd, s):
    """For messages: all of it, however many calls it takes."""
    n = len(s)
    buf = raw_copy(s)
    at = 0
    while at < n:
        done = c_write(fd, buf + at, n - at)
        if done < 0:
            llop.raw_free(lltype.Void, buf)
            raise_oserror()
        at += done
    llop.raw_free(lltype.Void, buf)


def ll_print_all(s):
    """To stdout, through the buffer of print."""
    n = len(s)
    buf = raw_copy(s)
    failed = c_print(buf, n) < 0
    llop.raw_free(lltype.Void, buf)
    if failed:
        raise_oserror()


def ll_flush():
    if c_flush() < 0:
        raise_oserror()


def ll_os_close(fd):
    if c_close(fd) < 0:
        raise_oserror()


def ll_os_lseek(fd, pos, how):
    r = c_lseek(fd, pos, how)
    if r < 0:
        raise_oserror()
    return r


def ll_os_unlink(path):
    buf = path_copy(path)
    r = c_unlink(buf)
    llop.raw_free(lltype.Void, buf)
    if r < 0:
        raise_oserror_of(path)


def ll_os_rename(old, new):
    if has_nul(new):
        raise ValueError("embedded null byte")
    buf = path_copy(old)
    buf2 = raw_copy(new)
    r = c_rename(buf, buf2)
    llop.raw_free(lltype.Void, buf)
    llop.raw_free(lltype.Void, buf2)
    if r < 0:
        n = c_errno()
        raise OSError(n, strerror(n), lltype.str_of(old), None, lltype.str_of(new))


def ll_os_mkdir(path, mode):
    buf = path_copy(path)
    r = c_mkdir(buf, mode)
    llop.raw_free(lltype.Void, buf)
    if r < 0:
        raise_oserror_of(path)


def ll_os_rmdir(path):
    buf = path_copy(path)
    r = c_rmdir(buf)
    llop.raw_free(lltype.Void, buf)
    if r < 0:
        raise_oserror_of(path)


def ll_os_getpid():
    return c_getpid()


def ll_os_sync():
    c_sync()


def ll_os_isatty(fd):
    return c_isatty(fd) != 0


def ll_exit(code):
    c_exit(code)


def ll_time():
    return c_time()


def ll_clock():
    return c_clock()


def ll_monotonic():
    return c_monotonic()


def ll_sleep(duration):
    if not duration >= 0.0:
        raise ValueError("sleep length must be non-negative")
    c_sleep(duration)


def ll_str_from_raw(adr):
    n = c_strlen(adr)
    s = malloc(STR, n)
    llop.copy_raw_to_string(lltype.Void, adr, s, 0, n)
    return s


def ll_getenv(name):
    """The value, or None."""
    if has_nul(name):
        return lltype.nullptr(STR)
    buf = raw_copy(name)
    adr = c_getenv(buf)
    llop.raw_free(lltype.Void, buf)
    if not adr:
        return lltype.nullptr(STR)
    return ll_str_from_raw(adr)


def ll_path_kind(path):
    """0: nothing there, 1: a file, 2: a folder, 3: something else."""
    if has_nul(path):
        return 0
    buf = raw_copy(path)
    kind = c_stat_size(buf)
    llop.raw_free(lltype.Void, buf)
    return kind


def ll_path_exists(path):
    return ll_path_kind(path) != 0


def ll_path_isfile(path):
    return ll_path_kind(path) == 1


def ll_path_isdir(path):
    return ll_path_kind(path) == 2


def ll_make_argv(argc, argv, items):
    """Fills an array of strings from C's argument vector."""
    i = 0
    while i < argc:
        items[i] = ll_str_from_raw(llop.raw_load(lltype.Address, argv, i * 8))
        i += 1
