"""Writes random programs in the language, for comparison with CPython 3.

    python3 generate.py SEED                      one program on stdout
    python3 generate.py SEED COUNT FOLDER         programs SEED, SEED+1, … as FOLDER/pSEED.py (with prelude.py), and
                                                  FOLDER/batch.rpy, which runs all of them or those named as arguments

A program always ends: loops have small bounds, and loops and calls burn fuel. Integers wrap (`intmask`), which is what they do
at run time, so CPython is the oracle: `python3 rlib/run.py program.rpy`. A program has a random tree of classes with
virtual methods, exceptions, functions, generators, closures; it works on ints, floats, strings, lists, dictionaries, sets and
tuples, and prints what its functions return. A JitDriver stands in the loop that calls them, so that with --opt=jit they are traced.

The generator is typed: `expr(type)` makes an expression of a type, from the variables in sight. To add a feature, add
a row to the table of its type (`EXPRESSIONS`) or of statements (`STATEMENTS`).
"""
import os
import random
import re
import sys

HEAD = '''"""Random program @SEED@."""
import math
from collections import Counter, deque
from itertools import chain

from rpython.rlib.jit import JitDriver
from rpython.rlib.rarithmetic import intmask, ovfcheck, r_uint
'''

#: What all programs of a batch share.
PRELUDE = '''"""What random programs share."""
from rpython.rlib.rarithmetic import intmask


class ErrA(Exception):
    def __init__(self, n):
        self.n = n


class ErrB(ErrA):
    pass


class ErrC(ErrB):
    def __init__(self, n, why):
        ErrB.__init__(self, n)
        self.why = why


class Fuel(Exception):
    pass


class State(object):
    def __init__(self):
        self.reset()

    def reset(self):
        self.fuel = 4000
        self.seen = 0
        self.d = {}
        self.names = {}


state = State()


def burn():
    state.fuel -= 1
    if state.fuel < 0:
        raise Fuel()


def check(n):
    """Raises everything that has attributes."""
    if n == -12345:
        raise ErrA(n)
    if n == -12346:
        raise ErrC(n, "never")


def note(n):
    state.seen = intmask(state.seen * 31 + n)


class Guard(object):
    """A context manager."""

    def __init__(self, n):
        self.n = n

    def __enter__(self):
        note(self.n)
        return self.n & 15

    def __exit__(self, etype, evalue, tb):
        note(-self.n)
        return None


def trunc(x):
    if -1e15 < x < 1e15:
        return int(x)
    return 77


def at(l, i):
    if 0 <= i < len(l):
        return l[i]
    return i


def hash_int(n):
    return n


def opt_of(s, b):
    return s if b else None


def hash_opt(q):
    if q is None:
        return -1
    return hash_str(q)


def hash_bool(b):
    if b:
        return 5
    return 6


def hash_float(x):
    return hash_str(str(x))


def hash_str(s):
    h = 17
    for c in s:
        h = intmask(h * 31 + ord(c))
    return h


def hash_list(l):
    h = 5
    for x in l:
        h = intmask(h * 37 ^ x)
    return h


def hash_strs(l):
    h = 3
    for s in l:
        h = intmask(h * 41 ^ hash_str(s))
    return h


def hash_dict(d):
    h = 1
    for k in d:
        h = intmask(h * 31 + k ^ d[k])
    return h


def hash_names(d):
    h = 2
    for k, v in d.items():
        h = intmask(h * 31 + hash_str(k) ^ v)
    return h


def hash_pair(p):
    return intmask(p[0] * 3 + hash_str(p[1]))


def hash_func(f):
    return f(5)


def hash_set(s):
    h = len(s)
    for x in s:
        h = intmask(h + x * 1000003)    # in any order
    return h

'''

MAIN = '''
driver = JitDriver(greens=['k'], reds=['i', 'n', 'acc', 'o', 'l'])


def call(k, i, acc, o, l):
    s = str(acc & 1023)
    w = (acc & 65535) / 8.0
    b = acc & 1 == 0
    strs = [s, "x", s[1:]]
    d = {i & 15: acc, acc & 15: i}
    names = {s: i, "x": acc}
    p = (acc, s)
    t = set(l)
    q = opt_of(s, acc & 3 != 0)
    ref = o.link
@DISPATCH@    return 0


def guarded(k, i, acc, o, l):
    try:
        return call(k, i, acc, o, l)
    except ErrC as e:
        return intmask(e.n + hash_str(e.why))
    except ErrB as e:
        return intmask(e.n + 1)
    except ErrA as e:
        return e.n
    except IndexError:
        return -1
    except KeyError:
        return -2
    except ZeroDivisionError:
        return -3
    except ValueError:
        return -4
    except OverflowError:
        return -5
    except TypeError:
        return -6
    except AttributeError:
        return -7
    except StopIteration:
        return -8


def run(k, n):
    i = 0
    acc = k
    o = make(k, 3)
    l = [k, 1]
    while i < n:
        driver.can_enter_jit(k=k, i=i, n=n, acc=acc, o=o, l=l)
        driver.jit_merge_point(k=k, i=i, n=n, acc=acc, o=o, l=l)
        r = guarded(k, i, acc, o, l)
        acc = intmask(acc * 3 + r)
        if i < 4:
            print("  %d %d" % (i, r))
        if i % 11 == 10:
            o = make(acc, i)
            l = [i, acc]
        if len(l) > 30:
            l = l[:3]
        if i % 7 == 6:
            o.link = make(i, 3)
        i += 1
    print("%d %d %d %d" % (k, acc, hash_list(l), o.n))
    print("%d %d %d" % (hash_dict(state.d), hash_names(state.names), state.seen))


def entry_point(argv):
    print("== program @SEED@")
    check(len(argv))
    for k in range(@N@):
        state.reset()
        try:
            run(k, @ROUNDS@)
        except Fuel:
            print("fuel %d" % k)
            print("%d %d" % (len(state.d), len(state.names)))
    return 0


def target(driver_, args):
    return entry_point, None
'''

