"""Tables: an array part, fields of a hidden class (Map) for names in the program text, and a hash part for everything else.

A key is in one part only. Keys 1 to arrlen are in the array part, whose last value is not nil; key arrlen + 1 is in no part, so arrlen is
the length. An array part of integers only, or of floats only, keeps them unboxed. Names get into the map when a constant name is assigned, up to MAP_LIMIT of them; other strings go to the hash part."""
from rpython.rlib import jit
from rpython.rlib.debug import make_sure_not_resized
from rpython.rlib.objectmodel import always_inline, compute_hash
from rpython.rlib.rarithmetic import r_uint

from lua.objects import (LuaError, W_Float, W_Integer, W_Root, W_String, error, hash_int, intern, w_nil)
from lua.numbers import fits_int

MAP_LIMIT = 80

# the names of metamethods
EVENTS = ["__index", "__newindex", "__call", "__add", "__sub", "__mul", "__div", "__mod", "__idiv", "__pow", "__band", "__bor", "__bxor",
          "__shl", "__shr", "__unm", "__bnot", "__len", "__concat", "__eq", "__lt", "__le", "__close", "__tostring", "__name", "__pairs",
          "__metatable"]
EVENT_NUMBERS = {}
for i in range(len(EVENTS)):
    EVENT_NUMBERS[EVENTS[i]] = i
NO_EVENTS = [-1] * len(EVENTS)


class Map(object):
    """The names that a table has, in the order in which they came; each is at its number in the table's `fields`."""
    _immutable_fields_ = ['parent', 'w_name', 'index', 'numbers', 'events[*]']

    def __init__(self, parent, w_name, index):
        self.parent = parent
        self.w_name = w_name
        self.index = index                      # of w_name; -1 in the empty map
        self.transitions = {}
        numbers = {}
        m = self
        while m.parent is not None:
            numbers[m.w_name.strval] = m.index
            m = m.parent
        self.numbers = numbers
        events = NO_EVENTS                      # the numbers of the names of metamethods, -1 for those that are not there
        if parent is not None:
            events = parent.events
            event = EVENT_NUMBERS.get(w_name.strval, -1)
            if event >= 0:
                events = events[:]
                events[event] = index
        self.events = events

    @jit.elidable
    def find(self, name):
        """The number of a name, or -1."""
        return self.numbers.get(name, -1)

    @jit.elidable
    def with_name(self, w_name):
        """The map with one more name."""
        m = self.transitions.get(w_name.strval, None)
        if m is None:
            m = Map(self, w_name, self.index + 1)
            self.transitions[w_name.strval] = m
        return m

    def has_room(self):
        return self.index + 1 < MAP_LIMIT

    def name_at(self, index):
        m = self
        while m.index > index:
            m = m.parent
        return m.w_name


EMPTY_MAP = Map(None, W_String(""), -1)
NO_VALUES = [w_nil][:0]
NO_INTS = [0][:0]
NO_FLOATS = [0.0][:0]

# what is in the array part
OBJECTS = 0
INTS = 1
FLOATS = 2


class FieldCache(object):
    """A constant name at one place of the program, with what was found there last (the JIT needs no such memory). Reads and stores may
    share one: whoever finds another map makes it an entry that is good for both."""
    _immutable_fields_ = ['w_name', 'name']

    def __init__(self, w_name):
        self.w_name = w_name
        self.name = w_name.strval
        self.map = None
        self.index = -1                         # of the name in `map`
        self.target = None                      # the map that follows `map` when the name is added; None: not known yet
        self.deeper = None                      # for the table behind __index

    def find(self, m):
        """The number of the name in a map, or -1."""
        if m is not self.map:
            self.map = m
            self.index = m.find(self.name)
            self.target = None
        return self.index

    def find_target(self):
        """The map with the name, or the same one if that is full."""
        m = self.target
        if m is None:
            m = self.map
            if m.has_room():
                m = m.with_name(self.w_name)
            self.target = m
        return m


class MetaEvent(object):
    """The name of a metamethod."""
    _immutable_fields_ = ['w_name', 'number']

    def __init__(self, w_name):
        self.w_name = w_name
        self.number = EVENT_NUMBERS[w_name.strval]


