"""Functions made of text or of other functions. For import time."""

import types


class Source(object):
    """Lines of source text."""

    def __init__(self, text=''):
        self.lines = text.split('\n')

    def putaround(self, before='', after=''):
        return Source(before + '\n' + '\n'.join(self.lines) + '\n' + after)

    def compile(self, filename=None, mode='exec'):
        return compile(str(self), filename or '<generated>', mode)

    def __str__(self):
        return '\n'.join(self.lines)


def _dedent(source):
    lines = str(source).split('\n')
    used = [line for line in lines if line.strip()]
    n = min([len(line) - len(line.lstrip()) for line in used] or [0])
    return '\n'.join([line[n:] for line in lines])


def compile2(source, filename='<generated>', mode='exec', flags=0, dont_inherit=0):
    """`compile` of text that may be indented."""
    return compile(_dedent(source), filename or '<generated>', mode)


def compile_template(source, resultname):
    """Runs the text with the caller's names; gives the function of that name."""
    import sys
    frame = sys._getframe(1)
    namespace = dict(frame.f_globals)
    namespace.update(frame.f_locals)
    exec(compile2(source), namespace)
    return namespace[resultname]


def func_with_new_name(func, newname, globals=None):
    """A copy of the function under another name."""
    f = types.FunctionType(func.__code__, func.__globals__ if globals is None else globals, newname,
                           func.__defaults__, func.__closure__)
    if func.__dict__:
        f.__dict__.update(func.__dict__)
    f.__doc__ = func.__doc__
    return f


def func_renamer(newname):
    """Decorator that renames."""
    def decorate(func):
        return func_with_new_name(func, newname)
    return decorate


def valid_identifier(stuff):
    """A name made of any text."""
    text = ''.join([c if c.isalnum() or c == '_' else '_' for c in str(stuff)])
    if not text or text[0].isdigit():
        text = '_' + text
    return text


def nice_repr_for_func(fn, name=None):
    mod = getattr(fn, '__module__', None) or '?'
    return '(%s)%s' % (mod, name or fn.__name__)


def rpython_wrapper(f, template, templateargs=None, **globaldict):
    """A function around `f` with the same parameters, from a template with %(name)s, %(arguments)s and %(original)s;
    the word for that is one that no parameter has."""
    code = f.__code__
    names = [code.co_varnames[i] for i in range(code.co_argcount)]
    values = dict(templateargs or {})
    values.update({'name': f.__name__, 'arguments': ', '.join(names), 'original': '_tw_original'})
    globaldict['_tw_original'] = f
    exec(compile2(template % values), globaldict)
    result = globaldict[f.__name__]
    result.__defaults__ = f.__defaults__
    result.__doc__ = f.__doc__
    result.__dict__.update(f.__dict__)
    return result


class NiceCompile(object):
    """`compile2` for texts that belong to one file: its name, or a dict with `__name__`, or None."""

    def __init__(self, namespace_or_filename=None):
        name = namespace_or_filename
        if isinstance(name, dict):
            name = name.get('__name__')
        self.filename = '<generated>' if name is None else str(name)

    def __call__(self, source):
        return compile2(source, self.filename)


class PyCode(object):
    """A code object, with the names that this library gives it."""

    def __init__(self, code):
        code = getattr(code, '__code__', code)
        self.raw = code
        self.name = code.co_name
        self.firstlineno = code.co_firstlineno
        self.path = code.co_filename


def has_varargs(func):
    """Has the function a parameter `*args`?"""
    return bool(getattr(func, '__code__', func).co_flags & CO_VARARGS)


def has_varkeywords(func):
    """Has the function a parameter `**kwds`?"""
    return bool(getattr(func, '__code__', func).co_flags & CO_VARKEYWORDS)


def render_docstr(func, indent_str='', closing_str=''):
    """The text of a literal for the docstring of a function (or for a text); None if there is none."""
    doc = getattr(func, '__doc__', None) if not isinstance(func, str) else func
    if doc is None:
        return None
    quotes = [repr(doc)]
    for quote in ['"' * 3, "'" * 3]:
        if quote not in doc and doc[-1:] not in quote and '\\' not in doc:
            quotes.append(quote + doc + quote)
    return indent_str + min(quotes, key=len) + closing_str


def with_unicode_literals(fn=None, **original_kwds):
    """Decorator that makes texts in a function unicode: files that want it import `unicode_literals` instead."""
    raise NotImplementedError('sourcetools.with_unicode_literals(): use `from __future__ import unicode_literals`')


CO_VARARGS, CO_VARKEYWORDS = 4, 8
CPYTHON_CO_FLAGS = CO_VARARGS | CO_VARKEYWORDS | 0x20 | 0x2000 | 0x4000 | 0x8000 | 0x10000