BATCH = '''"""Random programs @FIRST@ to @LAST@."""
@IMPORTS@

def entry_point(argv):
    for n in range(@FIRST@, @LAST@ + 1):
        if len(argv) > 1 and str(n) not in argv:
            continue
@CALLS@    return 0


def target(driver, args):
    return entry_point, None
'''

INTS = [0, 1, 2, 3, -1, 5, 7, -8, 100, 255, 1000003, -(1 << 31), 1 << 62, -(1 << 63), (1 << 63) - 1]
FLOATS = ['0.0', '1.5', '-2.25', '0.1', '1e10', '3.0', '-0.0', '1e-7', '123456.789']
STRINGS = ['', 'a', 'ab', 'xyz', 'hello', 'ba-ba', 'A', 'zz z', '12', '-7', 'x,y,,z', ' t ', 'Qr9']
#: Types that functions take and give.
TYPES = ['int', 'int', 'int', 'float', 'bool', 'str', 'str', 'list', 'list', 'strs', 'dict', 'names', 'pair', 'obj', 'func',
         'set', 'opt', 'ref']


#: Types that are not translated yet.
WITHOUT = set()


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.seed = seed
        self.out = []
        self.indent = 0
        self.counter = 0
        self.env = {}           # variables in sight, with their types
        self.in_loop = False
        self.result = 'int'     # type of the function that is being written
        self.generator = False  # it is a generator: no return with a value
        self.funcs = []         # (name, parameter types, result type)
        self.generators = []
        self.classes = []       # (name, base index)
        self.special = set()    # special methods of all objects
        self.calls = True       # may functions and methods be called here?

    # ---- text

    def line(self, text):
        self.out.append('    ' * self.indent + text)

    def fresh(self, kind):
        self.counter += 1
        return '%s%d' % (kind[0], self.counter)

    def chance(self, p):
        return self.r.random() < p

    def pick(self, *choices):
        return self.r.choice(choices)

    # ---- expressions

    def var(self, kind):
        found = [v for v, t in self.env.items() if t == kind]
        return self.r.choice(found) if found else None

    def expr(self, kind, depth=0):
        """An expression of this type."""
        if kind in WITHOUT or depth >= 4 or (depth > 1 and self.chance(.4)) or self.chance(.15):
            return self.leaf(kind)
        while True:
            text = self.r.choice(EXPRESSIONS[kind])(self, depth + 1)
            if text is not None and not any(w + '(' in text for w in WITHOUT):
                return text

    def leaf(self, kind):
        v = self.var(kind)
        if v and self.chance(.75):
            return v
        if kind == 'int':
            return '(%d)' % self.r.choice(INTS)
        if kind == 'float':
            return '(%s)' % self.r.choice(FLOATS)
        if kind == 'bool':
            return '(%s < %s)' % (self.var('int') or '1', self.var('int') or '2')
        if kind == 'str':
            return repr(self.r.choice(STRINGS))
        if v:
            return v
        return {'list': '[1, 2, 3]', 'strs': '["p", "q"]', 'dict': '{1: 2}', 'names': '{"k": 1}', 'pair': '(4, "four")',
                'obj': 'make(2, 3)', 'func': 'double', 'set': 'set([1, 2])', 'opt': 'opt_of("o", state.seen & 1 == 0)',
                'ref': 'make(2, 3).link'}[kind]

    def typed(self, template, depth):
        """Fills in a template: `{int}` is an expression of that type, `{a|b}` one of the words."""
        out = []
        rest = template
        while '{' in rest:
            head, rest = rest.split('{', 1)
            inside, rest = rest.split('}', 1)
            out.append(head)
            word = self.r.choice(inside.split('|'))
            out.append(self.expr(word, depth) if word in EXPRESSIONS else word)
        # Braces of the program's own are written as <: and :>.
        return (''.join(out) + rest).replace('<:', '{').replace(':>', '}')

    def call_of(self, kind, depth):
        """A call of an earlier function with this result."""
        if not self.calls or depth > 3:
            return None
        found = [f for f in self.funcs if f[2] == kind]
        if not found:
            return None
        name, params, _ = self.r.choice(found)
        return '%s(%s)' % (name, ', '.join(self.expr(t, depth) for t in params))

    # ---- statements

    def block(self, depth, count=None):
        saved = dict(self.env)
        for _ in range(count or self.r.randrange(1, 4)):
            self.statement(depth)
        if depth > 1 and self.chance(.08):
            if self.in_loop and self.chance(.6):
                self.line(self.pick('break', 'continue'))
            elif not self.generator:
                self.line('return %s' % self.expr(self.result, 1))
        self.env = saved        # names bound in the block are not in sight after it

    def nested(self, header, depth, loop=False, bind=(), first=None):
        """A compound statement. `bind` are the variables that it binds."""
        self.line(header)
        saved, was_loop = dict(self.env), self.in_loop
        self.indent += 1
        for name, kind in bind:
            self.env[name] = kind
        if loop:
            self.in_loop = True
            if first:
                self.line(first)
            self.line('burn()')
        self.block(depth + 1)
        self.indent -= 1
        self.env, self.in_loop = saved, was_loop

    def statement(self, depth):
        while not self.r.choice(SIMPLE if depth > 3 or self.chance(.5) else STATEMENTS)(self, depth):
            pass

    # ---- definitions

    def define_classes(self):
        count = self.r.randrange(2, 4)
        self.special = set(name for name in sorted(SPECIAL) if self.chance(.6))
        for i in range(count):
            base = -1 if i == 0 else self.r.randrange(i)
            self.classes.append(('K%d' % i, base))
            self.define_class(i, base)
        self.line('def make(k, n):')
        self.indent = 1
        self.line('k = k %% %d' % count)
        for i in range(1, count):
            self.line('if k == %d:' % i)
            self.line('    return K%d(n)' % i)
        self.line('return K0(n)')
        self.indent = 0
        self.line('')
        self.line('')
        for text in ['def double(x):', '    return intmask(x + x)', '', '', 'def bound(o):', '    return lambda x: o.m(x)', '', '',
                     'def hash_ref(o):', '    return -1 if o is None else o.n', '', '',
                     'def hash_obj(o):', '    return intmask(o.n * 7 + hash_str(o.s) + hash_list(o.items) + o.m(3))']:
            self.line(text)
        self.line('')
        self.line('')

    def define_class(self, i, base):
        self.line('class K%d(%s):' % (i, 'object' if base < 0 else 'K%d' % base))
        self.indent = 1
        self.line('tag = %d' % self.r.choice(INTS))
        self.calls = False
        if base < 0:
            for text in ['', 'def __init__(self, n):', '    self.n = n', '    self.s = "b"', '    self.w = 0.5',
                         '    self.items = [n, 2]', '    self.link = None', '', 'def grow(self, x):',
                         '    if len(self.items) < 12:', '        self.items.append(x)', '    return len(self.items)']:
                self.line(text)
        elif self.chance(.5):
            self.line('extra = %d' % self.r.randrange(100))
            self.line('')
            self.line('def __init__(self, n):')
            self.line('    K%d.__init__(self, intmask(n + 1))' % base)
            self.line('    self.s = %r' % self.r.choice(STRINGS))
            if self.chance(.5):
                self.line('    self.extra = n & 255')
        for name, params, result in METHODS:
            if base >= 0 and self.chance(.5):
                continue
            self.line('')
            self.line('def %s(self%s):' % (name, ''.join(', %s' % p for p, _ in params)))
            self.indent = 2
            self.env = {'self.n': 'int', 'self.s': 'str', 'self.items': 'list', 'self.w': 'float', 'self.tag': 'int'}
            self.env.update(params)
            if base >= 0 and self.chance(.5):
                args = ', '.join(p for p, _ in params)
                up = 'K%d.%s(self%s)' % (base, name, args and ', ' + args)
                if self.chance(.3):
                    up = 'super(K%d, self).%s(%s)' % (i, name, args)
                self.line('up = %s' % up)
                self.env['up'] = result
            self.result = result
            if self.chance(.4):
                self.statement(3)
            self.line('return %s' % self.expr(result, 1))
            self.indent = 1
        self.define_special(base)
        self.calls = True
        self.indent = 0
        self.line('')
        self.line('')

    def define_special(self, base):
        """Special methods: the first class has all that the program uses, its subclasses override some."""
        for name in sorted(self.special):
            if base >= 0 and self.chance(.7):
                continue
            for method, params, kind in SPECIAL[name]:
                self.line('')
                self.line('def %s(self%s):' % (method, ''.join(', %s' % p for p, _ in params)))
                self.env = {'self.n': 'int', 'self.s': 'str', 'self.items': 'list', 'self.w': 'float', 'self.tag': 'int'}
                self.env.update((p, t) for p, t in params if t)
                text = self.expr(kind, 1) if kind in EXPRESSIONS else self.r.choice(kind.split('|'))
                self.line('    return ' + text)

    def define_function(self, i):
        kinds = [t for t in TYPES if t not in WITHOUT]
        params = [self.r.choice(kinds) for _ in range(self.r.randrange(1, 5))]
        result = self.r.choice(kinds)
        names = ['%s_%d' % (t[0], n) for n, t in enumerate(params)]
        self.env = dict(zip(names, params))
        self.result, self.in_loop, self.generator = result, False, False
        name = 'f%d' % i
        self.line('def %s(%s):' % (name, ', '.join(names)))
        self.indent = 1
        self.line('burn()')
        for _ in range(self.r.randrange(2, 6)):
            self.statement(1)
        self.line('return %s' % self.expr(result))
        self.end()
        self.funcs.append((name, params, result))

    def define_generator(self, i):
        self.env = {'n': 'int', 'x': 'int'}
        self.in_loop, self.generator = False, True
        name, result = 'g%d' % i, self.pick('int', 'str')
        self.line('def %s(n, x):' % name)
        self.indent = 1
        for _ in range(self.r.randrange(0, 2)):
            self.statement(2)
        self.line('for j in range(n & 7):')
        self.indent = 2
        self.line('burn()')
        self.env['j'] = 'int'
        self.in_loop = True
        self.statement(2)
        if self.chance(.3):
            self.line('if %s:' % self.expr('bool'))
            self.line('    continue')
        if self.chance(.3):
            self.line('try:')
            self.line('    yield %s' % self.expr(result))
            self.line('finally:')
            # Nothing that is seen outside: a generator that is dropped is not closed.
            self.line('    x = intmask(x + j)')
        else:
            self.line('yield %s' % self.expr(result))
        if self.chance(.3):
            self.line('x = %s' % self.expr('int'))
        self.generator = False
        self.end()
        self.generators.append((name, result))

    def define_recursive(self, i):
        name = 'r%d' % i
        self.env = {'n': 'int', 'x': 'int'}
        self.in_loop, self.result = False, 'int'
        self.line('def %s(n, x):' % name)
        self.indent = 1
        self.line('burn()')
        self.line('if n <= 0:')
        self.line('    return %s' % self.expr('int', 1))
        self.statement(3)
        self.line('a = %s(n - %d, %s)' % (name, self.r.randrange(1, 3), self.expr('int', 2)))
        self.env['a'] = 'int'
        if self.chance(.5):
            self.line('b = %s(n // 2 - 1, a)' % name)
            self.env['b'] = 'int'
        self.line('return %s' % self.expr('int', 1))
        self.end()
        wrapper = 'f%s' % name
        self.line('def %s(n):' % wrapper)
        self.line('    return %s(n %% 6, n)' % name)
        self.line('')
        self.line('')
        self.funcs.append((wrapper, ['int'], 'int'))

    def define_closure(self, i):
        """A function that makes functions, some with state of their own."""
        name = 'c%d' % i
        self.line('def %s(a, b):' % name)
        self.indent = 1
        self.calls = False
        self.env = {'a': 'int', 'b': 'int', 'x': 'int'}
        if self.chance(.4):
            self.line('count = [a & 7]')
            self.env['count[0]'] = 'int'
            self.line('')
            self.line('def inner(x):')
            self.line('    count[0] = intmask(count[0] + %s)' % self.expr('int', 2))
            self.line('    return %s' % self.expr('int', 1))
            self.line('return inner')
        elif self.chance(.5):
            self.line('def inner(x):')
            self.line('    y = %s' % self.expr('int', 2))
            self.env['y'] = 'int'
            self.line('    return %s' % self.expr('int', 1))
            self.line('if %s:' % re.sub(r'\b[xy]\b', lambda m: {'x': 'a', 'y': 'b'}[m.group()], self.typed('{bool}', 2)))
            del self.env['y']
            self.line('    return lambda x: %s' % self.expr('int', 2))
            self.line('return inner')
        else:
            self.line('return lambda x: %s' % self.expr('int', 1))
        self.calls = True
        self.end()
        self.funcs.append((name, ['int', 'int'], 'func'))

    def end(self):
        self.indent = 0
        self.line('')
        self.line('')

    def program(self, alone):
        functions = 2
        self.define_classes()
        made = 0
        while made < functions:
            kind = self.r.randrange(10)
            number = len(self.generators) + len(self.funcs)
            if kind == 0:
                self.define_generator(number)
            elif kind == 1:
                self.define_recursive(number)
            elif kind == 2:
                self.define_closure(number)
            else:
                self.define_function(made)
                made += 1
        self.calls = True
        tested = [f for f in self.funcs if f[0][1:].isdigit() and f[0][0] == 'f']
        dispatch = []
        self.env = {'acc': 'int', 'i': 'int', 's': 'str', 'l': 'list', 'o': 'obj', 'w': 'float', 'b': 'bool', 'strs': 'strs',
                    'd': 'dict', 'names': 'names', 'p': 'pair', 't': 'set', 'q': 'opt', 'ref': 'ref'}
        for kind in WITHOUT:
            self.env = {v: t for v, t in self.env.items() if t != kind}
        for k, (name, params, result) in enumerate(tested):
            args = ', '.join(self.expr(t, 3) for t in params)
            dispatch.append('    if k == %d:\n        return hash_%s(%s(%s))\n' % (k, result, name, args))
        # A program of its own, or one of a batch.
        text = HEAD + (PRELUDE if alone else 'from prelude import *\n') + '\n\n' + '\n'.join(self.out) + MAIN
        for mark, value in [('@SEED@', self.seed), ('@N@', len(tested)), ('@ROUNDS@', 40), ('@DISPATCH@', ''.join(dispatch))]:
            text = text.replace(mark, str(value))
        return text


