"""Running a program under the JIT without translating it: not possible here. Programs import this for tools of their own."""


def _no(what):
    raise NotImplementedError('rpython.jit.metainterp.warmspot.%s: the JIT runs in translated programs only (--opt=jit)' % what)


def jittify_and_run(*args, **kwds):
    _no('jittify_and_run()')


def ll_meta_interp(*args, **kwds):
    _no('ll_meta_interp()')


def get_stats():
    _no('get_stats()')


def reset_stats():
    """There are none."""
