"""Built-in functions over iterables. Each call has a copy of its own, for the types of its arguments."""

from rpython.rlib.objectmodel import specialize


@specialize.call_location()
def sum_(items, start=0):
    total = start
    for x in items:
        total = total + x
    return total


@specialize.call_location()
def any_(items):
    for x in items:
        if x:
            return True
    return False


@specialize.call_location()
def all_(items):
    for x in items:
        if not x:
            return False
    return True


@specialize.call_location()
def list_(items):
    return [x for x in items]


def unpack_error(length, n):
    """What is raised where `length` items are unpacked to n targets."""
    if length > n:
        return ValueError("too many values to unpack (expected %d)" % n)
    return ValueError("not enough values to unpack (expected %d, got %d)" % (n, length))


@specialize.argtype(0)
def unpack_exactly(items, n):
    """For `a, b = items`."""
    if items is None:
        raise TypeError("cannot unpack non-iterable NoneType object")
    if len(items) != n:
        raise unpack_error(len(items), n)
    return items


@specialize.call_location()
def unpack_items(items, n):
    """As a list. No more items are asked for than shows that there are too many."""
    result = []
    for x in items:
        if len(result) == n:
            raise unpack_error(n + 1, n)
        result.append(x)
    if len(result) < n:
        raise unpack_error(len(result), n)
    return result


@specialize.call_location()
def unpack_wrong(items, n):
    """Of a tuple with another number of items."""
    raise unpack_error(len(items), n)


@specialize.argtype(0)
def at_least(items, n):
    """For `a, *b = items`."""
    if items is None:
        raise TypeError("cannot unpack non-iterable NoneType object")
    if len(items) < n:
        raise too_few(n, len(items))
    return items


def too_few(n, length):
    return ValueError("not enough values to unpack (expected at least %d, got %d)" % (n, length))


@specialize.call_location()
def list_at_least(items, n):
    if items is None:
        raise TypeError("cannot unpack non-iterable NoneType object")
    result = [x for x in items]
    if len(result) < n:
        raise too_few(n, len(result))
    return result


@specialize.call_location()
def sorted_(items, cmp=None, key=None, reverse=False):
    result = [x for x in items]
    result.sort(cmp=cmp, key=key, reverse=reverse)
    return result


@specialize.call_location()
def reduce_(function, items, *start):
    it = iter(items)
    if len(start) == 0:
        try:
            total = next(it)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value")
    else:
        total = start[0]
    for x in it:
        total = function(total, x)
    return total


# ---- iterators

@specialize.call_location()
def iter_(items):
    return items.__iter__()


@specialize.call_location()
def next_(it):
    return it.next()


@specialize.call_location()
def next_default(it, default):
    try:
        return next(it)
    except StopIteration:
        return default


@specialize.call_location()
def enumerate_(iterable, start=0):
    i = start
    for x in iterable:
        yield i, x
        i += 1


@specialize.call_location()
def reversed_copy(items):
    return reversed([x for x in items])


@specialize.call_location()
def reversed_(items):
    return items.__reversed__()


@specialize.call_location()
def map1(function, a):
    for x in a:
        yield function(x)


@specialize.call_location()
def map2(function, a, b):
    for x, y in zip(a, b):
        yield function(x, y)


@specialize.call_location()
def map3(function, a, b, c):
    for x, y, z in zip(a, b, c):
        yield function(x, y, z)


@specialize.call_location()
def filter_(function, items):
    for x in items:
        if function(x):
            yield x


@specialize.call_location()
def filter_text(function, text):
    """`filter` of Python 2, of a string."""
    if function is None:
        return text
    return ''.join([c for c in text if function(c)])


@specialize.call_location()
def filter_unicode(function, text):
    if function is None:
        return text
    return u''.join([c for c in text if function(c)])


# In files of Python 2 these give lists (`zip` where more than a loop uses it).

@specialize.call_location()
def zip_list(*iterables):
    return [x for x in zip(*iterables)]


@specialize.call_location()
def map_list(function, *iterables):
    return [x for x in map(function, *iterables)]


