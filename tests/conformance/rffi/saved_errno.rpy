# skip-llinterp: calls functions of C
# errno of C functions, variables and macros of C, constants, dlopen'ed functions through pointers.
import errno
import os
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rlib import rposix
from rpython.rlib.rarithmetic import intmask
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['unistd.h', 'fcntl.h', 'errno.h', 'stdlib.h', 'ctype.h'])
own = ExternalCompilationInfo(includes=['errno.h'], post_include_bits=['''
#define TWICE(x) (2 * (x))
#define GREETING "hello"
extern int counter;
extern double ratio;
extern char *label;
int probe(int n);
'''], separate_module_sources=['''
int counter = 5;
double ratio = 0.25;
char *label = "first";
int probe(int n) { int was = errno; errno = n; return was; }
'''])

c_open = rffi.llexternal('open', [rffi.CCHARP, rffi.INT, rffi.MODE_T], rffi.INT, compilation_info=eci, save_err=rffi.RFFI_SAVE_ERRNO)
c_close = rffi.llexternal('close', [rffi.INT], rffi.INT, compilation_info=eci, releasegil=False,
                          save_err=rffi.RFFI_SAVE_ERRNO)
strtol = rffi.llexternal('strtol', [rffi.CCHARP, rffi.CCHARPP, rffi.INT], rffi.LONG, compilation_info=eci,
                         save_err=rffi.RFFI_FULL_ERRNO_ZERO)
probe = rffi.llexternal('probe', [rffi.INT], rffi.INT, compilation_info=own, save_err=rffi.RFFI_FULL_ERRNO)
twice = rffi.llexternal('TWICE', [rffi.LONG], rffi.LONG, compilation_info=own, macro=True, _nowrapper=True)
isdigit = rffi.llexternal('isdigit', [rffi.INT], rffi.INT, macro=True)
get_counter, set_counter = rffi.CExternVariable(rffi.INT, 'counter', own)
get_ratio, set_ratio = rffi.CExternVariable(lltype.Float, 'ratio', own)
get_label, set_label = rffi.CExternVariable(rffi.CCHARP, 'label', own)
EACCES = rffi.CConstant('EACCES', lltype.Signed)
UNARY = lltype.Ptr(lltype.FuncType([rffi.INT], rffi.INT))


def errors():
    fd = c_open("/no/such/file", os.O_RDONLY, 0)
    print(intmask(fd), rposix.get_saved_errno() == errno.ENOENT)
    print(intmask(c_close(12345)), rposix.get_saved_errno() == errno.EBADF)
    fd = c_open("/dev/null", os.O_RDONLY, 0)
    print(intmask(fd) >= 0, rposix.get_saved_errno() in (errno.ENOENT, errno.EBADF, 0))
    print(intmask(c_close(fd)))
    try:
        rposix.handle_posix_error('close', c_close(-1))
        print("no error")
    except OSError as e:
        print(e.errno == errno.EBADF)
    print(rposix.handle_posix_error('probe', probe(3)) >= 0)
    rposix.set_saved_errno(77)
    print(intmask(probe(5)), rposix.get_saved_errno())
    print(strtol("99999999999999999999", None, 10), rposix.get_saved_errno() == errno.ERANGE)
    print(strtol("123", None, 10), rposix.get_saved_errno())


def variables():
    print(intmask(get_counter()), get_ratio(), rffi.charp2str(get_label()))
    set_counter(rffi.cast(rffi.INT, intmask(get_counter()) * 2))
    set_ratio(get_ratio() + 1)
    p = rffi.str2charp("second")
    set_label(p)
    print(intmask(get_counter()), get_ratio(), rffi.charp2str(get_label()))
    rffi.free_charp(p)
    print(twice(21), intmask(isdigit(ord('7'))) != 0, intmask(isdigit(ord('x'))), EACCES)


def entry_point(argv):
    errors()
    variables()
    return 0


def target(driver, args):
    return entry_point, None
