# rpython.rlib.jit_libffi and clibffi: functions of C whose types are known at run time only, structures by value, callbacks.
# header: ffi.h
# skip-llinterp: functions of C
from rpython.rlib import clibffi, jit_libffi, rdynload
from rpython.rlib.objectmodel import keepalive_until_here
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import llmemory, lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

SOURCE = '''
struct pair { short a; double b; };
struct big { long v[5]; };
struct nested { struct pair p; float c; };
static double take_pair(struct pair p) { return p.a + p.b; }
static struct pair make_pair(int a, double b) { struct pair p = { (short)a, b }; return p; }
static struct big add_big(struct big x, struct big y)
{
    for (int i = 0; i < 5; i++) x.v[i] += y.v[i];
    return x;
}
static double take_nested(struct nested n, char c) { return n.p.a * 100 + n.p.b * 10 + n.c + c; }
static long many(signed char a, unsigned char b, short c, unsigned short d, int e, unsigned e2, long f, float g, double h, char *s)
{
    return a + b + c + d + e + e2 + f + (long)(g * 4) + (long)(h * 8) + s[1];
}
static unsigned char wraps(int n) { return (unsigned char)n; }
static signed char negative(void) { return -5; }
static void nothing(int *p) { *p = 77; }
static long twice(long (*f)(long, double), long n) { return f(n, 0.5) + f(n + 1, 1.5); }
static struct pair through(struct pair (*f)(struct pair), struct pair p) { return f(f(p)); }
typedef void (*any)(void);
void *function_number(int n)
{
    static const any all[] = { (any)take_pair, (any)make_pair, (any)add_big, (any)take_nested, (any)many, (any)wraps,
                               (any)negative, (any)nothing, (any)twice, (any)through };
    return (void *)all[n];
}
'''
eci = ExternalCompilationInfo(separate_module_sources=[SOURCE], post_include_bits=['void *function_number(int n);'])
function_number = rffi.llexternal('function_number', [rffi.INT], rffi.VOIDP, compilation_info=eci)
TAKE_PAIR, MAKE_PAIR, ADD_BIG, TAKE_NESTED, MANY, WRAPS, NEGATIVE, NOTHING, TWICE, THROUGH = range(10)


class Struct(object):
    """A structure's type, put together when the program runs."""

    def __init__(self, fields):
        self.ll = clibffi.make_struct_ffitype_e(0, 0, fields)

    def type(self):
        return self.ll.ffistruct

    def free(self):
        lltype.free(self.ll, flavor='raw')


class Function(object):
    def __init__(self, address, argtypes, restype):
        self.address = address
        n = len(argtypes)
        size = llmemory.raw_malloc_usage(llmemory.sizeof(jit_libffi.CIF_DESCRIPTION, n))
        assert size == rffi.sizeof(jit_libffi.CIF_DESCRIPTION, 0) + n * 8
        memory = lltype.malloc(rffi.CCHARP.TO, size, flavor='raw')
        self.cif = rffi.cast(jit_libffi.CIF_DESCRIPTION_P, memory)
        atypes = lltype.malloc(rffi.CCHARP.TO, rffi.sizeof(jit_libffi.FFI_TYPE_P) * n + 1, flavor='raw')
        self.cif.abi = clibffi.FFI_DEFAULT_ABI
        self.cif.nargs = n
        self.cif.rtype = restype
        self.cif.atypes = rffi.cast(jit_libffi.FFI_TYPE_PP, atypes)
        for i in range(n):
            self.cif.atypes[i] = argtypes[i]
        # structures have their size only after this
        assert jit_libffi.jit_ffi_prep_cif(self.cif) == clibffi.FFI_OK
        at = n * 8
        self.cif.exchange_result = at
        at += max(rffi.getintfield(restype, 'c_size'), jit_libffi.SIZE_OF_FFI_ARG)
        for i in range(n):
            at = (at + 15) & ~15
            self.cif.exchange_args[i] = at
            at += rffi.getintfield(argtypes[i], 'c_size')
        self.cif.exchange_size = at
        self.buffer = lltype.malloc(rffi.CCHARP.TO, at, flavor='raw')

    def arg(self, i):
        return rffi.ptradd(self.buffer, self.cif.exchange_args[i])

    def call(self):
        jit_libffi.jit_ffi_call(self.cif, self.address, self.buffer)
        return rffi.ptradd(self.buffer, self.cif.exchange_result)

    def free(self):
        lltype.free(self.buffer, flavor='raw')
        lltype.free(rffi.cast(rffi.CCHARP, self.cif.atypes), flavor='raw')
        lltype.free(self.cif, flavor='raw')


