# origin: after published programs
# Values of a PHP-like language: arrays are ordered, copied when they are written to, with references and cursors.
class Value(object):
    def copy(self):
        return self

    def deref(self):
        return self

    def show(self):
        raise NotImplementedError


class Int(Value):
    def __init__(self, n):
        self.n = n

    def show(self):
        return str(self.n)


class Str(Value):
    def __init__(self, s):
        self.s = s

    def show(self):
        return "'%s'" % self.s


class Reference(Value):
    """A variable that two places share."""

    def __init__(self, value):
        self.value = value

    def deref(self):
        return self.value

    def show(self):
        return '&' + self.value.show()


class Storage(object):
    """The entries of an array, and how many arrays use them."""
    copies = 0

    def __init__(self):
        self.entries = {}
        self.order = []
        self.next_index = 0
        self.users = 1

    def clone(self):
        s = Storage()
        for key in self.order:
            s.order.append(key)
            s.entries[key] = self.entries[key].copy()
        s.next_index = self.next_index
        COUNTS[0] += 1
        return s


COUNTS = [0, 0]


class Array(Value):
    def __init__(self, storage):
        self.storage = storage
        self.cursor = 0

    def copy(self):
        self.storage.users += 1
        COUNTS[1] += 1
        a = Array(self.storage)
        a.cursor = self.cursor
        return a

    def writable(self):
        s = self.storage
        if s.users > 1:
            s.users -= 1
            self.storage = s = s.clone()
        return s

    def get(self, key):
        k = normalized(key)
        if k not in self.storage.entries:
            return None
        return self.storage.entries[k].deref()

    def set(self, key, value):
        s = self.writable()
        if key is None:
            k = 'i%d' % s.next_index
        else:
            k = normalized(key)
        if k.startswith('i'):
            s.next_index = max(s.next_index, int(k[1:]) + 1)
        if k in s.entries:
            old = s.entries[k]
            if isinstance(old, Reference):
                old.value = value.copy()
                return
        else:
            s.order.append(k)
        s.entries[k] = value.copy()

    def reference(self, key):
        s = self.writable()
        k = normalized(key)
        if k not in s.entries:
            self.set(key, Int(0))
            s = self.storage
        old = s.entries[k]
        if not isinstance(old, Reference):
            old = Reference(old)
            s.entries[k] = old
        return old

    def unset(self, key):
        s = self.writable()
        k = normalized(key)
        if k in s.entries:
            del s.entries[k]
            s.order.remove(k)

    def show(self):
        parts = []
        for k in self.storage.order:
            parts.append('%s => %s' % (k[1:], self.storage.entries[k].show()))
        return '[' + ', '.join(parts) + ']'

    def each(self):
        if self.cursor >= len(self.storage.order):
            return None
        k = self.storage.order[self.cursor]
        self.cursor += 1
        return k[1:] + '=' + self.storage.entries[k].deref().show()


def normalized(key):
    if isinstance(key, Int):
        return 'i%d' % key.n
    assert isinstance(key, Str)
    s = key.s
    if s and (s.isdigit() or s[0] == '-' and s[1:].isdigit()) and str(int(s)) == s:
        return 'i' + s
    return 's' + s


def literal(values):
    a = Array(Storage())
    for v in values:
        a.set(None, v)
    return a


def entry_point(argv):
    a = literal([Int(1), Str('two'), Int(3)])
    a.set(Str('name'), Str('x'))
    b = a.copy()
    print(a.storage is b.storage, COUNTS)
    b.set(Str('7'), Int(70))
    b.set(None, Int(80))
    print(a.show())
    print(b.show(), COUNTS)
    r = a.reference(Int(1))
    c = a.copy()
    r.value = Str('shared')
    c.set(Int(0), Int(-1))
    c.set(Int(1), Str('through'))
    print(a.show(), c.show(), r.show())
    nested = literal([a, b])
    inner = nested.get(Int(0))
    assert isinstance(inner, Array)
    mine = inner.copy()
    mine.unset(Str('name'))
    print(nested.show())
    print(mine.show())
    b.unset(Int(2))
    b.unset(Int(99))
    out = []
    while True:
        e = b.each()
        if e is None:
            break
        out.append(e)
        if len(out) == 2:
            b.set(Str('late'), Int(1))
    print(out, b.each() is None)
    print(b.get(Str('8')).show(), b.get(Str('08')) is None, COUNTS)
    return 0


def target(driver, args):
    return entry_point, None
