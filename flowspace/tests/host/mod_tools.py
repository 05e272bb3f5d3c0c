"""inspect, dataclasses, typing, annotations, argparse-like modules, logging, os, time, sys."""
import inspect, sys, os, os.path, time, errno, stat, tempfile, logging, getopt, optparse, datetime, pprint, fnmatch, glob, io, types, keyword, importlib, contextlib, typing
from dataclasses import dataclass, field, fields, asdict, astuple, replace, FrozenInstanceError
from typing import List, Optional, NamedTuple


# annotations
class Ann(object):
    x: int
    y: str = 'd'
    z: List[int] = []


def annotated(a: int, b: 'text' = 2, *args: float, k: bool = True, **kw: dict) -> Optional[str]:
    """Doc
        indented
    end"""
    return None


print(Ann.__annotations__['x'], Ann.__annotations__['y'], list(Ann.__annotations__), annotated.__annotations__['a'], annotated.__annotations__['b'], list(annotated.__annotations__))

# inspect
print(inspect.getfullargspec(annotated)[:6], inspect.isfunction(annotated), inspect.isclass(Ann), inspect.ismodule(sys), inspect.isbuiltin(len), inspect.isroutine(len), inspect.isgeneratorfunction(annotated), repr(inspect.getdoc(annotated)), [c.__name__ for c in inspect.getmro(bool)])


def sig(a, b=1, *c, d, e=2, **f): pass


s = inspect.signature(sig)
print(s, list(s.parameters), s.parameters['b'].default, s.parameters['a'].default is inspect.Parameter.empty, s.parameters['c'].kind, s.parameters['d'].kind == inspect.Parameter.KEYWORD_ONLY, inspect.signature(lambda: 0), inspect.signature(lambda x, /, y: 0))


class Meth(object):
    def __init__(self, p, q=3): pass
    def m(self, x): pass
    @staticmethod
    def s(y): pass
    @classmethod
    def c(cls, z): pass


print(inspect.signature(Meth), inspect.signature(Meth.m), inspect.signature(Meth(1).m), inspect.signature(Meth.s), inspect.signature(Meth.c), inspect.ismethod(Meth(1).m), inspect.ismethod(Meth.m), inspect.isfunction(Meth.m))
b = s.bind(1, 2, 3, d=4, z=5); print(b.arguments, b.args, b.kwargs)
for call in [lambda: s.bind(), lambda: inspect.signature(Meth.s).bind(1, 2), lambda: inspect.signature(Meth.s).bind(q=1)]:
    try:
        call()
    except TypeError as e:
        print(e)
print(inspect.getsource(sig), end='')
print(inspect.getsource(Meth.m), end='')
print(len(inspect.getsourcelines(annotated)[0]), inspect.getsourcelines(sig)[1] > 10, inspect.getmodule(sig).__name__, os.path.basename(inspect.getfile(sig)), [n for n, v in inspect.getmembers(Meth, inspect.isfunction)], inspect.getattr_static(Meth, 's').__class__.__name__)
c = sig.__code__
print(c.co_argcount, c.co_varnames, c.co_name, c.co_kwonlyargcount, bool(c.co_flags & 4), bool(c.co_flags & 8), sig.__defaults__, sig.__kwdefaults__, c.co_firstlineno == inspect.getsourcelines(sig)[1])
f = sys._getframe(); print(f.f_code.co_name, f.f_globals is globals(), f.f_lineno > 50)


def caller(): return sys._getframe(1).f_code.co_name


def outer_fn(): return caller()


print(outer_fn(), inspect.unwrap(outer_fn) is outer_fn, inspect.cleandoc('a\n   b\n   c'))


# dataclasses
@dataclass
class Pt:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)

    def norm(self): return self.x + self.y


p = Pt(1); q = Pt(1, y=2); p.tags.append('t')
print(p, q, p == Pt(1, 0, ['t']), p != q, asdict(p), astuple(q), replace(q, x=9), [f.name for f in fields(Pt)], q.norm(), Pt.y)


@dataclass(frozen=True, order=True)
class Fz:
    a: int
    b: str = field(default='b', compare=False)


print(sorted([Fz(3), Fz(1)]), hash(Fz(1)) == hash(Fz(1)), {Fz(1): 'v'}[Fz(1)], Fz(1) < Fz(2))
try:
    Fz(1).a = 2
except FrozenInstanceError as e:
    print(e)
try:
    Pt()
except TypeError as e:
    print('TypeError')


@dataclass
class Sub(Pt):
    z: int = 5
    cv: typing.ClassVar[int] = 7

    def __post_init__(self): self.w = self.x * 10


print(Sub(1, 2), Sub(1).w, Sub.cv, len(fields(Sub)), Sub(1) == Pt(1))


class NT(NamedTuple):
    a: int
    b: str = 'x'

    def both(self): return '%s%s' % self


