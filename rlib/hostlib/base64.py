"""base64, without the rarer alphabets."""

import binascii


def b64encode(s):
    return binascii.b2a_base64(s, False)


def b64decode(s):
    return binascii.a2b_base64(s)


standard_b64encode = b64encode
standard_b64decode = b64decode
decodestring = decodebytes = b64decode


def urlsafe_b64encode(s):
    return b64encode(s).replace('+', '-').replace('/', '_')


def urlsafe_b64decode(s):
    return b64decode(s.replace('-', '+').replace('_', '/'))


def encodebytes(s):
    """In lines of 76 characters."""
    return ''.join([binascii.b2a_base64(s[i:i + 57]) for i in range(0, len(s), 57)])


encodestring = encodebytes


def b16encode(s):
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    if not casefold and s.upper() != s:
        raise binascii.Error('Non-base16 digit found')
    return binascii.unhexlify(s)