METHODS = [('m', [('x', 'int')], 'int'), ('label', [], 'str'), ('pairs', [('p', 'str'), ('x', 'int')], 'pair'),
           ('scale', [('y', 'float')], 'float')]

#: Special methods that come together: names, parameters, and the type of the result or possible results.
SPECIAL = {
    'call': [('__call__', [('x', 'int')], 'int')],
    'getitem': [('__getitem__', [('x', 'int')], 'int')],
    'len': [('__len__', [], 'len(self.items) & 3')],
    'bool': [('__bool__', [], 'bool')],
    'contains': [('__contains__', [('x', 'int')], 'bool')],
    'eq': [('__eq__', [('other', None)], 'isinstance(other, K0) and self.n == other.n'), ('__hash__', [], 'self.n & 255')],
    'lt': [('__lt__', [('other', None)], 'self.n < other.n|self.s < other.s|self.n > other.n')],
    'add': [('__add__', [('other', None)], 'make(self.n & 3, intmask(self.n + other.n))|self'),
            ('__neg__', [], 'make(1, self.n ^ 1)')],
    'str': [('__str__', [], 'str'), ('__repr__', [], 'str')],
}


def template(text, calls=False):
    """A row of a table: the text with its holes filled. With `calls`, not where nothing may be called."""
    def make(g, depth):
        if calls and not g.calls:
            return None
        return g.typed(text, depth)
    return make


