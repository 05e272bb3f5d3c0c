"""_operator: what modules of CPython's library take from there."""

from operator import *


def _compare_digest(a, b):
    """Equality; nothing here depends on how long it takes."""
    return a == b
