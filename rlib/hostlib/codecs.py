"""codecs: the encodings that the host knows."""

BOM_UTF8 = '\xef\xbb\xbf'
BOM = BOM_LE = BOM_UTF16 = BOM_UTF16_LE = '\xff\xfe'
BOM_BE = BOM_UTF16_BE = '\xfe\xff'


def encode(obj, encoding='utf-8', errors='strict'):
    return obj.encode(encoding, errors)


def decode(obj, encoding='utf-8', errors='strict'):
    return obj.decode(encoding, errors)


class CodecInfo(object):
    def __init__(self, name):
        self.name = name

    def encode(self, text, errors='strict'):
        return text.encode(self.name, errors), len(text)

    def decode(self, data, errors='strict'):
        return data.decode(self.name, errors), len(data)


def lookup(encoding):
    name = encoding.lower().replace('_', '-')
    names = {'utf8': 'utf-8', 'utf-8': 'utf-8', 'ascii': 'ascii', 'latin-1': 'iso8859-1',
             'iso-8859-1': 'iso8859-1', 'latin1': 'iso8859-1', 'us-ascii': 'ascii'}
    if name not in names:
        u''.encode(encoding)            # LookupError if it is not known
        return CodecInfo(name)
    return CodecInfo(names[name])


def getencoder(encoding): return lookup(encoding).encode
def getdecoder(encoding): return lookup(encoding).decode


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    import io
    return io.open(filename, mode)
