"""Slices: read, assign, delete, with negative bounds and steps; other list methods."""


def show(l):
    print(l, len(l))


def check(l, a, b):
    return l[a:b]


def entry_point(argv):
    l = [0, 1, 2, 3, 4, 5, 6, 7]
    print(l[-3:], l[:-3], l[-5:-2], l[::2], l[::-1], l[5:1:-2], l[100:], l[-100:3])
    for a in [-9, -8, -3, 0, 2, 8, 9]:
        for b in [-9, -1, 0, 4, 8, 20]:
            print(a, b, check(l, a, b))
    for step in [1, 2, 3, -1, -2, -7]:
        print(step, l[::step], l[1:7:step], l[7:1:step], l[-1:-6:step])
    m = list(l)
    m[2:4] = [20, 30, 40, 50]
    show(m)
    m[0:0] = [-2, -1]
    show(m)
    m[len(m):] = [99]
    show(m)
    m[1:-1] = []
    show(m)
    m[:] = range(4)
    show(m)
    m[1:2] = (7, 8)
    show(m)
    m[-1:] = [x * x for x in range(3)]
    show(m)
    m[::2] = [0] * len(m[::2])
    show(m)
    m[::-1] = list(m)
    show(m)
    try:
        m[::2] = [1]
    except ValueError:
        print('ValueError')
    m = list(range(20))
    del m[::3]
    show(m)
    del m[-2:]
    show(m)
    del m[10:2:-2]
    show(m)
    del m[1:3]
    show(m)
    del m[-1]
    show(m)
    del m[:]
    show(m)
    m = [1, 2]
    m += (3, 4)
    m.extend(range(3))
    m += [x for x in [8, 9]]
    m.extend({5: 1, 6: 2})
    show(m)
    w = ['x']
    w += 'abc'
    w.extend(('d', 'e'))
    print(w)
    m.insert(-1, 100)
    m.insert(0, 101)
    m.insert(1000, 102)
    m.insert(-1000, 103)
    show(m)
    print(m.index(2), m.index(1, 2), m.count(1), 77 in m, 102 in m)
    try:
        m.index(2, 0, 1)
    except ValueError:
        print('no 2')
    print(m.index(102, -1), m.index(101, -100, 100))
    c = m.copy()
    c.append(0)
    print(len(c) - len(m))
    c.clear()
    show(c)
    c.append(5)
    show(c)
    c.remove(5)
    try:
        c.remove(5)
    except ValueError:
        print('remove')
    try:
        c.pop()
    except IndexError:
        print('pop')
    try:
        m.pop(50)
    except IndexError:
        print('pop 50')
    print(m.pop(0), m.pop(-1), m.pop(1))
    show(m)
    m.reverse()
    show(m)
    print([1, 2] * 3, 2 * ['a'], [0] * 0, [1] * -1)
    m = [1, 2]
    m *= 2
    show(m)
    print([1, 2] == [1, 2], [1, 2] != [1, 3], [[1], [2]] == [[1], [2]], [1] == [1, 2])
    print([1, 2] < [1, 3], [1, 2] < [1], [] < [0], [2] > [1, 9], [1, 2] <= [1, 2], [1] >= [2])
    print(['a', 'b'] < ['a', 'c'], [[1], [2]] < [[1], [3]])
    t = [[0] * 3 for i in range(2)]
    t[1][2] = 5
    print(t, [row[:] for row in t] == t)
    print([(x, y) for x in range(3) for y in range(x) if (x + y) % 2])
    print([[i * j for j in range(3)] for i in range(3)])
    return 0


def target(driver, args):
    return entry_point