class GlobalCell(W_Root):
    """The value of a global variable that the program text names. Stands in the hash part in place of the value. A variable that was
    assigned once or twice is a constant for the JIT."""
    _attrs_ = ('w_const', 'w_value', 'changes')
    _immutable_fields_ = ['w_const?']

    def __init__(self, w_value):
        self.w_const = w_value
        self.w_value = w_value
        self.changes = 0

    def get(self):
        w_value = self.w_const
        if w_value is None:
            return self.w_value
        return w_value

    def set(self, w_value):
        self.w_value = w_value
        if self.w_const is not None:
            self.set_const(w_value)

    @jit.dont_look_inside
    def set_const(self, w_value):
        self.changes += 1
        if self.changes > 3:
            self.w_const = None
        else:
            self.w_const = w_value


class FloatCell(W_Root):
    """A float in a field. Belongs to the field, so that assigning another float allocates nothing."""
    _attrs_ = ('floatval',)

    def __init__(self, floatval):
        self.floatval = floatval


@always_inline
def read_field(fields, n):
    w_value = fields[n]
    if isinstance(w_value, FloatCell):
        return W_Float(w_value.floatval)
    return w_value


@always_inline
def write_field(fields, n, w_value):
    if isinstance(w_value, W_Float):
        w_old = fields[n]
        if isinstance(w_old, FloatCell):
            w_old.floatval = w_value.floatval
        else:
            fields[n] = FloatCell(w_value.floatval)
    else:
        fields[n] = w_value


class HashPart(object):
    """Open addressing; entries in the order in which they came. A removed entry keeps its key, with nil, until the next growth."""

    def __init__(self, size):
        self.keys = [w_nil] * size
        self.vals = [w_nil] * size
        self.used = 0
        self.slots = [-1] * (size * 2)          # numbers of entries; a power of two

    def lookup(self, w_key):
        """The number of a key's entry, or -1."""
        if isinstance(w_key, W_String):
            return self.lookup_str(w_key)
        if isinstance(w_key, W_Integer):
            return self.lookup_int(w_key.intval)
        slots = self.slots
        mask = len(slots) - 1
        i = w_key.hash() & mask
        while True:
            n = slots[i]
            if n < 0:
                return -1
            w_other = self.keys[n]
            if w_other is w_key:
                return n
            if isinstance(w_key, W_Float) and isinstance(w_other, W_Float) and w_other.floatval == w_key.floatval:
                return n
            i = (i + 1) & mask

    def lookup_int(self, key):
        slots = self.slots
        mask = len(slots) - 1
        i = hash_int(key) & mask
        while True:
            n = slots[i]
            if n < 0:
                return -1
            w_other = self.keys[n]
            if isinstance(w_other, W_Integer) and w_other.intval == key:
                return n
            i = (i + 1) & mask

    def lookup_str(self, w_key):
        slots = self.slots
        mask = len(slots) - 1
        i = compute_hash(w_key.strval) & mask
        while True:
            n = slots[i]
            if n < 0:
                return -1
            w_other = self.keys[n]
            if w_other is w_key:
                return n
            if isinstance(w_other, W_String) and w_other.strval == w_key.strval:
                return n
            i = (i + 1) & mask

    def value(self, n):
        w_value = self.vals[n]
        if isinstance(w_value, GlobalCell):
            return w_value.get()
        return w_value

    def store(self, n, w_value):
        w_old = self.vals[n]
        if isinstance(w_old, GlobalCell):
            w_old.set(w_value)
        else:
            self.vals[n] = w_value

    def has_room(self):
        return self.used < len(self.keys)

    def append(self, w_key, w_value):
        """A new entry, where there is room."""
        n = self.used
        self.keys[n] = w_key
        self.vals[n] = w_value
        self.used = n + 1
        slots = self.slots
        mask = len(slots) - 1
        i = w_key.hash() & mask
        while slots[i] >= 0:
            i = (i + 1) & mask
        slots[i] = n

    def grown(self):
        """A hash part with the same entries and room for more."""
        live = 0
        for n in range(self.used):
            if self.vals[n] is not w_nil:
                live += 1
        size = 4
        while size < live * 2:
            size *= 2
        other = HashPart(size)
        for n in range(self.used):
            if self.vals[n] is not w_nil:
                other.append(self.keys[n], self.vals[n])
        return other


