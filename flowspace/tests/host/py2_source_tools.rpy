# Modules of Python 2 about source text and bytecode: token, tokenize, opcode, dis, imp. The .out was recorded with CPython 2.7.
import dis
import imp
import opcode
import os
import struct
import token
import tokenize

TEXT = '''def f(a, b=0x1FL, *rest):
    # a comment
    if a <> b and b >= 1.5e-3j:
\treturn ur"""two
lines""" + 'one \\\\' \\
            % (1,
               .5,  # within
               2.)

    x = [a for a in rest if a]; y **= 3 // 0o17
    print >>a, `b`, "open
    return $
@decorator
class C: pass
'''


def lines_of(text):
    rest = text.splitlines(True)

    def readline():
        return rest.pop(0) if rest else ''
    return readline


for kind, text, begin, end, line in tokenize.generate_tokens(lines_of(TEXT)):
    print tokenize.tok_name[kind], repr(text), begin, end, len(line)
for wrong in ('f(1,\n', '"""never\n', 'if x:\n        y\n    z\n'):
    try:
        print len(list(tokenize.generate_tokens(lines_of(wrong))))
    except (tokenize.TokenError, IndentationError), e:
        print e.__class__.__name__, e.args[0]
print token.tok_name[token.OP], token.N_TOKENS, token.ISTERMINAL(token.OP), token.ISEOF(0), tokenize.COMMENT
print sorted(opcode.opmap)[:4], opcode.opname[opcode.opmap['LOAD_CONST']], opcode.opname[6], len(opcode.opname)
print opcode.HAVE_ARGUMENT, opcode.hasjrel, opcode.cmp_op[4], dis.EXTENDED_ARG
print dis.findlabels('d\x00\x00n\x03\x00q\x00\x00\x01')
print struct.unpack('<i', imp.get_magic())
here = os.path.dirname(os.path.abspath(__file__))
found, path, (suffix, mode, kind) = imp.find_module('py2pkg', [here])
print found, os.path.basename(path), kind == imp.PKG_DIRECTORY
found, path, (suffix, mode, kind) = imp.find_module('__init__', [path])
print found.name == path, os.path.basename(path), suffix, mode, kind == imp.PY_SOURCE
try:
    imp.find_module('no_such_module_here')
except ImportError, e:
    print e
