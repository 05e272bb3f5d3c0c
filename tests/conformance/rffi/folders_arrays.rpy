# rposix_scandir, rrawarray, rdtoa.
import os

from rpython.rlib import rposix_scandir, rfloat
from rpython.rlib.rdtoa import strtod, dtoa, dtoa_formatd
from rpython.rlib.rrawarray import copy_list_to_raw_array, populate_list_from_raw_array
from rpython.rtyper.lltypesystem import lltype, rffi


def entries(path):
    found = []
    d = rposix_scandir.opendir(path)
    while True:
        entry = rposix_scandir.nextentry(d)
        if not entry:
            break
        name = rposix_scandir.get_name_bytes(entry)
        kind = rposix_scandir.get_known_type(entry)
        if name != '.' and name != '..':
            same = rposix_scandir.get_inode(entry) == os.lstat(path + '/' + name).st_ino
            found.append('%s %d %d' % (name, kind, int(same)))
    rposix_scandir.closedir(d)
    found.sort()
    return found


def folders():
    path = '/tmp/tw_scandir_%d' % os.getpid()
    os.mkdir(path)
    os.mkdir(path + '/folder')
    os.symlink('nowhere', path + '/link')
    os.close(os.open(path + '/file', os.O_CREAT | os.O_WRONLY, 0o600))
    for line in entries(path):
        print(line)
    os.unlink(path + '/file')
    os.unlink(path + '/link')
    os.rmdir(path + '/folder')
    print(len(entries(path)))
    os.rmdir(path)
    try:
        entries(path)
    except OSError as e:
        print(e.errno)


INTS = rffi.CArray(lltype.Signed)
FLOATS = rffi.CArray(lltype.Float)


def arrays(n):
    ints = lltype.malloc(INTS, n, flavor='raw')
    copy_list_to_raw_array([i * i for i in range(n)], ints)
    ints[1] = -5
    back = []
    populate_list_from_raw_array(back, ints, n)
    print(back)
    lltype.free(ints, flavor='raw')
    floats = lltype.malloc(FLOATS, n, flavor='raw')
    copy_list_to_raw_array([i / 2.0 for i in range(n)], floats)
    numbers = []
    populate_list_from_raw_array(numbers, floats, n - 1)
    print(numbers)
    lltype.free(floats, flavor='raw')


def texts():
    for s in ['12345', '1.1', '.125', '1e3', '123A', '', ' 1', '-2.5e-3', 'inf']:
        try:
            print(s, dtoa(strtod(s)))
        except ValueError:
            print(s, 'ValueError')
    for x in [3.47, -1.1, 10.0, 1e100, rfloat.INFINITY, -rfloat.INFINITY, rfloat.NAN]:
        print(dtoa(x), dtoa(x, flags=rfloat.DTSF_SIGN), dtoa(x, code='f', precision=2), dtoa(x, code='e', precision=3, upper=True))
        s, kind = dtoa_formatd(x, 'G', 3, 0)
        print(s, kind)


def entry_point(argv):
    folders()
    arrays(len(argv) + 4)
    texts()
    return 0


def target(driver, args):
    return entry_point, None