def risky(text):
    """A row that often raises: taken rarely, so that programs do not only run into exceptions."""
    def make(g, depth):
        return g.typed(text, depth) if g.chance(.1) else None
    return make


def special(name, text, risk=False):
    """A row for programs whose objects have these special methods."""
    def make(g, depth):
        if name not in g.special or not g.calls or risk and not g.chance(.1):
            return None
        return g.typed(text, depth)
    return make


def risky_call(text):
    def make(g, depth):
        return g.typed(text, depth) if g.calls and g.chance(.1) else None
    return make


def of(kind, *rows):
    return [row if callable(row) else template(row) for row in rows] + [lambda g, d: g.call_of(kind, d)]


def comprehension(g, depth):
    v = g.fresh('int')
    source = g.pick('{list}', '{list}', 'range({int} & 7)', '[ord(c_) for c_ in {str}]', '{dict}')
    source = g.typed(source, depth)
    g.env[v] = 'int'
    text = '[%s for %s in %s%s]' % (g.expr('int', depth + 1), v, source,
                                    ' if ' + g.expr('bool', depth + 1) if g.chance(.4) else '')
    del g.env[v]
    return text


def string_comprehension(g, depth):
    v = g.fresh('str')
    source = g.expr('strs', depth)
    g.env[v] = 'str'
    text = '[%s for %s in %s%s]' % (g.expr('str', depth + 1), v, source,
                                    ' if ' + g.expr('bool', depth + 1) if g.chance(.4) else '')
    del g.env[v]
    return text


