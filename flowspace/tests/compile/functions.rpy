def outer(a, (b, c), d=1, *args, **kw):
    def inner(x=a):
        nonlocal b
        b = x + c
        return lambda: b + d
    f(a, b, k=1, *args, **kw)
    f(*a, 2, *b)
    return [x * y for x in a if x for y in range(x)], {k: v for k, v in kw}, {z for z in a}

def gen(xs, *, key=None):
    for x in xs:
        r = yield x
    total = sum(x + key for x in xs if x)
    y = [lambda: i for i in xs]
    if (n := len(xs)) > 3:
        pass

class A(Base, metaclass=Meta):
    "doc"
    x = 1
    def __private(self):
        return super().__private() + self.__x
    @staticmethod
    @deco(1)
    def s(): global g; g = 2

a, b = b, a
(x, y), *z = q
l[1:2] = l[a, 1:2, ...]
del l[:], d[k], o.attr
o.a.b += 1
l[i] //= 2
s = f"{a!r:>{w}} {{}} {b}" "tail"
t = ur"\d" if 0 else 0777 + 0o17 + 0x10L
print "a", x,
print >>f, y
print
print("call", end="")
exec "code" in ns
from a.b import (c, d as e,)
from .. import up
import m.n, m.o as p
from star import *
big = -9223372036854775808 + 123456789012345678901234567890
raise E("x") from None
