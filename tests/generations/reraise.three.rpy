class Wrapped(Exception):
    def __init__(self, text: str, *, inner: ValueError) -> None:
        self.text = text
        self.inner = inner


LOG = []


def inner(n: int) -> int:
    if n > 2:
        raise ValueError(f"too much: {n}")
    return n


def middle(n: int) -> int:
    try:
        return inner(n)
    except ValueError:
        LOG.append("middle")
        raise


def outer(n: int) -> int:
    try:
        return middle(n)
    except ValueError as e:
        raise Wrapped("outer", inner=e) from e
    finally:
        LOG.append(f"finally {n}")


def nested(n: int) -> int:
    try:
        try:
            return outer(n)
        except KeyError:
            return -1
    except Wrapped as e:
        error = e.inner
    try:
        raise error from None
    except ValueError as e:
        return len(str(e)) // 2


def entry_point(argv):
    for n in (1, 3):
        try:
            print(outer(n))
        except Wrapped as e:
            print(f"{e.text} <- {e.inner}")
        print(LOG)
    print(nested(2), nested(44), LOG[-1])
    return 0


def target(driver, args):
    return entry_point, None
