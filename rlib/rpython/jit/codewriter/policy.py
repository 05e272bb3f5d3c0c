"""Which functions the JIT looks into."""

from rpython.tool.ansi_print import AnsiLogger

log = AnsiLogger('jitcodewriter')


class JitPolicy(object):
    """The default: everything, except functions with loops that are not marked as safe to unroll, and
    except what is marked otherwise."""

    def __init__(self, jithookiface=None):
        self.unsafe_loopy_graphs = {}
        self.supports_floats = False
        self.supports_longlong = False
        self.supports_singlefloats = False
        self.jithookiface = jithookiface

    def set_supports_floats(self, flag):
        self.supports_floats = flag

    def set_supports_longlong(self, flag):
        self.supports_longlong = flag

    def set_supports_singlefloats(self, flag):
        self.supports_singlefloats = flag

    def dump_unsafe_loops(self):
        pass

    def look_inside_function(self, func):
        """Overridden by programs that know better."""
        return True


class StopAtXPolicy(JitPolicy):
    """Looks into everything but the given functions."""

    def __init__(self, *funcs):
        JitPolicy.__init__(self)
        self.funcs = funcs

    def look_inside_function(self, func):
        return func not in self.funcs
