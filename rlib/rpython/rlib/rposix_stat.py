"""Information about files and file systems."""
import os

from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rlib.rarithmetic import r_uint
from rpython.rlib.rbigint import rbigint
from rpython.rlib.rposix import external, handle_posix_error, _as_bytes, _checked_path, _path, eci
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

# What the results of `stat` have, in this order; the first ones also as items, where times are whole seconds.
STAT_FIELDS = [(name, lltype.Signed) for name in [
    'st_mode', 'st_ino', 'st_dev', 'st_nlink', 'st_uid', 'st_gid', 'st_size', 'st_atime', 'st_mtime', 'st_ctime',
    'st_blksize', 'st_blocks', 'st_rdev', 'nsec_atime', 'nsec_mtime', 'nsec_ctime']]
ALL_STAT_FIELDS = STAT_FIELDS
N_INDEXABLE_FIELDS = 10
STAT_FIELD_TYPES = dict(STAT_FIELDS)
STAT_FIELD_NAMES = [name for name, T in STAT_FIELDS]
stat_float_times = True


@specialize.argtype(0)
def stat(path):
    """What is known of a file."""
    return os.stat(_as_bytes(path))


@specialize.argtype(0)
def lstat(path):
    """The same of a symbolic link itself."""
    return os.lstat(_as_bytes(path))


stat3 = stat
lstat3 = lstat
fstat = os.fstat


@specialize.arg(1)
def get_stat_ns_as_bigint(st, name):
    """A time in nanoseconds: `name` is 'atime', 'mtime' or 'ctime'."""
    if not we_are_translated():
        return rbigint.fromint(getattr(st, 'st_%s_ns' % name))
    return rbigint.fromint(st[_TIMES[name]]).int_mul(1000000000).int_add(getattr(st, 'nsec_' + name))


_TIMES = {'atime': 7, 'mtime': 8, 'ctime': 9}

STATVFS_FIELDS = [(name, rffi.LONG) for name in [
    'f_bsize', 'f_frsize', 'f_blocks', 'f_bfree', 'f_bavail', 'f_files', 'f_ffree', 'f_favail', 'f_flag', 'f_namemax']]
STATVFS_FIELDS.append(('f_fsid', rffi.ULONG))
_N = len(STATVFS_FIELDS)
_eci = eci.merge(ExternalCompilationInfo(includes=['sys/statvfs.h'], post_include_bits=['''
static inline int tw_statvfs_parts(int result, struct statvfs *s, long *to)
{
    if (result == 0) {
        long parts[] = {s->f_bsize, s->f_frsize, s->f_blocks, s->f_bfree, s->f_bavail, s->f_files, s->f_ffree, s->f_favail,
                        s->f_flag, s->f_namemax, s->f_fsid};
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
    """What `statvfs` gives: attributes, and items in this order, but for the number of the file system."""

    def __init__(self, parts):
        (self.f_bsize, self.f_frsize, self.f_blocks, self.f_bfree, self.f_bavail, self.f_files, self.f_ffree, self.f_favail,
         self.f_flag, self.f_namemax, fsid) = parts
        self.f_fsid = r_uint(fsid)
        self._parts = parts[:N_INDEXABLE_FIELDS]

    def __getitem__(self, i):
        return self._parts[i]

    def __len__(self):
        return len(self._parts)


def _result(p):
    return statvfs_result([p[i] for i in range(_N)])


@specialize.argtype(0)
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
