"""Insertion-ordered dictionaries.

A dict has `entries` (inline items key, value, hash, valid, in order of insertion), `indexes` (open addressing: 0 = free,
1 = deleted, else entry number + 2; its size is a power of two), `index_used` (slots of it that are not free),
`num_live` and `num_ever_used` (entries in use, with holes). A prebuilt dict starts with null `indexes` and hashes not computed: the first lookup
makes them. Equality and hash come as constant functions, so they are direct calls."""
from rpython.rlib.jit import oopspec
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem.lltype import malloc_like, null_like, zero_of_item
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython_ll.ll_class import ll_eq, ll_none_eq
from rpython_ll.ll_str import ll_streq

FREE = 0
DELETED = 1
OFFSET = 2
MINSIZE = 8


@oopspec("dict.first_use(d)")
@dont_inline
def ll_first_use(d, hashfn):
    """Index of a prebuilt dict."""
    entries = d.entries
    n = d.num_ever_used
    i = 0
    while i < n:
        entries[i].hash = hashfn(entries[i].key)
        i += 1
    ll_reindex(d, ll_index_size(n))


def ll_index_size(n):
    """Size of an index for n entries: at most two thirds full."""
    size = MINSIZE
    while size * 2 <= n * 3:
        size = size * 2
    return size


def ll_reindex(d, size):
    """Makes a new index for all valid entries."""
    ll_fill_index(d, malloc_like(d.indexes, size))


def ll_fill_index(d, indexes):
    """Takes a new, empty index for all valid entries."""
    size = len(indexes)
    entries = d.entries
    mask = size - 1
    n = d.num_ever_used
    k = 0
    while k < n:
        if entries[k].valid:
            hash = entries[k].hash
            i = hash & mask
            perturb = llop.cast_int_to_uint(lltype.Unsigned, hash)
            while indexes[i] != FREE:
                i = ll_probe(i, perturb) & mask
                perturb = llop.uint_rshift(lltype.Unsigned, perturb, 5)
            indexes[i] = k + OFFSET
        k += 1
    d.indexes = indexes
    d.index_used = d.num_live


@always_inline
def ll_probe(i, perturb):
    return i * 5 + 1 + llop.cast_uint_to_int(lltype.Signed, perturb)


def ll_lookup(d, key, hash, eqfn, hashfn):
    """Number of the entry, or -1."""
    indexes = d.indexes
    if not indexes:
        ll_first_use(d, hashfn)
        indexes = d.indexes
    entries = d.entries
    mask = len(indexes) - 1
    i = hash & mask
    perturb = llop.cast_int_to_uint(lltype.Unsigned, hash)
    while True:
        k = indexes[i]
        if k >= OFFSET:
            k -= OFFSET
            if entries[k].hash == hash:
                stored = entries[k].key
                same = eqfn(stored, key)
                if eqfn is not ll_streq and eqfn is not ll_eq and eqfn is not ll_none_eq:
                    # (A function of the program may change the dict.)
                    if d.entries != entries or d.indexes != indexes or not ll_is_entry(entries, k, stored, hash):
                        return ll_lookup(d, key, hash, eqfn, hashfn)
                if same:
                    return k
        elif k == FREE:
            return -1
        i = ll_probe(i, perturb) & mask
        perturb = llop.uint_rshift(lltype.Unsigned, perturb, 5)


@dont_inline
def ll_is_entry(entries, k, stored, hash):
    """Does entry k hold this key? (NaN is not equal to itself.)"""
    if not entries[k].valid or entries[k].hash != hash:
        return False
    now = entries[k].key
    return now == stored or (now != now and stored != stored)


def ll_index_slot(d, k):
    """Position in the index of entry k, which is valid."""
    indexes = d.indexes
    mask = len(indexes) - 1
    hash = d.entries[k].hash
    i = hash & mask
    perturb = llop.cast_int_to_uint(lltype.Unsigned, hash)
    k += OFFSET
    while indexes[i] != k:
        i = ll_probe(i, perturb) & mask
        perturb = llop.uint_rshift(lltype.Unsigned, perturb, 5)
    return i


