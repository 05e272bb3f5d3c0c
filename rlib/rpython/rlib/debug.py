"""Debugging output, and checks that the annotator makes."""

import sys

from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rlib.rtimer import read_timestamp


def ll_assert(condition, message):
    """An error with the message unless the condition holds."""
    assert condition, message


@specialize.argtype(0)
def ll_assert_not_none(x):
    assert x is not None, 'll_assert_not_none'
    return x


def fatalerror(message):
    """Ends the program with the message."""
    sys.stderr.write('Fatal RPython error: %s\n' % message)
    raise SystemExit(1)


def fatalerror_notb(message):
    fatalerror(message)


def debug_print(*args):
    """A line in the log."""
    sys.stderr.write(' '.join([str(arg) for arg in args]) + '\n')


_sections = []


def debug_start(category, timestamp=False):
    """Begins a section of the log, which the translated program does not write. With `timestamp` the time by `rtimer`."""
    if not we_are_translated():
        _sections.append(category)
    if timestamp:
        return read_timestamp()
    return 0


def debug_stop(category, timestamp=False):
    """Ends a section of the log; the result is as that of `debug_start`."""
    if not we_are_translated():
        assert _sections and _sections[-1] == category, 'unmatched debug_stop'
        _sections.pop()
    if timestamp:
        return read_timestamp()
    return 0


def have_debug_prints():
    """Does the log take this section's output?"""
    return False


def have_debug_prints_for(category_prefix):
    return False


def debug_offset():
    return -1


def debug_flush():
    pass


def flush_debug():
    pass


def debug_print_traceback():
    """On stderr, where the exception came from that was caught last."""
    if we_are_translated():
        from rpython.rtyper.lltypesystem.lltraceback import print_last_traceback
        print_last_traceback()
    else:
        import traceback
        traceback.print_exc()


def llinterpcall(RESTYPE, pythonfunction, *args):
    return pythonfunction(*args)


def check_annotation(x, checker):
    """`checker(annotation, bookkeeper)` is called at translation time."""
    pass


def make_sure_not_resized(lst):
    """The translation fails if the list is ever resized."""
    return lst


def make_sure_not_modified(lst):
    """The translation fails if the list is ever changed."""
    return lst


def mark_dict_non_null(d):
    return d


def check_nonneg(x):
    """The translation fails unless the int is known not to be negative."""
    assert x >= 0
    return x


def check_list_of_chars(lst):
    return lst


def check_regular_int(x):
    """The translation fails unless it is a plain int."""
    return x


@specialize.argtype(0)
def check_not_access_directly(x):
    """The object is not one whose fields are read past the JIT's copies. None is: `access_directly` has no effect here."""
    return x


def attach_gdb():
    import pdb
    pdb.set_trace()


class IntegerCanBeNegative(Exception):
    pass


class NotAListOfChars(Exception):
    pass


class ExpectedRegularInt(Exception):
    pass


class UnexpectedRUInt(Exception):
    pass


def debug_forked(original_offset):
    """The process was forked."""


class DebugLog(list):
    """What `debug_print` and its like have noted, for tests."""

    def debug_print(self, *args):
        self.append(('debug_print',) + args)

    def reset(self):
        del self[:]
