# each: plain-index plain-unpack reraise-key bare-zero raise_e-index raise_e-zero raise_e-own other-key other-own final-index twice-zero twice-key nested-own nested-index generator-key generator_try-zero with-index with-own method-own method-key levels-index levels-key levels-own levels-zero several-index several-own direct-zero direct-index plain-int plain-del final-assert
"""Tracebacks of exceptions that pass handlers of all kinds, from functions that are inlined: all frames."""
import os


class Boom(Exception):
    pass


class Box(object):
    def __init__(self, items):
        self.items = items
        self.names = {"a": 1}

    def at(self, i):
        return self.items[i]

    def named(self, name):
        return self.names[name]

    def ratio(self, a, b):
        return a // b

    def explode(self, n):
        if n > 1:
            raise Boom("%d" % n)
        return n


class Deep(Box):
    def at(self, i):
        return Box.at(self, i) + 1

    def third(self, i):
        return self.second(i) * 2

    def second(self, i):
        return self.first(i) + 3

    def first(self, i):
        return self.at(i)


def get(box, kind, n):
    if kind == "index":
        return box.third(n)
    elif kind == "key":
        return box.named("k%d" % n)
    elif kind == "zero":
        return box.ratio(n, n - 9)
    elif kind == "own":
        return box.explode(n)
    elif kind == "pop":
        return [n].pop(n)
    elif kind == "del":
        d = {"x": n}
        del d["y%d" % n]
        return 0
    elif kind == "int":
        return int("12x%d" % n)
    elif kind == "unpack":
        a, b = box.items
        return a + b
    elif kind == "assert":
        assert n < 3, "too big"
        return n
    return -1


def helper(box, kind, n):
    x = get(box, kind, n)
    return x + 1


def plain(box, kind, n):
    return helper(box, kind, n) + 1


def reraise(box, kind, n):
    try:
        return plain(box, kind, n)
    except (IndexError, KeyError, ZeroDivisionError, Boom, ValueError, AssertionError):
        raise


def bare(box, kind, n):
    try:
        return plain(box, kind, n)
    except:
        os.write(2, "cleanup\n")
        raise


def raise_e(box, kind, n):
    try:
        return plain(box, kind, n)
    except Exception as e:
        raise e


def other_class(box, kind, n):
    try:
        return plain(box, kind, n)
    except TypeError:
        return 0


def final(box, kind, n):
    try:
        return plain(box, kind, n)
    finally:
        os.write(2, "finally\n")


def twice(box, kind, n):
    try:
        return reraise(box, kind, n)
    except Exception as e:
        if n == 0:
            return 1
        raise


def nested(box, kind, n):
    try:
        try:
            return plain(box, kind, n)
        finally:
            os.write(2, "inner\n")
    except TypeError:
        return 1
    finally:
        os.write(2, "outer\n")


def generate(box, kind, n):
    yield 1
    yield plain(box, kind, n)


def generator(box, kind, n):
    total = 0
    for x in generate(box, kind, n):
        total += x
    return total


def generator_try(box, kind, n):
    total = 0
    try:
        for x in generate(box, kind, n):
            total += x
    except ArithmeticError:
        raise
    return total


class Guard(object):
    def __enter__(self):
        return self

    def __exit__(self, a, b, c):
        os.write(2, "exit\n")


def with_(box, kind, n):
    with Guard():
        return plain(box, kind, n)


class Visitor(object):
    def visit(self, box, kind, n):
        return self.dispatch(box, kind, n)

    def dispatch(self, box, kind, n):
        raise NotImplementedError


class Real(Visitor):
    def dispatch(self, box, kind, n):
        try:
            return self.inner(box, kind, n)
        except Boom as e:
            raise

    def inner(self, box, kind, n):
        return plain(box, kind, n)


def method(box, kind, n):
    v = Visitor() if n == 0 else Real()
    return v.visit(box, kind, n)


def quiet(box, kind, n):
    try:
        return box.named(kind)
    except KeyError:
        return 0


def handled_before(box, kind, n):
    try:
        box.items[n + 5]
    except IndexError:
        n += quiet(box, kind, n)
    try:
        return plain(box, kind, n)
    except (TypeError, LookupError) as e:
        n += quiet(box, kind, n)
        raise


def several(box, kind, n):
    n += quiet(box, kind, n)
    try:
        x = handled_before(box, kind, n)
        return x + 1
    except TypeError:
        return 1
    except OverflowError:
        n += 1
    return n


def generate_several(box, kind, n):
    yield 1
    yield several(box, kind, n)


def all_levels(box, kind, n):
    try:
        try:
            total = 0
            for x in generate_several(box, kind, n):
                total += x
            return total
        except (LookupError, Boom, ArithmeticError):
            n += quiet(box, kind, n)
            raise
    except OSError:
        return 4


def direct(box, kind, n):
    try:
        if kind == "zero":
            return n // (n - 9)
        return box.items[n] + box.explode(n)
    except ArithmeticError as e:
        raise e
    except IndexError as e:
        raise e


def run(how, box, kind, n):
    if how == "plain":
        return plain(box, kind, n)
    elif how == "reraise":
        return reraise(box, kind, n)
    elif how == "bare":
        return bare(box, kind, n)
    elif how == "raise_e":
        return raise_e(box, kind, n)
    elif how == "other":
        return other_class(box, kind, n)
    elif how == "final":
        return final(box, kind, n)
    elif how == "twice":
        return twice(box, kind, n)
    elif how == "nested":
        return nested(box, kind, n)
    elif how == "generator":
        return generator(box, kind, n)
    elif how == "generator_try":
        return generator_try(box, kind, n)
    elif how == "with":
        return with_(box, kind, n)
    elif how == "method":
        return method(box, kind, n)
    elif how == "levels":
        return all_levels(box, kind, n)
    elif how == "several":
        return several(box, kind, n)
    elif how == "direct":
        return direct(box, kind, n)
    return 0


def entry_point(argv):
    box = Deep([1, 2, 3])
    word = argv[1]
    at = word.find("-")
    assert at >= 0
    how, kind = word[:at], word[at + 1:]
    try:
        print(run(how, box, kind, 9))
    except OSError:
        return 7
    return 0


def target(driver, args):
    return entry_point, None