def dict_comprehension(g, depth):
    v = g.fresh('int')
    source = g.expr('list', depth)
    g.env[v] = 'int'
    text = '{%s & 15: %s for %s in %s}' % (v, g.expr('int', depth + 1), v, source)
    del g.env[v]
    return text


def lambda_(g, depth):
    if not g.calls:
        return None
    saved = dict(g.env)
    # Loop variables and fields may change before it is called; what is captured here are parameters and locals.
    g.env['x'] = 'int'
    g.calls = False
    text = '(lambda x: %s)' % g.expr('int', depth + 1)
    g.calls = True
    g.env = saved
    return text


def f_string(g, depth):
    parts = []
    for kind in ('str', 'int', 'float', 'bool'):
        v = g.var(kind)
        if v and g.chance(.6):
            parts.append('{%s%s}' % (v, '!r' if kind == 'str' and g.chance(.3) else ''))
    return "f'%s'[:30]" % '-'.join(parts) if parts else None


def isinstance_(g, depth):
    if not g.calls:
        return None
    return 'isinstance(%s, %s)' % (g.expr('obj', depth), g.r.choice(g.classes)[0])


def new_object(g, depth):
    if not g.calls:
        return None
    return 'make(%d, %s)' % (g.r.randrange(len(g.classes)), g.expr('int', depth))


