"""`**` parameters and `**` arguments: named values passed on, read, listed and changed."""


def total(a, b=10, c=100):
    return a + 2 * b + 3 * c


def forward(*args, **kw):
    return total(*args, **kw)


def forward_twice(*args, **kw):
    return forward(*args, **kw)


class Point(object):
    def __init__(self, x=0, y=0, label='none'):
        self.x = x
        self.y = y
        self.label = label

    def moved(self, **changes):
        return Point(x=changes.get('x', self.x), y=changes.get('y', self.y),
                     label=changes.get('label', self.label))

    def show(self):
        return '%s(%d, %d)' % (self.label, self.x, self.y)


def make(cls_label, **kw):
    return Point(label=cls_label, **kw)


def traced(f):
    def wrapper(*args, **kw):
        print('call with %d and %d' % (len(args), len(kw)))
        return f(*args, **kw)
    return wrapper


@traced
def area(width, height=1):
    return width * height


@traced
def describe(name, excited=False, times=1):
    return (name + ('!' if excited else '.')) * times


def listed(**kw):
    out = []
    for name in kw:
        out.append(name)
    for name, value in kw.items():
        out.append('%s=%d' % (name, value))
    for name in sorted(kw.keys()):
        out.append(name)
    return ' '.join(out)


def either(**kw):
    if 'left' in kw:
        return 'left is %d' % kw['left']
    if 'right' in kw:
        return 'right is %s' % kw['right']
    if not kw:
        return 'nothing'
    return 'something else: %d' % len(kw)


def wanted(**kw):
    try:
        return kw['size']
    except KeyError as e:
        return -1


def looked_up(key, **kw):
    if key in kw:
        return kw[key]
    return kw.get(key, -2)


def changed(**kw):
    kw['extra'] = 7
    size = kw.pop('size', 0)
    kw.setdefault('depth', 3)
    names = []
    for name, value in sorted(kw.items()):
        names.append('%s:%d' % (name, value))
    return '%d %s' % (size, ','.join(names))


class Registry(object):
    def __init__(self):
        self.settings = {}

    def configure(self, **kw):
        self.settings.update(kw)
        return self

    def keep(self, **kw):
        self.settings = kw

    def show(self):
        return ' '.join(['%s=%s' % (k, v) for k, v in sorted(self.settings.items())])


class Base(object):
    def __init__(self, name, weight=1):
        self.name = name
        self.weight = weight


class Derived(Base):
    def __init__(self, colour, **kw):
        Base.__init__(self, **kw)
        self.colour = colour


class Deeper(Derived):
    def __init__(self, *args, **kw):
        super(Deeper, self).__init__(*args, **kw)


def loop(n, **kw):
    result = 0
    for i in range(n):
        result += total(i, **kw)
        if result > 1000:
            kw2 = kw
            result -= total(1, **kw2)
    return result


def keyword_only(a, *, scale=2, **kw):
    return a * scale + len(kw)


def twice(f, **kw):
    return f(**kw) + f(**kw)


def main(argv):
    n = len(argv)
    print(forward(n), forward(n, 2), forward(n, c=1), forward(a=n, c=2, b=3))
    print(forward_twice(n, b=5), forward_twice(n, 6, c=7))
    p = Point(3, 4, 'p')
    print(p.moved().show(), p.moved(x=n).show(), p.moved(label='q', y=9).show())
    print(make('made').show(), make('made', y=n, x=2).show())
    print(area(3), area(3, height=n + 4), area(width=2, height=5))
    print(describe('hm'), describe('hey', excited=n > 0, times=2))
    print(listed(b=2, a=n, c=3))
    print(either(left=1), either(right='r'), either(), either(a=1, b='two'))
    print(wanted(size=n), wanted(sizes='no'), wanted())
    print(looked_up('x', x=n, y=2), looked_up('y', x=1, y=2), looked_up('z', x=1))
    print(changed(), changed(size=n), changed(size=1, depth=n + 1))
    r = Registry()
    print(r.configure(mode='fast', level='low').configure(level='high').show())
    r.keep(other='x')
    r.configure(more='y')
    print(r.show())
    d = Derived('red', name='d', weight=n)
    print(d.name, d.weight, d.colour)
    d = Deeper('blue', name='e')
    print(d.name, d.weight, d.colour)
    print(loop(4, b=n), loop(12, b=20, c=n))
    print(keyword_only(3), keyword_only(3, scale=n), keyword_only(3, x=1, y='z', scale=5))
    print(total(**{'a': n, 'c': 5}), total(1, **{'b': n}), describe(**{'name': 'z', 'times': n + 1}))
    print(twice(total, a=n), twice(total, a=n, b=2), twice(forward, a=1, c=n))
    fs = [forward_twice, forward]
    for f in fs:
        print(f(n, b=2))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    main(sys.argv)
