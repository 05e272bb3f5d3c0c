"""copy, for the import-time interpreter of the translator."""


class Error(Exception):
    pass


def copy(x):
    cls = type(x)
    if hasattr(x, '__copy__'):
        return x.__copy__()
    if cls in (list, dict, set):
        return cls(x)
    if isinstance(x, (int, float, str, tuple, type(None), type)) or callable(x):
        return x
    new = cls.__new__(cls)
    new.__dict__.update(x.__dict__)
    return new


def deepcopy(x, memo=None):
    if memo is None:
        memo = {}
    if id(x) in memo:
        return memo[id(x)]
    cls = type(x)
    if hasattr(x, '__deepcopy__'):
        return x.__deepcopy__(memo)
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
        return tuple([deepcopy(item, memo) for item in x])
    if cls in (set, frozenset):
        return cls([deepcopy(item, memo) for item in x])
    if isinstance(x, (int, float, str, type(None), type)) or not hasattr(x, '__dict__') or callable(x):
        return x
    new = cls.__new__(cls)
    memo[id(x)] = new
    for key, value in x.__dict__.items():
        setattr(new, key, deepcopy(value, memo))
    return new