@specialize.call_location()
def filter_list(function, items):
    return [x for x in items if function(x)]


@specialize.call_location()
def filter_true_list(function, items):
    return [x for x in items if x]


@specialize.call_location()
def filter_true(items):
    for x in items:
        if x:
            yield x


@specialize.call_location()
def zip1(a):
    for x in a:
        yield (x,)


@specialize.call_location()
def zip2(a, b):
    ia = iter(a)
    ib = iter(b)
    while True:
        try:
            x = next(ia)
            y = next(ib)
        except StopIteration:
            return
        yield x, y


@specialize.call_location()
def zip3(a, b, c):
    ia = iter(a)
    ib = iter(b)
    ic = iter(c)
    while True:
        try:
            x = next(ia)
            y = next(ib)
            z = next(ic)
        except StopIteration:
            return
        yield x, y, z


@specialize.call_location()
def zip4(a, b, c, d):
    ia = iter(a)
    ib = iter(b)
    ic = iter(c)
    id = iter(d)
    while True:
        try:
            x = next(ia)
            y = next(ib)
            z = next(ic)
            t = next(id)
        except StopIteration:
            return
        yield x, y, z, t


# ---- the smallest and the largest item: the first of several equal ones

@specialize.call_location()
def min_of(items):
    it = iter(items)
    try:
        best = next(it)
    except StopIteration:
        raise ValueError("min() arg is an empty sequence")
    for x in it:
        if x < best:
            best = x
    return best


@specialize.call_location()
def max_of(items):
    it = iter(items)
    try:
        best = next(it)
    except StopIteration:
        raise ValueError("max() arg is an empty sequence")
    for x in it:
        if best < x:
            best = x
    return best


@specialize.call_location()
def min_of_by(items, key):
    it = iter(items)
    try:
        best = next(it)
    except StopIteration:
        raise ValueError("min() arg is an empty sequence")
    least = key(best)
    for x in it:
        k = key(x)
        if k < least:
            best = x
            least = k
    return best


@specialize.call_location()
def max_of_by(items, key):
    it = iter(items)
    try:
        best = next(it)
    except StopIteration:
        raise ValueError("max() arg is an empty sequence")
    greatest = key(best)
    for x in it:
        k = key(x)
        if greatest < k:
            best = x
            greatest = k
    return best


@specialize.call_location()
def min_of_default(items, default):
    it = iter(items)
    try:
        best = next(it)
    except StopIteration:
        return default
    for x in it:
        if x < best:
            best = x
    return best


@specialize.call_location()
def max_of_default(items, default):
    it = iter(items)
    try:
        best = next(it)
    except StopIteration:
        return default
    for x in it:
        if best < x:
            best = x
    return best


@specialize.call_location()
def min_of_default_by(items, default, key):
    it = iter(items)
    try:
        best = next(it)
    except StopIteration:
        return default
    least = key(best)
    for x in it:
        k = key(x)
        if k < least:
            best = x
            least = k
    return best


@specialize.call_location()
def max_of_default_by(items, default, key):
    it = iter(items)
    try:
        best = next(it)
    except StopIteration:
        return default
    greatest = key(best)
    for x in it:
        k = key(x)
        if greatest < k:
            best = x
            greatest = k
    return best


@specialize.call_location()
def min2(a, b):
    if b < a:
        return b
    return a


@specialize.call_location()
def max2(a, b):
    if a < b:
        return b
    return a


@specialize.call_location()
def min3(a, b, c):
    if b < a:
        a = b
    if c < a:
        a = c
    return a


@specialize.call_location()
def max3(a, b, c):
    if a < b:
        a = b
    if a < c:
        a = c
    return a


@specialize.call_location()
def min2_by(a, b, key):
    if key(b) < key(a):
        return b
    return a


@specialize.call_location()
def max2_by(a, b, key):
    if key(a) < key(b):
        return b
    return a


@specialize.call_location()
def min3_by(a, b, c, key):
    return min_of_by([a, b, c], key)


@specialize.call_location()
def max3_by(a, b, c, key):
    return max_of_by([a, b, c], key)
