"""Compiled patterns for rsre_core."""

from rpython.rlib.rsre.rsre_compile import compile_pattern, error

VERSION = "2.7.5"       # of the `re` whose patterns these are


def get_code(regexp, flags=0, allargs=False):
    """The program of a pattern; with allargs also its flags, number of groups and their names."""
    program, flags, names = compile_pattern(regexp, flags)
    if allargs:
        return program, flags, program.ngroups, names
    return program
