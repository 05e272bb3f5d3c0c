"""`**` parameters at run time."""


def missing(name):
    """`kw[name]` of a call that does not give `name`."""
    raise KeyError(name)
