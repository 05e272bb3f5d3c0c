"""The instructions of CPython 2.7; there is no bytecode of CPython at import time, so nothing can be shown."""

from opcode import opmap, opname, cmp_op, hasconst, hasname, hasjrel, hasjabs, haslocal, hascompare, hasfree, \
    HAVE_ARGUMENT, EXTENDED_ARG


def dis(x=None):
    raise NotImplementedError("dis: at import time functions have no bytecode of CPython")


disassemble = disco = distb = dis


def findlabels(code):
    """The places that instructions of bytecode jump to."""
    labels = []
    i, extended = 0, 0
    while i < len(code):
        op = ord(code[i])
        i += 1
        if op < HAVE_ARGUMENT:
            continue
        argument = ord(code[i]) + 256 * ord(code[i + 1]) + extended
        i += 2
        extended = argument * 65536 if op == EXTENDED_ARG else 0
        target = i + argument if op in hasjrel else argument
        if (op in hasjrel or op in hasjabs) and target not in labels:
            labels.append(target)
    return labels
