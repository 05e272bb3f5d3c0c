"""errno, with Linux's numbers."""

EPERM = 1
ENOENT = 2
EINTR = 4
EIO = 5
EBADF = 9
EAGAIN = EWOULDBLOCK = 11
ENOMEM = 12
EACCES = 13
EEXIST = 17
ENOTDIR = 20
EISDIR = 21
EINVAL = 22
EMFILE = 24
ENOSPC = 28
EPIPE = 32
EDOM = 33
ERANGE = 34
ENOSYS = 38

errorcode = dict([(v, k) for k, v in list(globals().items()) if k.startswith('E')])