def ll_compact(d, room):
    """Entries without holes, with room for at least `room` of them; and a new index. (Both are made before the dict
    changes: without memory it stays as it is.)"""
    indexes = malloc_like(d.indexes, ll_index_size(room))
    old = d.entries
    live = d.num_live
    new = malloc_like(old, room)
    n = d.num_ever_used
    if n == live:
        llop.copy_items(lltype.Void, old, new, 0, 0, n)
    else:
        i = 0
        j = 0
        while i < n:
            if old[i].valid:
                llop.copy_items(lltype.Void, old, new, i, j, 1)
                j += 1
            i += 1
    d.entries = new
    d.num_ever_used = live
    ll_fill_index(d, indexes)


def ll_insert_new(d, key, value, hash):
    """Adds a key known to be absent."""
    n = d.num_ever_used
    if n >= len(d.entries):
        live = d.num_live
        ll_compact(d, live + (live >> 1) + 5)
        n = d.num_ever_used
    else:
        # A search ends at a free slot: there must always be some.
        size = len(d.indexes)
        if d.index_used + (size >> 3) >= size:
            ll_reindex(d, size)
    entries = d.entries
    entries[n].key = key
    entries[n].value = value
    entries[n].hash = hash
    entries[n].valid = True
    d.num_ever_used = n + 1
    d.num_live += 1
    indexes = d.indexes
    mask = len(indexes) - 1
    i = hash & mask
    perturb = llop.cast_int_to_uint(lltype.Unsigned, hash)
    while indexes[i] >= OFFSET:
        i = ll_probe(i, perturb) & mask
        perturb = llop.uint_rshift(lltype.Unsigned, perturb, 5)
    if indexes[i] == FREE:
        d.index_used += 1
    indexes[i] = n + OFFSET


def ll_delete_entry(d, k):
    d.indexes[ll_index_slot(d, k)] = DELETED
    entries = d.entries
    entries[k].valid = False
    entries[k].key = zero_of_item(entries, "key")
    entries[k].value = zero_of_item(entries, "value")
    live = d.num_live - 1
    d.num_live = live
    if live == 0:
        # no entry left: forget the marks of deleted ones too
        d.num_ever_used = 0
        d.index_used = 0
        llop.zero_items(lltype.Void, d.indexes, 0, len(d.indexes))
    elif k == d.num_ever_used - 1:
        k -= 1
        while not entries[k].valid:
            k -= 1
        d.num_ever_used = k + 1
    elif live * 8 < d.num_ever_used and d.num_ever_used > 32:
        try:
            ll_compact(d, live + (live >> 1) + 5)
        except MemoryError:
            pass                   # what gives memory back needs none


