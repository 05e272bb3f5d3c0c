# `posix` at import time: functions of `os` that are C's, and none of those that `os` has written in Python.
import os
import posix

HAS = [hasattr(posix, name) for name in ["spawnv", "getpid", "path", "execv", "read", "makedirs", "WEXITSTATUS", "getcwd", "name"]]
SAME = posix.getpid is os.getpid and "spawnv" not in dir(posix) and "fork" in dir(posix)


def entry_point(argv):
    print(HAS, SAME, posix.getpid() == os.getpid())
    return 0


def target(driver, args):
    return entry_point, None
