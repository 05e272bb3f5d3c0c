"""str.format_map: fields of a format that are items of a mapping."""


class Rows(object):
    def __init__(self, base):
        self.base = base
        self.asked = []

    def __getitem__(self, key):
        self.asked.append(key)
        return self.base + len(key)


class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y


GREETING = 'hello {name}'.format_map({'name': 'world'})
try:
    '{name} {}'.format_map({'name': 'world'})
except ValueError as e:
    REFUSED = str(e)


def entry_point(argv):
    n = len(argv)
    words = {'name': 'x' * n, 'kind': 'Var'}
    print('{name}: {kind}'.format_map(words))
    print('<{name:>4}|{kind!r:<7}|{kind:.2}>'.format_map(words))
    print('{{}} {name}{name}'.format_map(words), 'nothing'.format_map(words), ''.format_map(words) == '')
    sizes = {'width': 6 + n, 'n': n, 'minus': -n}
    print('{n:{width}}|{minus:+05d}|{n:08b}'.format_map(sizes))
    print('{p.x},{p.y}'.format_map({'p': Point(n, n + 1)}), '{l[0]}{l[1]}'.format_map({'l': [n, n]}))
    rows = Rows(n)
    print('{ab} {abc} {ab}'.format_map(rows), rows.asked)
    try:
        print('{name} {missing}'.format_map(words))
    except KeyError as e:
        print('KeyError', e)
    print(GREETING, REFUSED)
    return 0


def target(driver, args):
    return entry_point
