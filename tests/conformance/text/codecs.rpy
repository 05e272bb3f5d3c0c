"""encode and decode, with all error handlers, on good and bad input."""

SAMPLES = ['', 'plain', 'caf\xc3\xa9', '\xe2\x82\xac 5', '\xf0\x9d\x90\x80', '\xff\xfe', '\xc3', 'a\xe2\x82', 'a\xe2\x82z', '\xf0\x9d\x90', '\xf0\x9dx',
           '\xed\xa0\x80', '\xc0\x80', '\xe0\x80\x80', '\xf4\x90\x80\x80', '\xf5', '\x80\x81', 'x\xf0\x80y', '\xc3\x28', '\xe2\x28\xa1', '\xf0\x90\xc3\xa9']

TEXTS = [u'', u'plain', u'caf\u00e9', u'\u20ac 5', u'\U0001d400\u4e00', u'\u00ff\u0100']


def sample(i):
    """The sample as bytes, in both Pythons."""
    if isinstance(SAMPLES[i], bytes):
        return SAMPLES[i]
    return SAMPLES[i].encode('latin-1')


def codes(u):
    return ' '.join([hex(ord(c)) for c in u])


def dump(b):
    return ' '.join([hex(ord(b[i:i + 1])) for i in range(len(b))])


def decoding(b):
    print(codes(b.decode('utf-8', 'replace')) + ' | ' + codes(b.decode('utf-8', 'ignore')) + ' | ' + codes(b.decode('UTF8', errors='backslashreplace')))
    print(codes(b.decode('ascii', 'replace')) + ' | ' + codes(b.decode('ascii', 'ignore')) + ' | ' + codes(b.decode('latin-1')))
    try:
        print(codes(b.decode('utf-8')))
    except UnicodeDecodeError:
        print('UnicodeDecodeError')
    try:
        print(codes(b.decode('utf-8', 'strict')))
    except UnicodeError:
        print('UnicodeError')
    try:
        print(codes(b.decode()))
        print(codes(b.decode('ascii')))
    except ValueError:
        print('ValueError')


def encoding(u):
    print(dump(u.encode('utf-8')) + ' | ' + dump(u.encode()) + ' | ' + dump(u.encode('utf_8', 'replace')))
    print(dump(u.encode('ascii', 'replace')) + ' | ' + dump(u.encode('ascii', 'ignore')) + ' | ' + dump(u.encode('ascii', 'xmlcharrefreplace')) +
          ' | ' + dump(u.encode('ascii', 'backslashreplace')))
    print(dump(u.encode('latin-1', 'replace')) + ' | ' + dump(u.encode(encoding='iso-8859-1', errors='backslashreplace')))
    try:
        print(dump(u.encode('latin-1')))
    except UnicodeEncodeError:
        print('UnicodeEncodeError')
    try:
        print(dump(u.encode('ascii')))
    except UnicodeEncodeError:
        print('UnicodeEncodeError')
    assert u.encode('utf-8').decode('utf-8') == u


def entry_point(argv):
    for i in range(len(SAMPLES)):
        decoding(sample(i))
    for u in TEXTS:
        encoding(u)
    handler = 'bad' + str(len(argv))
    try:
        print(codes(sample(5).decode('utf-8', handler)))
    except LookupError:
        print('LookupError')
    print(dump(sample(2)) + ' ' + sample(2).hex())
    return 0


def target(driver, args):
    return entry_point, None
