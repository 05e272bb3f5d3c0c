# oracle: stored
# %s of references of unknown type and of pointers.
from rpython.rtyper.annlowlevel import cast_instance_to_gcref
from rpython.rtyper.lltypesystem import llmemory, lltype, rffi


class Thing(object):
    pass


def entry_point(argv):
    ref = cast_instance_to_gcref(Thing())
    print('%s %s' % (ref, lltype.nullptr(llmemory.GCREF.TO)))
    p = lltype.nullptr(rffi.CCHARP.TO)
    print('%s %s' % (p, rffi.cast(rffi.VOIDP, 4096)))
    print('%r' % p)
    return 0


def target(driver, args):
    return entry_point, None
