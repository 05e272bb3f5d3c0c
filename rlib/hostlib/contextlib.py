"""contextlib, for the import-time interpreter of the translator."""

from functools import wraps


class _GeneratorContext(object):
    def __init__(self, gen):
        self.gen = gen

    def __enter__(self):
        return next(self.gen)

    def __exit__(self, etype, value, tb):
        if etype is None:
            for _ in self.gen:
                raise RuntimeError("generator didn't stop")
            return False
        try:
            self.gen.throw(value)
        except StopIteration:
            return True
        except BaseException as e:
            if e is value:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func):
    @wraps(func)
    def helper(*args, **kwargs):
        return _GeneratorContext(func(*args, **kwargs))
    return helper


class suppress(object):
    def __init__(self, *exceptions):
        self.exceptions = exceptions

    def __enter__(self):
        return self

    def __exit__(self, etype, value, tb):
        return etype is not None and issubclass(etype, self.exceptions)


class closing(object):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()
