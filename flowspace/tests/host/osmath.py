import math, os, sys, time
print(math.sqrt(2), math.pi, math.floor(2.7), math.ceil(2.1), math.floor(-2.5), math.trunc(-2.5))
print(math.sin(1), math.cos(1), math.exp(1), math.log(10), math.log(8, 2), math.log10(1000), math.pow(2, 0.5))
print(math.atan2(1, 2), math.fmod(7, 3), math.hypot(3, 4), math.frexp(8.5), math.ldexp(0.5, 4), math.modf(3.25))
print(math.isnan(float('nan')), math.isinf(1e400), math.gcd(12, 18), math.factorial(20), math.fabs(-2))
try:
    math.sqrt(-1)
except ValueError as e:
    print(e)
try:
    math.log(0)
except ValueError as e:
    print(e)
print(os.path.join('a', 'b', '/c', 'd'), os.path.basename('/x/y.py'), os.path.dirname('/x/y.py'))
print(os.path.splitext('a.b.c'), os.path.split('/a/b'), os.path.normpath('a/../b/./c'), os.path.isabs('/a'))
print(os.path.exists('/nonexistent'), os.path.isdir('/'), os.sep, os.path.splitext('.bashrc'), os.path.relpath('/a/b', '/a/c'))
print(sys.maxsize, len(sys.argv) >= 0, sys.byteorder, sys.version_info[0], isinstance(sys.path, list))
print(time.time() > 1e9, callable(time.sleep))
fn = os.path.join('/tmp', 'host_test_%d' % os.getpid())
f = open(fn, 'w')
f.write('line 1\nline 2\n')
f.write('end')
f.close()
with open(fn) as f:
    print(f.read())
with open(fn) as f:
    print([l for l in f], f.name == fn)
with open(fn) as f:
    print(repr(f.readline()), repr(f.read(3)), f.readlines())
fd = os.open(fn, os.O_RDONLY, 0o777)
print(len(os.read(fd, 6)), len(os.read(fd, 100)), len(os.read(fd, 10)))
os.close(fd)
os.unlink(fn)
print(os.path.exists(fn))
try:
    os.open(fn, os.O_RDONLY)
except OSError as e:
    print(e.errno, e.strerror)
print(__name__, os.path.basename(__file__), sys.modules['os'] is os)
sys.stdout.write('written\n')
print('to', 'stdout', sep='-', end='!\n', file=sys.stdout)

# What stands in another part of a module is in `dir`, too.
import sys as _sys_module
import time as _time_module
for module, known in [(os, ['WNOHANG', 'O_NOCTTY', 'EX_USAGE', 'getpid', 'path']), (math, ['gamma', 'sin', 'pi']),
                      (_sys_module, ['argv', 'getrecursionlimit']), (_time_module, ['sleep', 'strftime']), (os.path, ['join', 'commonpath'])]:
    names = dir(module)
    print([n in names for n in known], '__getattr__' in names, names == sorted(names))
