"""Files in memory."""

import os
import stat

from rpython.rlib import rposix
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

MAP_SHARED, MAP_PRIVATE, MAP_FIXED, MAP_ANON, MAP_NORESERVE = 0x01, 0x02, 0x10, 0x20, 0x4000
MAP_ANONYMOUS = MAP_ANON
PROT_READ, PROT_WRITE, PROT_EXEC = 1, 2, 4
MS_ASYNC, MS_INVALIDATE, MS_SYNC = 1, 2, 4
MREMAP_MAYMOVE = 1
MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED, MADV_FREE = 0, 1, 2, 3, 4, 8
ACCESS_READ, ACCESS_WRITE, ACCESS_COPY = 1, 2, 3
_ACCESS_DEFAULT = 0
has_mremap = True
ALLOCATIONGRANULARITY = PAGESIZE = 4096

_POSIX, _MS_WINDOWS = True, False
HAVE_LARGEFILE_SUPPORT = True
# What programs make constants of.
constants = dict([(_name, _value) for _name, _value in globals().items()
                  if _name.startswith(('MAP_', 'PROT_', 'MS_', 'MREMAP_', 'MADV_')) and isinstance(_value, int)])
PTR = rffi.CCHARP
NULL = lltype.nullptr(PTR.TO)

_eci = ExternalCompilationInfo(includes=['sys/types.h', 'sys/mman.h', 'string.h'])


def _external(name, args, result):
    return rffi.llexternal(name, args, result, compilation_info=_eci, save_err=rffi.RFFI_SAVE_ERRNO)


c_mmap = _external('mmap', [rffi.VOIDP, rffi.SIZE_T, rffi.INT, rffi.INT, rffi.INT, rffi.LONG], rffi.VOIDP)
c_munmap = _external('munmap', [rffi.VOIDP, rffi.SIZE_T], rffi.INT)
c_msync = _external('msync', [rffi.VOIDP, rffi.SIZE_T, rffi.INT], rffi.INT)
c_mremap = _external('mremap', [rffi.VOIDP, rffi.SIZE_T, rffi.SIZE_T, rffi.INT], rffi.VOIDP)
c_madvise = _external('madvise', [rffi.VOIDP, rffi.SIZE_T, rffi.INT], rffi.INT)
c_memmove = _external('memmove', [rffi.VOIDP, rffi.VOIDP, rffi.SIZE_T], rffi.VOIDP)


class RMMapError(Exception):
    def __init__(self, message):
        self.message = message


class RValueError(RMMapError):
    """An argument has a wrong value."""


class RTypeError(RMMapError):
    """The map does not allow it."""


def _os_error():
    errno = rposix.get_saved_errno()
    return OSError(errno, os.strerror(errno))


def _size(n):
    return rffi.cast(rffi.SIZE_T, n)


def _int(n):
    return rffi.cast(rffi.INT, n)


def _map(address, size, prot, flags, fd, offset):
    """`mmap` of C; OSError."""
    res = c_mmap(rffi.cast(rffi.VOIDP, address), _size(size), _int(prot), _int(flags), _int(fd), offset)
    if rffi.cast(lltype.Signed, res) == -1:
        raise _os_error()
    return rffi.cast(PTR, res)


