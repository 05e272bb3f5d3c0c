"""binascii: texts for bytes, and checksums."""

_DIGITS = '0123456789abcdef'
_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def hexlify(data):
    result = []
    for c in data:
        n = ord(c)
        result.append(_DIGITS[n >> 4])
        result.append(_DIGITS[n & 15])
    return ''.join(result)


def unhexlify(hexstr):
    if len(hexstr) % 2:
        raise Error('Odd-length string')
    result = []
    for i in range(0, len(hexstr), 2):
        pair = hexstr[i:i + 2].lower()
        high, low = _DIGITS.find(pair[0]), _DIGITS.find(pair[1])
        if high < 0 or low < 0:
            raise Error('Non-hexadecimal digit found')
        result.append(chr(high << 4 | low))
    return ''.join(result)


b2a_hex = hexlify
a2b_hex = unhexlify


def b2a_base64(data, newline=True):
    result = []
    for i in range(0, len(data), 3):
        part = data[i:i + 3]
        bits = 0
        for k in range(3):
            bits = bits << 8 | (ord(part[k]) if k < len(part) else 0)
        for k in range(4):
            result.append(_ALPHABET[(bits >> (18 - 6 * k)) & 63] if k <= len(part) else '=')
    if newline:
        result.append('\n')
    return ''.join(result)


def a2b_base64(string):
    """What is not of the alphabet is skipped."""
    result = []
    bits = count = pads = 0
    for c in string:
        if c == '=':
            pads += 1
            continue
        n = _ALPHABET.find(c)
        if n >= 0 and pads == 0:
            bits = (bits << 6 | n) & 0xffffff
            count += 1
            if count % 4:
                result.append(chr((bits >> (6 - 2 * (count % 4 - 1))) & 255) if count % 4 > 1 else '')
            else:
                result.append(chr(bits & 255))
    if count % 4 and count % 4 + pads < 4:
        raise Error('Incorrect padding')
    return ''.join(result)


def crc32(data, value=0):
    value &= 0xffffffff
    crc = value ^ 0xffffffff
    for c in data:
        crc ^= ord(c)
        for _ in range(8):
            crc = crc >> 1 ^ (0xedb88320 if crc & 1 else 0)
    return crc ^ 0xffffffff


def crc_hqx(data, value):
    value &= 0xffff
    for c in data:
        value ^= ord(c) << 8
        for _ in range(8):
            value = (value << 1 ^ (0x1021 if value & 0x8000 else 0)) & 0xffff
    return value
