# -*- coding: utf-8 -*-
# oracle: stored
# In byte strings of Python 2 `\u` and `\N` are plain characters, in `ur''` `\u` is not.


def show(u):
    return " ".join([str(ord(c)) for c in u])


def entry_point(argv):
    print '\ux', '\u1234', "\N{DASH}", '\U', '''\u''', b'\u00e9', '\u12\x41', r'\u0041', len('\u')
    print show(u'\u0041\N{EM DASH}'), show(ur'\u0041\n\\u0042\U00000043'), show(u'a' 'b')
    print len('é'), len(b'é'), show(u'é'), 'a' b'b'
    return 0


def target(driver, args):
    return entry_point, None
