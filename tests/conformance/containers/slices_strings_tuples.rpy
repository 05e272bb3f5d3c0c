"""Slices of strings, tuples, lists with all kinds of bounds."""


def text(s, a, b):
    return s[a:b] + '|' + s[a:] + '|' + s[:b]


def entry_point(argv):
    s = 'abcdef'
    t = (0, 1, 2, 3, 4, 5)
    l = list(t)
    for a in range(-8, 9, 3):
        for b in range(-8, 9, 3):
            print(a, b, text(s, a, b), l[a:b], l[a:b:2], l[a:b:-1], s[a:b:-2])
    for step in (1, 2, 3, -1, -2, -3):
        print(step, s[::step], l[::step], s[1::step], l[:4:step], s[-2::step], l[:-3:step])
    print(t[1:], t[:-1], t[1:4], t[::2], t[::-1], t[-2:], t[10:], t[2:2], t[5:1:-2])
    print(s[2], s[-1], l[2], l[-6], t[0], t[-1])
    m = l[:]
    m[2:4] = 'xy' and [7]
    print(m)
    m[:0] = [-1]
    m[len(m):] = [8, 9]
    m[3:3] = [5, 5]
    print(m, len(m))
    m[1:-1:3] = [0] * len(m[1:-1:3])
    print(m)
    del m[::2]
    print(m)
    del m[-2:]
    print(m, m[100:], m[:100] == m)
    b = list('hello world')
    b[:5] = reversed(b[:5])
    print(''.join(b), ''.join(b[::-1]), b[6:] == list('world'))
    b[5:6] = []
    b[-1:] = list('D!')
    print(''.join(b))
    print([s[i:i + 3] for i in range(0, len(s), 3)], [s[i:] + s[:i] for i in range(3)])
    print([l[i:j] for i in range(3) for j in range(i, 3)])
    print(l[1::2], s.find('cd'), s[s.find('cd'):], s[:s.rfind('e')])
    return 0


def target(driver, args):
    return entry_point
