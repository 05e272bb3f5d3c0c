# requires-python = ">=3.8" (texts of floats are CPython 3's)
from rpython.rlib.rarithmetic import (intmask, r_uint, ovfcheck, r_uint32, string_to_int, LONG_BIT,
                                      ParseStringError, ParseStringOverflowError, widen, byteswap)
from rpython.rlib.jit import (JitDriver, elidable, promote, hint, unroll_safe, elidable_promote,
                              look_inside_iff, we_are_jitted, set_user_param, oopspec, dont_look_inside)
from rpython.rlib.objectmodel import (specialize, we_are_translated, r_dict, instantiate, compute_hash,
                                      import_from_mixin, newlist_hint, always_inline, enforceargs)
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib.rstring import StringBuilder, split, rsplit, replace
from rpython.rlib.listsort import make_timsort_class, TimSort
from rpython.rlib.rerased import new_erasing_pair
from rpython.rlib.rfloat import formatd, round_double
from rpython.rlib.rrandom import Random
from rpython.rlib.nonconst import NonConstant
from rpython.rlib.longlong2float import float2longlong, longlong2float
from rpython.rlib.debug import make_sure_not_resized, check_nonneg
from rpython.rlib.rpath import rnormpath, rjoin
from rpython.rlib import rgc, streamio
from rpython.jit.codewriter.policy import JitPolicy
from pypy.rlib.jit import JitDriver as J2
import pypy.rlib.rarithmetic

print(J2 is JitDriver, pypy.rlib.rarithmetic.intmask is intmask)
print(intmask(2**63), intmask(-2**63 - 1), r_uint(-1), r_uint(5) - 6 > 0, r_uint32(2**32 + 7), LONG_BIT)
print(repr(r_uint(3) + 4), r_uint(10) // 3, r_uint(1) << 63, 5 + r_uint(1), r_uint(7) % 4, ~r_uint(0), widen(r_uint32(5)))
try:
    ovfcheck(2**62 + 2**62)
except OverflowError as e:
    print('ovf', e)
for s, b in [('12', 10), ('-ff', 16), ('0x1F', 0), ('zz', 36), ('9' * 20, 10), ('12a', 10), ('', 10)]:
    try:
        print(string_to_int(s, b))
    except ParseStringOverflowError:
        print('overflow')
    except ParseStringError as e:
        print('error', e.msg)
driver = JitDriver(greens=['pc', 'program'], reds=['tape'], get_printable_location=lambda pc, p: 'x')
driver.jit_merge_point(pc=0, program='', tape=None)
driver.can_enter_jit(pc=0, program='', tape=None)
print(driver.greens, driver.reds, driver.name)
try:
    driver.jit_merge_point(pc=0)
except Exception as e:
    print(type(e).__name__)


class MyDriver(JitDriver):
    greens = ['a']
    reds = ['b']


print(MyDriver().greens)


@elidable
def f(x):
    return x + 1


@elidable_promote('0')
def g(x, y=3):
    return x * y


@look_inside_iff(lambda a, b: True)
def h(a, b):
    return a - b


print(f(1), f._elidable_function_, g(2), g(2, 5), g.__name__, h(5, 3), promote(4), hint(5, promote=True))


@specialize.arg(0, 2)
def sp(a, b, c):
    return b


print(sp._annspecialcase_, sp(1, 2, 3), we_are_translated(), we_are_jitted())
d = r_dict(lambda a, b: a % 10 == b % 10, lambda a: a % 10)
d[1] = 'one'
d[11] = 'eleven'
d[2] = 'two'
print(len(d), d[21], 5 in d, sorted(d.values()))


class Mixin(object):
    x = 5

    def meth(self):
        return self.y, self.x


class User(object):
    import_from_mixin(Mixin)
    y = 7


print(User().meth(), User.__dict__['meth'] is not Mixin.__dict__['meth'], isinstance(instantiate(User), User))
for a, b in unrolling_iterable([(1, 'a'), (2, 'b')]):
    print(a, b)
sb = StringBuilder()
sb.append('abc')
sb.append_slice('hello', 1, 3)
sb.append_multiple_char('x', 3)
print(sb.build(), sb.getlength())
print(split('a b  c'), split('a,b,c', ',', 1), rsplit('a,b,c', ',', 1), replace('aXbX', 'X', '--'), replace('ab', '', '.'))
l = [(i * 7919) % 101 for i in range(60)]
TimSort(l).sort()
print(l == sorted(l))
Rev = make_timsort_class(lt=lambda a, b: a > b)
l = [3, 1, 2]
Rev(l).sort()
print(l)
erase, unerase = new_erasing_pair('x')
print(unerase(erase([1, 2])))
print(formatd(3.14159, 'f', 2), formatd(1.0, 'r', 0, 2), round_double(2.5, 0), round_double(-1.255, 2))
r = Random(r_uint(42))
print([int(r.genrand32()) for _ in range(3)], r.random())
print(float2longlong(1.5), longlong2float(float2longlong(-2.25)), NonConstant(5), compute_hash('abc'), compute_hash(5))
print(rnormpath('/a/./b/../c'), rjoin('a', 'b'), JitPolicy().look_inside_function(f), byteswap(1))
set_user_param(None, 'threshold=10,trace_limit=100')
rgc.collect()
import os
fn = '/tmp/host_rlib_%d' % os.getpid()
st = streamio.open_file_as_stream(fn, 'w')
st.write('one\ntwo\n')
st.close()
st = streamio.open_file_as_stream(fn)
print(repr(st.readline()), repr(st.read(2)), repr(st.readall()), repr(st.readline()))
st.close()
os.unlink(fn)
print(f.__module__, promote.__module__, promote.__name__, intmask.__module__)
