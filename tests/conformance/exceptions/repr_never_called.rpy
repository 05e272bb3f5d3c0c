# oracle: stored
# The arguments of an exception are objects whose __repr__ nothing calls; it is not RPython either.


class Place(object):
    def __init__(self, line):
        self.line = line

    def __repr__(self):
        return "Place(line={line})".format(line=self.line)


class Unreadable(Exception):
    def __init__(self, message, place):
        self.message = message
        self.place = place

    def __repr__(self):
        return 'Unreadable(%r, %r)' % (self.message, self.place)


class Wrong(Exception):
    def __str__(self):
        return self.args[0]


def look(n):
    if n > 6:
        raise Unreadable(None, Place(n))
    if n > 3:
        raise Wrong("larger than three")
    return n


def entry_point(argv):
    for n in [len(argv), 5, 8]:
        try:
            print("%d" % look(n))
        except Wrong as e:
            print("wrong: %s" % e)
        except Unreadable as e:
            print("at line %d" % e.place.line)
    return 0


def target(*args):
    return entry_point, None
