# The codecs of rpython.rlib.runicode: all encodings, incomplete input, error handlers, mappings, escapes.
from rpython.rlib import runicode

try:
    unichr
except NameError:
    unichr = chr

TEXTS = [u'', u'plain', u'gr\xfc\xdfe', u'\u20ac 5', u'a\U0001f600b', u'+1-2', u'~\\ \t\n', u'\xe4\xe4+\u3042', u'\x00\x7f\x80\xff',
         u"it's", u'"q" it\'s', u'\u0663\u0661', u'\uffff\U0010ffff']


def hexed(s):
    return ' '.join(['%02x' % ord(c) for c in s])


def codes(u):
    return ' '.join(['%x' % ord(c) for c in u])


def strict(errors, encoding, msg, s, start, end):
    print('  handler', errors, encoding, msg, start, end)
    return u'<?>', end


def strict_encode(errors, encoding, msg, u, start, end):
    if errors == 'strict':
        raise ValueError(msg)
    print('  handler', errors, encoding, msg, start, end)
    if errors == 'bytes':
        return None, '\x01\x02\x03\x04', end
    return u'??', None, end


ENCODERS = {
    'utf-8': runicode.unicode_encode_utf_8, 'utf-16': runicode.unicode_encode_utf_16,
    'utf-16-be': runicode.unicode_encode_utf_16_be, 'utf-16-le': runicode.unicode_encode_utf_16_le,
    'utf-32': runicode.unicode_encode_utf_32, 'utf-32-be': runicode.unicode_encode_utf_32_be,
    'utf-32-le': runicode.unicode_encode_utf_32_le}
DECODERS = {
    'utf-16': runicode.str_decode_utf_16, 'utf-16-be': runicode.str_decode_utf_16_be,
    'utf-16-le': runicode.str_decode_utf_16_le, 'utf-32': runicode.str_decode_utf_32,
    'utf-32-be': runicode.str_decode_utf_32_be, 'utf-32-le': runicode.str_decode_utf_32_le,
    'utf-16-3k': runicode.py3k_str_decode_utf_16, 'utf-32-be-3k': runicode.py3k_str_decode_utf_32_be}


def show(name, result):
    print(name, codes(result[0]), result[1])


def round_trips():
    for u in TEXTS:
        print('text', codes(u))
        for name in sorted(ENCODERS.keys()):
            s = ENCODERS[name](u, len(u), 'strict')
            print(name, hexed(s))
            if name in DECODERS:
                back, used = DECODERS[name](s, len(s), 'strict')
                assert back == u and used == len(s)
        s = runicode.unicode_encode_utf_8(u, len(u), 'strict')
        back, used = runicode.str_decode_utf_8(s, len(s), 'strict', True)
        assert back == u and used == len(s)
        s = runicode.unicode_encode_utf_7(u, len(u), 'strict')
        print('utf-7', s.replace('\n', '/'))
        back, used = runicode.str_decode_utf_7(s, len(s), 'strict', True)
        assert back == u and used == len(s)
        s = runicode.unicode_encode_unicode_escape(u, len(u), 'strict')
        print('escape', s)
        back, used = runicode.str_decode_unicode_escape(s, len(s), 'strict', True)
        assert back == u and used == len(s)
        s = runicode.unicode_encode_raw_unicode_escape(u, len(u), 'strict')
        print('raw', hexed(s))
        s = runicode.unicode_encode_unicode_internal(u, len(u), 'strict')
        back, used = runicode.str_decode_unicode_internal(s, len(s), 'strict')
        assert back == u and used == len(s)


def incomplete():
    s = 'a\xe2\x82\xac\xf0\x9f\x98\x80'
    for n in range(len(s) + 1):
        show('utf-8', runicode.str_decode_utf_8(s, n, 'strict', False))
    s = '\x00a\xd8\x3d\xde\x00'
    for n in range(len(s) + 1):
        show('utf-16-be', runicode.str_decode_utf_16_be(s, n, 'strict', False))
    s = 'a+-+IKw-b'
    for n in range(len(s) + 1):
        show('utf-7', runicode.str_decode_utf_7(s, n, 'strict', False))


