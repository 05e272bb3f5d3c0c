"""Numbers of items of what is to be made.

Allocators refuse lengths above 2**45, so sums of a few lengths of objects fit a word. Products need a check, and so do sums
of many lengths and of numbers that the program gives."""
from _host import program_is_python2
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rlib.rarithmetic import ovfcheck


@always_inline
def ll_product(n, times):
    """n * times, neither of them negative. MemoryError if there cannot be so many items."""
    try:
        return ovfcheck(n * times)
    except OverflowError:
        raise MemoryError


@always_inline
def ll_sum(n, more):
    try:
        return ovfcheck(n + more)
    except OverflowError:
        raise MemoryError


# In programs of Python 2 a text that is too long is too large, as in RPython.
_MEMORY_ERROR = program_is_python2()


@dont_inline
def too_long(message):
    if _MEMORY_ERROR:
        raise MemoryError
    raise OverflowError(message)


@always_inline
def ll_text_product(n, times, message):
    """The same for strings, which raise OverflowError outside Python 2."""
    try:
        return ovfcheck(n * times)
    except OverflowError:
        too_long(message)
        return 0


@always_inline
def ll_text_sum(n, more, message):
    try:
        return ovfcheck(n + more)
    except OverflowError:
        too_long(message)
        return 0