class MMap(object):
    """A file in memory: characters by index, and a position to read and write at."""

    def __init__(self, access, offset):
        self.size = 0
        self.pos = 0
        self.access = access
        self.offset = offset
        self.fd = -1
        self.closed = False
        self.data = NULL

    def check_valid(self):
        if self.closed:
            raise RValueError("map closed or invalid")

    def check_writeable(self):
        if self.access == ACCESS_READ:
            raise RTypeError("mmap can't modify a readonly memory map.")

    def check_resizeable(self):
        if self.access != ACCESS_WRITE and self.access != _ACCESS_DEFAULT:
            raise RTypeError("mmap can't resize a readonly or copy-on-write memory map.")

    def setdata(self, data, size):
        """The memory to be used."""
        assert size >= 0
        self.data = data
        self.size = size

    def unmap(self):
        c_munmap(rffi.cast(rffi.VOIDP, self.data), _size(self.size))

    def unmap_range(self, offset, size):
        """Gives a part of the memory (whole pages) back."""
        c_munmap(rffi.cast(rffi.VOIDP, self.getptr(offset)), _size(size))

    def close(self):
        """Twice is allowed."""
        if self.closed:
            return
        self.closed = True
        if self.size > 0:
            self.unmap()
            self.setdata(NULL, 0)
        if self.fd != -1:
            fd = self.fd
            self.fd = -1
            os.close(fd)

    def __del__(self):
        self.close()

    def read_byte(self):
        if self.pos >= self.size:
            raise RValueError("read byte out of range")
        self.pos += 1
        return self.data[self.pos - 1]

    def readline(self):
        end = self.pos
        while end < self.size:
            end += 1
            if self.data[end - 1] == '\n':
                break
        return self._take(end)

    def read(self, num=-1):
        if num < 0 or self.pos + num > self.size:
            return self._take(self.size)
        return self._take(self.pos + num)

    def _take(self, end):
        # (it may have been made smaller)
        end = max(end, self.pos)
        result = self.getslice(self.pos, end - self.pos)
        self.pos = end
        return result

    def _is_at(self, tofind, at):
        for i in range(len(tofind)):
            if self.data[at + i] != tofind[i]:
                return False
        return True

    def find(self, tofind, start, end, reverse=False):
        """Where the text is between two positions (negative ones count from the end), -1 if it is not there."""
        if start < 0:
            start = max(start + self.size, 0)
        if end < 0:
            end = max(end + self.size, 0)
        last = min(end, self.size) - len(tofind)
        if reverse:
            while last >= start:
                if self._is_at(tofind, last):
                    return last
                last -= 1
        else:
            while start <= last:
                if self._is_at(tofind, start):
                    return start
                start += 1
        return -1

    def seek(self, pos, whence=0):
        if whence == 1:
            pos += self.pos
        elif whence == 2:
            pos += self.size
        elif whence != 0:
            raise RValueError("unknown seek type")
        if pos < 0 or pos > self.size:
            raise RValueError("seek out of range")
        self.pos = pos

    def tell(self):
        return self.pos

    def file_size(self):
        """Of the file, not of the map."""
        if self.fd == -1:
            return self.size
        return os.fstat(self.fd).st_size

    def write(self, data):
        if len(data) > self.size - self.pos:
            raise RValueError("data out of range")
        self.setslice(self.pos, data)
        self.pos += len(data)

    def write_byte(self, byte):
        if len(byte) != 1:
            raise RTypeError("write_byte() argument must be char")
        if self.pos >= self.size:
            raise RValueError("write byte out of range")
        self.data[self.pos] = byte[0]
        self.pos += 1

    def getptr(self, offset):
        return rffi.ptradd(self.data, offset)

    def getslice(self, start, length):
        assert start >= 0 and length >= 0
        return rffi.charpsize2str(self.getptr(start), length)

    def setslice(self, start, newdata):
        for i in range(len(newdata)):
            self.data[start + i] = newdata[i]

    def madvise(self, flags, start, length):
        """Tells the system how a part will be used."""
        at = rffi.cast(rffi.VOIDP, rffi.ptradd(self.data, start))
        if rffi.cast(lltype.Signed, c_madvise(at, _size(length), _int(flags))) != 0:
            errno = rposix.get_saved_errno()
            raise OSError(errno, os.strerror(errno))

    def flush(self, offset=0, size=0):
        """Writes what was changed to the file."""
        if size == 0:
            size = self.size
        if offset < 0 or size < 0 or offset + size > self.size:
            raise RValueError("flush values out of range")
        if rffi.cast(lltype.Signed, c_msync(rffi.cast(rffi.VOIDP, self.getptr(offset)), _size(size), _int(MS_SYNC))) == -1:
            raise _os_error()
        return 0

    def move(self, dest, src, count):
        if src < 0 or dest < 0 or count < 0 or src + count > self.size or dest + count > self.size:
            raise RValueError("source or destination out of range")
        c_memmove(rffi.cast(rffi.VOIDP, self.getptr(dest)), rffi.cast(rffi.VOIDP, self.getptr(src)), _size(count))

    def resize(self, newsize):
        """Changes the sizes of the file and of the map."""
        self.check_resizeable()
        if self.fd != -1:
            os.ftruncate(self.fd, self.offset + newsize)
        res = c_mremap(rffi.cast(rffi.VOIDP, self.data), _size(self.size), _size(newsize), _int(MREMAP_MAYMOVE))
        if rffi.cast(lltype.Signed, res) == -1:
            raise _os_error()
        self.setdata(rffi.cast(PTR, res), newsize)

    def len(self):
        return self.size

    def getitem(self, index):
        self.check_valid()
        if index < 0:
            index += self.size
        if index < 0 or index >= self.size:
            raise IndexError
        return self.data[index]

    def setitem(self, index, value):
        if len(value) != 1:
            raise RValueError("mmap assignment must be single-character string")
        self.check_valid()
        if index < 0:
            index += self.size
        if index < 0 or index >= self.size:
            raise IndexError
        self.data[index] = value[0]