def ll_getitem(d, key, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k < 0:
        raise KeyError(key)
    return d.entries[k].value


# Where the text of a missing key is to be made when it is wanted (see ll_exc): `show` makes it.

def ll_getitem_shown(d, key, show, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k < 0:
        raise KeyError(key, show)
    return d.entries[k].value


def ll_delitem_shown(d, key, show, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k < 0:
        raise KeyError(key, show)
    ll_delete_entry(d, k)


def ll_pop_shown(d, key, show, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k < 0:
        raise KeyError(key, show)
    value = d.entries[k].value
    ll_delete_entry(d, k)
    return value


def ll_get(d, key, default, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k < 0:
        return default
    return d.entries[k].value


def ll_contains(d, key, eqfn, hashfn):
    return ll_lookup(d, key, hashfn(key), eqfn, hashfn) >= 0


def ll_setitem(d, key, value, eqfn, hashfn):
    hash = hashfn(key)
    k = ll_lookup(d, key, hash, eqfn, hashfn)
    if k < 0:
        ll_insert_new(d, key, value, hash)
    else:
        d.entries[k].value = value


def ll_setdefault(d, key, default, eqfn, hashfn):
    hash = hashfn(key)
    k = ll_lookup(d, key, hash, eqfn, hashfn)
    if k < 0:
        ll_insert_new(d, key, default, hash)
        return default
    return d.entries[k].value


def ll_set_add(d, key, eqfn, hashfn):
    hash = hashfn(key)
    if ll_lookup(d, key, hash, eqfn, hashfn) < 0:
        ll_insert_new(d, key, None, hash)


def ll_set_discard(d, key, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k >= 0:
        ll_delete_entry(d, k)


def ll_set_pop(d, hashfn):
    """Removes the last item."""
    if d.num_live == 0:
        raise KeyError("pop from an empty set")
    k = ll_last_entry(d, hashfn)
    key = d.entries[k].key
    ll_delete_entry(d, k)
    return key


def ll_delitem(d, key, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k < 0:
        raise KeyError(key)
    ll_delete_entry(d, k)


def ll_pop(d, key, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k < 0:
        raise KeyError(key)
    value = d.entries[k].value
    ll_delete_entry(d, k)
    return value


def ll_pop_default(d, key, default, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k < 0:
        return default
    value = d.entries[k].value
    ll_delete_entry(d, k)
    return value


def ll_last_entry(d, hashfn):
    """Number of the last entry, for popitem."""
    if not d.indexes:
        ll_first_use(d, hashfn)
    k = d.num_ever_used - 1
    if d.num_live == 0:
        raise KeyError("popitem(): dictionary is empty")
    entries = d.entries
    while not entries[k].valid:
        k -= 1
    return k


def ll_entry_key(d, k):
    return d.entries[k].key


def ll_entry_value(d, k):
    return d.entries[k].value


def ll_clear(d):
    if d.num_ever_used > 0:
        indexes = malloc_like(d.indexes, MINSIZE)
        d.entries = malloc_like(d.entries, 0)
        d.indexes = indexes
        d.index_used = 0
        d.num_live = 0
        d.num_ever_used = 0


def ll_copy(d, hashfn):
    if not d.indexes:
        ll_first_use(d, hashfn)
    new = malloc_like(d)
    new.num_live = d.num_live
    new.index_used = d.index_used
    new.num_ever_used = d.num_ever_used
    entries = malloc_like(d.entries, len(d.entries))
    llop.copy_items(lltype.Void, d.entries, entries, 0, 0, d.num_ever_used)
    new.entries = entries
    indexes = malloc_like(d.indexes, len(d.indexes))
    llop.copy_items(lltype.Void, d.indexes, indexes, 0, 0, len(indexes))
    new.indexes = indexes
    return new


def ll_update(d, other, eqfn, hashfn):
    if d == other:
        return
    n = other.num_ever_used
    i = 0
    while i < n:
        entries = other.entries
        if i < len(entries) and entries[i].valid:
            ll_setitem(d, entries[i].key, entries[i].value, eqfn, hashfn)
        i += 1


def ll_dicteq(a, b, valeqfn, eqfn, hashfn):
    if a == b:
        return True
    if not a or not b:
        return False
    if a.num_live != b.num_live:
        return False
    n = a.num_ever_used
    i = 0
    while i < n:
        entries = a.entries
        if entries[i].valid:
            key = entries[i].key
            k = ll_lookup(b, key, hashfn(key), eqfn, hashfn)
            if k < 0:
                return False
            if not valeqfn(entries[i].value, b.entries[k].value):
                return False
        i += 1
    return True


def ll_keys(d, items):
    entries = d.entries
    n = d.num_ever_used
    i = 0
    j = 0
    while i < n:
        if entries[i].valid:
            items[j] = entries[i].key
            j += 1
        i += 1


def ll_values(d, items):
    entries = d.entries
    n = d.num_ever_used
    i = 0
    j = 0
    while i < n:
        if entries[i].valid:
            items[j] = entries[i].value
            j += 1
        i += 1


def ll_items(d, items, model):
    """The items are tuples of the type of `model` (a null pointer)."""
    entries = d.entries
    n = d.num_ever_used
    i = 0
    j = 0
    while i < n:
        if entries[i].valid:
            t = malloc_like(model)
            t.item0 = entries[i].key
            t.item1 = entries[i].value
            items[j] = t
            # the allocation may not be followed by a use of an old reference: load again
            entries = d.entries
            j += 1
        i += 1


def ll_dictnext(it):
    """Number of the next valid entry; the iterator has `dict`, `index`, `size` (of the dict at its start)."""
    d = it.dict
    if d.num_live != it.size:
        it.size = -1
        raise RuntimeError("dictionary changed size during iteration")
    entries = d.entries
    n = d.num_ever_used
    i = it.index
    while i < n:
        if entries[i].valid:
            it.index = i + 1
            return i
        i += 1
    it.index = i
    raise StopIteration


def ll_nextkey(it):
    k = ll_dictnext(it)
    return it.dict.entries[k].key


def ll_nextmember(it):
    """The next item of a set."""
    if it.dict.num_live != it.size:
        it.size = -1
        raise RuntimeError("Set changed size during iteration")
    k = ll_dictnext(it)
    return it.dict.entries[k].key


def ll_nextvalue(it):
    k = ll_dictnext(it)
    return it.dict.entries[k].value


def ll_nextkey_rev(it):
    d = it.dict
    if d.num_live != it.size:
        it.size = -1
        raise RuntimeError("dictionary changed size during iteration")
    entries = d.entries
    i = it.index - 1
    while i >= 0:
        if entries[i].valid:
            it.index = i
            return entries[i].key
        i -= 1
    it.index = 0
    raise StopIteration


def ll_move_to_end(d, key, last, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k < 0:
        raise KeyError
    if last:
        n = d.num_ever_used
        if k == n - 1:
            return
        # A new entry takes its place at the end; the number of items stays what it was.
        hash = d.entries[k].hash
        key = d.entries[k].key
        value = d.entries[k].value
        ll_delete_entry(d, k)
        ll_insert_new(d, key, value, hash)
    else:
        ll_move_to_start(d, k)


def ll_move_to_start(d, k):
    indexes = malloc_like(d.indexes, len(d.indexes))
    old = d.entries
    new = malloc_like(old, len(old))
    llop.copy_items(lltype.Void, old, new, k, 0, 1)
    n = d.num_ever_used
    i = 0
    j = 1
    while i < n:
        if i != k and old[i].valid:
            llop.copy_items(lltype.Void, old, new, i, j, 1)
            j += 1
        i += 1
    d.entries = new
    d.num_ever_used = j
    ll_fill_index(d, indexes)


def ll_next_entry(d, k, eqfn, hashfn):
    """Number of the first valid entry from k on, or -1. Hashes are computed."""
    if not d.indexes:
        ll_first_use(d, hashfn)
    entries = d.entries
    n = d.num_ever_used
    while k < n:
        if entries[k].valid:
            return k
        k += 1
    return -1


def ll_entry_hash(d, k, eqfn, hashfn):
    return d.entries[k].hash


def ll_key_of_entry(d, k, eqfn, hashfn):
    return d.entries[k].key


def ll_value_of_entry(d, k, eqfn, hashfn):
    return d.entries[k].value


def ll_contains_with_hash(d, key, hash, eqfn, hashfn):
    return ll_lookup(d, key, hash, eqfn, hashfn) >= 0


def ll_getitem_with_hash(d, key, hash, eqfn, hashfn):
    k = ll_lookup(d, key, hash, eqfn, hashfn)
    if k < 0:
        raise KeyError
    return d.entries[k].value


def ll_setitem_with_hash(d, key, hash, value, eqfn, hashfn):
    k = ll_lookup(d, key, hash, eqfn, hashfn)
    if k < 0:
        ll_insert_new(d, key, value, hash)
    else:
        d.entries[k].value = value


def ll_delitem_with_hash(d, key, hash, eqfn, hashfn):
    k = ll_lookup(d, key, hash, eqfn, hashfn)
    if k < 0:
        raise KeyError
    ll_delete_entry(d, k)


def ll_delitem_if_value_is(d, key, value, eqfn, hashfn):
    k = ll_lookup(d, key, hashfn(key), eqfn, hashfn)
    if k >= 0 and d.entries[k].value == value:
        ll_delete_entry(d, k)
