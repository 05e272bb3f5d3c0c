"""A header of a C library that is not installed."""
from rpython.rtyper.lltypesystem import rffi
from rpython.rtyper.tool import rffi_platform
from rpython.translator.tool.cbuild import ExternalCompilationInfo


class CConfig:
    _compilation_info_ = ExternalCompilationInfo(includes=["tracewright/absent.h"])
    LIMIT = rffi_platform.ConstantInteger("TRACEWRIGHT_LIMIT")


LIMIT = rffi_platform.configure(CConfig)["LIMIT"]


def entry_point(argv):
    print(LIMIT)
    return 0


def target(driver, args):
    return entry_point, None
