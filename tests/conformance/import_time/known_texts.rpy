# Texts put together from known parts are known: as attribute names, as keys of specialisation, in comparisons.
from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rlib import jit


class Registry(object):
    """Keeps values of different types under names that are put together."""

    def __init__(self, n):
        self.slot_count = n
        self.slot_title = 'title %d' % n
        self.slot_ratio = n / 4.0
        self.names = ['slot_count', 'slot_title', 'slot_ratio']

    def this(self):
        return self

    @specialize.arg(1)
    def get(self, name):
        slot = 'slot_' + name
        if not we_are_translated():
            assert slot in self.names
        self = self.this()
        return getattr(self, slot)

    @specialize.arg(1)
    def put(self, name, value):
        setattr(self.this(), 'slot_' + name, value)

    @specialize.arg(1, 2)
    def get_joined(self, first, second):
        return self.get(first + second)

    @specialize.arg(1)
    def has_u(self, name):
        return (u'slot_' + name) == u'slot_title'


@specialize.arg(0)
def nested(prefix, depth):
    # The parameter stays known in each copy.
    text = prefix + '.'
    text += 'end'
    return '%s:%d' % (text, depth)


def grown(n):
    # Known at first, but not after the first turn.
    s = '' + 'a'
    for i in range(n):
        s = s + 'b'
    return s


class Cell(object):
    def __init__(self, v):
        self.v = v

    # The wrapper is specialised: the function and the predicate must know its constant too.
    @specialize.arg(2)
    @jit.look_inside_iff(lambda self, other, exact: jit.isconstant(self) and exact)
    def compare(self, other, exact):
        return self.both(other, exact)

    @specialize.arg(2)
    def both(self, other, exact):
        if exact:
            return self.v == other.v
        return 'about' if self.v // 10 == other.v // 10 else 'no'

    @jit.look_inside_iff(lambda self, n: jit.isconstant(n))
    @specialize.arg(1)
    def kind(self, n):
        if n == 0:
            return 'none'
        return self.v + n


def entry_point(argv):
    r = Registry(len(argv) + 6)
    print(r.get('count'))
    print(r.get('title'))
    print(r.get('ratio'))
    r.put('count', 100)
    r.put('title', r.get('title') + '!')
    r.put('ratio', r.get('ratio') * 2.0)
    print(r.slot_count)
    print(r.get_joined('ti', 'tle'))
    print(r.get_joined('rat', 'io'))
    print(r.get_joined('', 'count') + 1)
    print(r.has_u(u'title'))
    print(r.has_u(u'count'))
    print(nested('x', 1))
    print(nested('yy', 2))
    print(grown(len(argv) - 1) + grown(len(argv) + 2))
    a, b, c = Cell(10 + len(argv)), Cell(12 + len(argv)), Cell(30)
    print(a.compare(b, True))
    print(a.compare(a, True))
    print(a.compare(b, False))
    print(c.compare(b, False))
    print(a.kind(0))
    print(a.kind(3))
    return 0


def target(*args):
    return entry_point, None
