# jit: yes
# The JIT is set up when a program looks as if it would run for longer: until then there is no code memory.
import os
from rpython.rlib.jit import JitDriver, set_param
d = JitDriver(greens=[], reds=['i', 'n', 's'])

def run(n):
    i = 0
    s = 0
    while i < n:
        d.jit_merge_point(i=i, n=n, s=s)
        s += i
        i += 1
    return s

def code_memory():
    f = os.open('/proc/self/maps', os.O_RDONLY, 0)
    found = False
    text = ''
    while True:
        piece = os.read(f, 4096)
        if not piece:
            break
        text += piece
        if 'jit-code' in text:
            found = True
    os.close(f)
    return found

def entry_point(argv):
    set_param(None, 'threshold', 800)
    set_param(None, 'function_threshold', 4000)
    for i in range(19):
        print(run(10))
    print(code_memory())
    print(run(10000))
    return 0

def target(*a):
    return entry_point, None
