"""Attributes of classes that are values: some classes have them, some have not."""


class Kind(object):
    pass


class Void(Kind):
    pass


class Number(Kind):
    NAME = 'number'
    size = 8


class Small(Number):
    NAME = 'small'
    size = 2


class Text(Kind):
    NAME = 'text'
    default = ('', 1)


class Signature(object):
    def __init__(self, form, params):
        self.form = form
        self.params = params


SIGNATURES = {0: Signature(Void, []), 1: Signature(Number, [Number, Small]), 2: Signature(Text, [Small])}
TABLE = {'v': Void, 'n': Number, 's': Small, 't': Text}


def name_of(kind):
    try:
        return kind.NAME
    except AttributeError as e:
        return 'no name: %s' % e


def sizes(kinds):
    total = 0
    for k in kinds:
        total += k.size
    return total


def default_of(kind):
    try:
        return kind.default[1]
    except AttributeError:
        return -1


def entry_point(argv):
    for i in range(3):
        s = SIGNATURES[i]
        print(name_of(s.form), [name_of(p) for p in s.params])
        print([p.NAME for p in s.params])
        if len(s.params) > 0:
            print(sizes(s.params), s.form.NAME)
    for letter in 'vnst':
        kind = TABLE[letter]
        print(letter, name_of(kind), default_of(kind), kind.__name__)
        try:
            print(sizes([kind]))
        except AttributeError as e:
            print(e)
    return 0


def target(driver, args):
    return entry_point, None
