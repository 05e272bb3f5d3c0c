"""The names of `makepackrat`, where programs look for them."""
from rpython.rlib.parsing.makepackrat import BacktrackException, ErrorInformation, PackratParser, Status
