class Box(object):
    def __init__(self):
        self.v = 1


def box(n):
    return None if n > 0 else Box()


def lst(n):
    return None if n > 0 else [1]


def keys(d, names):
    errors = []
    for n in names:
        try:
            d[n]
        except KeyError as e:
            errors.append(e)
    return errors


def types(n):
    errors = []
    try:
        print(len(lst(n)))
    except TypeError as e:
        errors.append(e)
    try:
        print(lst(n)[0])
    except TypeError as e:
        errors.append(e)
    return errors


def attrs(n):
    errors = []
    try:
        print(box(n).v)
    except AttributeError as e:
        errors.append(e)
    try:
        lst(n).append(3)
    except AttributeError as e:
        errors.append(e)
    return errors


def nested(d):
    try:
        d["first"]
    except KeyError as e:
        try:
            d["second"]
        except KeyError as e2:
            print(e, e2, e is e2)
        print(e)
        raise


def final(d):
    try:
        return d["x"]
    finally:
        try:
            d["y"]
        except KeyError as e:
            print("inner", e)


def generic(d):
    saved = None
    for k in ["p", "q", "r"]:
        try:
            d[k]
        except Exception as e:
            if saved is not None:
                print("before", saved, "now", e)
            saved = e


def tuples():
    f = {1.5: 2}
    try:
        f[2.5]
    except KeyError as e:
        print(e, repr(e), e.args[0])
    s = set(["a"])
    try:
        s.remove("b")
    except KeyError as e:
        print(e, repr(e), e.args)
    try:
        {}.popitem()
    except KeyError as e:
        print(e)
    try:
        set([1]).remove(7)
    except KeyError as e:
        print(e)
    try:
        {"z": 1}.pop("zz")
    except KeyError as e:
        print(e)


def entry_point(argv):
    es = keys({"a": 1}, ["x", "y", "z"])
    print([str(e) for e in es], es[0] is es[1])
    for e in types(len(argv) + 1):
        print(e)
    for e in attrs(len(argv) + 1):
        print(e)
    try:
        nested({"k": 1})
    except KeyError as e:
        print("outer", e)
    try:
        final({"k": 1})
    except KeyError as e:
        print("outer", e)
    generic({"k": 1})
    tuples()
    return 0


def target(driver, args):
    return entry_point, None