def set_double(p, x):
    rffi.cast(rffi.DOUBLEP, p)[0] = x


def get_double(p):
    return rffi.cast(rffi.DOUBLEP, p)[0]


def set_pair(p, a, b):
    rffi.cast(rffi.SHORTP, p)[0] = rffi.cast(rffi.SHORT, a)
    set_double(rffi.ptradd(p, 8), b)


def show_pair(p):
    return '(%d, %s)' % (intmask(rffi.cast(rffi.SHORTP, p)[0]), get_double(rffi.ptradd(p, 8)))


def number(n):
    return function_number(rffi.cast(rffi.INT, n))


def structures():
    pair = Struct([clibffi.ffi_type_sshort, clibffi.ffi_type_double])
    f = Function(number(TAKE_PAIR), [pair.type()], clibffi.ffi_type_double)
    print('pair', rffi.getintfield(pair.type(), 'c_size'), rffi.getintfield(pair.type(), 'c_alignment'), len(pair.ll.members))
    set_pair(f.arg(0), -3, 0.25)
    print(get_double(f.call()))
    f.free()
    f = Function(number(MAKE_PAIR), [clibffi.ffi_type_sint, clibffi.ffi_type_double], pair.type())
    rffi.cast(rffi.INTP, f.arg(0))[0] = rffi.cast(rffi.INT, 12)
    set_double(f.arg(1), 2.5)
    print(show_pair(f.call()))
    f.free()
    big = Struct([clibffi.ffi_type_slong] * 5)
    f = Function(number(ADD_BIG), [big.type(), big.type()], big.type())
    for i in range(5):
        rffi.cast(rffi.LONGP, f.arg(0))[i] = i
        rffi.cast(rffi.LONGP, f.arg(1))[i] = 10 * i
    r = rffi.cast(rffi.LONGP, f.call())
    print([r[i] for i in range(5)])
    f.free()
    big.free()
    nested = Struct([pair.type(), clibffi.ffi_type_float])
    f = Function(number(TAKE_NESTED), [nested.type(), clibffi.ffi_type_schar], clibffi.ffi_type_double)
    set_pair(f.arg(0), 7, 0.5)
    rffi.cast(rffi.FLOATP, rffi.ptradd(f.arg(0), 16))[0] = rffi.cast(rffi.FLOAT, 0.125)
    f.arg(1)[0] = '\x02'
    print(get_double(f.call()), rffi.getintfield(nested.type(), 'c_size'))
    f.free()
    nested.free()
    pair.free()