print(NT(1), NT(1, 'q').both(), NT._fields, NT(2) == (2, 'x'))

# os, os.path
d = tempfile.mkdtemp()
fn = os.path.join(d, 'f.txt')
with open(fn, 'w') as f:
    f.write('line1\nline2\n')
with open(fn, 'a') as f:
    print('line3', file=f)
with open(fn) as f:
    print(f.readline().strip(), [l.strip() for l in f], f.closed)
print(f.closed, open(fn).read().count('\n'), os.path.exists(fn), os.path.isfile(fn), os.path.isdir(d), os.path.getsize(fn), os.listdir(d), stat.S_ISREG(os.stat(fn).st_mode), stat.S_ISDIR(os.stat(d)[0]), os.path.getmtime(fn) > 0)
os.makedirs(os.path.join(d, 'a', 'b'), exist_ok=True); os.makedirs(os.path.join(d, 'a', 'b'), exist_ok=True)
print(sorted(os.listdir(d)), [(os.path.relpath(r, d), sorted(ds), sorted(fs)) for r, ds, fs in os.walk(d)], sorted(os.path.basename(x) for x in glob.glob(os.path.join(d, '*.txt'))))
os.rename(fn, fn + '2'); os.remove(fn + '2'); os.rmdir(os.path.join(d, "a", "b")); os.rmdir(os.path.join(d, 'a')); os.rmdir(d)
print(os.path.exists(d), os.path.join('a', 'b', '/c', 'd'), os.path.join('a/', 'b'), os.path.join('a', ''), os.path.split('/a/b'), os.path.splitext('x.tar.gz'), os.path.splitext('.rc'), os.path.dirname('/a/b/c'), os.path.basename('/a/b/'), os.path.normpath('a/./b/../c//d'), os.path.isabs('/x'), os.path.abspath('/a/../b'), os.path.commonprefix(['abc', 'abd']), os.path.commonpath(['/a/b', '/a/c']), os.path.relpath('/a/b/c', '/a/d'), os.path.expanduser('~') != '~', os.sep, os.pathsep, os.linesep == '\n', os.curdir, os.pardir, os.name, os.extsep)
for bad in [lambda: os.listdir('/no/such'), lambda: open('/no/such/f'), lambda: os.mkdir('/'), lambda: os.stat('/zz/zz')]:
    try:
        bad()
    except OSError as e:
        print(type(e).__name__, e.errno == errno.ENOENT, e.strerror)
os.environ['TW_TEST'] = 'v'
print(os.environ['TW_TEST'], os.environ.get('NOPE', 'd'), os.getenv('TW_TEST'), 'TW_TEST' in os.environ, os.getcwd() == os.path.abspath('.'), os.path.isdir(os.getcwd()), isinstance(os.getpid(), int), os.access('/', os.R_OK))
with tempfile.NamedTemporaryFile('w', suffix='.x', delete=False) as tf:
    tf.write('abc')
print(open(tf.name).read(), tf.name.endswith('.x')); os.unlink(tf.name)
with tempfile.TemporaryDirectory() as td:
    print(os.path.isdir(td))
print(os.path.exists(td))

# sys
print(sys.version_info >= (3, 3), sys.version_info[0], sys.version_info.major, sys.version_info[:2] >= (2, 7), sys.maxsize, sys.byteorder, 'sys' in sys.modules, sys.modules['os'] is os, isinstance(sys.path, list), isinstance(sys.argv, list), sys.getrecursionlimit() > 100, sys.platform, sys.float_info.max > 1e300, sys.float_info.epsilon, sys.maxunicode, sys.stdout.write('') == 0 or True, sys.intern('x') == 'x', callable(sys.exit), sys.flags is not None, sys.hexversion > 0x03000000, sys.getsizeof([]) > 0, sys.executable != '', sys.implementation.name)
sys.setrecursionlimit(1500); sys.path.insert(0, '/nowhere'); del sys.path[0]
m = types.ModuleType('fake'); m.val = 42; sys.modules['fake'] = m
import fake
print(fake.val, importlib.import_module('os.path') is os.path, fake.__name__)
try:
    import does_not_exist_xyz
except ImportError as e:
    print(e, e.name)
try:
    from os import nothing_here
except ImportError as e:
    print(str(e)[:40])
print(isinstance(time.time(), float), time.time() > 1e9, time.strftime('%Y', time.gmtime(0)), time.gmtime(86400)[:6], time.gmtime(0).tm_year, len(time.asctime()) > 10, time.perf_counter() >= 0, time.mktime(time.gmtime(0)) is not None)

# getopt, optparse, argparse, logging
print(getopt.getopt(['-a', '-bval', '--long=x', '--flag', 'rest', '-z'], 'ab:', ['long=', 'flag']), getopt.gnu_getopt(['x', '-a', 'y'], 'a'))
try:
    getopt.getopt(['-q'], 'a')
