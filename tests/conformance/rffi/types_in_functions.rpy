# oracle: stored
# skip-llinterp: memory that is read as another type
# Low-level types that functions make and ask about: of values, of parameters, by their classes.
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import signedtype
from rpython.rlib.unroll import unrolling_iterable
from rpython.rtyper.lltypesystem import lltype, rffi

LETTERS = {"c": rffi.CHAR, "d": rffi.DOUBLE, "f": rffi.FLOAT, "p": rffi.VOIDP, "h": rffi.SHORT, "I": rffi.UINT}
letters = unrolling_iterable(sorted(LETTERS.keys()))


@specialize.argtype(2)
def put(place, n, value):
    T = lltype.Ptr(rffi.CArray(lltype.typeOf(value)))
    rffi.cast(T, place)[n] = value


@specialize.arg(2)
def take(place, n, TYPE):
    return rffi.cast(lltype.Ptr(rffi.CArray(TYPE)), place)[n]


@specialize.arg(0)
def kind(TYPE):
    if isinstance(TYPE, lltype.Ptr):
        return "pointer"
    if TYPE is rffi.DOUBLE or TYPE is rffi.FLOAT:
        return "float"
    if not isinstance(TYPE, lltype.Primitive):
        raise TypeError("a container: %s" % TYPE)
    if TYPE is not rffi.CHAR and signedtype(TYPE._type):
        return "signed of %d" % rffi.sizeof(TYPE)
    return "unsigned of %d" % rffi.sizeof(TYPE)


def entry_point(argv):
    place = lltype.malloc(rffi.CCHARP.TO, 64, flavor="raw", zero=True)
    put(place, 1, 2.5 * len(argv))
    put(place, 1, "c")
    put(place, 1, rffi.cast(rffi.SHORT, -3))
    put(place, 6, rffi.cast(rffi.FLOAT, 0.5))
    put(place, 2, rffi.cast(rffi.VOIDP, place))
    print(take(place, 1, rffi.DOUBLE), take(place, 1, rffi.CHAR), rffi.cast(lltype.Signed, take(place, 1, rffi.SHORT)))
    print(take(place, 2, rffi.VOIDP) == rffi.cast(rffi.VOIDP, place))
    for c in letters:
        print(c + " " + kind(LETTERS[c]))
    lltype.free(place, flavor="raw")
    return 0


def target(driver, args):
    return entry_point, None
