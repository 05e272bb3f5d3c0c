"""Slices of lists, strings, bytearrays with all sign combinations of bounds and steps; assignment and deletion of slices."""


def lists(l, n):
    for a in range(-n, n + 1):
        row = []
        for b in range(-n, n + 1, 2):
            row.append("".join([str(x) for x in l[a:b]]))
        print(a, row)


def stepped(s, l):
    for step in [1, 2, 3, -1, -2, -5, 7]:
        for a in [-9, -3, 0, 2, 9]:
            row = []
            for b in [-9, -2, 0, 3, 9]:
                x = s[a:b:step]
                y = l[a:b:step]
                assert len(x) == len(y)
                row.append(x + "%d" % sum(y))
            print(step, a, " ".join(row), s[a::step], s[:a:step])
        print(s[::step], l[::step])


def none_bounds(l, a, b):
    print(l[:], l[a:], l[:b], l[a:b], l[None:b], l[a:None], l[None:None])


def assign(a, b, new):
    l = [0, 1, 2, 3, 4, 5]
    l[a:b] = new
    m = [0, 1, 2, 3, 4, 5]
    del m[a:b]
    print(a, b, l, m, len(l))


def assign_step(l, step, new):
    try:
        l[::step] = new
        print(l)
    except ValueError:
        print("wrong size for step", step)


def delete_step(a, b, step):
    l = list(range(10))
    del l[a:b:step]
    print(l)


def bytearrays():
    b = bytearray(b"abcdefgh")
    print(b[2:5], b[-3:], b[:-6], b[::-1], b[1:7:3])
    b[1:3] = b"XYZ"
    print(b.decode())
    del b[-2:]
    print(b.decode(), len(b))


def tuples(t):
    print(t[1:], t[:-1], t[1:3], t[::-1], t[-2:], t[::2], t[3:1])


def entry_point(argv):
    lists([0, 1, 2, 3], 6)
    stepped("abcdefg", [1, 2, 3, 4, 5, 6, 7])
    none_bounds([1, 2, 3, 4], 1, 3)
    none_bounds([1, 2, 3, 4], -3, -1)
    for a in [-7, -2, 0, 3, 8]:
        for b in [-9, -1, 0, 2, 9]:
            assign(a, b, [9])
            assign(a, b, [])
    assign(1, 2, [7, 8, 9])
    assign_step([1, 2, 3, 4, 5], 2, [10, 20, 30])
    assign_step([1, 2, 3, 4, 5], -2, [10, 20, 30])
    assign_step([1, 2, 3, 4, 5], 2, [10, 20])
    for step in [2, 3, -1, -4]:
        delete_step(1, 9, step)
        delete_step(9, 1, step)
    bytearrays()
    tuples((1, 2, 3, 4))
    tuples((5, 6, 7, 8))
    return 0


def target(driver, args):
    return entry_point
