"""Lists of n equal items: those of zero bits are new memory as it is, and -0.0 does not consist of such. Lists that are written to
and grow afterwards, items that are known when the program runs, no items, large lists whose items are mostly left alone."""
from rpython.rlib.rarithmetic import r_uint, r_uint32, intmask


class Node(object):
    def __init__(self, n):
        self.n = n


def sign(x):
    return str(x)[0]


def ints(n, v):
    l = [v] * n
    m = [0] * n
    if n > 2:
        l[1] = 7
        m[n - 1] = 8
    l.append(v + 1)
    m += [5]
    t = 0
    for i in range(len(l)):
        t += (l[i] * 3 + m[i]) * (i + 1)
    return t


def floats(n, v):
    l = [v] * n
    m = [0.0] * n
    z = [-0.0] * n
    return '%s%s%s' % (sign(l[n - 1]), sign(m[n - 1]), sign(z[0]))


def nodes(n, node):
    l = [node] * n
    m = [None] * n
    m[n // 2] = Node(n)
    m.append(node)
    known = 0
    for x in l + m:
        if x is not None:
            known += x.n
    return known


def others(n, yes, u, c, text):
    b = [yes] * n
    w = [u] * n
    h = [r_uint32(0)] * n
    s = [c] * n
    t = [text] * n
    f = [False] * n
    h[n - 1] = r_uint32(3)
    f[0] = True
    t[n - 1] = 'end'
    total = 0
    for i in range(n):
        if b[i]:
            total += 1
        if f[i]:
            total += 10
        if t[i] is None:
            total += 100
        total += intmask(w[i]) + intmask(h[i]) + ord(s[i])
    return total


def large(n):
    l = [0] * n
    m = [None] * n
    l[n // 3] = 5
    m[n // 3] = Node(6)
    garbage = 0
    for i in range(300):
        garbage += len([Node(i)] * 50)
    node = m[n // 3]
    assert node is not None
    return l[0] + l[n - 1] + l[n // 3] + node.n + garbage


def main(argv):
    for n in [-3, 0, 1, 3, 50, 120]:
        print("%d: %d %d" % (n, ints(n, 0), ints(n, n)))
    for n in [1, 20]:
        print(floats(n, 0.0) + ' ' + floats(n, -0.0) + ' ' + floats(n, -2.5))
        print("%d %d" % (nodes(n, None), nodes(n, Node(4))))
        print("%d" % others(n, False, r_uint(0), '\0', None))
        print("%d" % others(n, True, r_uint(9), 'a', 'b'))
    print("%d" % large(100000))
    print("%d" % large(3000000))
    return 0


def target(driver, args):
    return main, None
