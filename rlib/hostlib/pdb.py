"""pdb: can be imported; there is no debugger."""

from rpython.rlib.objectmodel import not_rpython


@not_rpython
def set_trace():
    raise RuntimeError('pdb.set_trace(): there is no debugger')


post_mortem = set_trace
