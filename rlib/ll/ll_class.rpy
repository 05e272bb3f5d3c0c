"""Classes and instances."""
from rpython.rlib.objectmodel import always_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop


@always_inline
def ll_isinstance(obj, cls):
    if not obj:
        return False
    return llop.int_between(lltype.Bool, cls.subclassrange_min, obj.typeptr.subclassrange_min,
                            cls.subclassrange_max)


@always_inline
def ll_issubclass(sub, cls):
    return llop.int_between(lltype.Bool, cls.subclassrange_min, sub.subclassrange_min,
                            cls.subclassrange_max)


def ll_type(obj):
    return obj.typeptr


class Forward(object):
    """A function that is not known yet."""

    def _freeze_(self):
        return True


def make_forward(args):
    forward = Forward()

    def ll_forward1(a):
        return forward.function(a)

    def ll_forward2(a, b):
        return forward.function(a, b)

    def set_function(f):
        forward.function = f
    return (ll_forward1 if args == 1 else ll_forward2), set_function


def ll_type_or_none(obj, none):
    if not obj:
        return none
    return obj.typeptr


def ll_ptr_eq(a, b):
    return a == b


def ll_ptr_hash(p):
    """Identity hash; None hashes to 0."""
    if not p:
        return 0
    return llop.gc_identityhash(lltype.Signed, p)


def ll_class_hash(cls):
    """Classes do not move, and each has a number."""
    if not cls:
        return 0
    return cls.subclassrange_min


def ll_number_hash(p):
    """Of prebuilt functions and frozen objects: each has a number."""
    if not p:
        return 0
    return p._number


def ll_function_hash(f):
    """Of a pointer to code."""
    if not f:
        return 0
    return llop.cast_ptr_to_int(lltype.Signed, f) >> 3


def ll_eq(a, b):
    return a == b


def ll_never_eq(a, b):
    return False


def ll_char_eq_str(c, s):
    if not s:
        return False
    return len(s) == 1 and s[0] == c


def ll_str_eq_char(s, c):
    return ll_char_eq_str(c, s)


def ll_lt(a, b):
    return a < b


def ll_int_hash(i):
    return i


def ll_bool_hash(b):
    if b:
        return 1
    return 0


def ll_char_hash(c):
    """That of the string with this character: a char and a string can be equal."""
    n = ord(c)
    return (1000003 * (n << 7)) ^ n ^ 1


def ll_uint_hash(u):
    return llop.cast_uint_to_int(lltype.Signed, u)


def ll_float_hash(f):
    """Equal numbers hash alike: a whole float like the int."""
    if -9e18 < f < 9e18:
        n = int(f)
        if float(n) == f:
            return n
    i = llop.convert_float_bytes_to_longlong(lltype.Signed, f)
    return i ^ (i >> 32)


def ll_none_eq(a, b):
    return True


def ll_none_lt(a, b):
    return False


def ll_not_ordered(a, b):
    raise TypeError


def ll_instances_not_ordered(a, b):
    raise TypeError("'<' not supported between instances of '" + class_name(a) + "' and '" + class_name(b) + "'")


def class_name(x):
    if not x:
        return "NoneType"
    return lltype.str_of(x.typeptr.name)


def ll_none_hash(a):
    return 0


# ---- functions for tuples, made per combination of item functions

def make_tuple_eq(names, eqfns):
    """names and eqfns: lists of field names and of equality functions."""
    if len(names) == 1:
        name0 = names[0]
        eq0 = eqfns[0]

        def ll_tuple_eq(a, b):
            return eq0(getattr(a, name0), getattr(b, name0))
    else:
        name0 = names[0]
        eq0 = eqfns[0]
        rest = make_tuple_eq(names[1:], eqfns[1:])

        def ll_tuple_eq(a, b):
            if not eq0(getattr(a, name0), getattr(b, name0)):
                return False
            return rest(a, b)
    return ll_tuple_eq


def make_tuple_hash(names, hashfns):
    count = len(names)
    rest = make_tuple_hash_rest(names, hashfns)

    def ll_tuple_hash(t):
        x = rest(t, 0x345678)
        x = x + 97531 + count
        if x == -1:
            x = -2
        return x
    return ll_tuple_hash