class W_Table(W_Root):
    _attrs_ = ('map', 'fields', 'kind', 'arr', 'ints', 'floats', 'arrlen', 'hashpart', 'metatable')

    def __init__(self):
        self.map = EMPTY_MAP
        self.fields = NO_VALUES
        self.kind = OBJECTS                     # says which of the three lists is in use
        self.arr = NO_VALUES                    # may be longer than arrlen; the rest is nil
        self.ints = NO_INTS
        self.floats = NO_FLOATS
        self.arrlen = 0
        self.hashpart = None
        self.metatable = None

    def typename(self):
        return "table"

    # ---- reading

    def get(self, w_key):
        """The value of any key, without metamethods."""
        if isinstance(w_key, W_Integer):
            return self.get_int(w_key.intval)
        if isinstance(w_key, W_String):
            return self.get_str(w_key)
        return self.get_other(w_key)

    def get_int(self, key):
        i = key - 1
        kind = self.kind
        if kind == OBJECTS:
            arr = self.arr
            if r_uint(i) < r_uint(len(arr)):
                w_value = arr[i]
                if w_value is not w_nil:
                    return w_value
        elif r_uint(i) < r_uint(self.arrlen):
            if kind == INTS:
                return W_Integer(self.ints[i])
            return W_Float(self.floats[i])
        if self.hashpart is None:
            return w_nil
        return self.hash_get_int(key)

    @jit.dont_look_inside
    def hash_get_int(self, key):
        n = self.hashpart.lookup_int(key)
        if n < 0:
            return w_nil
        return self.hashpart.value(n)

    def get_str(self, w_key):
        """A string that is not known when the program is compiled."""
        m = self.map
        if m is not EMPTY_MAP:
            n = m.find(w_key.strval)
            if n >= 0:
                return read_field(self.fields, n)
        if self.hashpart is None:
            return w_nil
        return self.hash_get_str(w_key)

    @jit.dont_look_inside
    def hash_get_str(self, w_key):
        n = self.hashpart.lookup_str(w_key)
        if n < 0:
            return w_nil
        return self.hashpart.value(n)

    def get_field(self, cache):
        """A constant name."""
        if jit.we_are_jitted():
            m = jit.promote(self.map)
            n = m.find(cache.name)
        else:
            n = cache.find(self.map)
        if n >= 0:
            return read_field(self.fields, n)
        if self.hashpart is None:
            return w_nil
        return self.hash_get_str(cache.w_name)

    def get_event(self, event):
        """The handler of an event, in a metatable."""
        n = jit.promote(self.map).events[event.number]
        if n >= 0:
            return read_field(self.fields, n)
        if self.hashpart is None:
            return w_nil
        return self.hash_get_str(event.w_name)

    @jit.dont_look_inside
    def get_other(self, w_key):
        if isinstance(w_key, W_Float) and fits_int(w_key.floatval):
            return self.get_int(int(w_key.floatval))
        if self.hashpart is None:
            return w_nil
        n = self.hashpart.lookup(w_key)
        if n < 0:
            return w_nil
        return self.hashpart.value(n)

    # ---- writing

    def set(self, w_key, w_value):
        """Assigns to any key, without metamethods."""
        if isinstance(w_key, W_Integer):
            self.set_int(w_key.intval, w_value)
        elif isinstance(w_key, W_String):
            self.set_str(w_key, w_value)
        else:
            self.set_other(w_key, w_value)

    def set_int(self, key, w_value):
        i = key - 1
        kind = self.kind
        if kind == INTS:
            if isinstance(w_value, W_Integer):
                if r_uint(i) < r_uint(self.arrlen):
                    self.ints[i] = w_value.intval
                elif i == self.arrlen:
                    self.append_int(w_value.intval)
                else:
                    self.hash_set(W_Integer(key), w_value)
            else:
                self.set_other_kind(key, w_value)
        elif kind == FLOATS:
            if isinstance(w_value, W_Float):
                if r_uint(i) < r_uint(self.arrlen):
                    self.floats[i] = w_value.floatval
                elif i == self.arrlen:
                    self.append_float(w_value.floatval)
                else:
                    self.hash_set(W_Integer(key), w_value)
            else:
                self.set_other_kind(key, w_value)
        else:
            n = self.arrlen
            if r_uint(i) < r_uint(n):
                self.arr[i] = w_value
                if w_value is w_nil and key == n:
                    self.shrink()
            elif i == n and w_value is not w_nil:
                self.append_object(w_value)
            else:
                self.hash_set(W_Integer(key), w_value)

    def append_object(self, w_value):
        """Behind an array part of objects; the first value decides what it will be."""
        n = self.arrlen
        if n == 0:
            if isinstance(w_value, W_Integer):
                self.kind = INTS
                self.arr = NO_VALUES
                self.append_int(w_value.intval)
                return
            if isinstance(w_value, W_Float):
                self.kind = FLOATS
                self.arr = NO_VALUES
                self.append_float(w_value.floatval)
                return
        if n == len(self.arr):
            self.grow_array()
        self.arr[n] = w_value
        self.arrlen = n + 1
        if self.hashpart is not None:
            self.migrate()

    def reserve(self, n, w_first):
        """Room in an empty array part, for values of which the first one is given."""
        if isinstance(w_first, W_Integer):
            self.kind = INTS
            self.ints = [0] * n
        elif isinstance(w_first, W_Float):
            self.kind = FLOATS
            self.floats = [0.0] * n
        else:
            self.arr = [w_nil] * n

    def append_int(self, value):
        n = self.arrlen
        if n == len(self.ints):
            self.grow_array()
        self.ints[n] = value
        self.arrlen = n + 1
        if self.hashpart is not None:
            self.migrate()

    def append_float(self, value):
        n = self.arrlen
        if n == len(self.floats):
            self.grow_array()
        self.floats[n] = value
        self.arrlen = n + 1
        if self.hashpart is not None:
            self.migrate()

    def set_other_kind(self, key, w_value):
        """A value that does not fit an unboxed array part."""
        n = self.arrlen
        if w_value is w_nil:
            if key == n:
                self.arrlen = n - 1             # (nothing in front of it is nil)
                return
            if key < 1 or key > n:
                self.hash_set(W_Integer(key), w_value)
                return
        self.box_all()
        self.set_int(key, w_value)

    @jit.dont_look_inside
    def box_all(self):
        """Makes it an array part of objects."""
        n = self.arrlen
        arr = [w_nil] * max(n, 4)
        for i in range(n):
            arr[i] = self.boxed(i)
        self.arr = arr
        self.ints = NO_INTS
        self.floats = NO_FLOATS
        self.kind = OBJECTS

    def boxed(self, i):
        """Item i of the array part, from 0."""
        if self.kind == INTS:
            return W_Integer(self.ints[i])
        if self.kind == FLOATS:
            return W_Float(self.floats[i])
        return self.arr[i]

    @jit.dont_look_inside
    def shrink(self):
        n = self.arrlen - 1
        while n > 0 and self.arr[n - 1] is w_nil:
            n -= 1
        self.arrlen = n

    @jit.dont_look_inside
    def grow_array(self):
        n = self.arrlen
        size = max(4, n * 2)
        if self.kind == INTS:
            ints = [0] * size
            make_sure_not_resized(ints)
            ints[:n] = self.ints
            self.ints = ints
        elif self.kind == FLOATS:
            floats = [0.0] * size
            make_sure_not_resized(floats)
            floats[:n] = self.floats
            self.floats = floats
        else:
            arr = [w_nil] * size
            make_sure_not_resized(arr)
            arr[:n] = self.arr
            self.arr = arr

    @jit.dont_look_inside
    def migrate(self):
        """Takes what follows the array part out of the hash part; also an old entry of the key that was appended."""
        part = self.hashpart
        n = part.lookup_int(self.arrlen)
        if n >= 0:
            part.store(n, w_nil)
        self.hashpart = None                    # so that appending does not come here again
        while True:
            n = part.lookup_int(self.arrlen + 1)
            if n < 0:
                break
            w_value = part.value(n)
            if w_value is w_nil:
                break
            part.store(n, w_nil)
            self.set_int(self.arrlen + 1, w_value)
        self.hashpart = part

    def set_str(self, w_key, w_value):
        m = self.map
        if m is not EMPTY_MAP:
            n = m.find(w_key.strval)
            if n >= 0:
                write_field(self.fields, n, w_value)
                return
        self.hash_set(w_key, w_value)

    def set_field(self, cache, w_value):
        """A constant name."""
        if jit.we_are_jitted():
            m = jit.promote(self.map)
            n = m.find(cache.name)
            if n >= 0:
                write_field(self.fields, n, w_value)
                return
            target = m
            if self.new_name_ok(m, w_value):
                target = m.with_name(cache.w_name)
        else:
            m = self.map
            n = cache.find(m)
            if n >= 0:
                write_field(self.fields, n, w_value)
                return
            target = m
            if self.hashpart is None and w_value is not w_nil:
                target = cache.find_target()
        if target is m:
            self.set_new_name(cache.w_name, w_value)
        else:
            self.add_field(target, w_value)

    def new_name_ok(self, m, w_value):
        return m.has_room() and self.hashpart is None and w_value is not w_nil

    def add_field(self, target, w_value):
        n = target.index
        if n >= len(self.fields):
            self.grow_fields(n)
        self.map = target
        write_field(self.fields, n, w_value)

    @jit.unroll_safe
    def grow_fields(self, n):
        """Room for field n."""
        old = self.fields
        new = [w_nil] * max(4, n * 2)
        i = 0
        while i < n:
            new[i] = old[i]
            i += 1
        self.fields = new

    @jit.dont_look_inside
    def set_new_name(self, w_name, w_value):
        """A name that the map lacks, in a table with a hash part."""
        part = self.hashpart
        if part is not None and part.lookup_str(w_name) < 0 and self.map.has_room() and w_value is not w_nil:
            self.add_field(self.map.with_name(w_name), w_value)
        else:
            self.hash_set(w_name, w_value)

    @jit.dont_look_inside
    def set_other(self, w_key, w_value):
        if isinstance(w_key, W_Float):
            if fits_int(w_key.floatval):
                self.set_int(int(w_key.floatval), w_value)
                return
            if w_key.floatval != w_key.floatval:
                raise error("table index is NaN")
        elif w_key is w_nil:
            raise error("table index is nil")
        self.hash_set(w_key, w_value)

    @jit.dont_look_inside
    def hash_set(self, w_key, w_value):
        part = self.hashpart
        if part is None:
            if w_value is w_nil:
                return
            part = HashPart(4)
            self.hashpart = part
        else:
            n = part.lookup(w_key)
            if n >= 0:
                part.store(n, w_value)
                return
            if w_value is w_nil:
                return
        if not part.has_room():
            if isinstance(w_key, W_Integer) and self.fill_array():
                self.set_int(w_key.intval, w_value)
                return
            part = part.grown()
            self.hashpart = part
        part.append(w_key, w_value)

    def fill_array(self):
        """Moves integer keys from the hash part to an array part that would be more than half full with them; False if there are too
        few. The array part may have holes then."""
        part = self.hashpart
        counts = [0] * 32                       # of keys up to 1, 2, 4, …
        for n in range(part.used):
            w_key = part.keys[n]
            if isinstance(w_key, W_Integer) and part.vals[n] is not w_nil:
                key = w_key.intval
                if self.arrlen < key <= 1 << 31:
                    i = 0
                    while 1 << i < key:
                        i += 1
                    counts[i] += 1
        size = 0
        total = 0
        for i in range(32):
            total += counts[i]
            if counts[i] > 0 and total + min(self.arrlen, 1 << i) > 1 << i >> 1:
                size = 1 << i
        if size <= self.arrlen:
            return False
        if self.kind != OBJECTS:
            self.box_all()
        arr = [w_nil] * size
        for i in range(self.arrlen):
            arr[i] = self.arr[i]
        last = self.arrlen
        for n in range(part.used):
            w_key = part.keys[n]
            if isinstance(w_key, W_Integer) and 0 < w_key.intval <= size:
                w_value = part.value(n)
                if w_value is not w_nil:
                    arr[w_key.intval - 1] = w_value
                    part.store(n, w_nil)
                    last = max(last, w_key.intval)
        self.arr = arr
        self.arrlen = last
        self.migrate()
        return True

    # ---- the whole

    def length(self):
        return self.arrlen

    @jit.dont_look_inside
    def next_index(self, w_key):
        """The place of the key behind a key (nil: the first): key n is at n - 1, fields and entries of the hash part follow. -1: none."""
        if w_key is w_nil:
            place = 0
        else:
            place = self.place_of(w_key) + 1
        while place < self.arrlen:
            if self.kind != OBJECTS or self.arr[place] is not w_nil:
                return place
            place += 1
        nfields = self.map.index + 1
        i = place - self.arrlen
        while i < nfields:
            if self.fields[i] is not w_nil:
                return i + self.arrlen
            i += 1
        part = self.hashpart
        if part is not None:
            i -= nfields
            while i < part.used:
                if part.value(i) is not w_nil:
                    return i + nfields + self.arrlen
                i += 1
        return -1

    def place_of(self, w_key):
        if isinstance(w_key, W_Float) and fits_int(w_key.floatval):
            w_key = W_Integer(int(w_key.floatval))
        if isinstance(w_key, W_Integer):
            if 1 <= w_key.intval <= self.arrlen:
                return w_key.intval - 1
        elif isinstance(w_key, W_String):
            n = self.map.find(w_key.strval)
            if n >= 0:
                return self.arrlen + n
        if self.hashpart is not None:
            n = self.hashpart.lookup(w_key)
            if n >= 0:
                return self.arrlen + self.map.index + 1 + n
        if isinstance(w_key, W_Integer) and 1 <= w_key.intval <= max(len(self.arr), max(len(self.ints), len(self.floats))):
            return self.arrlen - 1              # the array part became shorter during the loop
        raise error("invalid key to 'next'")

    def key_at(self, place):
        if place < self.arrlen:
            return W_Integer(place + 1)
        place -= self.arrlen
        if place <= self.map.index:
            return self.map.name_at(place)
        return self.hashpart.keys[place - self.map.index - 1]

    def value_at(self, place):
        if place < self.arrlen:
            return self.boxed(place)
        place -= self.arrlen
        if place <= self.map.index:
            return read_field(self.fields, place)
        return self.hashpart.value(place - self.map.index - 1)

    # ---- globals

    def use_cells(self):
        """Makes it a table whose names are all in the hash part, where they can have cells."""
        m = self.map
        if m is EMPTY_MAP:
            return
        fields = self.fields
        names = []
        while m.index >= 0:
            names.append(m.w_name)
            m = m.parent
        self.map = EMPTY_MAP
        self.fields = NO_VALUES
        count = len(names)
        for i in range(count):
            self.hash_set(names[count - 1 - i], read_field(fields, i))

    def cell_of(self, w_name):
        """The cell of a global variable; made if there is none yet."""
        self.use_cells()
        part = self.hashpart
        n = -1
        if part is not None:
            n = part.lookup_str(w_name)
        if n < 0:
            if part is None or not part.has_room():
                part = HashPart(4) if part is None else part.grown()
                self.hashpart = part
            cell = GlobalCell(w_nil)
            part.append(w_name, cell)
            return cell
        w_value = part.vals[n]
        if isinstance(w_value, GlobalCell):
            return w_value
        cell = GlobalCell(w_value)
        part.vals[n] = cell
        return cell

    # ---- for the library

    def set_name(self, name, w_value):
        """A name of Lua's own text."""
        self.set_field(FieldCache(intern(name)), w_value)

    def get_name(self, name):
        return self.get_str(intern(name))


def new_array(vals):
    """A table of the values of a list, which it takes over."""
    w_table = W_Table()
    n = len(vals)
    while n > 0 and vals[n - 1] is w_nil:
        n -= 1
    w_table.arr = vals
    w_table.arrlen = n
    return w_table
