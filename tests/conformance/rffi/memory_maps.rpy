# rpython.rlib.rmmap: files in memory, shared and private, resizing, searching, errors.
import os

from rpython.rlib import rmmap


def make(path, text):
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(fd, text)
    return fd


def content(path):
    fd = os.open(path, os.O_RDONLY, 0)
    text = os.read(fd, 10000)
    os.close(fd)
    return text


def reading(path):
    fd = make(path, 'first line\nsecond\n\nlast')
    m = rmmap.mmap(fd, 0)
    print(m.len(), m.file_size(), m.read_byte(), m.readline() == 'irst line\n', m.tell())
    print(m.read(3), m.read() == 'ond\n\nlast', m.read() == '')
    for start, end in [(0, 100), (12, 30), (-10, 100), (-4, -1), (5, 3), (0, 0)]:
        print(start, end, m.find('s', start, end), m.find('s', start, end, True), m.find('', start, end), m.find('last', start, end))
    m.seek(-4, 2)
    m.seek(1, 1)
    print(m.tell(), m.readline(), m.getitem(0), m.getitem(-1), m.getslice(6, 4))
    for pos, whence in [(-1, 0), (1, 2), (0, 7)]:
        try:
            m.seek(pos, whence)
        except rmmap.RValueError as e:
            print(e.message)
    for index in [23, -24, 100]:
        try:
            print(m.getitem(index))
        except IndexError:
            print('IndexError')
    m.close()
    m.close()
    try:
        m.check_valid()
    except rmmap.RValueError as e:
        print(e.message)
    os.close(fd)


def writing(path):
    fd = make(path, 'abcdefghij')
    m = rmmap.mmap(fd, 10)
    m.check_writeable()
    m.write('XY')
    m.write_byte('Z')
    m.setitem(-1, '!')
    m.setslice(4, '--')
    m.move(6, 0, 3)
    m.flush()
    print(content(path))
    for size in [20, 5]:
        m.resize(size)
        print(m.len(), m.file_size(), m.getslice(0, 5))
    try:
        m.seek(0)
        m.write('too long')
    except rmmap.RValueError as e:
        print(e.message)
    m.close()
    p = rmmap.mmap(fd, 0, access=rmmap.ACCESS_COPY)
    p.write('priv')
    print(p.getslice(0, 5), content(path))
    try:
        p.resize(3)
    except rmmap.RTypeError as e:
        print(e.message)
    p.close()
    r = rmmap.mmap(fd, 0, access=rmmap.ACCESS_READ)
    try:
        r.check_writeable()
    except rmmap.RTypeError as e:
        print(e.message)
    r.close()
    os.close(fd)


def errors(path):
    fd = make(path, 'short')
    for length, access, offset, flags in [(-1, 0, 0, 1), (10, 0, 0, 1), (0, 0, -1, 1), (0, 9, 0, 1), (0, 1, 0, 2), (0, 0, 4096, 1)]:
        try:
            rmmap.mmap(fd, length, flags=flags, access=access, offset=offset)
        except rmmap.RMMapError as e:
            print(e.message)
    os.ftruncate(fd, 0)
    try:
        rmmap.mmap(fd, 0)
    except rmmap.RValueError as e:
        print(e.message)
    os.close(fd)
    try:
        rmmap.mmap(fd, 10)
    except OSError as e:
        print(e.errno)
    m = rmmap.mmap(-1, 8192)
    m.setslice(5000, 'anonymous')
    print(m.len(), m.find('anon', 0, 8192), m.file_size())
    m.close()
    p = rmmap.alloc(4096)
    p[10] = 'q'
    print(p[10], ord(p[11]))
    rmmap.free(p, 4096)


def entry_point(argv):
    path = '/tmp/tw_memory_maps_%d' % os.getpid()
    try:
        reading(path)
        writing(path)
        errors(path)
    finally:
        os.unlink(path)
    return 0


def target(driver, args):
    return entry_point, None
