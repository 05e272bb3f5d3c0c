"""Slices as objects: `slice(…)`, and `x[a:b:c]` of an instance with `__getitem__` and its like.

Which parts are None is part of the type (there is no variable that holds an int or None): one class for each combination."""

from rpython.rlib.objectmodel import specialize


class SliceObject(object):
    """Base of the classes for one kind of slice each; those do not share variables."""
    _mixin_ = True

    def indices(self, length):
        """Start, stop and step for a sequence of this length, as Python computes them."""
        if length < 0:
            raise ValueError("length should not be negative")
        step = 1
        if self.step is not None:
            step = self.step
            if step == 0:
                raise ValueError("slice step cannot be zero")
        lower, upper = 0, length
        if step < 0:
            lower, upper = -1, length - 1
        start = upper if step < 0 else lower
        if self.start is not None:
            start = clip(self.start, length, lower, upper)
        stop = lower if step < 0 else upper
        if self.stop is not None:
            stop = clip(self.stop, length, lower, upper)
        return start, stop, step

    def __repr__(self):
        return "slice(" + repr(self.start) + ", " + repr(self.stop) + ", " + repr(self.step) + ")"


def clip(bound, length, lower, upper):
    if bound < 0:
        bound += length
        return lower if bound < lower else bound
    return upper if bound > upper else bound


def make_class(*absent):
    attrs = dict((name, None) for name in absent)
    attrs["_mixin_"] = False
    return type("slice", (SliceObject, object), attrs)


WHOLE = make_class("start", "stop", "step")
START = make_class("stop", "step")
STOP = make_class("start", "step")
STEP = make_class("start", "stop")
START_STOP = make_class("step")
START_STEP = make_class("stop")
STOP_STEP = make_class("start")
ALL = make_class()


@specialize.call_location()
def new(start, stop, step):
    if start is None:
        if stop is None:
            if step is None:
                return WHOLE()
            s = STEP()
            s.step = step
            return s
        if step is None:
            s = STOP()
            s.stop = stop
            return s
        s = STOP_STEP()
        s.stop = stop
        s.step = step
        return s
    if stop is None:
        if step is None:
            s = START()
            s.start = start
            return s
        s = START_STEP()
        s.start = start
        s.step = step
        return s
    if step is None:
        s = START_STOP()
        s.start = start
        s.stop = stop
        return s
    s = ALL()
    s.start = start
    s.stop = stop
    s.step = step
    return s


@specialize.call_location()
def slice_(start, *rest):
    """`slice(…)`"""
    if len(rest) == 0:
        return new(None, start, None)
    if len(rest) == 1:
        return new(start, rest[0], None)
    return new(start, rest[0], rest[1])


# ---- of instances

@specialize.call_location()
def getitem(x, start, stop, step):
    return x[new(start, stop, step)]


@specialize.call_location()
def setitem(x, start, stop, step, value):
    x[new(start, stop, step)] = value


@specialize.call_location()
def delitem(x, start, stop, step):
    del x[new(start, stop, step)]


# ---- of sequences, with a slice that is an object

@specialize.call_location()
def take(x, s):
    return x[s.start:s.stop:s.step]


@specialize.call_location()
def put(x, s, value):
    if s.step is None:
        x[s.start:s.stop] = value
    else:
        x[s.start:s.stop:s.step] = value


@specialize.call_location()
def drop(x, s):
    del x[s.start:s.stop:s.step]


def object_of_slice(s):
    """What a slice made at import time is when the program runs."""
    return new(s.start, s.stop, s.step)
