# rpython.rlib.rzlib: checksums, whole streams, pieces, dictionaries, limits, errors.
from rpython.rlib import rzlib
from rpython.rlib.rarithmetic import intmask


def packed(data, level=6):
    stream = rzlib.deflateInit(level)
    try:
        return rzlib.compress(stream, data, rzlib.Z_FINISH)
    finally:
        rzlib.deflateEnd(stream)


def unpacked(data):
    stream = rzlib.inflateInit()
    try:
        text, finished, left = rzlib.decompress(stream, data, rzlib.Z_FINISH)
        assert finished
        return text, left
    finally:
        rzlib.inflateEnd(stream)


def noise(n):
    seed = 12345
    chars = []
    for i in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        chars.append(chr((seed >> 16) & 255))
    return ''.join(chars)


def checksums():
    for text in ['', '\0', 'hello, world.', 'x' * 10000]:
        print(intmask(rzlib.crc32(text)), intmask(rzlib.adler32(text)), intmask(rzlib.crc32(text, 42)), intmask(rzlib.adler32(text, 42)))
    print(rzlib.crc32('world', rzlib.crc32('hello ')) == rzlib.crc32('hello world'))


def round_trips():
    for text in ['', 'a', 'some bytes which will be compressed', 'abc' * 50000, noise(100000)]:
        for level in [0, 1, 9]:
            data = packed(text, level)
            back, left = unpacked(data + 'tail')
            print(len(text), back == text, left, len(data) < len(text))


def pieces():
    text = 'a rose is a rose is a rose. ' * 400
    stream = rzlib.deflateInit()
    out = []
    for i in range(0, len(text), 1000):
        out.append(rzlib.compress(stream, text[i:i + 1000]))
    out.append(rzlib.compress(stream, '', rzlib.Z_FINISH))
    rzlib.deflateEnd(stream)
    data = ''.join(out)
    stream = rzlib.inflateInit()
    back = []
    finished = False
    for c in data:
        part, finished, left = rzlib.decompress(stream, c)
        back.append(part)
    rzlib.inflateEnd(stream)
    print(''.join(back) == text, finished)
    stream = rzlib.inflateInit()
    part, finished, left = rzlib.decompress(stream, data, max_length=17)
    print(part, finished, left > 0)
    rest, finished, left = rzlib.decompress(stream, data[len(data) - left:])
    print(part + rest == text, finished, left)
    rzlib.inflateEnd(stream)


def dictionaries():
    stream = rzlib.deflateInit(zdict='abcabcabc')
    data = rzlib.compress(stream, 'abcabcabcabc', rzlib.Z_FINISH)
    rzlib.deflateEnd(stream)
    stream = rzlib.inflateInit()
    print(rzlib.decompress(stream, data, zdict='abcabcabc')[0])
    rzlib.inflateEnd(stream)
    stream = rzlib.inflateInit()
    try:
        rzlib.decompress(stream, data, zdict='other')
    except rzlib.RZlibError as e:
        print(e.msg)
    rzlib.inflateEnd(stream)
    stream = rzlib.deflateInit(wbits=-15)
    raw = rzlib.compress(stream, 'no header', rzlib.Z_FINISH)
    rzlib.deflateEnd(stream)
    stream = rzlib.inflateInit(-15)
    print(rzlib.decompress(stream, raw)[0], len(raw))
    rzlib.inflateEnd(stream)


def errors():
    for level in [-2, 10]:
        try:
            rzlib.deflateInit(level)
        except ValueError as e:
            print(e)
    for data in ['garbage', packed('some text')[:10]]:
        try:
            print(unpacked(data)[0])
        except rzlib.RZlibError as e:
            print(e.msg)


def entry_point(argv):
    checksums()
    round_trips()
    pieces()
    dictionaries()
    errors()
    print(len(rzlib.zlibVersion().split('.')) >= 3)
    return 0


def target(driver, args):
    return entry_point, None
