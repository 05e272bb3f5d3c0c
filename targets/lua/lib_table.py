"""table"""
from rpython.rlib import jit
from rpython.rlib.jit import JitDriver

from lua.arith import as_text, call_first, get_int_index, length, less_than, set_index, type_name
from lua.interp import W_Closure
from lua.lib import Library, any_arg, arg, given, int_arg, opt_int, opt_str, table_arg, type_error
from lua.numbers import MAXINT
from lua.objects import (ArgumentError, W_Function, W_Integer, W_Multi, W_String, error, is_true, multi, w_nil, w_none)
from lua.table import W_Table, new_array
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.rstring import StringBuilder

library = Library()


def length_of(w_table):
    if w_table.metatable is None:
        return w_table.length()
    w_len = length(w_table)
    if isinstance(w_len, W_Integer):
        return w_len.intval
    raise error("object length is not an integer")


@library.function("insert")
def lua_insert(args):
    w_table = table_arg(args, 0)
    n = intmask(length_of(w_table) + 1)
    if len(args) == 2:
        set_index(w_table, W_Integer(n), args[1])
        return w_none
    if len(args) != 3:
        raise error("wrong number of arguments to 'insert'")
    place = int_arg(args, 1)
    if r_uint(place) - r_uint(1) >= r_uint(n):
        raise ArgumentError(1, "position out of bounds")
    insert_at(w_table, place, n, args[2])
    return w_none


@jit.dont_look_inside
def insert_at(w_table, place, n, w_value):
    i = n
    while i > place:
        set_index(w_table, W_Integer(i), get_int_index(w_table, i - 1))
        i -= 1
    set_index(w_table, W_Integer(place), w_value)


@library.function("remove")
def lua_remove(args):
    w_table = table_arg(args, 0)
    n = length_of(w_table)
    place = n
    if len(args) > 1:
        place = int_arg(args, 1)
        if place != n and r_uint(place) - r_uint(1) > r_uint(n):
            raise ArgumentError(0, "position out of bounds")
    w_value = get_int_index(w_table, place)
    if place < n:
        remove_at(w_table, place, n)
    elif place >= 1 or n == 0:
        if w_value is not w_nil:
            set_index(w_table, W_Integer(place), w_nil)
    return w_value


@jit.dont_look_inside
def remove_at(w_table, place, n):
    while place < n:
        set_index(w_table, W_Integer(place), get_int_index(w_table, place + 1))
        place += 1
    set_index(w_table, W_Integer(n), w_nil)


@library.function("concat")
@jit.dont_look_inside
def lua_concat(args):
    w_table = table_arg(args, 0)
    sep = opt_str(args, 1, "")
    first = opt_int(args, 2, 1)
    last = opt_int(args, 3, -1) if given(args, 3) else length_of(w_table)
    b = StringBuilder()
    i = first
    while i <= last:
        w_value = get_int_index(w_table, i)
        s = as_text(w_value)
        if s is None:
            raise error("invalid value (%s) at index %d in table for 'concat'" % (type_name(w_value), i))
        b.append(s)
        if i == last:
            break
        b.append(sep)
        i += 1
    return W_String(b.build())


@library.function("unpack")
def lua_unpack(args):
    first = opt_int(args, 1, 1)
    w_table = any_arg(args, 0)
    if given(args, 2):
        last = int_arg(args, 2)
    elif isinstance(w_table, W_Table):
        last = length_of(w_table)
    else:
        raise type_error(args, 0, "table")
    return unpack(w_table, first, last)


@jit.dont_look_inside
def unpack(w_table, first, last):
    if first > last:
        return w_none
    n = intmask(last - first + 1)
    if n <= 0 or n >= 1000000:
        raise error("too many results to unpack")
    vals = [w_nil] * n
    for i in range(n):
        vals[i] = get_int_index(w_table, first + i)
    return multi(vals)


@library.function("pack")
def lua_pack(args):
    w_table = new_array(args[:])
    w_table.set_name("n", W_Integer(len(args)))
    return w_table


@library.function("move")
@jit.dont_look_inside
def lua_move(args):
    w_source = table_arg(args, 0)
    first = int_arg(args, 1)
    last = int_arg(args, 2)
    to = int_arg(args, 3)
    w_target = table_arg(args, 4) if given(args, 4) else w_source
    if last >= first:
        if first <= 0 and last >= MAXINT + first:
            raise ArgumentError(2, "too many elements to move")
        n = last - first + 1
        if to > MAXINT - n + 1:
            raise ArgumentError(3, "destination wrap around")
        if to > last or to <= first or w_target is not w_source:
            for i in range(n):
                set_index(w_target, W_Integer(to + i), get_int_index(w_source, first + i))
        else:
            i = n - 1
            while i >= 0:
                set_index(w_target, W_Integer(to + i), get_int_index(w_source, first + i))
                i -= 1
    return w_target


# ____________________________________________________________
# sort: by merging, so a wrong order function does no harm


def is_less(w_func, w_a, w_b):
    if w_func is w_nil:
        return less_than(w_a, w_b)
    return is_true(call_first(w_func, [w_a, w_b]))


def merge_sort(vals, w_func):
    n = len(vals)
    other = [w_nil] * n
    start = 0
    while start < n:                            # short runs by insertion
        end = min(start + 8, n)
        i = start + 1
        while i < end:
            w_value = vals[i]
            j = i
            while j > start and is_less(w_func, w_value, vals[j - 1]):
                vals[j] = vals[j - 1]
                j -= 1
            vals[j] = w_value
            i += 1
        start = end
    width = 8
    while width < n:
        start = 0
        while start < n:
            merge(vals, other, start, min(start + width, n), min(start + 2 * width, n), w_func)
            start += 2 * width
        vals, other = other, vals
        width *= 2
    return vals


sort_driver = JitDriver(greens=['proto'], reds='auto', name='sort', is_recursive=True)


def merge(source, target, start, middle, end, w_func):
    """Merges two runs. A loop for the JIT, so that it inlines the order function."""
    i = start
    j = middle
    k = start
    proto = None
    if isinstance(w_func, W_Closure):
        proto = w_func.proto
    while i < middle and j < end:
        sort_driver.jit_merge_point(proto=proto)
        if is_less(w_func, source[j], source[i]):
            target[k] = source[j]
            j += 1
        else:
            target[k] = source[i]
            i += 1
        k += 1
    while i < middle:
        target[k] = source[i]
        i += 1
        k += 1
    while j < end:
        target[k] = source[j]
        j += 1
        k += 1


@library.function("sort")
@jit.dont_look_inside
def lua_sort(args):
    w_table = table_arg(args, 0)
    w_func = arg(args, 1)
    if w_func is not w_nil and not isinstance(w_func, W_Function):
        raise type_error(args, 1, "function")
    n = length_of(w_table)
    if n >= 0x7fffffff:
        raise ArgumentError(0, "array too big")
    vals = [w_nil] * max(n, 0)
    for i in range(n):
        vals[i] = get_int_index(w_table, i + 1)
    vals = merge_sort(vals, w_func)
    for i in range(n):
        set_index(w_table, W_Integer(i + 1), vals[i])
    return w_none
