"""Re-raising: bare raise in nested handlers, raise of a kept exception, raise from, handlers that raise, exception identity."""


class App(Exception):
    def __init__(self, code):
        Exception.__init__(self, "app")
        self.code = code


class Sub(App):
    pass


class Other(Exception):
    pass


def fail(n):
    if n == 0:
        raise App(10)
    if n == 1:
        raise Sub(20)
    if n == 2:
        raise Other("other")
    if n == 3:
        raise KeyError("k")
    return n


def bare(n):
    try:
        fail(n)
    except App as e:
        e.code += 1
        try:
            raise KeyError("inside")
        except KeyError:
            e.code += 100
        raise


def twice(n):
    try:
        try:
            bare(n)
        except Sub as e:
            e.code *= 2
            raise e
    except App:
        raise
    except LookupError:
        raise Other("from lookup")


def chain(n):
    try:
        fail(n)
    except App as e:
        raise Other("chained %d" % e.code) from e
    except Other as e:
        raise ValueError("converted " + str(e)) from None


def kept(n):
    saved = None
    for i in range(n):
        try:
            fail(i)
        except Exception as e:
            if saved is None or i == 1:
                saved = e
    if saved is not None:
        raise saved
    return "none"


def loop_until(limit):
    tries = 0
    while True:
        try:
            tries += 1
            if tries < limit:
                raise Other("try %d" % tries)
            return tries
        except Other:
            if tries >= 5:
                raise


def by_class(cls, text):
    try:
        raise cls(text)
    except ValueError as e:
        return "V " + str(e)
    except LookupError as e:
        return "L " + str(e)


def show(which, n):
    try:
        if which == 0:
            bare(n)
        elif which == 1:
            twice(n)
        elif which == 2:
            chain(n)
        else:
            kept(n)
    except App as e:
        return "%s %d %s" % (e.__class__.__name__, e.code, e)
    except (Other, ValueError) as e:
        return "%s %s" % (e.__class__.__name__, e)
    except Exception as e:
        return "last " + repr(e)
    return "nothing"


def entry_point(argv):
    for which in range(4):
        for n in range(5):
            print(which, n, show(which, n))
    print(loop_until(3))
    try:
        print(loop_until(9))
    except Other as e:
        print("gave up:", e)
    for cls in [ValueError, IndexError]:
        print(by_class(cls, "text"))
    e1 = App(1)
    try:
        raise e1
    except App as e2:
        print(e1 is e2, isinstance(e2, Sub), str(e2), repr(e2))
    try:
        try:
            raise ValueError("a")
        finally:
            try:
                raise KeyError("b")
            except KeyError:
                print("inner handled")
    except ValueError as e:
        print("outer still", e)
    return 0


def target(driver, args):
    return entry_point
