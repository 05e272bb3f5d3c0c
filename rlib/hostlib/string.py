"""string, for the import-time interpreter of the translator."""

ascii_lowercase = lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
whitespace = ' \t\n\r\v\f'
printable = digits + ascii_letters + punctuation + whitespace


def maketrans(old, new):
    table = [chr(i) for i in range(256)]
    for a, b in zip(old, new):
        table[ord(a)] = b
    return ''.join(table)


def join(words, sep=' '):
    return sep.join(words)


def split(s, sep=None, maxsplit=-1):
    return s.split(sep, maxsplit)


def replace(s, old, new, maxsplit=-1):
    return s.replace(old, new, maxsplit)


def strip(s): return s.strip()
def lstrip(s): return s.lstrip()
def rstrip(s): return s.rstrip()
def lower(s): return s.lower()
def upper(s): return s.upper()
def swapcase(s): return s.swapcase()
def capitalize(s): return s.capitalize()
def find(s, *args): return s.find(*args)
def rfind(s, *args): return s.rfind(*args)
def index(s, *args): return s.index(*args)
def count(s, *args): return s.count(*args)
def ljust(s, width, *args): return s.ljust(width, *args)
def rjust(s, width, *args): return s.rjust(width, *args)
def center(s, width, *args): return s.center(width, *args)
def zfill(s, width): return s.zfill(width)
def translate(s, table): return s.translate(table)
def atoi(s, base=10): return int(s, base)
def atof(s): return float(s)
def capwords(s, sep=None): return (sep or ' ').join([w.capitalize() for w in s.split(sep)])


atol = atoi
joinfields = join
splitfields = split


class Template(object):
    """Text with `$name`, `${name}` and `$$`."""

    delimiter = '$'

    def __init__(self, template):
        self.template = template

    def _pieces(self):
        """(literal, None) and (name, text as written) pairs; the name is None where it is wrong."""
        text = self.template
        start = 0
        n = len(text)
        while True:
            at = text.find(self.delimiter, start)
            if at < 0:
                yield text[start:], ''
                return
            yield text[start:at], ''
            i = at + 1
            if text[i:i + 1] == self.delimiter:
                yield self.delimiter, ''
                start = i + 1
                continue
            braced = text[i:i + 1] == '{'
            i += braced
            end = i
            while end < n and (text[end] == '_' or (text[end].isalnum() and ord(text[end]) < 128)):
                end += 1
            good = end > i and not text[i].isdigit() and (not braced or text[end:end + 1] == '}')
            if not good:
                yield None, text[at:at + 1]
                start = at + 1
                continue
            name = text[i:end]
            start = end + braced
            yield name, text[at:start]

    def _fill(self, mapping, keywords, safe):
        values = dict(mapping)
        values.update(keywords)
        out = []
        for piece, written in self._pieces():
            if not written:
                out.append(piece)
            elif piece is None:
                if not safe:
                    raise ValueError('Invalid placeholder in string')
                out.append(written)
            elif piece in values:
                out.append(str(values[piece]))
            elif safe:
                out.append(written)
            else:
                raise KeyError(piece)
        return ''.join(out)

    def substitute(self, mapping=(), **keywords):
        return self._fill(mapping, keywords, False)

    def safe_substitute(self, mapping=(), **keywords):
        return self._fill(mapping, keywords, True)


class Formatter(object):
    def format(self, format_string, *args, **kwargs):
        return format_string.format(*args, **kwargs)

    def vformat(self, format_string, args, kwargs):
        return format_string.format(*args, **kwargs)
