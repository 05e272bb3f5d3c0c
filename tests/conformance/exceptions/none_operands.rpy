import sys


class Box(object):
    def __init__(self, v):
        self.v = v

    def get(self):
        return self.v


def lst(n):
    if n > 0:
        return None
    return [1, 2, 3]


def text(n):
    if n > 0:
        return None
    return "abc"


def uni(n):
    if n > 0:
        return None
    return u"abc"


def dic(n):
    if n > 0:
        return None
    return {"a": 1}


def st(n):
    if n > 0:
        return None
    return set([1, 2])


def box(n):
    if n > 0:
        return None
    return Box(4)


def f_len(n):
    try:
        return len(lst(n))
    except TypeError as e:
        print("len", e)
        return -1


def f_in(n):
    l = lst(n)
    try:
        if 2 in l:
            return 1
        return 0
    except TypeError as e:
        print("in", e)
        return -1


def f_in_text(n):
    l = text(n)
    try:
        if "b" in l:
            return 1
        return 0
    except TypeError as e:
        print("in", e)
        return -1


def f_none_in_text(n):
    l = text(n)
    try:
        if l in "abcd":
            return 1
        return 0
    except TypeError as e:
        print("in", e)
        return -1


def f_in_dict(n):
    l = dic(n)
    try:
        if "b" in l:
            return 1
        return 0
    except TypeError as e:
        print("in", e)
        return -1


def f_in_set(n):
    l = st(n)
    try:
        if 2 in l:
            return 1
        return 0
    except TypeError as e:
        print("in", e)
        return -1


def f_item(n):
    l = lst(n)
    try:
        return l[0]
    except TypeError as e:
        print("item", e)
        return -1


def f_item_index(n, i):
    l = lst(n)
    try:
        return l[i]
    except IndexError as e:
        print("index", e)
        return -2
    except TypeError as e:
        print("item", e)
        return -1


def f_slice(n):
    l = lst(n)
    try:
        return len(l[1:])
    except TypeError as e:
        print("slice", e)
        return -1


def f_slice_text(n, a, b):
    l = text(n)
    try:
        return len(l[a:b])
    except TypeError as e:
        print("slice", e)
        return -1


def f_slice3(n, k):
    l = text(n)
    try:
        return len(l[::k])
    except TypeError as e:
        print("slice", e)
        return -1
    except ValueError as e:
        print("slice", e)
        return -2


def f_set(n):
    l = lst(n)
    try:
        l[0] = 4
        return l[0]
    except TypeError as e:
        print("set", e)
        return -1


def f_setslice(n):
    l = lst(n)
    try:
        l[0:2] = [4]
        return l[0]
    except TypeError as e:
        print("set", e)
        return -1


def f_del(n):
    l = lst(n)
    try:
        del l[0]
        return l[0]
    except TypeError as e:
        print("del", e)
        return -1


def f_delslice(n):
    l = lst(n)
    try:
        del l[0:2]
        return l[0]
    except TypeError as e:
        print("del", e)
        return -1


def f_deldict(n):
    l = dic(n)
    try:
        del l["a"]
        return len(l)
    except TypeError as e:
        print("del", e)
        return -1


def f_iter(n):
    l = lst(n)
    t = 0
    try:
        for x in l:
            t += x
    except TypeError as e:
        print("iter", e)
        return -1
    return t


def f_iter_text(n):
    l = text(n)
    t = 0
    try:
        for x in l:
            t += ord(x)
    except TypeError as e:
        print("iter", e)
        return -1
    return t


def f_iter_dict(n):
    l = dic(n)
    t = 0
    try:
        for x in l:
            t += len(x)
    except TypeError as e:
        print("iter", e)
        return -1
    return t


def f_comp(n):
    l = lst(n)
    try:
        return len([x + 1 for x in l])
    except TypeError as e:
        print("iter", e)
        return -1


def f_add(n):
    l = lst(n)
    try:
        return len(l + [1])
    except TypeError as e:
        print("add", e)
        return -1


def f_add2(n):
    l = lst(n)
    try:
        return len([1] + l)
    except TypeError as e:
        print("add", e)
        return -1


def f_add_text(n):
    l = text(n)
    try:
        return len(l + "x")
    except TypeError as e:
        print("add", e)
        return -1


def f_add_text2(n):
    l = text(n)
    try:
        return len("x" + l)
    except TypeError as e:
        print("add", e)
        return -1


