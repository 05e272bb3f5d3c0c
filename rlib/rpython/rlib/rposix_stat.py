"""Information about files and file systems."""
import os

from rpython.rlib.rposix import external, handle_posix_error, _checked_path, _path, eci
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

stat = stat3 = os.stat
lstat = lstat3 = os.lstat
fstat = os.fstat
stat_float_times = True

STATVFS_FIELDS = [(name, rffi.LONG) for name in [
    'f_bsize', 'f_frsize', 'f_blocks', 'f_bfree', 'f_bavail', 'f_files', 'f_ffree', 'f_favail', 'f_flag', 'f_namemax']]
_N = 10
_eci = eci.merge(ExternalCompilationInfo(includes=['sys/statvfs.h'], post_include_bits=['''
static inline int tw_statvfs_parts(int result, struct statvfs *s, long *to)
{
    if (result == 0) {
        long parts[] = {s->f_bsize, s->f_frsize, s->f_blocks, s->f_bfree, s->f_bavail, s->f_files, s->f_ffree, s->f_favail,
                        s->f_flag, s->f_namemax};
        memcpy(to, parts, sizeof parts);
    }
    return result;
}
static inline int tw_statvfs(const char *path, long *to)
{
    struct statvfs s;
    return tw_statvfs_parts(statvfs(path, &s), &s, to);
}
static inline int tw_fstatvfs(int fd, long *to)
{
    struct statvfs s;
    return tw_statvfs_parts(fstatvfs(fd, &s), &s, to);
}
''']))
_c_statvfs = external('tw_statvfs', [rffi.CCHARP, rffi.LONGP], rffi.INT, compilation_info=_eci)
_c_fstatvfs = external('tw_fstatvfs', [rffi.INT, rffi.LONGP], rffi.INT, compilation_info=_eci)


class statvfs_result(object):
    """What `statvfs` gives: attributes, and items in this order."""

    def __init__(self, parts):
        (self.f_bsize, self.f_frsize, self.f_blocks, self.f_bfree, self.f_bavail, self.f_files, self.f_ffree, self.f_favail,
         self.f_flag, self.f_namemax) = parts
        self._parts = parts

    def __getitem__(self, i):
        return self._parts[i]

    def __len__(self):
        return len(self._parts)


def _result(p):
    return statvfs_result([p[i] for i in range(_N)])


def statvfs(path):
    """The file system that the file is on."""
    with lltype.scoped_alloc(rffi.LONGP.TO, _N) as p:
        _checked_path(path, _c_statvfs(_path(path), p))
        return _result(p)


def fstatvfs(fd):
    """The file system that the open file is on."""
    with lltype.scoped_alloc(rffi.LONGP.TO, _N) as p:
        handle_posix_error('fstatvfs', _c_fstatvfs(fd, p))
        return _result(p)
