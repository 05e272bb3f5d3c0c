"""r_dicts with different functions share variables; their functions may be variables, raise, and use other such dicts."""
from rpython.rlib.objectmodel import r_dict, compute_hash, specialize


class K(object):
    def __init__(self, name):
        self.name = name


def eq_name(a, b):
    return a.name == b.name


def hash_name(a):
    return compute_hash(a.name)


def eq_len(a, b):
    return len(a.name) == len(b.name)


def hash_len(a):
    return len(a.name)


def eq_nested(a, b):
    # a comparison that uses another dict of the kind, and one that raises
    if STATE.depth > 2:
        raise ValueError
    STATE.depth += 1
    try:
        n = len(STATE.other)
        STATE.other[a] = STATE.depth
        STATE.other[b] = STATE.depth
        return a.name[0] == b.name[0] and len(STATE.other) >= n
    finally:
        STATE.depth -= 1


def hash_nested(a):
    return ord(a.name[0])


class State(object):
    def __init__(self):
        self.depth = 0
        self.other = r_dict(eq_len, hash_len)


STATE = State()
PREBUILT = r_dict(eq_name, hash_name)
PREBUILT[K('pre')] = 1
PREBUILT[K('built')] = 2
PREBUILT2 = r_dict(eq_len, hash_len)
PREBUILT2[K('abc')] = 10
FUNCTIONS = [(eq_name, hash_name), (eq_len, hash_len), (eq_nested, hash_nested)]


class Holder(object):
    def __init__(self, d):
        self.d = d


class Base(object):
    @staticmethod
    def eq(a, b):
        raise NotImplementedError

    @staticmethod
    def hash(a):
        raise NotImplementedError

    def __init__(self):
        self.clear()

    def clear(self):
        self.d = r_dict(self.eq, self.hash, force_non_null=True)


class ByName(Base):
    @staticmethod
    def eq(a, b):
        return a.name == b.name

    @staticmethod
    def hash(a):
        return compute_hash(a.name)


class ByFirst(Base):
    @staticmethod
    def eq(a, b):
        return a.name[0] == b.name[0]

    @staticmethod
    def hash(a):
        return ord(a.name[0])


def show(d):
    parts = []
    for k, v in d.items():
        parts.append('%s=%d' % (k.name, v))
    return ' '.join(parts)


def use(d, extra):
    print('--', len(d), show(d))
    d[K('one')] = 1
    d[K('two')] = 2
    d[K('three')] = 3
    d[K('tee')] = 4
    d[K(extra)] = 5
    print(show(d), len(d))
    print(d[K('two')], d.get(K('four'), -1), K('zzz') in d, K('q' * 9) in d)
    c = d.copy()
    c[K('copy')] = 6
    del c[K('one')]
    print(show(c), '|', show(d))
    print(d.setdefault(K('five'), 50), d.setdefault(K('tee'), 60))
    k, v = c.popitem()
    print(k.name, v)
    print(c.pop(K('three'), 70), len(c))
    c.clear()
    c[K('x')] = 1
    c[K('y')] = 2
    d.update(c)
    print(show(c), '|', show(d))
    try:
        del d[K('not there at all')]
    except KeyError:
        print('no such key')
    print([k.name for k in d.keys()], [v for v in d.values()])


def entry_point(argv):
    n = len(argv)
    for i in range(3):
        eq, hash = FUNCTIONS[(i + n - 1) % 3]
        use(r_dict(eq, hash), 'extra')
    print(len(STATE.other) > 1, STATE.depth)
    use(r_dict(eq_name, hash_name), 'const')
    holder = Holder(PREBUILT)
    use(holder.d, 'p')
    use(PREBUILT2, 'pp')
    holder.d = PREBUILT2
    print(K('def') in holder.d, K('def') in PREBUILT)
    nested = r_dict(eq_nested, hash_nested)
    nested[K('ab')] = 1
    STATE.depth = 5
    try:
        print(K('ac') in nested)
    except ValueError:
        print('raised')
    STATE.depth = 0
    print(K('ac') in nested, K('name') in holder.d)
    for b in [ByName(), ByFirst()]:
        use(b.d, 'o')
        b.clear()
        b.d[K('p')] = 1
        b.d[K('pq')] = 2
        print(show(b.d))
    return 0


def target(driver, args):
    return entry_point, None
