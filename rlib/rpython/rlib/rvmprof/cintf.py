"""The C side of the sampling profiler: there is none."""
from rpython.rlib.rvmprof import VMProfPlatformUnsupported  # noqa: F401

IS_SUPPORTED = False


def setup():
    raise VMProfPlatformUnsupported
