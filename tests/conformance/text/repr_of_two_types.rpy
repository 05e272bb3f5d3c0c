# oracle: stored
# In programs of Python 2 some classes give byte strings as their texts, others unicode ones: repr() and str() encode these.
class Value(object):
    def __repr__(self):
        return 'Value()'


class Name(Value):
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return u'Name(%s)' % self.name


class Number(Value):
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return 'Number(%d)' % self.n


class Deep(Name):
    def __init__(self, name, inner):
        Name.__init__(self, name)
        self.inner = inner


def entry_point(argv):
    values = [Value(), Name(u'x'), Number(len(argv)), Deep(u'deep', Number(2))]
    for v in values:
        print '%r' % v, repr(v)
    print values
    print (values[0], values[1])
    return 0


def target(driver, args):
    return entry_point, None
