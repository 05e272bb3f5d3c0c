# slices of instances: __getitem__, __setitem__, __delitem__ get slice objects
class Row(object):
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        if isinstance(i, slice):
            start, stop, step = i.indices(len(self.items))
            return Row([self.items[k] for k in range(start, stop, step)])
        return self.items[i]

    def __setitem__(self, i, value):
        if isinstance(i, slice):
            if i.step is None:
                self.items[i.start:i.stop] = value
            else:
                self.items[i.start:i.stop:i.step] = value
        else:
            self.items[i] = value

    def __delitem__(self, i):
        if isinstance(i, slice):
            del self.items[i]
        else:
            del self.items[i]

    def __str__(self):
        return "<" + " ".join([str(x) for x in self.items]) + ">"


class Backwards(Row):
    def __getitem__(self, i):
        if isinstance(i, slice):
            return Row(self.items[i.stop:i.start:-1])
        return self.items[-1 - i]


class Shown(object):
    """Says what it is asked for."""
    def __getitem__(self, key):
        if isinstance(key, slice):
            return "%s to %s by %s" % (key.start, key.stop, key.step)
        return "item %s" % key

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            print("set %s..%s to %s" % (key.start, key.stop, value))
        else:
            print("set %s to %s" % (key, value))

    def __delitem__(self, key):
        if isinstance(key, slice):
            print("delete", key)
        else:
            print("delete item", key)


class Text(object):
    def __init__(self, s):
        self.s = s

    def __getitem__(self, i):
        if isinstance(i, slice):
            return Text(self.s[i])
        return self.s[i]


HEAD = slice(0, 2)


def entry_point(argv):
    n = len(argv)
    row = Row([1, 2, 3, 4, 5, 6])
    print(row[0], row[-1], row[n:4], row[:2], row[4:], row[:], row[::2], row[::-1], row[-3:-1], row[5:1:-2])
    print(row[n:100], row[-100:2], row[10:], row[3:3], row[:-1][1], len(row[1:3]))
    for part in [row[:n], row[n:]]:
        print(part)
    row[n:3] = [20, 30, 35]
    print(row)
    row[0] = -1
    row[::3] = [7, 7, 7]
    print(row)
    del row[0]
    del row[1:3]
    print(row)
    try:
        print(row[::n - 1])
    except ValueError as e:
        print("ValueError", e)
    rows = [Row([1, 2, 3]), Backwards([1, 2, 3, 4])]
    for r in rows:
        print(r[0], r[n:3], r[0:2])

    shown = Shown()
    print(shown[3], "|", shown[1:2], "|", shown[n:], "|", shown[:n], "|", shown[::n], "|", shown[:])
    shown[1:2] = "x"
    shown[4] = "y"
    del shown[n:9]
    del shown[2]

    text = Text("hello world")
    print(text[1], text[2:5].s, text[-5:].s, text[::-1].s)

    # slice objects as values
    s = slice(n, 4)
    print(s.start, s.stop, s.step is None, s.indices(3), s)
    print(row[s], [9, 8, 7, 6, 5][s], "abcdef"[s], row[HEAD], [9, 8, 7][HEAD], "xyz"[slice(2)])
    items = [0, 1, 2, 3, 4, 5]
    items[s] = [10]
    del items[slice(0, 1)]
    print(items)
    for step in [2, -2]:
        print(slice(None, None, step).indices(5), slice(3, None, step).indices(5), slice(None, n, step).indices(7))
    print(isinstance(s, slice), isinstance(items, slice), isinstance(n, slice))
    return 0


def target(driver, args):
    return entry_point, None
