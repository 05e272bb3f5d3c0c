# rstring's functions on strings, lists of characters and buffers. (Module buffer comes first: each of the two needs the other.)
from rpython.rlib.buffer import StringBuffer
from rpython.rlib.rstring import count, endswith, find, replace, rfind, rsplit, split, startswith


def text(chars):
    return ''.join(chars)


def entry_point(argv):
    s = 'a//b//c//' + 'd' * len(argv)
    l = [c for c in s]
    for start, end in [(0, 20), (2, 20), (-5, 4), (5, 3)]:
        print(find(l, '//', start, end), rfind(l, '//', start, end), count(l, '//', start, end), count(l, '', start, end))
    print(find(s, StringBuffer('//'), 0, 10), rfind(s, StringBuffer('//'), 0, 10), count(s, StringBuffer('/'), 0, 10))
    print([text(part) for part in split(l, '//')], [text(part) for part in split(l, '//', 2)], split(s, '//', 1))
    print([text(part) for part in rsplit(l, '//', 1)], rsplit(s, '//', 2))
    print(text(replace(l, '//', '-')), text(replace(l, '/', '', 3)), text(replace(l, 'x', 'y')), replace(s, '//', '-', 1))
    print(startswith(l, 'a/'), startswith(l, '/b', 2), startswith(l, '/b', -7, 100), startswith(s, 'a', 0, 0), startswith(l, 'a//b//c//dd'))
    print(endswith(l, '/d'), endswith(l, '/b', 0, 4), endswith(s, 'c//', 0, -1), endswith(l, 'xx'))
    return 0


def target(driver, args):
    return entry_point, None
