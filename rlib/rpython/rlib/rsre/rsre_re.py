"""The interface of `re` over rsre."""

from re import *
from re import compile, match, search, findall, finditer, split, sub, subn, escape, error
