"""Functions of module itertools whose results depend on how many arguments they get, or on their types.
Each call has a copy of its own, for the types of its arguments. (The others are those of `rlib/hostlib/itertools.py`.)"""

from rpython.rlib.objectmodel import specialize


@specialize.call_location()
def count(start=0, step=1):
    n = start
    while True:
        yield n
        n += step


@specialize.call_location()
def chain0():
    return iter([])


@specialize.call_location()
def chain1(a):
    for x in a:
        yield x


@specialize.call_location()
def chain2(a, b):
    for x in a:
        yield x
    for x in b:
        yield x


@specialize.call_location()
def chain3(a, b, c):
    for x in a:
        yield x
    for x in b:
        yield x
    for x in c:
        yield x


@specialize.call_location()
def chain4(a, b, c, d):
    for x in a:
        yield x
    for x in b:
        yield x
    for x in c:
        yield x
    for x in d:
        yield x


@specialize.call_location()
def chain5(a, b, c, d, e):
    return chain2(chain4(a, b, c, d), chain1(e))


@specialize.call_location()
def chain6(a, b, c, d, e, f):
    return chain2(chain4(a, b, c, d), chain2(e, f))


@specialize.call_location()
def chain7(a, b, c, d, e, f, g):
    return chain2(chain4(a, b, c, d), chain3(e, f, g))


@specialize.call_location()
def chain8(a, b, c, d, e, f, g, h):
    return chain2(chain4(a, b, c, d), chain4(e, f, g, h))


@specialize.call_location()
def chain_from_iterable(iterables):
    for iterable in iterables:
        for x in iterable:
            yield x


# ---- islice

@specialize.call_location()
def islice_stop(iterable, stop):
    return islice(iterable, 0, stop)


@specialize.call_location()
def islice(iterable, start, stop, step=1):
    first = 0
    if start is not None:
        first = start
    stride = 1
    if step is not None:
        stride = step
    bad = first < 0 or stride < 1
    if stop is None:
        limit = -1
    else:
        limit = stop
        bad = bad or stop < 0
    if bad:
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return sliced(iter(iterable), first, limit, stride)


@specialize.call_location()
def sliced(it, start, stop, step):
    """`stop` is -1 if there is none."""
    position = 0
    wanted = start
    while stop < 0 or position < stop:
        try:
            x = next(it)
        except StopIteration:
            return
        if position == wanted:
            yield x
            wanted += step
        position += 1


# ---- products, combinations, permutations: of a known length

@specialize.call_location()
def product0():
    yield ()


@specialize.call_location()
def product1(a):
    for x in [x for x in a]:
        yield (x,)


@specialize.call_location()
def product2(a, b):
    la = [x for x in a]
    lb = [x for x in b]
    for x in la:
        for y in lb:
            yield x, y


@specialize.call_location()
def product3(a, b, c):
    la = [x for x in a]
    lb = [x for x in b]
    lc = [x for x in c]
    for x in la:
        for y in lb:
            for z in lc:
                yield x, y, z


@specialize.call_location()
def product4(a, b, c, d):
    la = [x for x in a]
    lb = [x for x in b]
    lc = [x for x in c]
    ld = [x for x in d]
    for x in la:
        for y in lb:
            for z in lc:
                for t in ld:
                    yield x, y, z, t


@specialize.call_location()
def power0(a):
    yield ()


@specialize.call_location()
def power1(a):
    return product1(a)


@specialize.call_location()
def power2(a):
    l = [x for x in a]
    return product2(l, l)


@specialize.call_location()
def power3(a):
    l = [x for x in a]
    return product3(l, l, l)


@specialize.call_location()
def power4(a):
    l = [x for x in a]
    return product4(l, l, l, l)


@specialize.call_location()
def combinations0(a):
    yield ()


@specialize.call_location()
def combinations1(a):
    return product1(a)


@specialize.call_location()
def combinations2(a):
    l = [x for x in a]
    for i in range(len(l)):
        for j in range(i + 1, len(l)):
            yield l[i], l[j]


@specialize.call_location()
def combinations3(a):
    l = [x for x in a]
    for i in range(len(l)):
        for j in range(i + 1, len(l)):
            for k in range(j + 1, len(l)):
                yield l[i], l[j], l[k]


@specialize.call_location()
def combinations4(a):
    l = [x for x in a]
    for i in range(len(l)):
        for j in range(i + 1, len(l)):
            for k in range(j + 1, len(l)):
                for m in range(k + 1, len(l)):
                    yield l[i], l[j], l[k], l[m]


@specialize.call_location()
def multisets1(a):
    return product1(a)


@specialize.call_location()
def multisets2(a):
    l = [x for x in a]
    for i in range(len(l)):
        for j in range(i, len(l)):
            yield l[i], l[j]


