"""Functions that a shared library offers to C. The translator makes programs, not libraries: the functions are kept as
they are."""
from rpython.rtyper.lltypesystem import lltype, rffi

secondary_entrypoints = {'main': []}
annotated_jit_entrypoints = []
all_jit_entrypoints = []
pypy_debug_catch_fatal_exception = None


def export_symbol(func):
    """The function is to be visible in the library."""
    func.exported_symbol = True
    return func


def _collecting(key, argtypes, c_name):
    def deco(func):
        secondary_entrypoints.setdefault(key, []).append((func, argtypes))
        if c_name is not None:
            func.c_name = c_name
        return func
    return deco


def entrypoint_lowlevel(key, argtypes, c_name=None, relax=False):
    return _collecting(key, argtypes, c_name)


def entrypoint_highlevel(key, argtypes, c_name=None):
    return _collecting(key, argtypes, c_name)


def jit_entrypoint(argtypes, restype, c_name):
    def deco(func):
        annotated_jit_entrypoints.append((func, argtypes))
        return func
    return deco


entrypoint = entrypoint_highlevel