def make_tuple_hash_rest(names, hashfns):
    name0 = names[0]
    hash0 = hashfns[0]
    if len(names) == 1:
        def ll_tuple_hash_rest(t, x):
            return (x ^ hash0(getattr(t, name0))) * 1000003
    else:
        rest = make_tuple_hash_rest(names[1:], hashfns[1:])

        def ll_tuple_hash_rest(t, x):
            x = (x ^ hash0(getattr(t, name0))) * 1000003
            return rest(t, x + 82520)
    return ll_tuple_hash_rest


def make_tuple_lt(names, eqfns, ltfns):
    name0 = names[0]
    eq0 = eqfns[0]
    lt0 = ltfns[0]
    if len(names) == 1:
        def ll_tuple_lt(a, b):
            return lt0(getattr(a, name0), getattr(b, name0))
    else:
        rest = make_tuple_lt(names[1:], eqfns[1:], ltfns[1:])

        def ll_tuple_lt(a, b):
            x = getattr(a, name0)
            y = getattr(b, name0)
            if eq0(x, y):
                return rest(a, b)
            return lt0(x, y)
    return ll_tuple_lt


def make_list_eq(eqfn):
    """Equality of resizable lists, as a function of two values (for lists of lists and tuples of lists)."""
    from rpython_ll.ll_list import ll_listeq

    def ll_eq_lists(a, b):
        if a == b:
            return True
        if not a or not b:
            return False
        return ll_listeq(a.items, a.length, b.items, b.length, eqfn)
    return ll_eq_lists


def make_array_eq(eqfn):
    """The same for fixed-size lists."""
    from rpython_ll.ll_list import ll_listeq

    def ll_eq_arrays(a, b):
        if a == b:
            return True
        if not a or not b:
            return False
        return ll_listeq(a, len(a), b, len(b), eqfn)
    return ll_eq_arrays


def make_list_lt(eqfn, ltfn):
    """Order of resizable lists."""
    def ll_lt_lists(a, b):
        if not a or not b:
            none_not_ordered(a, b)
        return ll_listlt(a.items, a.length, b.items, b.length, eqfn, ltfn)
    return ll_lt_lists


def make_array_lt(eqfn, ltfn):
    """The same for fixed-size lists."""
    def ll_lt_arrays(a, b):
        if not a or not b:
            none_not_ordered(a, b)
        return ll_listlt(a, len(a), b, len(b), eqfn, ltfn)
    return ll_lt_arrays


def none_not_ordered(a, b):
    if a:
        raise TypeError("'<' not supported between instances of 'list' and 'NoneType'")
    if b:
        raise TypeError("'<' not supported between instances of 'NoneType' and 'list'")
    raise TypeError("'<' not supported between instances of 'NoneType' and 'NoneType'")


def ll_listlt(a, alen, b, blen, eqfn, ltfn):
    n = alen
    if blen < n:
        n = blen
    i = 0
    while i < n:
        if not eqfn(a[i], b[i]):
            return ltfn(a[i], b[i])
        i += 1
    return alen < blen


def make_dict_eq(valeqfn, eqfn, hashfn):
    """Equality of dicts and sets."""
    from rpython_ll.ll_dict import ll_dicteq

    def ll_eq_dicts(a, b):
        if a == b:
            return True
        if not a or not b:
            return False
        return ll_dicteq(a, b, valeqfn, eqfn, hashfn)
    return ll_eq_dicts


def make_set_hash(hashfn):
    """Independent of the order of the items."""
    def ll_set_hash(d):
        x = 1927868237 * (d.num_live + 1)
        entries = d.entries
        n = d.num_ever_used
        i = 0
        while i < n:
            if entries[i].valid:
                h = hashfn(entries[i].key)
                x = x ^ ((h ^ (h << 16) ^ 89869747) * 3644798167)
            i += 1
        return x * 69069 + 907133923
    return ll_set_hash


def ll_min_by(a, b, ltfn):
    if ltfn(b, a):
        return b
    return a


def ll_max_by(a, b, ltfn):
    if ltfn(a, b):
        return b
    return a
