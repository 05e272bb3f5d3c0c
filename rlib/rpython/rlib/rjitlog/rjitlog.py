"""The log of the JIT for the viewer `vmprof`: not written (see PYPYLOG)."""


class JitlogError(Exception):
    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg


def enable_jitlog(fd):
    raise JitlogError("this program writes no such log: set PYPYLOG")


def disable_jitlog():
    """Nothing is written."""


def jitlog_enabled():
    return False