def mmap(fileno, length, flags=MAP_SHARED, prot=PROT_WRITE | PROT_READ, access=_ACCESS_DEFAULT, offset=0):
    """`length` bytes (0: all) of the file from `offset` on; -1 is memory without a file."""
    if access != _ACCESS_DEFAULT and (flags != MAP_SHARED or prot != (PROT_WRITE | PROT_READ)):
        raise RValueError("mmap can't specify both access and flags, prot.")
    if length < 0:
        raise RTypeError("memory mapped size must be positive")
    if offset < 0:
        raise RValueError("negative offset")
    if access == ACCESS_READ:
        prot = PROT_READ
    elif access == ACCESS_COPY:
        flags = MAP_PRIVATE
    elif access == _ACCESS_DEFAULT:
        if not prot & PROT_WRITE:
            access = ACCESS_READ
        elif not prot & PROT_READ:
            access = ACCESS_WRITE
    elif access != ACCESS_WRITE:
        raise RValueError("mmap invalid access parameter.")
    length = _checked_length(fileno, length, offset)
    m = MMap(access, offset)
    if fileno == -1:
        flags |= MAP_ANONYMOUS
    else:
        m.fd = os.dup(fileno)
    m.setdata(_map(NULL, length, prot, flags, fileno, offset), length)
    return m


def _checked_length(fd, length, offset):
    """The length, by the size of the file if it is one."""
    try:
        status = os.fstat(fd)
    except OSError:
        return length
    if not stat.S_ISREG(status.st_mode):
        return length
    size = status.st_size
    if length == 0:
        if size == 0:
            raise RValueError("cannot mmap an empty file")
        if offset > size:
            raise RValueError("mmap offset is greater than file size")
        return size - offset
    if offset + length > size:
        raise RValueError("mmap length is greater than file size")
    return length


def alloc(map_size):
    """Memory of whole pages, which can be executed; MemoryError."""
    try:
        return _map(NULL, map_size, PROT_EXEC | PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    except OSError:
        raise MemoryError


def free(ptr, map_size):
    """Gives back what `alloc` gave."""
    c_munmap(rffi.cast(rffi.VOIDP, ptr), _size(map_size))


def madvise_free(addr, map_size):
    """The contents are not needed any more."""
    c_madvise(rffi.cast(rffi.VOIDP, addr), _size(map_size), _int(MADV_DONTNEED))
