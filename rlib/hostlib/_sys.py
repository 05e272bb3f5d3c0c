"""Further parts of `sys`."""

from types import SimpleNamespace as _Namespace

float_info = _Namespace(max=1.7976931348623157e+308, max_exp=1024, max_10_exp=308,
                        min=2.2250738585072014e-308, min_exp=-1021, min_10_exp=-307, dig=15,
                        mant_dig=53, epsilon=2.220446049250313e-16, radix=2, rounds=1)
int_info = _Namespace(bits_per_digit=30, sizeof_digit=4)
long_info = int_info
hash_info = _Namespace(width=64, modulus=(1 << 61) - 1, inf=314159, nan=0, imag=1000003)
flags = _Namespace(debug=0, inspect=0, interactive=0, optimize=0, dont_write_bytecode=1, no_site=0,
                   ignore_environment=0, verbose=0, bytes_warning=0, quiet=0, division_warning=0)
implementation = _Namespace(name='cpython', cache_tag=None)
copyright = ''
api_version = 1013
dont_write_bytecode = True
subversion = ('CPython', '', '')
warnoptions = []
meta_path = []
path_hooks = []
path_importer_cache = {}
ps1 = '>>> '
ps2 = '... '


def exc_clear():
    pass


def settrace(func):
    pass


def setprofile(func):
    pass


def gettrace():
    return None


def setcheckinterval(n):
    pass


def getswitchinterval():
    return 0.005


def setswitchinterval(interval):
    pass


def call_tracing(func, args):
    return func(*args)


def excepthook(etype, value, tb):
    import traceback
    traceback.print_exception(etype, value, tb)


def displayhook(value):
    if value is not None:
        print(repr(value))
