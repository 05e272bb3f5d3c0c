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
def lower(s): return s.lower()
def upper(s): return s.upper()
def find(s, sub): return s.find(sub)
def zfill(s, width): return s.zfill(width)
def capwords(s): return ' '.join([w.capitalize() for w in s.split()])
