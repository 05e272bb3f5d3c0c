"""Translations step by step: what `translate shell` has as `Translation`, and the library's `Translation::of_function`.

The steps are done by the translator itself, through the module `_translation`, which exists only there.
"""

_scalars = {
    'int': 'int(words.next())',
    'bool': "words.next() == 'True'",
    'float': 'float(words.next())',
    'str': '_unquoted(words.next())',
    'bytes': '_unquoted(words.next())',
    'unicode': "_unquoted(words.next()).decode('utf-8')",
    'NoneType': '_nothing(words.next())',
}


class TranslationError(Exception):
    """A step failed; the text is what the translator says of the program."""


class _Words(object):
    """The arguments of a call, as they stand on the command line of the compiled program behind the result's file."""

    def __init__(self, argv):
        self.argv = argv
        self.at = 2

    def next(self):
        word = self.argv[self.at]
        self.at += 1
        return word


def _nothing(word):
    return None


def _quoted(text):
    return text.replace('%', '%25').replace('\0', '%00')


def _unquoted(text):
    return text.replace('%00', '\0').replace('%25', '%')


def _write(path, text):
    import os
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(fd, text)
    os.close(fd)


def _name(argtype):
    if isinstance(argtype, list):
        return '[%s]' % ', '.join([_name(t) for t in argtype])
    return getattr(argtype, '__name__', None) or repr(argtype)


class _Reader(object):
    """Writes functions that read values of types from words."""

    def __init__(self):
        self.lines = []
        self.count = 0

    def reader(self, argtype):
        if isinstance(argtype, list) and len(argtype) == 1:
            item = self.reader(argtype[0])
            body = ['result = []', 'for i in range(int(words.next())):', '    result.append(%s(words))' % item,
                    'return result']
        elif isinstance(argtype, dict) and len(argtype) == 1:
            [(key, value)] = argtype.items()
            key, value = self.reader(key), self.reader(value)
            body = ['result = {}', 'for i in range(int(words.next())):', '    key = %s(words)' % key,
                    '    result[key] = %s(words)' % value, 'return result']
        elif isinstance(argtype, tuple):
            items = [self.reader(t) for t in argtype]
            body = ['return (%s)' % ''.join(['%s(words), ' % item for item in items])]
        elif argtype is None or getattr(argtype, '__name__', None) in _scalars:
            body = ['return ' + _scalars['NoneType' if argtype is None else argtype.__name__]]
        else:
            raise TypeError("no argument can be of the type %s here: int, bool, float, str, unicode, None, lists [T], "
                            "dicts {K: V} and tuples (T, U) of them can" % _name(argtype))
        self.count += 1
        name = '_read_%d' % self.count
        self.lines.append('def %s(words):' % name)
        self.lines.extend(['    ' + line for line in body])
        return name


def _entry_point(function, argtypes):
    """The main function of a program that calls the function with its arguments, and writes the result down."""
    r = _Reader()
    readers = [r.reader(t) for t in argtypes]
    r.lines += [
        'def entry_point(argv):',
        '    words = _Words(argv)',
        '    try:',
        '        result = _function(%s)' % ', '.join([name + '(words)' for name in readers]),
        '    except Exception as e:',
        "        _write(argv[1], '!' + e.__class__.__name__ + ':' + str(e))",
        '        return 0',
        "    _write(argv[1], '=' + repr(result))",
        '    return 0',
    ]
    namespace = dict(globals())
    namespace['_function'] = function
    exec('\n'.join(r.lines) + '\n', namespace)
    return namespace['entry_point']


def _words_of(value, argtype, words):
    """Appends a value's words; TypeError if it is none of the type."""
    def wrong():
        raise TypeError('%r is not of the type %s' % (value, _name(argtype)))
    if isinstance(argtype, list):
        if not isinstance(value, list):
            wrong()
        words.append(str(len(value)))
        for item in value:
            _words_of(item, argtype[0], words)
    elif isinstance(argtype, dict):
        if not isinstance(value, dict):
            wrong()
        words.append(str(len(value)))
        [(key, item)] = argtype.items()
        for k in value:
            _words_of(k, key, words)
            _words_of(value[k], item, words)
    elif isinstance(argtype, tuple):
        if not isinstance(value, tuple) or len(value) != len(argtype):
            wrong()
        for v, t in zip(value, argtype):
            _words_of(v, t, words)
    elif argtype is None:
        if value is not None:
            wrong()
        words.append('')
    elif argtype is float and isinstance(value, int):
        words.append(repr(float(value)))
    elif not isinstance(value, argtype) or argtype is int and isinstance(value, bool):
        wrong()
    elif argtype is str or argtype is bytes:
        words.append(_quoted(value))
    elif argtype is unicode:
        words.append(_quoted(value.encode('utf-8')))
    else:
        words.append(repr(value))


