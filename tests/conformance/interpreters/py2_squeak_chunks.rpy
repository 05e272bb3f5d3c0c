# origin: after published programs
# oracle: stored
"""RSqueak-like image reader in Python 2: chunks of words with bit fields, forward references, an identity dict, `raise E, v`."""
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.objectmodel import compute_identity_hash

FORMATS = {0: 'empty', 1: 'fixed', 2: 'indexable', 6: 'words', 8: 'bytes'}


class CorruptImage(Exception):
    def __init__(self, what):
        self.what = what


class ImageReader(object):
    def __init__(self, data):
        self.data = data
        self.pos = 0
        self.chunks = {}
        self.order = []

    def next(self):
        if self.pos + 4 > len(self.data):
            raise CorruptImage, "truncated at %d" % self.pos
        b = [ord(self.data[self.pos + i]) for i in xrange(4)]
        self.pos += 4
        return (b[0] << 24) | (b[1] << 16) | (b[2] << 8) | b[3]

    def read_all(self):
        while self.pos <> len(self.data):
            start = self.pos
            (size, format, classid, hash) = split_header(self.next())
            if not FORMATS.has_key(format):
                raise CorruptImage, "format " + `format`
            words = [self.next() for i in xrange(size)]
            chunk = Chunk((size, format), (classid, hash), words)
            self.chunks[start] = chunk
            self.order.append(start)


def split_header(w):
    return (w >> 26) & 63, (w >> 22) & 15, (w >> 17) & 31, (w >> 5) & 0xfff


class Chunk(object):
    object = None

    def __init__(self, (size, format), (classid, hash), words):
        self.size = size
        self.format = format
        self.classid = classid
        self.hash = hash
        self.words = words

    def as_object(self, reader):
        if self.object is None:
            self.object = G_Object(FORMATS[self.format], self.hash)
            if self.format <= 2:
                for w in self.words:
                    if w & 1:
                        n = w >> 1
                        if n >= 1 << 30:
                            n -= 1 << 31
                        self.object.pointers.append(G_Small(n))
                    else:
                        try:
                            self.object.pointers.append(reader.chunks[w].as_object(reader))
                        except KeyError, e:
                            raise CorruptImage, "dangling pointer 0%o" % w
            else:
                for w in self.words:
                    self.object.raw = self.object.raw * 31L + w & 0xffffff
        return self.object


class G_Base(object):
    def show(self, depth):
        raise NotImplementedError


class G_Small(G_Base):
    def __init__(self, n):
        self.n = n

    def show(self, depth):
        return `self.n`


class G_Object(G_Base):
    def __init__(self, kind, hash):
        self.kind = kind
        self.hash = hash
        self.pointers = []
        self.raw = 0

    def show(self, depth):
        if depth == 0:
            return '...'
        return self.kind + '#%d' % self.hash + '<' + ' '.join([p.show(depth - 1) for p in self.pointers]) + '>' + (
            ':%x' % self.raw if self.raw <> 0 else '')


def word(n):
    return chr((n >> 24) & 255) + chr((n >> 16) & 255) + chr((n >> 8) & 255) + chr(n & 255)


def header(size, format, hash):
    return word(size << 26 | format << 22 | 3 << 17 | hash << 5)


GOOD = (header(2, 1, 17) + word(5 << 1 | 1) + word(12) +            # at 0
        header(3, 2, 0777) + word(0) + word(12) + word(0xffffffff) +  # at 12: a cycle
        header(1, 8, 3) + word(0x41424344) + header(0, 0, 9))        # at 28, 36
IMAGES = [GOOD, header(1, 1, 1) + word(64), header(2, 1, 1) + word(3), header(0, 5, 1), '']


def entry_point(argv):
    for i, data in enumerate(IMAGES):
        print 'image', i, len(data)
        r = ImageReader(data)
        try:
            r.read_all()
            for start in r.order:
                print '', start, r.chunks[start].as_object(r).show(3)
        except CorruptImage, e:
            print 'corrupt:', e.what
    seen = {}
    r = ImageReader(GOOD)
    r.read_all()
    o = r.chunks[0].as_object(r)
    seen[o] = 1
    inner = o.pointers[1]
    assert isinstance(inner, G_Object)
    back = inner.pointers[0]
    assert isinstance(back, G_Object)
    print seen.has_key(back), seen.has_key(inner), compute_identity_hash(o) == compute_identity_hash(back)
    return 0


def target(driver, args):
    return entry_point, None
