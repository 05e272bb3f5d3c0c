"""Lists: methods, slices, errors."""


def show(l):
    print("[" + ", ".join([str(x) for x in l]) + "] %d" % len(l))


def entry_point(argv):
    l = [3, 1, 4, 1, 5]
    show(l)
    l.append(9)
    l.extend([2, 6])
    show(l)
    l.insert(0, -1)
    l.insert(3, 33)
    show(l)
    print(l.pop())
    print(l.pop(0))
    print(l.pop(2))
    show(l)
    l.reverse()
    show(l)
    l.remove(1)
    show(l)
    print(l.index(4))
    print(5 in l)
    print(55 in l)
    show(l[1:])
    show(l[:2])
    show(l[1:3])
    show(l[:-1])
    show(l + [100])
    show([0] * 4)
    show([1, 2] * 2)
    del l[0]
    show(l)
    del l[1:3]
    show(l)
    l += [7, 8]
    l[0] = 42
    l[-1] = 43
    show(l)
    print(l == [42, 7, 43])
    print(l != [42, 7, 43])
    copy = l[:]
    copy[0] = 0
    show(l)
    show(copy)
    show(list(range(5)))
    show(list(range(2, 12, 3)))
    show(list(range(5, 0, -2)))
    try:
        print(l[10])
    except IndexError:
        print("IndexError get")
    try:
        l[10] = 1
    except IndexError:
        print("IndexError set")
    empty = []
    show(empty)
    try:
        empty.pop()
    except IndexError:
        print("IndexError pop")
    try:
        l.remove(12345)
    except ValueError:
        print("ValueError remove")
    try:
        print(l.index(12345))
    except ValueError:
        print("ValueError index")
    empty.append(1)
    show(empty)
    print(max(3, 4) + min(3, 4))
    return 0


def target(driver, args):
    return entry_point, None
