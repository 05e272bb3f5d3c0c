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


# What `get_printable_location` can tell, by the decorator `returns`: a flag, and the kind of the value.
MP_STR = (0x0, "s")
MP_INT = (0x0, "i")
MP_FILENAME = (0x1,) + MP_STR[1:]
MP_LINENO = (0x2,) + MP_INT[1:]
MP_INDEX = (0x4,) + MP_INT[1:]
MP_SCOPE = (0x8,) + MP_STR[1:]
MP_OPCODE = (0x10,) + MP_STR[1:]


def returns(*types):
    """Says what the values of a location are."""
    def decorate(func):
        func._loc_types = types
        return func
    return decorate
