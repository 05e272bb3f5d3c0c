# Base64 by hand, both ways.
LETTERS = bytes([*range(65, 91), *range(97, 123), *range(48, 58)]) + b"+/"
VALUES = [-1] * 256
for _at, _byte in enumerate(LETTERS):
    VALUES[_byte] = _at


def encode(data: bytes) -> bytes:
    out = bytearray()
    for at in range(0, len(data), 3):
        block = data[at:at + 3]
        missing = 3 - len(block)
        block += b"\0" * missing
        n = block[0] << 16 | block[1] << 8 | block[2]
        for i in range(4 - missing):
            out.append(LETTERS[n >> 18 - 6 * i & 0x3f])
        for _ in range(missing):
            out.append(ord("="))
    return bytes(out)


def decode(text: bytes) -> bytes:
    out = bytearray()
    bits = n = 0
    for byte in text:
        if byte == ord("="):
            break
        value = VALUES[byte]
        if value < 0:
            raise ValueError(f"no letter: {chr(byte)!r}")
        n = n << 6 | value
        bits += 6
        if bits >= 8:
            bits -= 8
            out.append(n >> bits & 0xff)
    return bytes(out)


def entry_point(argv):
    print(LETTERS.decode("ascii"))
    for data in [b"", b"f", b"fo", b"foo", b"foob", b"\x00\xff\x10\x80"]:
        text = encode(data)
        print(len(data), text.decode(), decode(text) == data)
    try:
        print(decode(b"Zm9v!").decode())
    except ValueError as e:
        print("error:", e)
    return 0


def target(driver, args):
    return entry_point, None