EXPRESSIONS = {
    'int': of(
        'int',
        'intmask({int} {+|-|*} {int})', 'intmask({int} {+|-|*} {int})', 'intmask({int} {+|-|*} {int})',
        '({int} {&|^} {int})', '({int} {&|^} {int})', '({int} >> ({int} & 63))', 'intmask({int} << ({int} & 63))',
        'intmask({int} {//|%} {2|3|-3|7|16|-1})', risky('intmask({int} {//|%} {int})'), 'intmask({int} {//|%} ({int} | 1))',
        'len({str})', 'len({list})', 'len({strs})', 'len({dict})', 'len({names})', 'len({set})',
        risky('{list}[{int}]'), risky('{list}[{0|-1|1}]'), risky('ord({str}[{0|-1}])'), risky('ord({str}[{int}])'),
        '({list} + [{int}])[{0|-1}]', 'at({list}, {int})', 'ord(({str} + "e")[{0|-1}])',
        template('{obj}.n', True), template('{obj}.tag', True), template('{obj}.m({int})', True),
        template('{obj}.grow({int})', True),
        '({int} if {bool} else {int})', '{dict}.get({int} & 15, {int})', risky('{dict}[{int} & 7]'), '{names}.get({str}, {int})',
        template('state.d.get({int} & 15, {int})'), template('{func}({int})', True),
        'hash_str({str})', 'hash_list({list})', 'trunc({float})', 'hash_float({float})', 'hash_bool({bool})',
        'intmask(r_uint({int}) {+|*|//|%} r_uint({7|1000003|255}))', 'intmask(r_uint({int}) >> ({int} & 63))',
        '{str}.{find|rfind|count}({str})', '{min|max}({int}, {int})', 'intmask({-|~}({int} >> 1))', 'abs({int} >> 1)',
        '{pair}[0]', 'int(str({int}))', risky('int({str})'), '{list}.count({int})',
        'len({set} {&|-|^} {set})', 'intmask(sum([x_ & 65535 for x_ in {list}]))', 'min({list} + [{int}])', 'max({set} | set([{int}]))',
        'hash_str(str({list}))', 'hash_str(repr([{pair}, {pair}]))', 'hash_str(repr(({str}, [{int}], {str})))',
        'deque([{int}, {int}] + {list}[:4], 3)[{0|1|-1}]', risky('deque({list}).index({int})'), 'Counter({strs})[{str}]',
        risky('next(iter({list}))'), template('(intmask(sum(map(double, {list}[:3]))) % 1000003)', True), 'int({bool})',
        'hash_opt({opt})', risky('len({opt})'), template('hash_ref({ref})', True), risky_call('{ref}.n'), risky_call('{ref}.m({int})'),
        special('call', '{obj}({int})'), special('getitem', '{obj}[{int}]'), special('len', 'len({obj})'),
        special('eq', '<:{obj}: {int}, {obj}: {int}:>.get({obj}, {int})'), special('eq', 'len(set([{obj}, {obj}, {obj}]))'),
        special('eq', '[{obj}, {obj}].count({obj})'), special('eq', '[{obj}].index({obj})', True), special('lt', 'sorted([{obj}, {obj}, {obj}])[1].n'),
        special('lt', '{min|max}({obj}, {obj}).n'), special('call', '{ref}({int})', True), 'int({float} > {float})',
    ),
    'float': of(
        'float',
        '({float} {+|-|*} {float})', '({float} {+|-|*} {float})', '({float} {+|-|*} {int})', 'float({int})', risky('({float} / {float})'), '({float} / (1.0 + abs({float})))',
        'math.sqrt(abs({float}))', 'math.fabs({float})', 'abs({float})', '(-{float})', '({float} if {bool} else {float})',
        template('{obj}.w', True), template('{obj}.scale({float})', True), '({int} / 4.0)',
    ),
    'bool': of(
        'bool',
        '({int} {<|<=|==|!=|>|>=} {int})', '({int} {<|<=|==|!=|>|>=} {int})', '({str} {==|!=|<|>=} {str})',
        '({float} {<|<=|==|>} {float})', '({bool} {and|or} {bool})', '(not {bool})', '({int} in {list})', '({str} in {strs})',
        '({int} & 15 in {dict})', '({str} not in {names})', '({str} in {str})', '({list} == {list})', '({pair} == {pair})',
        '({int} < {int} < {int})', '({int} in {set})', '({int} in (1, 2, {int}))',
        '{str}.{startswith|endswith}({str})', '{str}.{isdigit|isalpha|isspace|islower|isupper}()', 'bool({int})', 'bool({str})',
        template('({obj}.link is None)', True), isinstance_,
        '({opt} is None)', '({opt} {==|!=} {str})', '({opt} {==|!=} {opt})', 'bool({opt})', template('({ref} is {ref})', True),
        template('({ref} {==|!=} {obj})', True), template('bool({obj})', True), template('(not {ref})', True), special('contains', '({int} in {obj})'),
        special('eq', '({obj} {==|!=} {obj})'), special('eq', '({obj} in [{obj}, {obj}])'), special('eq', '(({int}, {obj}) == ({int}, {obj}))'),
        special('lt', '({obj} {<|>} {obj})'), special('eq', '([{obj}] == [{obj}])'),
    ),
    'str': of(
        'str',
        '({str} + {str})[:20]', 'str({int})', '{str}[{1|2|3}:]', '{str}[({int} & 7):]', '{str}[:({int} & 7)]', '{str}[:-1]',
        '{str}[({int} & 3):({int} & 7)]', "('%d-%s' % ({int}, {str}))[:16]", "('%x|%5d|%-4s|' % ({int} & 4095, {int} & 255, {str}))[:24]",
        "('%05d %c' % ({int} & 1023, 'abcdefgh'[{int} & 7]))", 'chr({int} & 127)', '({str} * ({int} & 3))[:12]',
        '{str}.{upper|lower|strip|lstrip|rstrip}()', '{str}.replace({"a"|"l"|"-"|"ab"}, {str})[:20]',
        "{''|'-'|', '}.join({strs})[:30]", '({str} if {bool} else {str})', risky('{strs}[{0|-1|int}]'), '({strs} + [{str}])[{0|-1}]', 'str({float})', 'str({bool})',
        'hex({int} & 65535)', risky('{str}[{0|-1}]'), f_string, '{pair}[1]', "('%.3f' % ({float}))[:24]",
        template('{obj}.s', True), template('{obj}.label()', True),
        "'<::>-<:!r:>'.format({int}, {str})[:20]",
        'str({pair})[:20]', 'repr({strs})[:30]', '({opt} or {str})', risky('({opt} + {str})'), risky('{opt}.upper()'), 'str({opt})',
        "('%s' % {opt})[:20]", special('str', 'str({obj})[:20]'), special('str', "('%s %r' % ({obj}, {obj}))[:30]"),
        special('str', 'repr([{obj}, {obj}])[:30]'), special('str', "'<::>|<:!r:>'.format({obj}, {ref})[:30]"),
    ),
    'list': of(
        'list',
        '[{int}, {int}]', '[{int}]', '{list}[:({int} & 7)]', '{list}[1:]', '({list} + {list})[:10]', '({list} * ({int} & 3))[:10]',
        comprehension, comprehension, template('{obj}.items', True), '[k_ for k_ in {dict}]', 'list({dict}.values())', 'list({list})',
        '{list}[({int} & 3):({int} & 7)]', '({list} if {bool} else {list})', '[len(s_) for s_ in {strs}]', 'list(range({int} & 7))',
        'sorted({list})', 'sorted({set})', '{list}[::{2|3|-1}]', 'list(deque({list}, 3))', 'sorted({set} {&|-|^} {set})',
        'list(chain({list}[:4], {list}[:4]))', 'list(reversed({list}))', '[x_ ^ y_ for x_, y_ in zip({list}, {list})]',
        '[i_ + len(s_) for i_, s_ in enumerate({strs}, {0|3})]', template('list(map(double, {list}[:9]))', True),
    ),
    'strs': of(
        'strs',
        '[{str}, {str}]', '{str}.split(",")', '{str}.split()', '({strs} + {strs})[:8]', 'list({names})', string_comprehension,
        '[str(x_) for x_ in {list}]', '{strs}[:({int} & 3)]', '[c_ for c_ in {str}]', 'sorted({strs})',
    ),
    'dict': of(
        'dict', '<:{int} & 15: {int}, {int} & 15: {int}:>', 'dict({dict})', dict_comprehension, 'state.d', '{dict}.copy()'),
    'names': of('names', '<:{str}: {int}, {str}: {int}:>', 'state.names', '{names}.copy()'),
    'pair': of('pair', '({int}, {str})', '({int}, {str})', '({pair} if {bool} else {pair})',
               template('{obj}.pairs({str}, {int})', True)),
    'obj': of('obj', new_object, template('make({int}, {int})', True), special('add', '({obj} + {obj})'), special('add', '(-{obj})'),
              template('({ref} or {obj})', True)),
    'opt': of('opt', 'opt_of({str}, {bool})', 'opt_of({str}, {bool})', '({opt} if {bool} else {opt})'),
    'ref': of('ref', template('{obj}.link', True), template('({ref} if {bool} else {obj})', True)),
    'func': of('func', lambda_, 'double', template('bound({obj})', True), template('{obj}.m', True)),
    'set': of('set', 'set({list})', 'set([{int}, {int}])', '({set} {&|-|^} {set})', '({set} | {set})', 'set({dict})', '{set}.union({list})'),
}


