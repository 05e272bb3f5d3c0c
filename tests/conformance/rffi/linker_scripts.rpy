# Libraries by files that linkers read as scripts: the library that the script names is loaded; other files that are no library.
# skip-llinterp: functions of C
import os
from rpython.rlib.rdynload import DLOpenError, dlclose, dlopen, dlsym
from rpython.rtyper.lltypesystem import lltype, rffi

COS = lltype.Ptr(lltype.FuncType([rffi.DOUBLE], rffi.DOUBLE))


def write(path, text):
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.write(fd, text)
    os.close(fd)


def try_file(text):
    path = "/tmp/tw_linker_script_%d.so" % os.getpid()
    write(path, text)
    try:
        lib = dlopen(path)
        cos = rffi.cast(COS, dlsym(lib, "cos"))
        print(cos(rffi.cast(rffi.DOUBLE, 0.0)))
        dlclose(lib)
    except DLOpenError as e:
        print(e.msg.replace(path, "FILE"))
    os.unlink(path)


def entry_point(argv):
    dlsym(dlopen(None), "strlen")
    padding = "/* " + "a script " * 20 + "*/\n"
    try_file(padding + "OUTPUT_FORMAT(elf64-x86-64)\nGROUP ( libm.so.6  AS_NEEDED ( libmvec.so.1 ) )\n")
    try_file(padding + "INPUT(AS_NEEDED(libm.so.6),-lc)\n")
    try_file("INPUT(libm.so.6)")
    try_file(padding + "GROUP ( no_library )\n")
    try_file(padding + "GROUP ( libnone.so.9 )\n")
    try_file(padding + "INPUT (")
    try_file("")
    return 0


def target(driver, args):
    return entry_point, None
