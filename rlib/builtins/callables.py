"""Functions that stand for the callable objects of `functools` and `operator` (`partial`, `itemgetter`, `methodcaller`)."""

from rpython.rlib.objectmodel import specialize
from rpython_builtins.objects import type_name


# ---- functools.partial

def make_partial(shape, names, site):
    """The function `partial` for one call of it: its arguments after the first are `shape` positional ones and those of
    the given names. (One for each call, so that the closures of different calls keep values of different types.)"""
    return partial_maker(int(shape), names.split())


def partial_maker(count, names):
    given = ["a%d_" % i for i in range(count)]
    params = ["func_"] + given
    if names:
        params += ["*"] + names
    # A name that was given can be given again: it is a default.
    again = "".join(["%s=%s, " % (n, n) for n in names])
    source = """def partial(%s):
    def call(*more_, %s**named_):
        return func_(%s*more_, %s**named_)
    return call
""" % (", ".join(params), again, "".join([a + ", " for a in given]), again)
    scope = {"__name__": __name__}
    exec(source, scope)
    return scope["partial"]


def function_of_partial(p):
    """What a partial object made at import time is when the program runs."""
    names = list(p.keywords)
    return partial_maker(len(p.args), names)(p.func, *p.args, **p.keywords)


# ---- operator.itemgetter, operator.methodcaller

@specialize.memo()
def item_getter(*items):
    """Gets items whose keys are constants."""
    parts = ["obj[items[%d]]" % i for i in range(len(items))]
    body = parts[0] if len(parts) == 1 else "(" + ", ".join(parts) + ")"
    return made("itemgetter", body, {"items": items})


class ItemGetter(object):
    """Gets an item whose key is known at run time only."""
    def __init__(self, item):
        self.item = item

    @specialize.argtype(1)
    def __call__(self, obj):
        return obj[self.item]


def function_of_itemgetter(getter):
    return item_getter(*getter._items)


@specialize.memo()
def method_caller(name, *args):
    """Calls a method with arguments that are constants."""
    parts = ["args[%d]" % i for i in range(len(args))]
    return made("methodcaller", "obj.%s(%s)" % (name, ", ".join(parts)), {"args": args})


def function_of_methodcaller(caller):
    if caller._kwargs:
        parts = ["args[%d]" % i for i in range(len(caller._args))]
        parts += ["%s=named[%r]" % (n, n) for n in caller._kwargs]
        scope = {"args": caller._args, "named": caller._kwargs}
        return made("methodcaller", "obj.%s(%s)" % (caller._name, ", ".join(parts)), scope)
    return method_caller(caller._name, *caller._args)


def made(name, body, scope):
    scope["__name__"] = __name__
    f = eval("lambda obj: " + body, scope)
    f.__name__ = name
    f._annspecialcase_ = "specialize:argtype(0)"
    return f


# ---- f(*items) with a list

def make_spread(given, names, least, most, name, required, skip, rest):
    """Calls a function with `given` arguments, those of the given names, and the items of a list. It takes from `least` to
    `most` positional arguments, those with names in `required` at least, and `skip` that a call does not write. `rest`:
    more go to its `*` parameter, as one list."""
    given, least, most, skip = int(given), int(least), int(most), int(skip)
    names, required = names.split(), required.split()
    args = ["a%d_" % i for i in range(given)]
    named = ["%s=%s" % (n, n) for n in names]
    params = ["func_"] + args + ["items_"]
    if names:
        params += ["*"] + names
    lines = ["def spread(%s):" % ", ".join(params), "    items_ = as_list(items_)", "    n_ = len(items_)"]
    for n in range(max(least - given, 0)):
        lines.append("    if n_ == %d:" % n)
        lines.append("        raise TypeError(%r)" % missing_text(name, required[given + n:]))
    for n in range(max(least - given, 0), most - given + (0 if rest else 1)):
        call = args + ["items_[%d]" % i for i in range(n)] + named
        lines.append("    if n_ == %d:" % n)
        lines.append("        return func_(%s)" % ", ".join(call))
    if rest:
        single = args[:most] + ["items_[%d]" % i for i in range(most - given)]
        more = "rest_from(items_, %d)" % max(most - given, 0)
        if given > most:
            more = "[" + ", ".join(args[most:]) + "] + " + more
        lines.append("    return func_(%s)" % ", ".join(single + ["*(%s)" % more] + named))
    takes = str(most + skip) if least == most else "from %d to %d" % (least + skip, most + skip)
    text = "%s() takes %s positional argument%s but " % (name, takes, "" if (least, most + skip) == (most, 1) else "s")
    if not rest:
        lines.append("    raise TypeError(%r + str(n_ + %d) + (' was given' if n_ + %d == 1 else ' were given'))"
                     % (text, given + skip, given + skip))
    scope = {"__name__": __name__, "as_list": as_list, "rest_from": rest_from}
    exec("\n".join(lines) + "\n", scope)
    spread = scope["spread"]
    spread._annspecialcase_ = "specialize:call_location"
    return spread


@specialize.call_location()
def as_list(items):
    if isinstance(items, (list, tuple)) or items is None:
        return items
    return [x for x in items]


@specialize.call_location()
def rest_from(items, start):
    """A new list, also of the items of a range."""
    return [items[i] for i in range(start, len(items))]


@specialize.call_location()
def print_items(items, sep=" ", end="\n"):
    print(sep.join([str(x) for x in items]), end=end)


@specialize.call_location()
def max_of_items(items):
    if len(items) < 2:
        raise too_few("max", items)
    return max(items)


@specialize.call_location()
def min_of_items(items):
    if len(items) < 2:
        raise too_few("min", items)
    return min(items)


@specialize.argtype(1)
def too_few(name, items):
    """The error of `max(*items)` with numbers."""
    if len(items) == 0:
        return TypeError(name + " expected at least 1 argument, got 0")
    return TypeError("'" + type_name(items[0]) + "' object is not iterable")


@specialize.call_location()
def join_args(first, more):
    """Arguments of `f(*first, *more)`: a tuple if their number is known."""
    if isinstance(first, tuple) and isinstance(more, tuple):
        return tuple(first) + tuple(more)
    args = [x for x in first]
    for x in more:
        args.append(x)
    return args


def make_unpacked(given, names):
    """Calls a function with `given` arguments, the items of a named tuple, and arguments of the given names."""
    args = ["a%d_" % i for i in range(int(given))]
    names = names.split()
    params = ["func_"] + args + ["record_"] + (["*"] + names if names else [])
    call = args + ["*record_._tuple()"] + ["%s=%s" % (n, n) for n in names]
    scope = {"__name__": __name__}
    exec("def unpacked(%s):\n    return func_(%s)\n" % (", ".join(params), ", ".join(call)), scope)
    unpacked = scope["unpacked"]
    unpacked._annspecialcase_ = "specialize:call_location"
    return unpacked


def missing_text(name, missing):
    quoted = ["'%s'" % n for n in missing]
    if len(quoted) > 2:
        quoted[-1] = "and " + quoted[-1]
        listed = ", ".join(quoted)
    else:
        listed = " and ".join(quoted)
    return "%s() missing %d required positional argument%s: %s" % (name, len(missing), "" if len(missing) == 1 else "s", listed)
