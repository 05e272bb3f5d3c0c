# Files of C by the functions of rfile.
# skip-llinterp: functions of C
import os
from rpython.rlib.rfile import (c_fclose, c_fdopen, c_feof, c_ferror, c_fflush, c_fgets, c_fileno, c_fopen, c_fread, c_fseek,
                                c_ftell, c_fwrite, c_getc, c_ungetc)
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import lltype, rffi


def write(path, text):
    with rffi.scoped_str2charp(path) as name:
        with rffi.scoped_str2charp("w") as mode:
            f = c_fopen(name, mode)
    if not f:
        print("cannot be opened")
        return
    with rffi.scoped_str2charp(text) as data:
        print(intmask(c_fwrite(data, 1, len(text), f)))
    print(intmask(c_fflush(f)), intmask(c_fclose(f)))


def read(path):
    fd = os.open(path, os.O_RDONLY, 0)
    with rffi.scoped_str2charp("r") as mode:
        f = c_fdopen(rffi.cast(rffi.INT, fd), mode)
    print(intmask(c_fileno(f)) == fd)
    buf = lltype.malloc(rffi.CCHARP.TO, 64, flavor='raw')
    c = c_getc(f)
    print(intmask(c), intmask(c_ungetc(c, f)))
    c_fgets(buf, rffi.cast(rffi.INT, 64), f)
    print(rffi.charp2str(buf).strip(), intmask(c_ftell(f)))
    n = intmask(c_fread(buf, 1, 64, f))
    print(n, rffi.charpsize2str(buf, n), intmask(c_feof(f)) != 0, intmask(c_ferror(f)))
    c_fseek(f, 2, rffi.cast(rffi.INT, 0))
    print(intmask(c_getc(f)))
    c_fclose(f)
    lltype.free(buf, flavor='raw')


def entry_point(argv):
    path = "/tmp/tw_c_files_%d" % os.getpid()
    write(path, "first\nsecond")
    read(path)
    os.unlink(path)
    write("/tmp/tw_no_such_folder/x", "")
    return 0


def target(driver, args):
    return entry_point, None
