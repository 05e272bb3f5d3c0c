"""itertools, for the import-time interpreter of the translator."""

from _host import count


def islice(iterable, *args):
    bounds = slice(*args)
    start = bounds.start or 0
    stop = bounds.stop
    step = bounds.step or 1
    position = 0
    wanted = start
    if stop is not None and stop <= start:
        return
    for item in iterable:
        if position == wanted:
            yield item
            wanted += step
        position += 1
        if stop is not None and (position >= stop or wanted >= stop):
            return


class chain(object):
    def __init__(self, *iterables):
        self._gen = _chained(iterables)

    @staticmethod
    def from_iterable(iterables):
        return _chained(iterables)

    def __iter__(self):
        return self._gen

    def __next__(self):
        return next(self._gen)


def _chained(iterables):
    for iterable in iterables:
        for item in iterable:
            yield item


def repeat(item, times=None):
    if times is None:
        while True:
            yield item
    for _ in range(times):
        yield item


def cycle(iterable):
    saved = list(iterable)
    while saved:
        for item in saved:
            yield item


def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            return
        yield item


def dropwhile(predicate, iterable):
    it = iter(iterable)
    for item in it:
        if not predicate(item):
            yield item
            break
    for item in it:
        yield item


def product(*iterables, **options):
    pools = [tuple(pool) for pool in iterables] * options.get('repeat', 1)
    results = [()]
    for pool in pools:
        results = [done + (item,) for done in results for item in pool]
    for result in results:
        yield result


def permutations(iterable, r=None):
    pool = tuple(iterable)
    n = len(pool)
    r = n if r is None else r

    def build(chosen):
        if len(chosen) == r:
            yield tuple([pool[i] for i in chosen])
            return
        for i in range(n):
            if i not in chosen:
                for result in build(chosen + [i]):
                    yield result
    return build([])


def combinations(iterable, r):
    pool = tuple(iterable)

    def build(start, chosen):
        if len(chosen) == r:
            yield tuple(chosen)
            return
        for i in range(start, len(pool)):
            for result in build(i + 1, chosen + [pool[i]]):
                yield result
    return build(0, [])


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)

    def build(start, chosen):
        if len(chosen) == r:
            yield tuple(chosen)
            return
        for i in range(start, len(pool)):
            for result in build(i, chosen + [pool[i]]):
                yield result
    return build(0, [])


def groupby(iterable, key=None):
    group = []
    current = None
    first = True
    for item in iterable:
        k = item if key is None else key(item)
        if not first and k == current:
            group.append(item)
            continue
        if not first:
            yield current, iter(group)
        first = False
        current = k
        group = [item]
    if not first:
        yield current, iter(group)


def accumulate(iterable, func=None, initial=None):
    it = iter(iterable)
    total = initial
    if initial is None:
        for total in it:
            break
        else:
            return
    yield total
    for item in it:
        total = total + item if func is None else func(total, item)
        yield total


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def compress(data, selectors):
    for item, wanted in zip(data, selectors):
        if wanted:
            yield item


def filterfalse(predicate, iterable):
    for item in iterable:
        if not (item if predicate is None else predicate(item)):
            yield item


def zip_longest(*iterables, **options):
    fill = options.get('fillvalue')
    pools = [list(pool) for pool in iterables]
    longest = 0
    for pool in pools:
        longest = max(longest, len(pool))
    for i in range(longest):
        yield tuple([pool[i] if i < len(pool) else fill for pool in pools])


def tee(iterable, n=2):
    saved = list(iterable)
    return tuple([iter(saved) for _ in range(n)])


def pairwise(iterable):
    previous = None
    first = True
    for item in iterable:
        if not first:
            yield previous, item
        previous = item
        first = False


imap = map
ifilter = filter
izip = zip
izip_longest = zip_longest
ifilterfalse = filterfalse
