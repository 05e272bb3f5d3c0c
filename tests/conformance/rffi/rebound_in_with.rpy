# A variable of a `with` gets values of two types that do not meet; as __exit__ never drops an exception, only the last is used.
# skip-llinterp: functions of C
from rpython.rtyper.lltypesystem import lltype, rffi


class Data(object):
    def __init__(self, n):
        self.p = rffi.str2charp("abc")
        self.n = n

    def __enter__(self):
        return self.p

    def __exit__(self, *args):
        print("exit %d" % self.n)

    def free(self):
        rffi.free_charp(self.p)


def compare(a, b):
    with a as p, b as q:
        p = rffi.cast(lltype.Unsigned, p)
        q = rffi.cast(lltype.Unsigned, q)
    return p == q


def entry_point(argv):
    a, b = Data(1), Data(2)
    print(compare(a, a), compare(a, b))
    a.free()
    b.free()
    return 0


def target(driver, args):
    return entry_point, None
