# origin: after published programs
"""hippyvm style: PHP references and copy-on-write arrays; ordered hash of mixed keys; properties on interpreter objects."""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import ovfcheck


class W_Root(object):
    _attrs_ = ()

    def deref(self):
        return self

    def as_int(self):
        return 0

    def as_str(self):
        return ""

    def copy_for_assign(self):
        return self


class W_Int(W_Root):
    _immutable_fields_ = ['intval']

    def __init__(self, intval):
        self.intval = intval

    def as_int(self):
        return self.intval

    def as_str(self):
        return str(self.intval)


class W_Str(W_Root):
    _immutable_fields_ = ['strval']

    def __init__(self, strval):
        self.strval = strval

    def as_int(self):
        n = 0
        for c in self.strval:
            if not c.isdigit():
                break
            n = n * 10 + (ord(c) - ord('0'))
        return n

    def as_str(self):
        return self.strval


class W_Ref(W_Root):
    def __init__(self, w_value):
        self.w_value = w_value

    def deref(self):
        return self.w_value

    def as_str(self):
        return "&" + self.w_value.as_str()

    def copy_for_assign(self):
        return self.w_value.copy_for_assign()


class ArrayStore(object):
    def __init__(self):
        self.refcount = 1
        self.keys = []
        self.values = {}


class W_Array(W_Root):
    copies = 0

    def __init__(self, store=None, nextfree=0):
        self.store = store or ArrayStore()
        self.nextfree = nextfree

    def copy_for_assign(self):
        self.store.refcount += 1
        return W_Array(self.store, self.nextfree)

    def _own(self):
        if self.store.refcount > 1:
            self.store.refcount -= 1
            new = ArrayStore()
            new.keys = self.store.keys[:]
            for k in self.store.keys:
                new.values[k] = self.store.values[k]
            self.store = new
            stats.copies += 1
        return self.store

    @specialize.argtype(1)
    def setitem(self, key, w_value):
        if isinstance(key, int):
            k = str(key)
            if key >= self.nextfree:
                self.nextfree = key + 1
        else:
            k = key
        store = self._own()
        if k not in store.values:
            store.keys.append(k)
            store.values[k] = w_value
        else:
            w_old = store.values[k]
            if isinstance(w_old, W_Ref):
                w_old.w_value = w_value
            else:
                store.values[k] = w_value

    def append(self, w_value):
        self.setitem(self.nextfree, w_value)

    @specialize.argtype(1)
    def getitem(self, key):
        k = str(key) if isinstance(key, int) else key
        w = self.store.values.get(k, None)
        if w is None:
            raise Notice("undefined index " + k)
        return w.deref()

    def getref(self, key):
        store = self._own()
        w = store.values[key]
        if not isinstance(w, W_Ref):
            w = W_Ref(w)
            store.values[key] = w
        return w

    def remove(self, key):
        store = self._own()
        store.keys.remove(key)
        del store.values[key]

    def as_str(self):
        parts = []
        for k in self.store.keys:
            parts.append(k + "=>" + self.store.values[k].as_str())
        return "[" + ", ".join(parts) + "]"

    def _count(self):
        return len(self.store.keys)
    length = property(_count)


class Notice(Exception):
    def __init__(self, msg):
        self.msg = msg


class Stats(object):
    def __init__(self):
        self._copies = 0

    @property
    def copies(self):
        return self._copies

    @copies.setter
    def copies(self, n):
        if n > 100:
            raise ValueError
        self._copies = n


stats = Stats()


@specialize.argtype(0)
def wrap(x):
    if isinstance(x, int):
        return W_Int(x)
    return W_Str(x)


def entry_point(argv):
    a = W_Array()
    for i in range(3):
        a.append(wrap(i * 10))
    a.setitem("name", wrap("php"))
    a.setitem(7, wrap("12abc"))
    a.append(wrap(99))
    print(a.as_str())
    b = a.copy_for_assign()
    assert isinstance(b, W_Array)
    c = b.copy_for_assign()
    assert isinstance(c, W_Array)
    print(a.store is b.store, a.store.refcount)
    b.setitem(1, wrap("changed"))
    print(a.getitem(1).as_str(), b.getitem(1).as_str(), stats.copies, a.store.refcount)
    ref = c.getref("name")
    ref.w_value = wrap("ref")
    c.setitem("name", wrap("through"))
    print(ref.w_value.as_str(), a.getitem("name").as_str(), c.as_str())
    d = c.copy_for_assign()
    assert isinstance(d, W_Array)
    d.setitem("name", wrap("shared"))
    print(c.getitem("name").as_str(), d.getitem(7).as_int() + d.getitem(0).as_int())
    d.remove("1")
    print(d.as_str(), c.length, d.length)
    try:
        print(d.getitem(1).as_str())
    except Notice as e:
        print(e.msg)
    try:
        d.getref("zzz")
    except KeyError:
        print("no such key")
    stats.copies = 50
    try:
        stats.copies = 101
    except ValueError:
        print(stats.copies)
    return 0


def target(driver, args):
    return entry_point