# ---- statements: each gives whether it wrote one

def assign(g, depth, kind=None):
    kind = kind or g.pick('int', 'int', 'int', 'float', 'bool', 'str', 'str', 'list', 'list', 'strs', 'dict', 'names', 'pair',
                          'obj', 'func', 'set', 'opt', 'ref')
    if kind in WITHOUT:
        return False
    if not g.calls and kind in ('obj', 'func', 'ref'):
        return False
    text = g.expr(kind)
    v = g.var(kind) if g.chance(.5) else None
    if not v or '.' in v or '[' in v or v in ('n', 'x', 'j', 'a', 'b'):
        v = g.fresh(kind)
    g.line('%s = %s' % (v, text))
    g.env[v] = kind
    return True


def augmented(g, depth):
    v = g.var('int')
    if not v or '[' in v or 'tag' in v or v in ('j', 'n'):
        return False
    g.line('%s %s= %s' % (v, g.pick('&', '^', '+', '-'), g.expr('int', 2)))
    g.line('%s = intmask(%s)' % (v, v))
    return True


def mutate(g, depth):
    rows = ['state.d[{int} & 15] = {int}', 'state.names[{str}] = {int}', 'note({int})', 'note(hash_str({str}))']
    if g.calls:
        rows += ['{obj}.n = {int}', '{obj}.grow({int})', '{obj}.s = {str}', '{obj}.items = {list}[:12]', '{obj}.link = {obj}',
                 '{obj}.w = {float}']
    l, s, d, t = g.var('list'), g.var('strs'), g.var('dict'), g.var('set')
    if l:
        rows += [t_.replace('L', l) for t_ in [
            'if len(L) < 20: L.append({int})', 'L.reverse()', 'L.insert(0, {int})', 'if L: note(L.pop())', 'L.sort()',
            'L.extend({list}[:5])', 'L[:] = L[:15]', 'del L[1:3]', 'if {int} in L: L.remove({int})', 'if len(L) > 1: L[{0|1|-1}] = {int}']]
        if g.chance(.15):
            rows = [t_.replace('L', l) for t_ in ['L[{int}] = {int}', 'del L[0]', 'note(L.pop())', 'note(L.index({int}))']]
    if s:
        rows += [t_.replace('L', s) for t_ in ['L.append({str})', 'L[:1] = [{str}]', 'L.sort()', 'if L: note(hash_str(L.pop()))']]
    if d:
        rows += [t_.replace('D', d) for t_ in [
            'D[{int} & 15] = {int}', 'if {int} & 7 in D: D[{int} & 7] = {int}', 'D.update({dict})', 'note(D.setdefault({int} & 15, {int}))',
            'note(D.pop({int} & 15, {int}))']]
    if t:
        rows += [t_.replace('T', t) for t_ in ['T.add({int})', 'T.discard({int})']]
    g.line(g.typed(g.r.choice(rows), 2))
    return True


def swap(g, depth):
    a, b = g.var('int'), g.var('int')
    if not a or not b or a == b or '.' in a + b or '[' in a + b or 'j' in (a, b) or 'n' in (a, b):
        return False
    g.line('%s, %s = %s, %s' % (a, b, g.expr('int', 2), g.expr('int', 2)))
    return True


def unpack(g, depth):
    a, s = g.fresh('int'), g.fresh('str')
    g.line('%s, %s = %s' % (a, s, g.expr('pair', 1)))
    g.env[a] = 'int'
    g.env[s] = 'str'
    return True


def follow(g, depth):
    if not g.calls:
        return False
    o, k = g.fresh('obj'), g.fresh('obj')
    g.line('%s = %s' % (o, g.expr('obj', 2)))
    g.line('%s = %s.link' % (k, o))
    g.nested('if %s is not None:' % k, depth, bind=[(k, 'obj')])
    g.env[o] = 'obj'
    return True


def downcast(g, depth):
    if not g.calls:
        return False
    name, _ = g.r.choice(g.classes)
    o = g.fresh('obj')
    g.line('%s = %s' % (o, g.expr('obj', 2)))
    g.nested('if isinstance(%s, %s):' % (o, name), depth, bind=[(o, 'obj')])
    g.env[o] = 'obj'
    return True


def throw(g, depth):
    if g.chance(.5):
        return False
    text = 'raise %s' % g.typed(g.pick('ErrA({int})', 'ErrB({int})', 'ErrC({int}, {str})', 'KeyError', 'ValueError'), 2)
    g.line('if %s:' % g.expr('bool', 1))
    g.line('    ' + text)
    return True


def if_(g, depth):
    g.nested('if %s:' % g.expr('bool'), depth)
    if g.chance(.4):
        g.nested('elif %s:' % g.expr('bool'), depth)
    if g.chance(.6):
        g.nested('else:', depth)
    return True


