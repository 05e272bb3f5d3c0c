from rpython.rtyper.lltypesystem import rffi
from rpython.rtyper.tool import rffi_platform
from rpython.translator.tool.cbuild import ExternalCompilationInfo


class CConfig:
    _compilation_info_ = ExternalCompilationInfo(includes=['limits.h'])
    INT_MAX = rffi_platform.ConstantInteger('INT_MAX')
    WRONG = rffi_platform.ConstantInteger('NO_SUCH_CONSTANT')


config = rffi_platform.configure(CConfig)


def entry_point(argv):
    print(config['INT_MAX'])
    return 0


def target(driver, args):
    return entry_point, None
