"""stat: fields and bits of file modes."""

ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)
S_IFDIR = 0o040000
S_IFCHR = 0o020000
S_IFBLK = 0o060000
S_IFREG = 0o100000
S_IFIFO = 0o010000
S_IFLNK = 0o120000
S_IFSOCK = 0o140000
S_ISUID = 0o4000
S_ISGID = 0o2000
S_ISVTX = 0o1000
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001


def S_IMODE(mode): return mode & 0o7777
def S_IFMT(mode): return mode & 0o170000
def S_ISDIR(mode): return S_IFMT(mode) == S_IFDIR
def S_ISCHR(mode): return S_IFMT(mode) == S_IFCHR
def S_ISBLK(mode): return S_IFMT(mode) == S_IFBLK
def S_ISREG(mode): return S_IFMT(mode) == S_IFREG
def S_ISFIFO(mode): return S_IFMT(mode) == S_IFIFO
def S_ISLNK(mode): return S_IFMT(mode) == S_IFLNK
def S_ISSOCK(mode): return S_IFMT(mode) == S_IFSOCK


_LETTERS = {S_IFDIR: 'd', S_IFCHR: 'c', S_IFBLK: 'b', S_IFREG: '-', S_IFIFO: 'p', S_IFLNK: 'l', S_IFSOCK: 's'}


def _triple(bits, special, letter):
    """What three bits allow, and in place of the last one what a special bit says."""
    text = ('r' if bits & 4 else '-') + ('w' if bits & 2 else '-')
    if special:
        return text + (letter if bits & 1 else letter.upper())
    return text + ('x' if bits & 1 else '-')


def filemode(mode):
    """The text that `ls -l` shows."""
    return (_LETTERS.get(S_IFMT(mode), '?') + _triple(mode >> 6, mode & S_ISUID, 's')
            + _triple(mode >> 3, mode & S_ISGID, 's') + _triple(mode, mode & S_ISVTX, 't'))
