"""Where code is."""


def offset2lineno(c, stopat):
    """The line of a position in the bytecode of a code object, by its `co_lnotab`: pairs of distances, in bytes and in lines."""
    tab = c.co_lnotab
    line = c.co_firstlineno
    position = 0
    for i in range(0, len(tab) - 1, 2):
        position += ord(tab[i])
        if position > stopat:
            break
        line += ord(tab[i + 1])
    return line
