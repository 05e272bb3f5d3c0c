"""array, for the import-time interpreter of the translator: a list that checks its items."""

import struct as _struct

typecodes = 'bBuhHiIlLqQfd'
_SIZES = {'b': 1, 'B': 1, 'u': 4, 'c': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8,
          'Q': 8, 'f': 4, 'd': 8}
_NAMES = {'b': 'signed char', 'B': 'unsigned byte integer', 'h': 'signed short integer',
          'H': 'unsigned short', 'i': 'signed integer', 'I': 'unsigned int'}


class array(object):
    def __init__(self, typecode, initializer=()):
        if typecode not in _SIZES:
            raise ValueError('bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)')
        self.typecode = typecode
        self.itemsize = _SIZES[typecode]
        self._items = []
        if isinstance(initializer, (str, bytearray)) and typecode not in 'uc':
            self.frombytes(initializer)
        else:
            self.extend(initializer)

    __init__._not_rpython_ = 'use a list, or rpython.rlib.rawstorage'

    def _check(self, x):
        code = self.typecode
        if code in 'uc':
            if not isinstance(x, (str, unicode)) or len(x) != 1:
                raise TypeError('array item must be a character')
            return x
        if code in 'fd':
            if not isinstance(x, (int, float)):
                raise TypeError('must be real number, not %s' % type(x).__name__)
            x = float(x)
            return _struct.unpack('f', _struct.pack('f', x))[0] if code == 'f' else x
        if not isinstance(x, int):
            raise TypeError("'%s' object cannot be interpreted as an integer" % type(x).__name__)
        bits = 8 * self.itemsize
        low, high = (0, (1 << bits) - 1) if code.isupper() else (-(1 << bits - 1), (1 << bits - 1) - 1)
        if not low <= x <= high:
            what = _NAMES.get(code, 'int')
            raise OverflowError('%s is %s' % (what, 'greater than maximum' if x > high else
                                              'less than minimum'))
        return x

    def append(self, x):
        self._items.append(self._check(x))

    def extend(self, iterable):
        if isinstance(iterable, array) and iterable.typecode != self.typecode:
            raise TypeError('can only extend with array of same kind')
        for x in list(iterable):
            self._items.append(self._check(x))

    fromlist = extend

    def insert(self, i, x):
        self._items.insert(i, self._check(x))

    def pop(self, i=-1):
        if not self._items:
            raise IndexError('pop from empty array')
        return self._items.pop(i)

    def remove(self, x):
        if x not in self._items:
            raise ValueError('array.remove(x): x not in array')
        self._items.remove(x)

    def index(self, x, *bounds):
        if x not in self._items:
            raise ValueError('array.index(x): x not in array')
        return self._items.index(x, *bounds)

    def count(self, x):
        return self._items.count(x)

    def reverse(self):
        self._items.reverse()

    def tolist(self):
        return list(self._items)

    def _struct_code(self):
        return 'c' if self.typecode == 'u' else self.typecode

    def tobytes(self):
        if self.typecode in 'uc':
            return ''.join(self._items)
        return _struct.pack('=%d%s' % (len(self._items), self._packed()), *self._items)

    def _packed(self):
        # Without alignment, `l` is four bytes long.
        return {'l': 'q', 'L': 'Q'}.get(self.typecode, self.typecode)

    def frombytes(self, data):
        if len(data) % self.itemsize:
            raise ValueError('bytes length not a multiple of item size')
        n = len(data) // self.itemsize
        self._items.extend(_struct.unpack('=%d%s' % (n, self._packed()), str(data)))

    tostring = tobytes
    fromstring = frombytes

    def tounicode(self):
        return ''.join(self._items)

    def byteswap(self):
        n = self.itemsize
        data = self.tobytes()
        self._items = []
        self.frombytes(''.join([data[i:i + n][::-1] for i in range(0, len(data), n)]))

    def fromfile(self, f, n):
        data = f.read(n * self.itemsize)
        self.frombytes(data)
        if len(data) < n * self.itemsize:
            raise EOFError('read() didn\'t return enough bytes')

    def tofile(self, f):
        f.write(self.tobytes())

    def buffer_info(self):
        return id(self._items), len(self._items)

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, x):
        return x in self._items

    def _like(self, items):
        new = array(self.typecode)
        new._items = items
        return new

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self._like(self._items[i])
        if not -len(self._items) <= i < len(self._items):
            raise IndexError('array index out of range')
        return self._items[i]

    def __setitem__(self, i, x):
        if isinstance(i, slice):
            self._items[i] = [self._check(y) for y in x]
            return
        if not -len(self._items) <= i < len(self._items):
            raise IndexError('array assignment index out of range')
        self._items[i] = self._check(x)

    def __delitem__(self, i):
        del self._items[i]

    def __add__(self, other):
        if not isinstance(other, array):
            raise TypeError('can only append array (not "%s") to array' % type(other).__name__)
        return self._like(self._items + other._items)

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return self._like(self._items * n)

    __rmul__ = __mul__

    def __copy__(self):
        return self._like(list(self._items))

    def __deepcopy__(self, memo):
        return self._like(list(self._items))

    def __eq__(self, other):
        return isinstance(other, array) and self._items == other._items

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self._items < other._items

    __hash__ = None

    def __repr__(self):
        if not self._items:
            return 'array(%r)' % self.typecode
        shown = ''.join(self._items) if self.typecode in 'uc' else self._items
        return 'array(%r, %r)' % (self.typecode, shown)


ArrayType = array
