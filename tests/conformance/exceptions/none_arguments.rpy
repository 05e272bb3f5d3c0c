import os
from collections import deque


def lst(n):
    return None if n > 0 else [3, 1, 2]


def strs(n):
    return None if n > 0 else ["a", "b"]


def text(n):
    return None if n > 0 else "12"


def raw(n):
    return None if n > 0 else b"12"


def uni(n):
    return None if n > 0 else u"abc"


def dic(n):
    return None if n > 0 else {"a": 1}


def st(n):
    return None if n > 0 else set([1, 2])


def deq(n):
    return None if n > 0 else deque([1, 2])


def arr(n):
    return None if n > 0 else bytearray(b"ab")


def b_sorted(n):
    try:
        print(sorted(lst(n)))
    except TypeError as e:
        print("sorted:", e)


def b_sum(n):
    try:
        print(sum(lst(n)))
    except TypeError as e:
        print("sum:", e)


def b_min(n):
    try:
        print(min(lst(n)), max(lst(n)))
    except TypeError as e:
        print("min:", e)


def b_max(n):
    try:
        print(max(lst(n), key=lambda x: -x))
    except TypeError as e:
        print("max:", e)


def b_any(n):
    try:
        print(any(lst(n)), all(lst(n)))
    except TypeError as e:
        print("any:", e)


def b_list(n):
    try:
        print(list(lst(n)))
    except TypeError as e:
        print("list:", e)
    try:
        print(list(text(n)))
    except TypeError as e:
        print("list:", e)
    try:
        print(len(set(lst(n))), len(dict(dic(n))))
    except TypeError as e:
        print("set:", e)


def b_dict(n):
    try:
        print(dict(dic(n)))
    except TypeError as e:
        print("dict:", e)


def b_enum(n):
    try:
        for i, x in enumerate(lst(n)):
            print(i, x)
    except TypeError as e:
        print("enumerate:", e)
    try:
        for x, y in zip(lst(n), [1, 2]):
            print(x, y)
    except TypeError as e:
        print("zip:", e)
    try:
        for x in reversed(lst(n)):
            print(x)
    except TypeError as e:
        print("reversed:", e)
    try:
        for x in map(lambda v: v + 1, lst(n)):
            print(x)
    except TypeError as e:
        print("map:", e)
    try:
        for x in filter(lambda v: v > 1, lst(n)):
            print(x)
    except TypeError as e:
        print("filter:", e)


def b_iter(n):
    try:
        it = iter(lst(n))
        print(next(it))
    except TypeError as e:
        print("iter:", e)


def b_join(n):
    try:
        print(",".join(strs(n)))
    except TypeError as e:
        print("join:", e)
    try:
        print(",".join(["a", text(n)]))
    except TypeError as e:
        print("join:", e)
    try:
        print(text(n).join(["a", "b"]))
    except AttributeError as e:
        print("join:", e)


def b_str(n):
    try:
        print("121".startswith(text(n)), "12".endswith(text(n)))
    except TypeError as e:
        print("startswith:", e)
    try:
        print("12".endswith(text(n)))
    except TypeError as e:
        print("endswith:", e)
    try:
        print("312".find(text(n)), "312".rfind(text(n)))
    except TypeError as e:
        print("find:", e)
    try:
        print("312".count(text(n)))
    except TypeError as e:
        print("count:", e)
    try:
        print("312".index(text(n)))
    except TypeError as e:
        print("index:", e)
    try:
        print("312".replace(text(n), "x"))
    except TypeError as e:
        print("replace:", e)
    try:
        print("312".replace("3", text(n)))
    except TypeError as e:
        print("replace:", e)
    try:
        print("312".split(text(n)))
    except TypeError as e:
        print("split:", e)
    print("3 12".split(None))
    try:
        print("312".strip(text(n)))
    except TypeError as e:
        print("strip:", e)
    try:
        print("312".partition(text(n)))
    except TypeError as e:
        print("partition:", e)


def b_num(n):
    try:
        print(int(text(n)))
    except TypeError as e:
        print("int:", e)
    try:
        print(int(text(n), 16))
    except TypeError as e:
        print("int:", e)
    try:
        print(float(text(n)))
    except TypeError as e:
        print("float:", e)
    try:
        print(ord(text(n)[0]))
    except TypeError as e:
        print("ord:", e)


def b_listm(n):
    l = [1]
    try:
        l.extend(lst(n))
    except TypeError as e:
        print("extend:", e)
    try:
        l += lst(n)
    except TypeError as e:
        print("+=:", e)
    try:
        l[0:1] = lst(n)
    except TypeError as e:
        print("slice:", e)
    print(l)
    m = ["a"]
    m.append(text(n))
    m.insert(0, text(n))
    print(m, m.count(None), m.index("a"))
    if n > 0:
        m.remove(None)
    print(m)


def b_dictm(n):
    d = {"z": 3}
    try:
        d.update(dic(n))
    except TypeError as e:
        print("update:", e)
    print(d)
    k = {"a": text(n)}
    k[text(n)] = "x"
    print(k, k.get(text(n)), k.get("q", text(n)), text(n) in k)
    print(k.pop(text(n)), k.pop("no", text(n)))


def b_setm(n):
    s = set([5])
    try:
        s.update(lst(n))
    except TypeError as e:
        print("update:", e)
    print(sorted(s))
    try:
        print(sorted(s.union(st(n))), sorted(s.intersection(st(n))))
    except TypeError as e:
        print("union:", e)
    try:
        print(s.issubset(st(n)))
    except TypeError as e:
        print("issubset:", e)
    try:
        print(s <= st(n))
    except TypeError as e:
        print("<=:", e)


def b_deq(n):
    d = deque()
    try:
        d.extend(lst(n))
    except TypeError as e:
        print("extend:", e)
    print(len(d))
    try:
        print(list(deq(n)))
    except TypeError as e:
        print("deque:", e)


def b_os(n):
    try:
        print(os.path.exists("/no/such"), os.path.join("a", text(n)))
    except TypeError as e:
        print("join:", e.__class__.__name__)
    try:
        os.write(1, raw(n))
    except TypeError as e:
        print("write:", e.__class__.__name__)
    try:
        open(text(n) + "/no").close()
    except TypeError as e:
        print("open:", e.__class__.__name__)
    except IOError:
        print("no file")


def b_uni(n):
    try:
        print(len(uni(n).encode("utf-8")))
    except AttributeError as e:
        print("encode:", e)
    try:
        print(u"xabc".find(uni(n)))
    except TypeError as e:
        print("find:", e)


def b_fmt(n):
    try:
        print("%d" % len(lst(n)))
    except TypeError as e:
        print("fmt:", e)
    try:
        print("%5s|%-5s|" % (text(n), text(n)))
        print("{} {}".format(text(n), lst(n)))
    except TypeError as e:
        print("fmt:", e)
    try:
        print(f"{text(n):>5}")
    except TypeError as e:
        print("fmt:", e)


def entry_point(argv):
    for i in range(2):
        b_sorted(i)
        b_sum(i)
        b_min(i)
        b_max(i)
        b_any(i)
        b_list(i)
        b_dict(i)
        b_enum(i)
        b_iter(i)
        b_join(i)
        b_str(i)
        b_num(i)
        b_listm(i)
        b_dictm(i)
        b_setm(i)
        b_deq(i)
        b_os(i)
        b_uni(i)
        b_fmt(i)
    return 0


def target(driver, args):
    return entry_point, None
