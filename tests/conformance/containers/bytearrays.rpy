"""bytearray: building, items, slices, methods, comparison."""

TABLE = bytearray(b'\x00\x10\xff')


def checksum(data):
    total = 0
    for b in data:
        total = (total * 31 + b) & 0xffff
    return total


def rle(data):
    out = bytearray()
    i = 0
    while i < len(data):
        n = 1
        while i + n < len(data) and data[i + n] == data[i] and n < 255:
            n += 1
        out.append(n)
        out.append(data[i])
        i += n
    return out


def xor(data, key):
    result = bytearray(data)
    for i in range(len(result)):
        result[i] ^= key[i % len(key)]
    return result


def entry_point(argv):
    b = bytearray()
    print(len(b), bool(b), b)
    for i in range(65, 70):
        b.append(i)
    print(b, len(b), b[0], b[-1], bool(b))
    b[1] = 0
    b.extend(b'xyz')
    b.extend([1, 2])
    b += b'!'
    print(b, b[2:5], b[::-1], b[-3:])
    del b[0]
    del b[-2:]
    b.insert(0, 200)
    print(b, b.pop(), b.pop(0), len(b))
    b[1:3] = b'long text'
    print(b, 120 in b, b'text' in b, b.find(b'text'), b.count(b't'))
    print(bytearray(3), bytearray([97, 98, 99]), bytearray(b'abc') == bytearray([97, 98, 99]))
    print(bytearray(b'abc') == b'abc', bytearray(b'abc') != b'abd', bytearray(b'a') + bytearray(b'b') + b'c')
    print(bytearray(b'hello world').decode('ascii'), bytearray(b'hi').decode())
    try:
        b.append(256)
    except ValueError:
        print('ValueError')
    try:
        b[0] = -1
    except ValueError:
        print('ValueError')
    try:
        print(b[100])
    except IndexError:
        print('IndexError')
    try:
        bytearray().pop()
    except IndexError:
        print('IndexError')
    print(TABLE, TABLE[2], checksum(TABLE))
    TABLE[0] = 7
    TABLE.append(9)
    print(list(TABLE), sum(TABLE), max(TABLE))
    c = b.copy()
    c.reverse()
    c.clear()
    print(len(c), len(b))
    data = bytearray(b'aaaabbbcccd')
    print(rle(data), checksum(data))
    secret = xor(data, bytearray(b'key'))
    print(secret == data, xor(secret, bytearray(b'key')) == data, xor(secret, bytearray(b'key')))
    print([x for x in bytearray(b'abc')], bytearray(b'ABC').lower(), bytearray(b'\x01\xab').hex())
    print(bytearray(b'a,b').split(b',')[1], bytearray(b'abab').replace(b'b', b'-'), data.startswith(b'aa'))
    grid = [bytearray(b'.' * 5) for _ in range(3)]
    grid[1][2] = ord('#')
    for row in grid:
        print(row.decode('ascii'))
    return 0


def target(driver, args):
    return entry_point
