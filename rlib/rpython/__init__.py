"""The library of RPython programs: importable by CPython 3 and by the translator.

Untranslated, everything here behaves as plain Python. The translator recognises the functions by
module and name, or by the attributes that the decorators set.
"""
