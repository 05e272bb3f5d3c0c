# What the flow space calls while it builds graphs; the classes and functions made here are translated.

from rpython.rlib.objectmodel import compute_identity_hash


def make_cell_class(name, checked):
    """A class of cell objects for one variable. With `checked`, the variable may be without value."""
    if not checked:
        return type(name, (object,), {})

    def get(self):
        if not self.bound:
            raise NameError
        return self.value

    def get_local(self):
        if not self.bound:
            raise UnboundLocalError
        return self.value

    def delete(self):
        if not self.bound:
            raise NameError
        self.bound = False
    return type(name, (object,), {'bound': False, 'get': get, 'get_local': get_local, 'delete': delete})


def make_adaptor(name, target, value, params, args, defaults):
    """A class of closures whose instances stand for something else that can be called: `target`, an expression over
    `self` and `_target_`, called with the given arguments."""
    scope = {'__name__': 'flow_support', '_target_': value, '_defaults_': defaults}
    exec('def __call__(self%s):\n    return %s(%s)' % (params, target, args), scope)
    attrs = {'_meets_': 'closure', '__call__': scope['__call__']}
    if target != '_target_':
        # a bound method: objects that stand for it are made when they are needed

        def __eq__(self, other):
            if isinstance(other, adaptor) and other.bound_to is self.bound_to:
                return True
            return same_by_other_name(self, other)

        def __hash__(self):
            return compute_identity_hash(self.bound_to)
        attrs['__eq__'] = __eq__
        attrs['__hash__'] = __hash__
    adaptor = type(name, (object,), attrs)
    return adaptor


def same_by_other_name(closure, other):
    """Whether both stand for one function, bound to one object, found under two names (known to the annotator)."""


def closure_eq(self, other):
    return self is other


def closure_hash(self):
    return compute_identity_hash(self)


def make_cell_property(cell):
    """A class attribute that is assigned to at run time, as instances see it."""
    return property(lambda self: cell.value)


def unpack_sequence(iterable, n):
    """A sequence with the items of what is unpacked to `n` targets and a starred one (known to the annotator)."""
    return iterable


def unpack_exactly(iterable, n):
    """A sequence with the items of what is unpacked to `n` targets (known to the annotator)."""
    items = tuple(iterable)
    if len(items) > n:
        raise ValueError('too many values to unpack (expected %d)' % n)
    if len(items) < n:
        raise ValueError('not enough values to unpack (expected %d, got %d)' % (n, len(items)))
    return items


# ---- generators: `resume` is the state machine, `g_state` is 0 at the start and -1 at the end (and while it runs)

def generator_methods(sends):
    """`next`, `send` and `close` for one class."""
    def next(self):
        self.g_has_sent = False
        return self.resume()

    def send(self, value):
        if self.g_state == 0 and value is not None:
            raise TypeError("can't send non-None value to a just-started generator")
        self.g_sent = value
        self.g_has_sent = True
        return self.resume()

    def send_ignored(self, value):
        if self.g_state == 0 and value is not None:
            raise TypeError("can't send non-None value to a just-started generator")
        return self.resume()

    def close(self):
        state = self.g_state
        if state == 0:
            self.g_state = -1
        elif state > 0:
            try:
                self.throw(GeneratorExit())
            except (GeneratorExit, StopIteration):
                return
            raise RuntimeError("generator ignored GeneratorExit")
    return next, (send if sends else send_ignored), close


def sent_value(generator):
    """What `yield` gives back (known to the annotator, as the following ones)."""


def send_into(iterator, value):
    """`yield from` passes on what was sent."""


def throw_into(iterator, exception):
    """`yield from` passes on an exception."""


def result_of(iterator):
    """The value of `yield from`."""


def stopped_inside():
    """What is raised for a `StopIteration` that leaves the body of a generator."""
    return RuntimeError("generator raised StopIteration")


def encoded_text(method):
    """A `__repr__` or `__str__` of Python 2 that gives a unicode string, as its `repr()` and `str()` take it."""
    def text(self):
        return method(self).encode('ascii')
    return text