@specialize.call_location()
def multisets3(a):
    l = [x for x in a]
    for i in range(len(l)):
        for j in range(i, len(l)):
            for k in range(j, len(l)):
                yield l[i], l[j], l[k]


@specialize.call_location()
def permutations1(a):
    return product1(a)


@specialize.call_location()
def permutations2(a):
    l = [x for x in a]
    for i in range(len(l)):
        for j in range(len(l)):
            if i != j:
                yield l[i], l[j]


@specialize.call_location()
def permutations3(a):
    l = [x for x in a]
    n = len(l)
    for i in range(n):
        for j in range(n):
            if i != j:
                for k in range(n):
                    if k != i and k != j:
                        yield l[i], l[j], l[k]


@specialize.call_location()
def permutations4(a):
    l = [x for x in a]
    n = len(l)
    for i in range(n):
        for j in range(n):
            if i != j:
                for k in range(n):
                    if k != i and k != j:
                        for m in range(n):
                            if m != i and m != j and m != k:
                                yield l[i], l[j], l[k], l[m]


# ---- groupby: what the two generators share is in lists

@specialize.call_location()
def same(x):
    return x


@specialize.call_location()
def groupby(iterable, key):
    it = iter(iterable)
    read = []           # the item that was read ahead, with its key
    turn = [0]          # number of the group that may read
    while True:
        if len(read) == 0:
            try:
                x = next(it)
            except StopIteration:
                return
            read.append((key(x), x))
        turn[0] += 1
        k = read[0][0]
        yield k, members(it, key, read, turn, turn[0], k)
        turn[0] += 1
        # what is left of the group
        while True:
            if len(read) == 0:
                try:
                    x = next(it)
                except StopIteration:
                    return
                read.append((key(x), x))
            if not read[0][0] == k:
                break
            read.pop()


@specialize.call_location()
def members(it, key, read, turn, mine, k):
    while turn[0] == mine:
        if len(read) == 0:
            try:
                x = next(it)
            except StopIteration:
                return
            read.append((key(x), x))
        if not read[0][0] == k:
            return
        yield read.pop()[1]


@specialize.call_location()
def groupby_items(iterable):
    return groupby(iterable, same)


# ---- zip_longest

@specialize.call_location()
def zip_longest2(a, b, fill):
    ia = iter(a)
    ib = iter(b)
    more_a = True
    more_b = True
    while True:
        x = fill
        y = fill
        if more_a:
            try:
                x = next(ia)
            except StopIteration:
                more_a = False
        if more_b:
            try:
                y = next(ib)
            except StopIteration:
                more_b = False
        if not more_a and not more_b:
            return
        yield x, y


@specialize.call_location()
def zip_longest3(a, b, c, fill):
    ia = iter(a)
    ib = iter(b)
    ic = iter(c)
    more_a = True
    more_b = True
    more_c = True
    while True:
        x = fill
        y = fill
        z = fill
        if more_a:
            try:
                x = next(ia)
            except StopIteration:
                more_a = False
        if more_b:
            try:
                y = next(ib)
            except StopIteration:
                more_b = False
        if more_c:
            try:
                z = next(ic)
            except StopIteration:
                more_c = False
        if not more_a and not more_b and not more_c:
            return
        yield x, y, z


# ---- accumulate

@specialize.call_location()
def accumulate(iterable):
    it = iter(iterable)
    try:
        total = next(it)
    except StopIteration:
        return
    yield total
    for x in it:
        total = total + x
        yield total


@specialize.call_location()
def accumulate_by(iterable, function):
    it = iter(iterable)
    try:
        total = next(it)
    except StopIteration:
        return
    yield total
    for x in it:
        total = function(total, x)
        yield total


@specialize.call_location()
def accumulate_from(iterable, initial):
    total = initial
    yield total
    for x in iterable:
        total = total + x
        yield total


@specialize.call_location()
def accumulate_by_from(iterable, function, initial):
    total = initial
    yield total
    for x in iterable:
        total = function(total, x)
        yield total


# ---- tee: the items that one branch has not had yet

@specialize.call_location()
def tee(iterable):
    it = iter(iterable)
    first = []
    second = []
    return branch(it, first, second), branch(it, second, first)


@specialize.call_location()
def branch(it, mine, other):
    while True:
        if len(mine) == 0:
            try:
                x = next(it)
            except StopIteration:
                return
            mine.append(x)
            other.append(x)
        yield mine.pop(0)


@specialize.call_location()
def repeat(x):
    while True:
        yield x


@specialize.call_location()
def repeat_times(x, times):
    n = times
    while n > 0:
        yield x
        n -= 1


@specialize.call_location()
def pairwise(iterable):
    it = iter(iterable)
    try:
        x = next(it)
    except StopIteration:
        return
    for y in it:
        yield x, y
        x = y