except getopt.GetoptError as e:
    print(e)
op = optparse.OptionParser(usage='prog [options]')
op.add_option('-n', '--num', type='int', default=3, help='number'); op.add_option('-v', action='store_true', dest='verbose', default=False); op.add_option('--name'); op.add_option('-l', action='append', dest='items', default=None); op.add_option('-c', action='count', dest='cnt', default=0)
o, args = op.parse_args(['-n', '5', '-v', 'pos', '--name=bob', '-la', '-l', 'b', '-cc'])
print(o.num, o.verbose, o.name, o.items, o.cnt, args)
import argparse
ap = argparse.ArgumentParser(description='d')
ap.add_argument('file'); ap.add_argument('rest', nargs='*'); ap.add_argument('-o', '--output', default='out'); ap.add_argument('-n', type=int, default=1); ap.add_argument('--flag', action='store_true'); ap.add_argument('--mode', choices=['a', 'b'], default='a')
ns = ap.parse_args(['-n', '4', '--flag', 'prog.c', 'x', 'y', '--mode=b'])
print(ns.file, ns.rest, ns.output, ns.n, ns.flag, ns.mode, sorted(vars(ns)))
log = logging.getLogger('test'); h = logging.StreamHandler(buf := io.StringIO()); h.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(message)s')); log.addHandler(h); log.setLevel(logging.INFO); log.propagate = False
log.info('hello %s', 'w'); log.debug('no'); log.error('err %d', 3)
print(buf.getvalue(), end='')
print(logging.getLevelName(30), log.isEnabledFor(10), logging.getLogger('a.b').parent.name)

# datetime, pprint, fnmatch, keyword, contextlib.redirect_stdout
dt = datetime.datetime(2024, 2, 28, 23, 59, 30)
print(dt, dt + datetime.timedelta(days=2, seconds=45), dt.strftime('%Y-%m-%d %H:%M:%S %b %a'), dt.date(), dt.isoformat(), datetime.date(2000, 1, 1).weekday(), datetime.timedelta(hours=30), datetime.date(2024, 3, 1) - datetime.date(2024, 2, 1), repr(dt), dt < datetime.datetime(2025, 1, 1), datetime.timedelta(1, 3600).total_seconds(), datetime.datetime.fromtimestamp(0) is not None)
pprint.pprint({'b': [1, 2], 'a': 'x'}); print(pprint.pformat(list(range(40))), fnmatch.fnmatch('a.py', '*.py'), fnmatch.filter(['x.c', 'y.h'], '*.[ch]'), keyword.iskeyword('for'))
with contextlib.redirect_stdout(io.StringIO()) as rs:
    print('captured')
print(repr(rs.getvalue()))

# classes with parameters
import types
for alias in [list[int], dict[str, list[float]], tuple[int, ...], set[str], type[int], tuple[()]]:
    print(alias, alias.__origin__.__name__, len(alias.__args__), alias == eval(repr(alias)), isinstance(alias, types.GenericAlias))
print(list[int]('ab'), dict[str, int](a=1), list[int] == list[str], len({list[int]: 1, list[int]: 2}))


class Ring(object):
    __class_getitem__ = classmethod(types.GenericAlias)


class Words(list[str]):
    pass


print(Ring[int].__origin__ is Ring, type(Ring[int, str]()) is Ring, Words('ab'), Words.__mro__[1])
meta, namespace, rest = types.prepare_class('X', (Words,), {'a': 1})
print(meta is type, namespace, rest, types.new_class('Y', (Words,)).__name__)

# unions of types
for union in [int | None, int | str, list[int] | None, None | int]:
    print(union, len(union.__args__), union == eval(repr(union)), isinstance(union, types.UnionType))
print([isinstance(x, int | str) for x in (1, 'a', 2.5, None)], issubclass(bool, int | None), (int | str) == (str | int))
try:
    int | 3
except TypeError as e:
    print(e)

# contextvars
import contextvars
mode = contextvars.ContextVar('mode', default='slow')
depth = contextvars.ContextVar('depth')


def deeper():
    depth.set(depth.get(0) + 1)
    return mode.get(), depth.get()


print(mode.get(), depth.get(7), copied := contextvars.copy_context().run(deeper), depth.get(7))
token = mode.set('fast')
print(mode.get(), len(contextvars.copy_context()), contextvars.copy_context()[mode], token.var is mode)
mode.reset(token)
print(mode.get(), mode in contextvars.copy_context())
try:
    depth.get()
except LookupError as e:
    print(type(e).__name__)
print(int.from_bytes([1, 2, 3], 'big'), int.from_bytes(map(int, '12'), 'little'))
import __future__, _operator
print('division' in __future__.all_feature_names, _operator._compare_digest('ab', 'ab'), _operator.add(1, 2))
