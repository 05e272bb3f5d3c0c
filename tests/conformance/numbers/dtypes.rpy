# origin: after published programs
# skip-llinterp: raw memory as C has it
# Arrays of machine numbers of many types: a class for each type, made by mixins and tables; views, broadcasts, casts, loops
# that are specialised by pairs of types.
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.unroll import unrolling_iterable
from rpython.rtyper.lltypesystem import lltype, rffi


class DTypeError(Exception):
    pass


class DType(object):
    number = 0
    name = '?'
    size = 0

    def new(self, n):
        raise NotImplementedError

    def load(self, storage, i):
        raise NotImplementedError

    def store(self, storage, i, x):
        raise NotImplementedError

    def text(self, x):
        raise NotImplementedError


class IntMixin(object):
    _mixin_ = True
    is_float = False

    def text(self, x):
        return str(int(x))


class FloatMixin(object):
    _mixin_ = True
    is_float = True

    def text(self, x):
        return str(x)


def make_dtype(number, name, T, mixin):
    ARRAY = rffi.CArray(T)
    POINTER = lltype.Ptr(ARRAY)
    to_float = mixin is FloatMixin

    class Class(mixin, DType):
        size = rffi.sizeof(T)

        def new(self, n):
            return rffi.cast(rffi.VOIDP, lltype.malloc(ARRAY, max(n, 1), flavor='raw', zero=True))

        def load(self, storage, i):
            x = rffi.cast(POINTER, storage)[i]
            if to_float:
                return rffi.cast(lltype.Float, x)
            return float(rffi.cast(lltype.Signed, x))

        def store(self, storage, i, x):
            if to_float:
                rffi.cast(POINTER, storage)[i] = rffi.cast(T, x)
            else:
                rffi.cast(POINTER, storage)[i] = rffi.cast(T, int(x))

    Class.__name__ = name.capitalize()
    Class.number = number
    Class.name = name
    return Class()


SPECS = [('int8', rffi.SIGNEDCHAR, IntMixin), ('uint8', rffi.UCHAR, IntMixin), ('int16', rffi.SHORT, IntMixin), ('int32', rffi.INT, IntMixin),
         ('int64', rffi.LONG, IntMixin), ('float32', rffi.FLOAT, FloatMixin), ('float64', rffi.DOUBLE, FloatMixin)]
DTYPES = [make_dtype(i, name, T, mixin) for i, (name, T, mixin) in enumerate(SPECS)]
BY_NAME = dict((d.name, d) for d in DTYPES)


def common(a, b):
    """The smallest type that both fit."""
    if a.number == b.number:
        return a
    best = max(a.number, b.number)
    if {a.name, b.name} == {'int8', 'uint8'}:
        return BY_NAME['int16']
    if DTYPES[best].name == 'float32' and min(a.number, b.number) >= 3:
        return BY_NAME['float64']
    return DTYPES[best]


COMMON = [[common(a, b) for b in DTYPES] for a in DTYPES]


class Array(object):
    def __init__(self, dtype, storage, n, offset=0, step=1, base=None):
        self.dtype = dtype
        self.storage = storage
        self.n = n
        self.offset = offset
        self.step = step
        self.base = base

    def get(self, i):
        if i < 0:
            i += self.n
        if not 0 <= i < self.n:
            raise IndexError('index %d of %d' % (i, self.n))
        return self.dtype.load(self.storage, self.offset + i * self.step)

    def put(self, i, x):
        self.dtype.store(self.storage, self.offset + i * self.step, x)

    def view(self, start, stop, step):
        n = max((stop - start + step - (1 if step > 0 else -1)) // step, 0)
        return Array(self.dtype, self.storage, n, self.offset + start * self.step, self.step * step, self)

    def free(self):
        if self.base is None:
            lltype.free(self.storage, flavor='raw')

    def text(self):
        return self.dtype.name + '[' + ' '.join([self.dtype.text(self.get(i)) for i in range(self.n)]) + ']'


def zeros(dtype, n):
    return Array(dtype, dtype.new(n), n)


def array(name, items):
    a = zeros(BY_NAME[name], len(items))
    for i in range(len(items)):
        a.put(i, items[i])
    return a


def add(x, y):
    return x + y


def multiply(x, y):
    return x * y


def maximum(x, y):
    return x if x > y else y


UFUNCS = unrolling_iterable([('add', add), ('multiply', multiply), ('maximum', maximum)])


@specialize.arg(0)
def loop(f, a, b, out):
    for i in range(out.n):
        out.put(i, f(a.get(i if a.n > 1 else 0), b.get(i if b.n > 1 else 0)))


def apply_ufunc(name, a, b):
    if a.n != b.n and a.n != 1 and b.n != 1:
        raise DTypeError('shapes %d and %d' % (a.n, b.n))
    out = zeros(COMMON[a.dtype.number][b.dtype.number], max(a.n, b.n))
    for n, f in UFUNCS:
        if n == name:
            loop(f, a, b, out)
            return out
    raise DTypeError('no function ' + name)


def astype(a, name):
    out = zeros(BY_NAME[name], a.n)
    for i in range(a.n):
        out.put(i, a.get(i))
    return out


def entry_point(argv):
    a = array('int8', [1.0, -2.0, 127.0, 100.0])
    b = array('uint8', [255.0, 3.0, 2.0, 1.0])
    f = array('float32', [0.5, 0.25, 0.1, -1.0])
    d = array('float64', [0.1])
    for x in [a, b, f, d]:
        print(x.text(), x.dtype.size)
    for name in ['add', 'multiply', 'maximum']:
        for x, y in [(a, b), (a, f), (b, d), (a, a)]:
            r = apply_ufunc(name, x, y)
            print(name, r.text())
            r.free()
    odd = a.view(1, 4, 2)
    back = a.view(3, -1, -1)
    odd.put(0, 9.0)
    print(odd.text(), back.text(), a.text(), back.view(0, 4, 3).text())
    for name in ['uint8', 'int16', 'float64']:
        c = astype(back, name)
        print(c.text())
        c.free()
    try:
        apply_ufunc('add', a, odd)
    except DTypeError as e:
        print('error: %s' % e)
    try:
        apply_ufunc('power', a, a)
    except DTypeError as e:
        print('error: %s' % e)
    try:
        odd.get(2)
    except IndexError as e:
        print('error: %s' % e)
    print([''.join([COMMON[i][j].name[0] + str(COMMON[i][j].size) for j in range(len(DTYPES))]) for i in range(len(DTYPES))])
    print(intmask(int(b.get(-4))))
    for x in [a, b, f, d, odd]:
        x.free()
    return 0


def target(driver, args):
    return entry_point, None
