"""`raise … from …`: __cause__ and __suppress_context__ at run time, chains, None, classes, causes of prebuilt exceptions."""


class AppError(Exception):
    def __init__(self, message, code):
        Exception.__init__(self, message)
        self.code = code


class Deep(AppError):
    pass


class Quiet(Exception):
    def __str__(self):
        return "quiet!"


def parse(text):
    try:
        return int(text)
    except ValueError as e:
        raise AppError("no number: %s" % text, 3) from e


def look(d, key):
    try:
        return d[key]
    except KeyError as e:
        raise Deep("missing " + key, 7) from e


def run(d, key):
    try:
        return parse(look(d, key))
    except AppError as e:
        raise RuntimeError("run failed") from e


def hidden(n):
    try:
        return 10 // n
    except ZeroDivisionError:
        raise ValueError("hidden") from None


def plain(n):
    if n == 0:
        raise ValueError("hidden")          # the same text, no cause
    if n == 1:
        raise RuntimeError("run failed")
    return n


def by_class(n):
    if n > 0:
        raise Quiet() from KeyError
    raise Quiet from IndexError("made here")


def maybe(n):
    cause = None
    if n > 1:
        cause = Quiet("q")
    raise LookupError("maybe %d" % n) from cause


def chain(e):
    parts = []
    while e is not None:
        text = "%s(%s)" % (e.__class__.__name__, str(e))
        if isinstance(e, AppError):
            text += "#%d" % e.code
        parts.append(text)
        e = e.__cause__
    return " <- ".join(parts)


def show(title, e):
    print(title, chain(e), e.__cause__ is None, e.__suppress_context__)


def again(n):
    """the cause of an exception that is caught and raised again"""
    try:
        try:
            parse("again%d" % n)
        except AppError as e:
            if n == 0:
                raise
            raise e from OSError(n, "other")
    except AppError as e:
        show("again", e)


def loop(n):
    seen = None
    for i in range(n):
        try:
            if i % 2:
                raise KeyError(i)
            plain(0)
        except (KeyError, ValueError) as e:
            try:
                if seen is None:
                    raise ArithmeticError("first") from e
                raise ArithmeticError("number %d" % i) from seen
            except ArithmeticError as a:
                seen = a
    show("loop", seen)


def entry_point(argv):
    d = {"good": "12", "bad": "1x"}
    print(run(d, "good"))
    for key in ["bad", "none"]:
        try:
            run(d, key)
        except RuntimeError as e:
            show(key, e)
            cause = e.__cause__
            assert isinstance(cause, AppError)
            print(cause.code, isinstance(cause, Deep), cause.__cause__.__class__.__name__)
    try:
        hidden(len(argv) - 1)
    except ValueError as e:
        show("hidden", e)
    for i in range(2):
        try:
            plain(i)
        except Exception as e:
            show("plain", e)
    for i in range(2):
        try:
            by_class(i)
        except Quiet as e:
            show("class", e)
    for i in range(3):
        try:
            maybe(i)
        except LookupError as e:
            show("maybe", e)
    again(0)
    again(1)
    loop(7)
    e = ValueError("by hand")
    print("new", e, e.__cause__ is None)
    e.__cause__ = Quiet()
    print(e.__cause__)
    try:
        raise e
    except ValueError as f:
        print(f.__cause__ is None, f is e)
    return 0


def target(driver, args):
    return entry_point
