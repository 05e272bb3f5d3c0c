"""contextlib, for the import-time interpreter of the translator."""

import sys
from functools import wraps
from rpython.rlib.objectmodel import specialize, we_are_translated


class ContextDecorator(object):
    """A context manager that can be used as a decorator as well."""

    def _again(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kwargs):
            with self._again():
                return func(*args, **kwargs)
        return inner


def contextmanager(func):
    # A class for each: what their generators yield has types of its own.
    class _GeneratorContext(object):
        def __init__(self, gen):
            self.gen = gen

        def __enter__(self):
            try:
                return next(self.gen)
            except StopIteration:
                raise RuntimeError("generator didn't yield")

        def __exit__(self, etype, value, tb):
            if value is None:
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

        def __call__(self, decorated):
            args, kwargs = self.made_of

            @wraps(decorated)
            def inner(*more, **named):
                with helper(*args, **kwargs):
                    return decorated(*more, **named)
            return inner

    @wraps(func)
    def helper(*args, **kwargs):
        manager = _GeneratorContext(func(*args, **kwargs))
        if not we_are_translated():
            manager.made_of = args, kwargs
        return manager
    return helper


@specialize.memo()
def suppress(*exceptions):
    """A context manager that keeps exceptions of some classes; one object for each tuple of classes."""
    class suppress(object):
        def __enter__(self):
            pass

        def __exit__(self, etype, value, tb):
            return value is not None and isinstance(value, exceptions)
    return suppress()


class closing(object):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class nullcontext(object):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *exc_info):
        return None


class redirect_stdout(object):
    _name = 'stdout'

    def __init__(self, target):
        self._target = target
        self._saved = []

    def __enter__(self):
        self._saved.append(getattr(sys, self._name))
        setattr(sys, self._name, self._target)
        return self._target

    def __exit__(self, *exc_info):
        setattr(sys, self._name, self._saved.pop())


class redirect_stderr(redirect_stdout):
    _name = 'stderr'


class ExitStack(object):
    """Context managers and callbacks, left in the reverse order of entering."""

    def __init__(self):
        self._exits = []

    def enter_context(self, manager):
        cls = type(manager)
        exit = cls.__exit__
        value = cls.__enter__(manager)
        self._exits.append(lambda *info: exit(manager, *info))
        return value

    def push(self, exit):
        if hasattr(type(exit), '__exit__'):
            self._exits.append(exit.__exit__)
        else:
            self._exits.append(exit)
        return exit

    def callback(self, func, *args, **kwargs):
        def call(*info):
            func(*args, **kwargs)
        self._exits.append(call)
        return func

    def pop_all(self):
        other = type(self)()
        other._exits, self._exits = self._exits, []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, etype, value, tb):
        pending, swallowed = value, False
        while self._exits:
            exit = self._exits.pop()
            try:
                if pending is None:
                    exit(None, None, None)
                elif exit(type(pending), pending, None):
                    pending, swallowed = None, True
            except BaseException as e:
                pending, swallowed = e, False
        if pending is not None and pending is not value:
            raise pending
        return swallowed