class _Result(object):
    """A result that is no constant of Python."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def _value(text):
    try:
        return eval(text, {'inf': float('inf'), 'nan': float('nan')})
    except Exception:
        return _Result(text)


class CompiledFunction(object):
    """A function in an executable: each call runs it."""

    def __init__(self, path, name, argtypes):
        self.path = path
        self.__name__ = name
        self.argtypes = argtypes

    def __repr__(self):
        return '<compiled function %s(%s)>' % (self.__name__, ', '.join([_name(t) for t in self.argtypes]))

    def __call__(self, *args):
        import os
        from _host import run_program
        if len(args) != len(self.argtypes):
            raise TypeError('%s() takes %d arguments, not %d' % (self.__name__, len(self.argtypes), len(args)))
        words = []
        for value, argtype in zip(args, self.argtypes):
            _words_of(value, argtype, words)
        answer = self.path + '.answer'
        if os.path.exists(answer):
            os.unlink(answer)
        code = run_program([self.path, answer] + words, None, None, None, True)[0]
        if code or not os.path.exists(answer):
            raise RuntimeError('the program ended with exit code %d' % code)
        with open(answer, 'rb') as f:
            text = f.read()
        if text.startswith('!'):
            name, message = text[1:].split(':', 1)
            error = getattr(__import__('builtins'), name, None)
            if isinstance(error, type) and issubclass(error, Exception):
                raise error(message) if message else error()
            raise RuntimeError(name + ': ' + message if message else name)
        return _value(text[1:])


class _Annotation(object):
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


class Translation(object):
    """The translation of a function with arguments of these types. Each step does those before it.

    Options are those of the command, with `_` for `-`: Translation(f, [int], gc='boehm', opt='0').
    """

    def __init__(self, function, argtypes=None, **options):
        import _translation
        self.function = function
        self.argtypes = list(argtypes or [])
        words = []
        for name in options:
            value = options[name]
            word = '--' + name.replace('_', '-')
            if value is not False:
                words.append(word if value is True else '%s=%s' % (word, value))
        if not callable(function):
            raise TypeError('a function is expected, not %r' % (function,))
        code = getattr(function, '__code__', None)
        if code is None:
            raise TypeError('a function written in Python is expected, not %r' % (function,))
        if not code.co_flags & 4 and len(self.argtypes) > code.co_argcount:
            raise TypeError('%s() takes %d arguments, and there are %d types'
                            % (function.__name__, code.co_argcount, len(self.argtypes)))
        self._number = _translation.start(_entry_point(function, self.argtypes), function, words)

    def __repr__(self):
        types = ', '.join([_name(t) for t in self.argtypes])
        return '<translation of %s(%s): %s>' % (self.function.__name__, types, self._ask('state'))

    def _ask(self, what, *args):
        import _translation
        ok, text = _translation.step(self._number, what, *args)
        if not ok:
            raise TranslationError(text)
        return text

    def annotate(self):
        """Infers types; what the function can return."""
        return _Annotation(self._ask('annotate'))

    def rtype(self):
        """Gives the graphs low-level types and operations."""
        self._ask('rtype')

    def backendopt(self):
        """Optimises the graphs."""
        self._ask('backendopt')

    def source(self):
        """The function in C, with the functions that it calls and that are not of the library. All files are in
        `source_folder()`."""
        return _Result(self._ask('source'))

    def source_folder(self):
        """The folder of all C files, with a Makefile. It goes away at the end of the session."""
        return self._ask('source_folder')

    def compile(self):
        """A function that runs the compiled one."""
        return CompiledFunction(self._ask('compile'), self.function.__name__, self.argtypes)

    compile_c = compile

    def view(self, name=None):
        """Prints the graph of the function, and of those that it calls and that are not of the library, as the last step
        left them; those of another function if there is a name."""
        print(self._ask('view', name or ''))

    def dot(self, folder):
        """Writes all graphs to this folder, as Graphviz files."""
        print(self._ask('dot', folder))

    def html(self, file):
        """Writes a page for a browser: the graph of the function, and of those that it calls and that are not of the library, as
        each step so far has left them."""
        print(self._ask('html', file))

    def graphs(self):
        """The names of all functions that have graphs."""
        return self._ask('graphs').split('\n')
