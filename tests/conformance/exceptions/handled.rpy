# Operations that raise through a helper: a handler around each catches.


class Thing(object):
    def __init__(self, n):
        self.n = n


def shl(a, n):
    try:
        return "%d" % (a << n)
    except ValueError:
        return "ValueError"


def shr(a, n):
    try:
        return "%d" % (a >> n)
    except ValueError:
        return "ValueError"


def ishl(a, n):
    try:
        a <<= n
    except ValueError:
        return "ValueError"
    return "%d" % a


def shift_known(a):
    try:
        return a << 3
    except ValueError:
        return -1


def shift_finally(a, n):
    try:
        try:
            return a << n
        finally:
            print("finally")
    except ValueError:
        print("caught")
    return 0


def tuples(a, b):
    try:
        return "%s" % ((1, a) < (1, b))
    except TypeError:
        return "TypeError"


def lists(a, b):
    try:
        return "%s" % ([a] < [b])
    except TypeError:
        return "TypeError"


def code(s):
    try:
        return ord(s)
    except TypeError:
        return -1


def char(n):
    try:
        return chr(n)
    except ValueError:
        return "ValueError"


def number(s):
    try:
        return int(s)
    except ValueError:
        return -1


def number_base(s, b):
    try:
        return int(s, b)
    except ValueError:
        return -1


def real(s):
    try:
        return float(s)
    except ValueError:
        return -1.0


def power(a, b):
    try:
        return pow(a, b, 7)
    except ValueError:
        return -1


def divide(a, b):
    try:
        return divmod(a, b)[0]
    except ZeroDivisionError:
        return -1


def fdivide(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        return -1.0


def find(s, sub):
    try:
        return s.index(sub)
    except ValueError:
        return -1


def rfind(s, sub):
    try:
        return s.rindex(sub)
    except ValueError:
        return -1


def list_index(items, x):
    try:
        return items.index(x)
    except ValueError:
        return -1


def list_remove(items, x):
    try:
        items.remove(x)
    except ValueError:
        return -1
    return len(items)


def list_pop(items, i):
    try:
        return items.pop(i)
    except IndexError:
        return -1


def split(s, sep):
    try:
        return len(s.split(sep))
    except ValueError:
        return -1


def parts(s, sep):
    try:
        return s.partition(sep)[0]
    except ValueError:
        return "ValueError"


def largest(items):
    try:
        return max(items)
    except ValueError:
        return -1


def smallest(items):
    try:
        return min(items)
    except ValueError:
        return -1


def steps(a, b, s):
    try:
        return len(range(a, b, s))
    except ValueError:
        return -1


def sliced(s, n):
    try:
        return s[::n]
    except ValueError:
        return "ValueError"


def unpack(items):
    try:
        a, b = items
    except ValueError:
        return -1
    return a + b




def encode(u):
    try:
        return len(u.encode("ascii"))
    except UnicodeEncodeError:
        return -1


def first(it):
    try:
        return next(iter(it))
    except StopIteration:
        return -1


def set_pop(s):
    try:
        return s.pop()
    except KeyError:
        return -1


def set_remove(s, x):
    try:
        s.remove(x)
    except KeyError:
        return -1
    return len(s)


def dict_pop(d, k):
    try:
        return d.pop(k)
    except KeyError:
        return -1


def popitem(d):
    try:
        return d.popitem()[1]
    except KeyError:
        return -1


def truncate(f):
    try:
        return int(f)
    except OverflowError:
        return -1
    except ValueError:
        return -2


def byte(n):
    b = bytearray(b"abc")
    try:
        b[0] = n
    except ValueError:
        return -1
    return b[0]


def byte_append(n):
    b = bytearray(b"abc")
    try:
        b.append(n)
    except ValueError:
        return -1
    return b[3]


def fill(n):
    try:
        return ("%c" % n) + "."
    except OverflowError:
        return "OverflowError"


def entry_point(argv):
    zero = len(argv) - 1
    for n in [3 + zero, zero, zero - 1, -64, 64]:
        print(n)
        print(ishl(0, n))
        print(shr(100, n))
        print(shl(zero, n))
    print(shl(5, 2), shift_known(5))
    shift_finally(1, zero - 1)
    shift_finally(1, 2)
    x, y = Thing(zero), Thing(1)
    print(tuples(x, y))
    print(lists(x, y))
    print(code("a"))
    print(code("ab"))
    print(code("" if zero == 0 else "x"))
    print(char(65), char(-1 + zero))
    print(number("12"), number("1x"), number_base("ff", 16), number_base("fg", 16), number_base("1", 99))
    print(real("1.5"), real("x"))
    print(power(2, 3 + zero))
    print(divide(7, zero), divide(7, 2), fdivide(1.0, zero * 1.0))
    print(find("abc", "c"), find("abc", "d"), rfind("abca", "a"), rfind("abc", "d"))
    print(list_index([1, 2], 2), list_index([1, 2], 3), list_remove([1, 2], 2), list_remove([1], 5))
    print(list_pop([1], 0), list_pop([1], 4))
    print(split("a,b", ","), split("a,b", "," * zero))
    print(parts("a,b", ","), parts("a,b", "," * zero))
    print(largest([1, 3, 2]), largest([1][1:]), smallest([1, 3, 2]), smallest([1][1:]))
    print(steps(0, 10, 3), steps(0, 10, zero))
    print(sliced("abcd", 2), sliced("abcd", zero))
    print(unpack([1, 2]), unpack([1]), unpack([1, 2, 3]))
    print(encode(u"abc"), encode(u"gr\xfcn"))
    print(first([4, 5]), first([1][1:]))
    print(set_pop(set([1])), set_pop(set([1][1:])), set_remove(set([1, 2]), 1), set_remove(set([1]), 9))
    print(dict_pop({"a": 5}, "a"), dict_pop({"a": 5}, "b"))
    d = {"a": 1}
    print(popitem(d), popitem(d))
    print(truncate(2.5), truncate(1e300 * 1e300), truncate(1e300 * 1e300 - 1e300 * 1e300))
    print(byte(7), byte(256), byte(-1), byte_append(7), byte_append(300))
    print(fill(65), fill(-1 + zero))
    return 0


def target(driver, args):
    driver.exe_name = "handled-c"
    return entry_point, None
