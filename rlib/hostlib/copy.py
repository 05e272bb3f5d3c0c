"""copy, for the import-time interpreter of the translator."""

import _host


class Error(Exception):
    pass


error = Error
_ATOMIC = (int, float, str, unicode, type(None), type, type(Error.__init__), type(len),
           type(NotImplemented), type(Ellipsis), range, property)


def _is_atomic(x):
    return isinstance(x, _ATOMIC) and _host.payload(x) is x


def _blank(x):
    """A new instance of x's class without attributes; instances of subclasses of `list` and
    `dict` are empty, those of other builtin types have their value."""
    cls = type(x)
    value = _host.payload(x)
    if isinstance(x, BaseException):
        new = cls.__new__(cls)
        new.args = x.args
        return new
    if value is x:
        return object.__new__(cls)
    if isinstance(value, (list, dict, set)):
        return type(value).__new__(cls)
    return type(value).__new__(cls, value)


def copy(x):
    cls = type(x)
    if hasattr(cls, '__copy__'):
        return x.__copy__()
    if cls in (list, dict, set, bytearray):
        return cls(x)
    if _is_atomic(x) or cls in (tuple, frozenset) or not _host.is_instance_object(x):
        return x
    new = _blank(x)
    value = _host.payload(x)
    if isinstance(value, list):
        list.extend(new, value)
    elif isinstance(value, dict):
        dict.update(new, value)
    elif isinstance(value, set):
        set.update(new, value)
    _give_state(x, new, lambda v: v)
    return new


def _give_state(x, new, convert):
    if hasattr(x, '__getstate__'):
        state = convert(x.__getstate__())
        if hasattr(new, '__setstate__'):
            new.__setstate__(state)
            return
        attributes = state
    else:
        attributes = convert(_host.attributes(x))
        if hasattr(new, '__setstate__'):
            new.__setstate__(attributes)
            return
    for key, value in attributes.items():
        object.__setattr__(new, key, value)


def deepcopy(x, memo=None):
    if memo is None:
        memo = {}
    if id(x) in memo:
        return memo[id(x)]
    cls = type(x)
    if hasattr(cls, '__deepcopy__'):
        new = x.__deepcopy__(memo)
        memo[id(x)] = new
        return new
    if cls is list:
        new = []
        memo[id(x)] = new
        for item in x:
            new.append(deepcopy(item, memo))
        return new
    if cls is dict:
        new = {}
        memo[id(x)] = new
        for key, value in x.items():
            new[deepcopy(key, memo)] = deepcopy(value, memo)
        return new
    if cls is tuple:
        items = [deepcopy(item, memo) for item in x]
        if id(x) in memo:
            return memo[id(x)]
        for old, new in zip(x, items):
            if old is not new:
                memo[id(x)] = tuple(items)
                return memo[id(x)]
        return x
    if cls in (set, frozenset):
        new = cls([deepcopy(item, memo) for item in x])
        memo[id(x)] = new
        return new
    if cls is bytearray:
        return bytearray(x)
    if _is_atomic(x):
        return x
    if not _host.is_instance_object(x):
        if hasattr(x, '__self__') and hasattr(x, '__func__'):
            return type(x)(x.__func__, deepcopy(x.__self__, memo))
        return x
    new = _blank(x)
    memo[id(x)] = new
    value = _host.payload(x)
    if isinstance(value, list):
        for item in value:
            list.append(new, deepcopy(item, memo))
    elif isinstance(value, dict):
        for key, item in value.items():
            dict.__setitem__(new, deepcopy(key, memo), deepcopy(item, memo))
    elif isinstance(value, set):
        set.update(new, [deepcopy(item, memo) for item in value])
    _give_state(x, new, lambda v: deepcopy(v, memo))
    return new


def replace(obj, **changes):
    return obj.__replace__(**changes)


copy._not_rpython_ = deepcopy._not_rpython_ = 'give the class a method that makes a copy; list(x) and dict(x) copy containers'
