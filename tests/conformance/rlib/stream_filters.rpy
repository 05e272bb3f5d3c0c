# Streams of streamio over files and over each other: ends of lines, buffers, positions.
import os

from rpython.rlib.streamio import open_file_as_stream, fdopen_as_stream, construct_stream_tower, DiskFile, BufferingInputStream, \
    BufferingOutputStream, LineBufferingOutputStream, TextInputFilter, TextOutputFilter, Stream, MyNotImplementedError, StreamError

TEXT = 'one\r\ntwo\rthree\nfour\r\r\n\n\rfive\r'


def shown(s):
    return s.replace('\r', '<').replace('\n', '>')


def save(path, text):
    f = open_file_as_stream(path, 'wb')
    f.write(text)
    f.close()


def load(path):
    f = open_file_as_stream(path, 'rb')
    text = f.readall()
    f.close()
    return text


class Pieces(Stream):
    """A source that gives its text in pieces."""

    def __init__(self, text, size):
        self.text = text
        self.size = size
        self.pos = 0

    def read(self, n):
        end = min(self.pos + min(n, self.size), len(self.text))
        start = self.pos
        self.pos = end
        return self.text[start:end]

    def tell(self):
        return self.pos

    def seek(self, offset, whence=0):
        assert whence == 0
        self.pos = offset


def universal(path):
    save(path, TEXT)
    f = open_file_as_stream(path, 'rU')
    lines = []
    while True:
        line = f.readline()
        if line == '':
            break
        lines.append(shown(line))
    print(' '.join(lines))
    f.close()
    f = open_file_as_stream(path, 'U')
    print(shown(f.read(6)), f.tell(), shown(f.readline()), f.tell(), shown(f.readall()))
    f.close()
    for size in [1, 2, 3, 100]:
        t = TextInputFilter(Pieces(TEXT, size))
        print(shown(t.readall()), t.getnewlines())
        t = TextInputFilter(Pieces(TEXT, size))
        places = []
        while True:
            at = t.tell()
            line = t.readline()
            if line == '':
                break
            t.seek(at, 0)
            assert t.readline() == line
            places.append('%d' % at)
        print(' '.join(places), t.getnewlines())


def output(path):
    for sep in ['\n', '\r', '\r\n']:
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        f = TextOutputFilter(BufferingOutputStream(DiskFile(fd), 4), sep)
        f.write('a\nbcd')
        at = f.tell()
        f.write('\n\nlast')
        f.close()
        print(at, shown(load(path)))
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    f = LineBufferingOutputStream(DiskFile(fd))
    sizes = []
    for piece in ['no end', ' yet\nnext', '\n', '', 'x']:
        f.write(piece)
        sizes.append('%d' % os.fstat(fd).st_size)
    print(' '.join(sizes), f.tell())
    f.flush()
    print(os.fstat(fd).st_size)
    f.close()


def both(path):
    save(path, '0123456789')
    fd = os.open(path, os.O_RDWR, 0o600)
    f = BufferingInputStream(BufferingOutputStream(DiskFile(fd), 3), 4)
    print(f.read(2), f.tell(), f.count_buffered_bytes(), f.peek()[1])
    f.write('ab')
    f.seek(1, 1)
    print(f.read(3), f.tell())
    f.seek(-2, 2)
    print(f.read(100000000000), f.read(5) == '')
    f.truncate(4)
    f.close()
    print(load(path))
    for buffering in [0, 1, 5, -1]:
        fd = os.open(path, os.O_RDONLY, 0o600)
        f = construct_stream_tower(DiskFile(fd), buffering, True, True, False, False)
        print(f.read(3), f.readline(), f.try_to_find_file_descriptor() == fd)
        f.close()


def errors():
    s = Stream()
    try:
        s.write('x')
    except MyNotImplementedError:
        print('MyNotImplementedError')
    try:
        TextOutputFilter(s, 'x')
    except StreamError as e:
        print(e.message)


def entry_point(argv):
    path = '/tmp/tw_stream_filters_%d' % os.getpid()
    universal(path)
    output(path)
    both(path)
    os.unlink(path)
    errors()
    return 0


def target(driver, args):
    return entry_point, None
