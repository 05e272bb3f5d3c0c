# stage: flow space
# Classes in a list that is complete when the program starts: its length and items are known where indices are. Built-in functions in
# messages, and flags in tuples that are the same in all of a table.
from rpython.rlib.objectmodel import instantiate
from rpython.rlib.unroll import unrolling_iterable

SHAPES = []


class Record(object):
    _attrs_ = ['label']

    def more(self, value):
        raise NotImplementedError

    def total(self):
        return 0


def record_class(width):
    names = unrolling_iterable(['field%d' % i for i in range(width)])

    def more(self, value):
        if width + 1 < len(SHAPES):
            wider = instantiate(SHAPES[width + 1])
            wider.label = self.label + str(width)
            for name in names:
                setattr(wider, name, getattr(self, name))
            setattr(wider, 'field%d' % width, value)
            return wider
        return self

    def total(self):
        total = 0
        for name in names:
            total = 10 * total + getattr(self, name)
        return total

    return type(Record)('Record%d' % width, (Record,), {'_attrs_': ['field%d' % i for i in range(width)], 'more': more, 'total': total})


for width in range(5):
    SHAPES.append(record_class(width))

COMMANDS = {}


def command(name, needs_context=False):
    def add(f):
        COMMANDS[name] = f, needs_context, len(name)
        return f
    return add


@command('plus')
def plus(a, b):
    return a + b


@command('times')
def times(a, b):
    return a * b


def invoke(context, name, a, b):
    f, needs_context, size = COMMANDS.get(name, (None, False, 0))
    if f is None:
        raise KeyError(name)
    if needs_context:
        return f(context, a, b) + size
    return f(a, b) + size


def entry_point(argv):
    record = instantiate(SHAPES[0])
    record.label = 'r'
    for value in range(1, 8):
        record = record.more(value)
        print(record.label, record.total())
    print(invoke('context', 'plus', 3, 4), invoke('context', 'times', 3, 4), len(SHAPES))
    try:
        invoke('context', 'none', 1, 2)
    except KeyError:
        print('no such command')
    if len(argv) > 5:
        assert False, 'no %s here' % iter
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
