"""itertools, for the import-time interpreter of the translator."""

from _host import count


def islice(iterable, *args):
    bounds = slice(*args)
    start = 0 if bounds.start is None else bounds.start
    stop = bounds.stop
    step = 1 if bounds.step is None else bounds.step
    if start < 0 or step < 1 or (stop is not None and stop < 0):
        raise ValueError('Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
    return _sliced(iter(iterable), start, stop, step)


def _sliced(it, start, stop, step):
    position = 0
    wanted = start
    while stop is None or position < stop:
        try:
            item = next(it)
        except StopIteration:
            return
        if position == wanted:
            yield item
            wanted += step
            if stop is not None and wanted >= stop:
                # The rest is skipped, not left.
                position += 1
                while position < stop:
                    next(it, None)
                    position += 1
                return
        position += 1


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

    next = __next__


def _chained(iterables):
    for iterable in iterables:
        for item in iterable:
            yield item


def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


def cycle(iterable):
    saved = []
    for item in iterable:
        saved.append(item)
        yield item
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
    n = len(pools)
    if [pool for pool in pools if not pool]:
        return
    at = [0] * n
    while True:
        yield tuple([pools[i][at[i]] for i in range(n)])
        i = n - 1
        while i >= 0:
            at[i] += 1
            if at[i] < len(pools[i]):
                break
            at[i] = 0
            i -= 1
        if i < 0:
            return


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
    return _chosen(tuple(iterable), r, 1)


def combinations_with_replacement(iterable, r):
    return _chosen(tuple(iterable), r, 0)


def _chosen(pool, r, step):
    def build(start, chosen):
        if len(chosen) == r:
            yield tuple(chosen)
            return
        for i in range(start, len(pool)):
            for result in build(i + step, chosen + [pool[i]]):
                yield result
    return build(0, [])


class groupby(object):
    """Groups of neighbours with the same key; a group ends when the next one is asked for."""

    def __init__(self, iterable, key=None):
        self._it = iter(iterable)
        self._key = key
        self._pending = []      # the first item of the next group, once it has been read
        self._current = None
        self._group = 0

    def __iter__(self):
        return self

    def _read(self):
        """Next item with its key into `_pending`; False at the end."""
        if not self._pending:
            try:
                item = next(self._it)
            except StopIteration:
                return False
            self._pending.append((item if self._key is None else self._key(item), item))
        return True

    def __next__(self):
        if self._group:
            while self._read() and self._pending[0][0] == self._current:
                self._pending.pop()
        if not self._read():
            raise StopIteration
        self._group += 1
        self._current = self._pending[0][0]
        return self._current, self._members(self._group, self._current)

    next = __next__

    def _members(self, group, key):
        while self._group == group and self._read() and self._pending[0][0] == key:
            yield self._pending.pop()[1]


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
    iterators = [iter(it) for it in iterables]
    alive = len(iterators)
    while alive:
        values = []
        for i, it in enumerate(iterators):
            if it is None:
                values.append(fill)
                continue
            try:
                values.append(next(it))
            except StopIteration:
                alive -= 1
                if not alive:
                    return
                iterators[i] = None
                values.append(fill)
        yield tuple(values)


def tee(iterable, n=2):
    it = iter(iterable)
    waiting = [[] for _ in range(n)]

    def branch(mine):
        while True:
            if not mine:
                try:
                    item = next(it)
                except StopIteration:
                    return
                for other in waiting:
                    other.append(item)
            yield mine.pop(0)
    return tuple([branch(mine) for mine in waiting])


def pairwise(iterable):
    previous = None
    first = True
    for item in iterable:
        if not first:
            yield previous, item
        previous = item
        first = False


def batched(iterable, n):
    it = iter(iterable)
    while True:
        batch = tuple(islice(it, n))
        if not batch:
            return
        yield batch


imap = map
ifilter = filter
izip = zip
izip_longest = zip_longest
ifilterfalse = filterfalse
