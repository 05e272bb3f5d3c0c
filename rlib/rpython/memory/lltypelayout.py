"""Sizes of low-level types."""

from rpython.rtyper.lltypesystem import llmemory


def sizeof(TYPE, i=None):
    """Bytes of a value, or of an array of `i` items."""
    return llmemory.sizeof(TYPE, i)