def numbers():
    names = ['schar', 'uchar', 'sshort', 'ushort', 'sint', 'uint', 'slong', 'float', 'double', 'pointer']
    types = [clibffi.ffi_type_schar, clibffi.ffi_type_uchar, clibffi.ffi_type_sshort, clibffi.ffi_type_ushort,
             clibffi.ffi_type_sint, clibffi.ffi_type_uint, clibffi.ffi_type_slong, clibffi.ffi_type_float,
             clibffi.ffi_type_double, clibffi.ffi_type_pointer]
    for i in range(len(names)):
        print(names[i], rffi.getintfield(types[i], 'c_size'), jit_libffi.types.getkind(types[i]))
    f = Function(number(MANY), types, clibffi.ffi_type_slong)
    f.arg(0)[0] = chr(255)
    f.arg(1)[0] = chr(255)
    rffi.cast(rffi.SHORTP, f.arg(2))[0] = rffi.cast(rffi.SHORT, -300)
    rffi.cast(rffi.USHORTP, f.arg(3))[0] = rffi.cast(rffi.USHORT, 65000)
    rffi.cast(rffi.INTP, f.arg(4))[0] = rffi.cast(rffi.INT, -1000000)
    rffi.cast(rffi.UINTP, f.arg(5))[0] = rffi.cast(rffi.UINT, 4000000000)
    rffi.cast(rffi.LONGP, f.arg(6))[0] = 1 << 40
    rffi.cast(rffi.FLOATP, f.arg(7))[0] = rffi.cast(rffi.FLOAT, 0.75)
    set_double(f.arg(8), 0.125)
    text = rffi.str2charp('abc')
    rffi.cast(rffi.CCHARPP, f.arg(9))[0] = text
    print(rffi.cast(rffi.LONGP, f.call())[0])
    rffi.free_charp(text)
    f.free()
    f = Function(number(WRAPS), [clibffi.ffi_type_sint], clibffi.ffi_type_uchar)
    rffi.cast(rffi.INTP, f.arg(0))[0] = rffi.cast(rffi.INT, 300)
    print(ord(f.call()[0]))
    f.free()
    f = Function(number(NEGATIVE), [], clibffi.ffi_type_schar)
    print(rffi.cast(rffi.LONG, rffi.cast(rffi.SIGNEDCHARP, f.call())[0]))
    f.free()
    f = Function(number(NOTHING), [clibffi.ffi_type_pointer], clibffi.ffi_type_void)
    with lltype.scoped_alloc(rffi.INTP.TO, 1) as p:
        rffi.cast(rffi.VOIDPP, f.arg(0))[0] = rffi.cast(rffi.VOIDP, p)
        f.call()
        print(rffi.cast(rffi.LONG, p[0]))
    f.free()


class Called(object):
    """What a callback does: found by the number that C hands through."""
    count = 0

    def long(self, n, x):
        self.count += 1
        return n * 10 + int(x * 2) + self.factor

    def __init__(self, factor):
        self.factor = factor


REGISTERED = {}


def called(cif, result, args, data):
    self = REGISTERED[rffi.cast(lltype.Signed, data)]
    n = rffi.cast(rffi.LONGP, args[0])[0]
    rffi.cast(rffi.LONGP, result)[0] = self.long(n, get_double(rffi.cast(rffi.CCHARP, args[1])))


def called_with_pair(cif, result, args, data):
    p = rffi.cast(rffi.CCHARP, args[0])
    a = intmask(rffi.cast(rffi.SHORTP, p)[0])
    set_pair(rffi.cast(rffi.CCHARP, result), a * 2, get_double(rffi.ptradd(p, 8)) + 1.0)


def callbacks():
    f = Function(number(TWICE), [clibffi.ffi_type_pointer, clibffi.ffi_type_slong], clibffi.ffi_type_slong)
    signature = Function(lltype.nullptr(rffi.VOIDP.TO), [clibffi.ffi_type_slong, clibffi.ffi_type_double], clibffi.ffi_type_slong)
    made = []
    for i in range(40):
        REGISTERED[i] = Called(i * 1000)
        closure = clibffi.closureHeap.alloc()
        res = clibffi.c_ffi_prep_closure(rffi.cast(clibffi.FFI_CLOSUREP, closure), signature.cif.cif, called, rffi.cast(rffi.VOIDP, i))
        assert rffi.cast(lltype.Signed, res) == clibffi.FFI_OK
        made.append(closure)
    total = 0
    for i in range(40):
        rffi.cast(rffi.VOIDPP, f.arg(0))[0] = made[i]
        rffi.cast(rffi.LONGP, f.arg(1))[0] = i
        total += rffi.cast(rffi.LONGP, f.call())[0]
        if i % 2:
            clibffi.closureHeap.free(made[i])
    print(total, REGISTERED[3].count, REGISTERED[39].factor)
    for i in range(0, 40, 2):
        clibffi.closureHeap.free(made[i])
    signature.free()
    f.free()
    pair = Struct([clibffi.ffi_type_sshort, clibffi.ffi_type_double])
    signature = Function(lltype.nullptr(rffi.VOIDP.TO), [pair.type()], pair.type())
    closure = clibffi.closureHeap.alloc()
    clibffi.c_ffi_prep_closure(rffi.cast(clibffi.FFI_CLOSUREP, closure), signature.cif.cif, called_with_pair, lltype.nullptr(rffi.VOIDP.TO))
    f = Function(number(THROUGH), [clibffi.ffi_type_pointer, pair.type()], pair.type())
    rffi.cast(rffi.VOIDPP, f.arg(0))[0] = closure
    set_pair(f.arg(1), 5, 0.5)
    print(show_pair(f.call()))
    clibffi.closureHeap.free(closure)
    f.free()
    signature.free()
    pair.free()