def f_iadd(n):
    l = lst(n)
    try:
        l += [1]
        return len(l)
    except TypeError as e:
        print("iadd", e)
        return -1


def f_mul(n):
    l = lst(n)
    try:
        return len(l * 2)
    except TypeError as e:
        print("mul", e)
        return -1


def f_mul_text(n):
    l = text(n)
    try:
        return len(l * 2)
    except TypeError as e:
        print("mul", e)
        return -1


def f_mul_text2(n):
    l = text(n)
    try:
        return len(2 * l)
    except TypeError as e:
        print("mul", e)
        return -1


def f_unpack(n):
    l = lst(n)
    try:
        a, b, c = l
        return a + b + c
    except TypeError as e:
        print("unpack", e)
        return -1


def f_mod(n):
    l = text(n)
    try:
        return len(l % 4)
    except TypeError as e:
        print("mod", e)
        return -1


def f_lt(n):
    l = text(n)
    try:
        if l < "b":
            return 1
        return 0
    except TypeError as e:
        print("lt", e)
        return -1


def f_lt_list(n):
    l = lst(n)
    try:
        if l < [4]:
            return 1
        return 0
    except TypeError as e:
        print("lt", e)
        return -1


def f_set_minus(n):
    l = st(n)
    try:
        return len(l - set([1]))
    except TypeError as e:
        print("minus", e)
        return -1


def f_set_or(n):
    l = st(n)
    try:
        return len(l | set([1]))
    except TypeError as e:
        print("or", e)
        return -1


def f_method_text(n):
    l = text(n)
    try:
        return len(l.upper())
    except AttributeError as e:
        print("upper", e)
        return -1


def f_method_list(n):
    l = lst(n)
    try:
        l.append(5)
        return len(l)
    except AttributeError as e:
        print("append", e)
        return -1


def f_method_dict(n):
    l = dic(n)
    try:
        return l.get("a", 7)
    except AttributeError as e:
        print("get", e)
        return -1


def f_method_set(n):
    l = st(n)
    try:
        l.add(3)
        return len(l)
    except AttributeError as e:
        print("add", e)
        return -1


def f_attr(n):
    b = box(n)
    try:
        return b.v
    except AttributeError as e:
        print("attr", e)
        return -1


def f_meth(n):
    b = box(n)
    try:
        return b.get()
    except AttributeError as e:
        print("meth", e)
        return -1


def f_setattr(n):
    b = box(n)
    try:
        b.v = 5
        return b.v
    except AttributeError as e:
        print("setattr", e)
        return -1


def f_ord(n):
    l = text(n)
    try:
        return ord(l)
    except TypeError as e:
        print("ord", e)
        return -1


def f_int(n):
    l = text(n)
    try:
        return int(l)
    except TypeError as e:
        print("int", e)
        return -1
    except ValueError as e:
        print("int", e)
        return -2


def f_float(n):
    l = text(n)
    try:
        return int(float(l))
    except TypeError as e:
        print("float", e)
        return -1
    except ValueError as e:
        print("float", e)
        return -2


def fin(n):
    l = lst(n)
    try:
        return len(l)
    finally:
        print("finally", n)


def fin2(n):
    try:
        return fin(n)
    except Exception as e:
        print("outer", e)
        return -1


def entry_point(argv):
    for i in range(2):
        print(i)
        print(f_len(i), f_in(i), f_in_text(i), f_in_dict(i), f_in_set(i))
        print(f_item(i), f_item_index(i, 1), f_item_index(i, 7))
        print(f_slice(i), f_slice_text(i, 0, 2), f_slice3(i, 2), f_slice3(i, 0), f_set(i))
        print(f_none_in_text(i))
        print(f_setslice(i), f_del(i), f_delslice(i), f_deldict(i))
        print(f_iter(i), f_iter_text(i), f_iter_dict(i), f_comp(i))
        print(f_add(i), f_add2(i), f_add_text(i), f_add_text2(i), f_iadd(i))
        print(f_mul(i), f_mul_text(i), f_mul_text2(i))
        print(f_unpack(i))
        print(f_lt(i), f_lt_list(i))
        print(f_set_minus(i), f_set_or(i))
        print(f_method_text(i), f_method_list(i), f_method_dict(i), f_method_set(i))
        print(f_attr(i), f_meth(i), f_setattr(i))
        print(f_ord(i))
        print(f_int(i), f_float(i))
        print(fin2(i))
    return 0


def target(driver, args):
    return entry_point, None
