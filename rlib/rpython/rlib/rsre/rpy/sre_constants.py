"""The operations of sre's codes by their names."""
from rpython.rlib.rsre import rsre_code as _code

MAGIC = 20031017
# these two are of parse trees only
OPCODES = {'call': 8, 'subpattern': 30}
for _name in dir(_code):
    if _name.startswith('OPCODE_') and getattr(_code, _name) < 70:
        OPCODES[_name[len('OPCODE_'):].lower()] = getattr(_code, _name)