def ascending(args, result, userdata):
    a = rffi.cast(rffi.LONGP, rffi.cast(rffi.VOIDPP, args[0])[0])[0]
    b = rffi.cast(rffi.LONGP, rffi.cast(rffi.VOIDPP, args[1])[0])[0]
    r = -1 if a < b else int(a > b)
    if userdata.addarg:
        r = -r
    rffi.cast(rffi.LONGP, result)[0] = r


def libraries():
    libc = clibffi.CDLL(clibffi.get_libc_name())
    strlen = libc.getpointer('strlen', [clibffi.ffi_type_pointer], clibffi.ffi_type_ulong)
    for word in ['', 'x', 'translate']:
        p = rffi.str2charp(word)
        strlen.push_arg(p)
        print(intmask(strlen.call(rffi.ULONG)))
        rffi.free_charp(p)
    labs = libc.getpointer('labs', [clibffi.cast_type_to_ffitype(rffi.LONG)], clibffi.cast_type_to_ffitype(rffi.LONG))
    labs.push_arg(-12)
    print(labs.call(rffi.LONG))
    try:
        labs.push_arg(1)
        labs.push_arg(2)
    except clibffi.StackCheckError as e:
        print(e.message)
    try:
        libc.getpointer('no_such_function_at_all', [], clibffi.ffi_type_void)
    except KeyError:
        print('KeyError')
    try:
        clibffi.CDLL('libno_such_library_at_all.so')
    except clibffi.DLOpenError:
        print('DLOpenError')
    qsort = libc.getpointer('qsort', [clibffi.ffi_type_pointer, clibffi.ffi_type_ulong, clibffi.ffi_type_ulong,
                                      clibffi.ffi_type_pointer], clibffi.ffi_type_void)
    for down in range(2):
        compare = clibffi.CallbackFuncPtr([clibffi.ffi_type_pointer, clibffi.ffi_type_pointer], clibffi.ffi_type_sint,
                                          ascending, down)
        items = [5, -3, 12, 0, 7, -9]
        with lltype.scoped_alloc(rffi.LONGP.TO, len(items)) as p:
            for i in range(len(items)):
                p[i] = items[i]
            qsort.push_arg(p)
            qsort.push_arg(rffi.cast(rffi.ULONG, len(items)))
            qsort.push_arg(rffi.cast(rffi.ULONG, 8))
            qsort.push_arg(compare.ll_closure)
            qsort.call(lltype.Void)
            # The address alone does not keep the closure.
            keepalive_until_here(compare)
            print([p[i] for i in range(len(items))])
    raw = libc.getrawpointer('toupper', [clibffi.ffi_type_sint], clibffi.ffi_type_sint)
    with lltype.scoped_alloc(rffi.INTP.TO, 2) as p:
        p[0] = rffi.cast(rffi.INT, ord('q'))
        with lltype.scoped_alloc(rffi.LONGP.TO, 1) as result:
            raw.call([rffi.cast(rffi.VOIDP, p)], rffi.cast(rffi.VOIDP, result))
            print(chr(result[0]))
    handle = rdynload.dlopen(None)
    print(bool(rdynload.dlsym(handle, 'malloc')))


def entry_point(argv):
    structures()
    numbers()
    callbacks()
    libraries()
    return 0


def target(driver, args):
    return entry_point, None
