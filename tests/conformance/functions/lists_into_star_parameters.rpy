"""f(*items) with a list, where f itself takes *args."""


def total(*numbers):
    result = 0
    for n in numbers:
        result += n
    return result


def joined(sep, *words):
    return sep.join(words)


def count(*args):
    return len(args)


def first_or(default, *args):
    if args:
        return args[0]
    return default


def show(*args):
    text = ""
    for i in range(len(args)):
        text += "[%d:%d]" % (i, args[i])
    return text


def pass_on(*args):
    return total(*args) + count(*args)


def scaled(factor, *numbers, **options):
    result = []
    for n in numbers:
        result.append(n * factor + options.get("plus", 0))
    return result


def with_default(a, b=10, *rest):
    return "%d %d %d %s" % (a, b, len(rest), list(rest))


class Collector(object):
    def __init__(self, name, *items):
        self.name = name
        self.items = list(items)

    def add(self, *more):
        for m in more:
            self.items.append(m)
        return len(more)

    def __call__(self, *args):
        return "%s(%s)" % (self.name, ", ".join([str(a) for a in args]))

    def both(self, *args):
        return self.add(*args) + self.add(*list(args))


class Special(Collector):
    def __init__(self, *items):
        Collector.__init__(self, "special", *items)


def biggest(*items):
    best = items[0]
    for x in items[1:]:
        if x > best:
            best = x
    return best


def slices(*items):
    return list(items[1:]), list(items[:2]), 3 in items, items == (1, 2, 3)


def pick(fns, items):
    for f in fns:
        print(f(*items))


def gen(n):
    for i in range(n):
        yield i * i


def entry_point(argv):
    numbers = [int(s) for s in "1 2 3 4".split()]
    print(total(*numbers), total(*[]), total(*numbers[1:]), total(5, *numbers), total(5, 6, *numbers))
    print(joined("-", *"a b c".split()), joined("+", "x", *["y"]), joined(*["/", "p", "q"]))
    print(count(*numbers))
    print(first_or(-1, *numbers), first_or(-1, *numbers[4:]))
    print(show(*numbers), show(7, *numbers))
    print(pass_on(*numbers), pass_on(1, 2))
    print(scaled(2, *numbers), scaled(3, *numbers, plus=1))
    print(with_default(*numbers), with_default(*numbers[:1]), with_default(*numbers[:2]))
    c = Collector("box", *numbers)
    print(c.items, c.add(*numbers[2:]), c.items, c(*numbers), c(1, *numbers))
    print(c.both(*numbers), c.items)
    s = Special(*numbers)
    print(s.name, s.items, biggest(*numbers))
    for items in [numbers, numbers[:3]]:
        print(slices(*items))
    pick([total, count, biggest], numbers)
    try:
        print(joined(*numbers_none()))
    except TypeError as e:
        print(e)
    return 0


def numbers_none():
    return [""][1:]


def target(driver, args):
    return entry_point, None
