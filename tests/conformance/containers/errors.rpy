"""Exceptions of operations on containers are CPython's."""


class Box(object):
    def __init__(self, items):
        self.items = items


def attempt(n, l, d, s):
    try:
        if n == 0:
            return l[10]
        elif n == 1:
            return l[-10]
        elif n == 2:
            return d['missing']
        elif n == 3:
            del d['missing']
        elif n == 4:
            l.remove(99)
        elif n == 5:
            return l.index(99)
        elif n == 6:
            s.remove(99)
        elif n == 7:
            a, b = l
            return a + b
        elif n == 8:
            a, b, c, e, f = l
            return a
        elif n == 9:
            [].pop()
        elif n == 10:
            return {}.popitem()[0]
        elif n == 11:
            return d.pop('missing')
        elif n == 12:
            l[10] = 1
        elif n == 13:
            del l[10]
        elif n == 14:
            return max([x for x in l if x > 100])
        elif n == 15:
            return next(iter([x for x in l if x > 100]))
        elif n == 16:
            for k in d:
                d[k + '!'] = 1
        elif n == 17:
            for x in s:
                s.add(x + 100)
        elif n == 18:
            l[0:3:2] = [1, 2, 3]
        elif n == 19:
            return l.pop(7)
        elif n == 20:
            return 'abc'.index('z')
        elif n == 21:
            return int('12x')
        elif n == 22:
            return list(range(3))[3]
        elif n == 23:
            return range(3)[3]
        elif n == 24:
            return ord('abc'[l[0] + 5])
        elif n == 25:
            return (1, 2, 3)[l[0] + 7]
        elif n == 26:
            return sum([1 // x for x in l if x == 99] + [1 // (l[0] - l[0])])
        elif n == 27:
            for k in d:
                if k == 'a':
                    del d[k]
        return -1
    except IndexError:
        print(n, 'IndexError')
    except KeyError:
        print(n, 'KeyError')
    except ValueError:
        print(n, 'ValueError')
    except StopIteration:
        print(n, 'StopIteration')
    except RuntimeError:
        print(n, 'RuntimeError')
    except ZeroDivisionError:
        print(n, 'ZeroDivisionError')
    return -2


def entry_point(argv):
    for n in range(28):
        l = [1, 2, 3]
        d = {'a': 1, 'b': 2}
        s = {1, 2}
        r = attempt(n, l, d, s)
        if r != -2:
            print(n, 'gives', r)
    nested = [[1, 2], [3]]
    count = 0
    for i in range(3):
        for j in range(3):
            try:
                count += nested[i][j]
            except IndexError:
                count += 100
    print(count)
    box = Box([1])
    try:
        while True:
            print(box.items.pop())
    except IndexError:
        print('empty')
    return 0


def target(driver, args):
    return entry_point
