"""The C stack. Recursion may take as much of it as the system gives, some dozen megabytes. In a program that sets how much that
is, it is RPython's length from the beginning, so that its numbers mean what they mean there."""
from rpython.rlib.objectmodel import we_are_translated
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

_USUAL_LENGTH = 768 << 10

_own_length = ExternalCompilationInfo(
    post_include_bits=['void tw_set_stack_length(long length);'],
    separate_module_sources=['long tw_stack_length = %d;' % _USUAL_LENGTH])
_set_length = rffi.llexternal('tw_set_stack_length', [lltype.Signed], lltype.Void, compilation_info=_own_length)
_almost_full = rffi.llexternal('tw_stack_almost_full', [], lltype.Signed, compilation_info=ExternalCompilationInfo(
    post_include_bits=['long tw_stack_almost_full(void);']))


def stack_check():
    """Raises StackOverflow when the stack is nearly full."""


def stack_almost_full():
    """Is only a sixteenth of what recursion may take left?"""
    return we_are_translated() and _almost_full() != 0


def stack_check_slowpath(current):
    """Stacks are checked by the generated code."""


def _stack_set_length_fraction(fraction):
    """How much of the stack recursion may take, as a part of the usual length."""
    if we_are_translated():
        _set_length(int(fraction * _USUAL_LENGTH))
