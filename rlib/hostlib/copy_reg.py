"""copy_reg: Python 2's name of copyreg."""

from copyreg import (
    _HEAPTYPE, __newobj__, _extension_cache, _extension_registry, _inverted_registry, _reconstructor, add_extension,
    clear_extension_cache, constructor, dispatch_table, pickle, remove_extension)
