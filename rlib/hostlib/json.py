"""json, for the import-time interpreter of the translator. Strings are read as byte strings."""


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = doc.count('\n', 0, pos) + 1
        self.colno = pos - doc.rfind('\n', 0, pos)
        ValueError.__init__(self, '%s: line %d column %d (char %d)' % (msg, self.lineno, self.colno,
                                                                      pos))


_SHORT = {'"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f', '\b': '\\b'}


def _quote(s, ensure_ascii):
    plain = True
    for c in s:
        if not ' ' <= c <= '~' or c == '"' or c == '\\':
            plain = False
            break
    if plain:
        return '"' + s + '"'
    if isinstance(s, str):
        s = s.decode('utf-8')
    out = ['"']
    for c in s:
        code = ord(c)
        if c in _SHORT:
            out.append(_SHORT[c])
        elif code < 32 or (code > 126 and ensure_ascii):
            if code > 0xffff:
                code -= 0x10000
                out.append('\\u%04x\\u%04x' % (0xd800 + (code >> 10), 0xdc00 + (code & 0x3ff)))
            else:
                out.append('\\u%04x' % code)
        else:
            out.append(c.encode('utf-8'))
    out.append('"')
    return ''.join(out)


def _float(x):
    if x != x:
        return 'NaN'
    if x in (float('inf'), -float('inf')):
        return 'Infinity' if x > 0 else '-Infinity'
    return repr(x)


