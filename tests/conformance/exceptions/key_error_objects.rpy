# The text of a KeyError for an instance whose class is never made text otherwise.


class Plain(object):
    pass


class Sub(Plain):
    pass


class Shown(object):
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "Shown(%s)" % self.name


def shape(text):
    """without the number that identifies the object"""
    for name in ["__rpython_target__.", "key_error_objects."]:
        text = text.replace(name, "")
    i = text.find(" at 0x")
    if i < 0:
        return text
    j = i + 6
    while j < len(text) and text[j] in "0123456789abcdef":
        j += 1
    return text[:i + 6] + "N" + text[j:]


def look(d, key):
    try:
        return d[key]
    except KeyError as e:
        print("look:", shape(str(e)), shape(repr(e)))
        return 0


def drop(d, key):
    try:
        del d[key]
    except KeyError as e:
        print("del:", shape(str(e)))
    try:
        d.pop(key)
    except KeyError as e:
        print("pop: %s" % shape(str(e)))


def in_tuples(d, key):
    try:
        print(d[key])
    except KeyError as e:
        print("tuple:", shape(str(e)))


def same(d, key):
    """The number is the object's."""
    texts = []
    for i in range(2):
        try:
            d[key]
        except KeyError as e:
            texts.append(str(e))
    return texts[0] == texts[1]


def entry_point(argv):
    known = Plain()
    d = {known: 1, Sub(): 2}
    print(look(d, known), look(d, Plain()), look(d, Sub()))
    drop(d, Sub())
    if len(argv) > 5:
        known = None
        d[known] = 3
    in_tuples({(1, known): 2}, (1, Plain()))
    in_tuples({(1, known): 2}, (2, known))
    print(same({known: 1}, Sub()))
    s = set([Shown("a")])
    try:
        s.remove(Shown("b"))
    except KeyError as e:
        print("shown:", e)
    print(Shown("c"))
    return 0


def target(driver, args):
    return entry_point