def for_(g, depth):
    v, w = g.fresh('int'), g.fresh('str')
    rows = [('for V in range({int} & 7):', 'int'), ('for V in {list}[:9]:', 'int'), ('for V in range({-3|0|2}, {int} & 15, {1|2|3}):', 'int'),
            ('for V in range({int} & 7, {-2|0}, -1):', 'int'), ('for W in {str}:', 'str'), ('for W in {strs}:', 'str'),
            ('for V in {dict}:', 'int'), ('for V, W in enumerate({strs}):', 'both'), ('for W, V in {names}.items():', 'both'),
            ('for V in (e_ ^ {int} for e_ in {list}):', 'int'), ('for V in reversed({list}[:8]):', 'int'),
            ('for V, W in zip({list}, {strs}):', 'both'), ('for V in sorted({list})[:6]:', 'int')]
    if g.generators and g.calls:
        name, result = g.r.choice(g.generators)
        rows += [('for %s in %s({int}, {int}):' % ('V' if result == 'int' else 'W', name), result)] * 4
    text, kind = g.r.choice(rows)
    bind = {'int': [(v, 'int')], 'str': [(w, 'str')], 'both': [(v, 'int'), (w, 'str')]}[kind]
    text = g.typed(text, 1)
    # Items are copied where the body could change what is iterated over.
    g.nested(text.replace('V', v).replace('W', w), depth, loop=True, bind=bind)
    if g.chance(.15):
        g.nested('else:', depth)
    return True


def while_(g, depth):
    v = g.fresh('w')
    g.line('%s = 0' % v)
    g.nested('while %s < %d and %s:' % (v, g.r.randrange(2, 9), g.expr('bool')), depth, loop=True, first='%s += 1' % v)
    return True


def try_(g, depth):
    g.nested('try:', depth)
    kind = g.r.randrange(5)
    if kind < 4:
        names = g.r.sample(['ErrC', 'ErrB', 'ErrA', 'IndexError', 'ZeroDivisionError', 'KeyError', 'ValueError', '(IndexError, KeyError)', 'TypeError',
                            'AttributeError', '(TypeError, ErrB)', 'Exception'],
                           g.r.randrange(1, 3))
        for name in names:
            bind = []
            header = 'except %s:' % name
            if name.startswith('Err'):
                e = g.fresh('e')
                header = 'except %s as %s:' % (name, e)
                bind = [('%s.n' % e, 'int')] + ([('%s.why' % e, 'str')] if name == 'ErrC' else [])
            g.nested(header, depth, bind=bind)
            if g.chance(.15):
                g.line('    raise')
        if g.chance(.25):
            g.nested('else:', depth)
    if kind == 4 or g.chance(.25):
        was, g.in_loop = g.in_loop, False
        g.line('finally:')
        g.line('    note(%s)' % (g.var('int') or '1'))
        g.in_loop = was
    return True


def overflow(g, depth):
    v = g.fresh('int')
    g.line('try:')
    g.line('    %s = ovfcheck(%s %s %s)' % (v, g.expr('int', 2), g.pick('+', '-', '*'), g.expr('int', 2)))
    g.line('except OverflowError:')
    g.line('    %s = %d' % (v, g.r.choice(INTS)))
    g.env[v] = 'int'
    return True


def functions(g, depth):
    """Functions, closures and bound methods in one list, called in turn."""
    if not g.calls:
        return False
    items = ', '.join(g.expr('func', 2) for _ in range(g.r.randrange(2, 4)))
    f = g.fresh('func')
    g.nested('for %s in [%s]:' % (f, items), depth, loop=True, bind=[(f, 'func')])
    return True


def with_(g, depth):
    v = g.fresh('int')
    g.nested('with Guard(%s) as %s:' % (g.expr('int', 2), v), depth, bind=[(v, 'int')])
    return True


def nested_function(g, depth):
    """A closure over locals."""
    if not g.calls or g.generator:
        return False
    f, c = g.fresh('func'), g.fresh('int')
    g.line('%s = %s' % (c, g.expr('int', 2)))
    saved = dict(g.env)
    g.env['x'] = 'int'
    g.env[c] = 'int'
    g.calls = False
    g.line('')
    g.line('def %s(x):' % f)
    if g.chance(.4):
        g.line('    nonlocal %s' % c)
        g.line('    %s = %s' % (c, g.expr('int', 2)))
    g.line('    return %s' % g.expr('int', 1))
    g.line('')
    g.calls = True
    g.env = saved
    g.env[c] = 'int'
    g.env[f] = 'func'
    return True


SIMPLE = [assign] * 8 + [augmented, mutate, mutate, mutate, swap, unpack, overflow]
STATEMENTS = SIMPLE + [if_, if_, if_, for_, for_, for_, while_, try_, try_, throw, follow, downcast, with_, nested_function, functions]


def batch(seed, count, folder):
    with open(os.path.join(folder, 'prelude.py'), 'w') as f:
        f.write(PRELUDE)
    numbers = range(seed, seed + count)
    imports, calls = '', ''
    for n in numbers:
        with open(os.path.join(folder, 'p%d.py' % n), 'w') as f:
            f.write(Generator(n).program(False))
        imports += 'import p%d\n' % n
        calls += '        if n == %d:\n            p%d.entry_point(argv)\n' % (n, n)
    text = BATCH
    for mark, value in [('@FIRST@', seed), ('@LAST@', seed + count - 1), ('@IMPORTS@', imports), ('@CALLS@', calls)]:
        text = text.replace(mark, str(value))
    with open(os.path.join(folder, 'batch.rpy'), 'w') as f:
        f.write(text)


def main(argv):
    if len(argv) == 2:
        sys.stdout.write(Generator(int(argv[1])).program(True))
    elif len(argv) == 4:
        batch(int(argv[1]), int(argv[2]), argv[3])
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main(sys.argv)
