# origin: after published programs
"""An object space whose unwrapping gateways are written by exec at import time from a signature."""
from rpython.rlib.rarithmetic import ovfcheck


class W_Root(object):
    pass


class W_Int(W_Root):
    def __init__(self, v):
        self.v = v


class W_Str(W_Root):
    def __init__(self, s):
        self.s = s


class OperationError(Exception):
    def __init__(self, kind, msg):
        self.kind = kind
        self.msg = msg


class Space(object):
    def _freeze_(self):
        return True

    def newint(self, n):
        return W_Int(n)

    def newtext(self, s):
        return W_Str(s)

    def newbool(self, b):
        return W_Int(1) if b else W_Int(0)

    def int_w(self, w):
        if not isinstance(w, W_Int):
            raise OperationError('TypeError', 'expected an integer')
        return w.v

    def text_w(self, w):
        if not isinstance(w, W_Str):
            raise OperationError('TypeError', 'expected a string')
        return w.s


space = Space()
BUILTINS = {}
ARITY = {}


def expose(spec, result):
    """Decorator: spec is a list of 'int', 'str', 'w'."""
    def decorate(f):
        lines = ['def wrapper(args_w):',
                 '    if len(args_w) != %d:' % len(spec),
                 '        raise OperationError("TypeError", %r)' % ('%s() takes %d' % (f.__name__, len(spec)))]
        for i, kind in enumerate(spec):
            conv = {'int': 'space.int_w(%s)', 'str': 'space.text_w(%s)', 'w': '%s'}[kind]
            lines.append('    a%d = %s' % (i, conv % ('args_w[%d]' % i)))
        args = ', '.join('a%d' % i for i in range(len(spec)))
        ret = {'int': 'space.newint(%s)', 'str': 'space.newtext(%s)', 'bool': 'space.newbool(%s)', 'w': '%s'}[result]
        lines.append('    return ' + ret % ('f(%s)' % args))
        ns = {'space': space, 'f': f, 'OperationError': OperationError}
        exec('\n'.join(lines), ns)
        BUILTINS[f.__name__] = ns['wrapper']
        ARITY[f.__name__] = len(spec)
        return f
    return decorate


@expose(['int', 'int'], 'int')
def add(a, b):
    try:
        return ovfcheck(a + b)
    except OverflowError:
        raise OperationError('OverflowError', 'too large')


@expose(['str', 'int'], 'str')
def repeat(s, n):
    return s * n


@expose(['str', 'str'], 'bool')
def contains(s, t):
    return s.find(t) >= 0


@expose(['w', 'w'], 'bool')
def same(w_a, w_b):
    return w_a is w_b


@expose(['str'], 'int')
def length(s):
    return len(s)


@expose([], 'str')
def version():
    return "1.0"


for _name in ['upper', 'lower']:
    exec('''
@expose(['str'], 'str')
def %s(s):
    return s.%s()
''' % (_name, _name), globals())


def call(name, args_w):
    try:
        f = BUILTINS[name]
    except KeyError:
        raise OperationError('NameError', name)
    return f(args_w)


def show(w):
    if isinstance(w, W_Int):
        return str(w.v)
    assert isinstance(w, W_Str)
    return "'" + w.s + "'"


def attempt(name, args_w):
    try:
        print(name + " -> " + show(call(name, args_w)))
    except OperationError as e:
        print(name + " -> " + e.kind + ": " + e.msg)


def entry_point(argv):
    one, big = W_Int(1), W_Int(9223372036854775807)
    abc = W_Str("aBc")
    attempt("add", [one, one])
    attempt("add", [one, big])
    attempt("add", [one, abc])
    attempt("repeat", [abc, W_Int(3)])
    attempt("contains", [abc, W_Str("Bc")])
    attempt("contains", [abc, W_Str("x")])
    attempt("same", [abc, abc])
    attempt("same", [one, W_Int(1)])
    attempt("length", [abc])
    attempt("version", [])
    attempt("version", [one])
    attempt("upper", [abc])
    attempt("lower", [abc])
    attempt("missing", [])
    total = 0
    for name in ARITY:
        total += ARITY[name]
    print("%d functions, %d arguments" % (len(ARITY), total))
    return 0


def target(driver, args):
    return entry_point
