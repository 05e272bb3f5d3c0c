"""The numbers of sre's codes: operations, kinds of positions, classes of characters, flags."""
from rpython.rlib.rsre.rsre_char import *  # noqa: F403
from rpython.rlib.rsre.rsre_code import *  # noqa: F403
from rpython.rlib.rsre.rsre_core import (  # noqa: F401
    AT_BEGINNING, AT_BEGINNING_LINE, AT_BEGINNING_STRING, AT_BOUNDARY, AT_NON_BOUNDARY, AT_END, AT_END_LINE, AT_END_STRING,
    AT_LOC_BOUNDARY, AT_LOC_NON_BOUNDARY, AT_UNI_BOUNDARY, AT_UNI_NON_BOUNDARY)
