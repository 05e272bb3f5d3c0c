"""int.from_bytes"""

MAGIC = int.from_bytes(b'\x7fELF', 'little')
try:
    int.from_bytes(b'ab', 'small')
except ValueError as e:
    REFUSED = str(e)


def entry_point(argv):
    n = len(argv)
    raw = b'\x01\x02\xff' * n
    print(int.from_bytes(raw, 'big'), int.from_bytes(raw, 'little'), int.from_bytes(raw))
    print(int.from_bytes(raw[::-1], 'big', signed=True), int.from_bytes(raw, 'little', signed=True))
    print(int.from_bytes(b'', 'big'), int.from_bytes(b'', byteorder='little', signed=True))
    print(int.from_bytes(bytearray(raw), 'big'), int.from_bytes([n, 2, 3], 'little'), int.from_bytes((n, 2), 'big'))
    low = b'\x80' + b'\x00' * (6 + n)
    print(int.from_bytes(low, 'big', signed=True) == -2 ** 62 * 2, int.from_bytes(low, 'little'))
    print(int.from_bytes(b'\x00' * 9 + b'\x7f' * n, 'big'), int.from_bytes(b'\xff' * 12 + b'\xfe', 'big', signed=True))
    for i in [0, 1, -1, 255, -256, 2 ** 40 + 5, -2 ** 62, 2 ** 62]:
        for order in ['big', 'little']:
            print(int.from_bytes((i * n).to_bytes(9, order, signed=True), order, signed=True), end=' ')
    print()
    for order in ['big', 'small']:
        try:
            print(int.from_bytes([n, 255 + n], order))
        except ValueError as e:
            print('ValueError', e)
    print(int.from_bytes(b'\x7fELF' * n, 'little') == MAGIC, REFUSED)
    return 0


def target(driver, args):
    return entry_point
