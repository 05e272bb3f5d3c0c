# jit: yes
# The condition of the loop stands between can_enter_jit and the merge point: it must be tested on every entry.
from rpython.rlib.jit import JitDriver
d = JitDriver(greens=['k'], reds=['i', 'n', 's'])
def f(n):
    i = 0
    s = 0
    k = 1
    while i < n:
        d.jit_merge_point(k=k, i=i, n=n, s=s)
        s += i
        i += 1
        d.can_enter_jit(k=k, i=i, n=n, s=s)
    return s * 1000 + i
def entry_point(argv):
    t = 0
    for j in range(300):
        t += f(j)
    print(t)
    return 0
def target(*a):
    return entry_point, None