def wrong_bytes():
    for s in ['\x80', 'a\xc0b', 'a\xe2\x82b', '\xed\xa0\x80', '\xf4\x90\x80\x80', 'x\xe2\x82', '\xff\xfe\xfd']:
        print(hexed(s))
        show('custom', runicode.str_decode_utf_8(s, len(s), 'custom', True, strict))
        show('replace', runicode.str_decode_utf_8(s, len(s), 'replace', True))
        show('ignore', runicode.str_decode_utf_8(s, len(s), 'ignore', True))
        show('pairs', runicode.str_decode_utf_8(s, len(s), 'replace', True, None, True))
        show('ascii', runicode.str_decode_ascii(s, len(s), 'custom', True, strict))
    for name in ['utf-16-be', 'utf-16-le', 'utf-32-be', 'utf-16-3k', 'utf-32-be-3k']:
        for s in ['\xd8\x00\x00a', '\xdc\x00', '\xd8\x00', 'abc', '\x00\x11\x00\x00', '\x00\x00\xd8\x00']:
            print(name, hexed(s))
            show('custom', DECODERS[name](s, len(s), 'custom', True, strict))
    for s in ['+IKw\xff', '+I-', '+IKx-', 'a+', '\xe4', '+IK']:
        show('utf-7', runicode.str_decode_utf_7(s, len(s), 'custom', True, strict))
    for s in ['\\x4', '\\u12g', '\\U00110000', 'a\\', '\\777\\0\\q', '\\\n\\t\\\'']:
        show('escape', runicode.str_decode_unicode_escape(s, len(s), 'custom', True, strict))
    for s in ['\\\\u20ac', '\\u20ac\\n', '\\u20', '\\\\\\u0041']:
        show('raw', runicode.str_decode_raw_unicode_escape(s, len(s), 'custom', True, strict))
    try:
        runicode.str_decode_utf_8('\xff', 1, 'strict', True)
    except UnicodeDecodeError:
        print('UnicodeDecodeError')


def wrong_text():
    pair = unichr(0xd83d) + unichr(0xde00)
    u = u'a\u20ac\u20acz'
    for errors in ['custom', 'bytes', 'replace', 'ignore']:
        handler = None
        if errors in ('custom', 'bytes'):
            handler = strict_encode
        print(errors, runicode.unicode_encode_ascii(u, len(u), errors, handler).replace('\x01\x02\x03\x04', '!'))
        print(runicode.unicode_encode_latin_1(u, len(u), errors, handler).replace('\x01\x02\x03\x04', '!'))
        print(hexed(runicode.unicode_encode_utf_8(pair, 2, errors, handler)))
        print(hexed(runicode.unicode_encode_utf_16_be(pair[:1] + u'-', 2, errors, handler, False)))
        print(hexed(runicode.unicode_encode_utf_32_be(pair[:1] + u'-', 2, errors, handler, False)))
    print(hexed(runicode.unicode_encode_utf_8(pair, 2, 'strict', None, True)), hexed(runicode.unicode_encode_utf8sp(pair, 2)))
    print(hexed(runicode.unicode_encode_utf_16_le(pair, 2, 'strict')), hexed(runicode.unicode_encode_utf_32_be(pair, 2, 'strict')))
    try:
        runicode.unicode_encode_utf8_forbid_surrogates(u'x' + pair, 3)
    except runicode.SurrogateError as e:
        print('SurrogateError %x %d' % (e.char, e.index))
    try:
        runicode.unicode_encode_ascii(u, len(u), 'strict')
    except UnicodeEncodeError:
        print('UnicodeEncodeError')


class Mapping(object):
    def __init__(self, table):
        self.table = table

    def get(self, key, default):
        return self.table.get(key, default)


def mappings():
    decode = Mapping({'a': u'\u0430', 'b': u'xy'})
    encode = {u'\u0430': 'a', u'x': 'XX', u'?': '?'}
    show('charmap', runicode.str_decode_charmap('abba', 4, 'strict', True, None, decode))
    show('charmap', runicode.str_decode_charmap('a-b', 3, 'custom', True, strict, decode))
    print(runicode.unicode_encode_charmap(u'x\u0430..x', 5, 'custom', strict_encode, encode))
    print(runicode.unicode_encode_decimal(u' 12,\u0663\u0661 ', 7, 'strict'))
    print(runicode.unicode_encode_decimal(u'1\u20ac', 2, 'replace'))
    escape, _ = runicode.make_unicode_escape_function(quotes=True, prefix='u')
    for u in TEXTS:
        print(escape(u, len(u)))


def entry_point(argv):
    round_trips()
    incomplete()
    wrong_bytes()
    wrong_text()
    mappings()
    return 0


def target(driver, args):
    return entry_point, None