class JSONEncoder(object):
    item_separator = ', '
    key_separator = ': '

    def __init__(self, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
                 sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        if indent is not None and not isinstance(indent, str):
            indent = ' ' * indent
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError('Object of type %s is not JSON serializable' % type(o).__name__)

    def encode(self, o):
        out = []
        self._write(o, '\n', out, [])
        return ''.join(out)

    def iterencode(self, o, _one_shot=False):
        out = []
        self._write(o, '\n', out, [])
        return iter(out)

    def _scalar(self, o):
        """Text of what is not a container; None otherwise."""
        if isinstance(o, (str, unicode)):
            return _quote(o, self.ensure_ascii)
        if o is None:
            return 'null'
        if o is True:
            return 'true'
        if o is False:
            return 'false'
        if isinstance(o, int):
            return int.__repr__(o)
        if isinstance(o, float):
            text = _float(o)
            if not self.allow_nan and text[-1] in 'Ny':
                raise ValueError('Out of range float values are not JSON compliant')
            return text
        return None

    def _write(self, o, newline, out, around):
        text = self._scalar(o)
        if text is not None:
            out.append(text)
            return
        if id(o) in around:
            raise ValueError('Circular reference detected')
        around.append(id(o))
        inner = newline
        if self.indent is not None:
            inner = newline + self.indent
        separator = self.item_separator
        if self.indent is not None:
            separator += inner
        if isinstance(o, dict):
            items = [(self._key(key), value) for key, value in o.items()]
            items = [item for item in items if item[0] is not None]
            if self.sort_keys:
                items.sort(key=lambda item: item[0])
            if not items:
                out.append('{}')
            else:
                out.append('{')
                for i, (key, value) in enumerate(items):
                    if i:
                        out.append(separator)
                    elif self.indent is not None:
                        out.append(inner)
                    out.append(_quote(key, self.ensure_ascii))
                    out.append(self.key_separator)
                    self._write(value, inner, out, around)
                if self.indent is not None:
                    out.append(newline)
                out.append('}')
        elif isinstance(o, (list, tuple)):
            if not o:
                out.append('[]')
            else:
                out.append('[')
                for i, value in enumerate(o):
                    if i:
                        out.append(separator)
                    elif self.indent is not None:
                        out.append(inner)
                    self._write(value, inner, out, around)
                if self.indent is not None:
                    out.append(newline)
                out.append(']')
        else:
            self._write(self.default(o), newline, out, around)
        around.pop()

    def _key(self, key):
        if isinstance(key, (str, unicode)):
            return key
        if key is None or isinstance(key, (int, float)):
            return self._scalar(key)
        if self.skipkeys:
            return None
        raise TypeError('keys must be str, int, float, bool or None, not %s' % type(key).__name__)


_ESCAPES = {'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}


class _Reader(object):
    def __init__(self, text, decoder):
        self.text = text
        self.pos = 0
        self.decoder = decoder

    def fail(self, msg, pos=None):
        raise JSONDecodeError(msg, self.text, self.pos if pos is None else pos)

    def blanks(self):
        text = self.text
        pos = self.pos
        while text[pos:pos + 1] in (' ', '\n', '\t', '\r'):
            pos += 1
        self.pos = pos

    def value(self):
        text = self.text
        pos = self.pos
        c = text[pos:pos + 1]
        if c == '"':
            return self.string()
        if c == '{':
            return self.object()
        if c == '[':
            return self.array()
        for word, value in _WORDS:
            if text.startswith(word, pos):
                self.pos = pos + len(word)
                if isinstance(value, float) and self.decoder.parse_constant is not None:
                    return self.decoder.parse_constant(word)
                return value
        return self.number()

    def number(self):
        text = self.text
        n = len(text)
        start = pos = self.pos
        if text[pos:pos + 1] == '-':
            pos += 1
        digits = pos
        while pos < n and text[pos].isdigit():
            pos += 1
        if pos == digits:
            self.fail('Expecting value', start)
        if text[digits] == '0':
            pos = digits + 1
        is_float = False
        if text[pos:pos + 1] == '.' and text[pos + 1:pos + 2].isdigit():
            is_float = True
            pos += 1
            while pos < n and text[pos].isdigit():
                pos += 1
        if text[pos:pos + 1] in ('e', 'E'):
            at = pos + 1
            if text[at:at + 1] in ('+', '-'):
                at += 1
            if text[at:at + 1].isdigit():
                is_float = True
                while at < n and text[at].isdigit():
                    at += 1
                pos = at
        self.pos = pos
        if is_float:
            return self.decoder.parse_float(text[start:pos])
        return self.decoder.parse_int(text[start:pos])

    def string(self):
        text = self.text
        begin = self.pos
        pos = begin + 1
        pieces = []
        while True:
            start = pos
            while text[pos:pos + 1] not in ('"', '\\', '', '\n'):
                pos += 1
            pieces.append(text[start:pos])
            c = text[pos:pos + 1]
            if c == '"':
                break
            if c == '':
                self.fail('Unterminated string starting at', begin)
            if c == '\n':
                self.fail('Invalid control character at', pos)
            c = text[pos + 1:pos + 2]
            if c == 'u':
                code, pos = self.unicode_escape(pos)
                pieces.append(unichr(code).encode('utf-8'))
                continue
            if c not in _ESCAPES or not c:
                self.fail('Invalid \\escape', pos)
            pieces.append(_ESCAPES[c])
            pos += 2
        self.pos = pos + 1
        return ''.join(pieces)

    def unicode_escape(self, pos):
        code = self.hexadecimal(pos)
        pos += 6
        if 0xd800 <= code < 0xdc00 and self.text.startswith('\\u', pos):
            low = self.hexadecimal(pos)
            if 0xdc00 <= low < 0xe000:
                return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00), pos + 6
        if 0xd800 <= code < 0xe000:
            code = 0xfffd
        return code, pos

    def hexadecimal(self, pos):
        digits = self.text[pos + 2:pos + 6]
        if len(digits) != 4 or [c for c in digits if c not in '0123456789abcdefABCDEF']:
            self.fail('Invalid \\uXXXX escape', pos + 1)
        return int(digits, 16)

    def array(self):
        result = []
        self.pos += 1
        self.blanks()
        if self.text[self.pos:self.pos + 1] == ']':
            self.pos += 1
            return result
        while True:
            result.append(self.value())
            self.blanks()
            c = self.text[self.pos:self.pos + 1]
            if c == ']':
                self.pos += 1
                return result
            if c != ',':
                self.fail("Expecting ',' delimiter")
            self.pos += 1
            self.blanks()

    def object(self):
        pairs = []
        self.pos += 1
        self.blanks()
        if self.text[self.pos:self.pos + 1] == '}':
            self.pos += 1
        else:
            while True:
                if self.text[self.pos:self.pos + 1] != '"':
                    self.fail('Expecting property name enclosed in double quotes')
                key = self.string()
                self.blanks()
                if self.text[self.pos:self.pos + 1] != ':':
                    self.fail("Expecting ':' delimiter")
                self.pos += 1
                self.blanks()
                pairs.append((key, self.value()))
                self.blanks()
                c = self.text[self.pos:self.pos + 1]
                self.pos += 1
                if c == '}':
                    break
                if c != ',':
                    self.fail("Expecting ',' delimiter", self.pos - 1)
                self.blanks()
        if self.decoder.object_pairs_hook is not None:
            return self.decoder.object_pairs_hook(pairs)
        result = dict(pairs)
        if self.decoder.object_hook is not None:
            return self.decoder.object_hook(result)
        return result


_WORDS = [('null', None), ('true', True), ('false', False), ('NaN', float('nan')),
          ('Infinity', float('inf')), ('-Infinity', -float('inf'))]


class JSONDecoder(object):
    def __init__(self, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
                 strict=True, object_pairs_hook=None):
        self.object_hook = object_hook
        self.object_pairs_hook = object_pairs_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant

    def raw_decode(self, s, idx=0):
        reader = _Reader(s, self)
        reader.pos = idx
        value = reader.value()
        return value, reader.pos

    def decode(self, s):
        if isinstance(s, unicode):
            s = s.encode('utf-8')
        reader = _Reader(str(s), self)
        reader.blanks()
        value = reader.value()
        reader.blanks()
        if reader.pos != len(reader.text):
            reader.fail('Extra data')
        return value


def dumps(obj, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None,
          indent=None, separators=None, default=None, sort_keys=False, **kw):
    encoder = (cls or JSONEncoder)(
        skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular,
        allow_nan=allow_nan, indent=indent, separators=separators, default=default,
        sort_keys=sort_keys, **kw)
    return encoder.encode(obj)


def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))


def loads(s, encoding=None, cls=None, **kw):
    return (cls or JSONDecoder)(**kw).decode(s)


def load(fp, **kw):
    return loads(fp.read(), **kw)


dump._not_rpython_ = dumps._not_rpython_ = 'write out values of one type after the other'
load._not_rpython_ = loads._not_rpython_ = 'values of all types need classes of their own, and a parser that makes them'
