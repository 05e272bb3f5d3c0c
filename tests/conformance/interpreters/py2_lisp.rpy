# origin: after published programs
# oracle: stored
"""lang-scheme in Python 2: tuple parameters, backquotes, <>, raise with a comma, print statement."""
import os

TRUE_NAMES = ['#t', 'true']
MODE = 0755


class SchemeException(Exception):
    def __init__(self, msg):
        self.msg = msg


class UnboundVariable(SchemeException):
    pass


class W_Root:
    def to_string(self):
        return ''

    def eval(self, ctx):
        return self


class W_Integer(W_Root):
    def __init__(self, val):
        self.val = val

    def to_string(self):
        return `self.val`


class W_Nil(W_Root):
    def to_string(self):
        return '()'


w_nil = W_Nil()


class W_Symbol(W_Root):
    obarray = {}

    def __init__(self, name):
        self.name = name

    def to_string(self):
        return self.name

    def eval(self, ctx):
        return ctx.get(self.name)


def symbol(name):
    if not W_Symbol.obarray.has_key(name):
        W_Symbol.obarray[name] = W_Symbol(name)
    return W_Symbol.obarray[name]


class W_Pair(W_Root):
    def __init__(self, car, cdr):
        self.car = car
        self.cdr = cdr

    def to_string(self):
        parts = []
        w = self
        while isinstance(w, W_Pair):
            parts.append(w.car.to_string())
            w = w.cdr
        if w is not w_nil:
            parts.append('.')
            parts.append(w.to_string())
        return '(' + ' '.join(parts) + ')'

    def eval(self, ctx):
        w_f = self.car.eval(ctx)
        if not isinstance(w_f, W_Procedure):
            raise SchemeException, "not a procedure: " + w_f.to_string()
        return w_f.call(ctx, self.cdr)


class W_Procedure(W_Root):
    name = '?'

    def to_string(self):
        return '#<' + self.name + '>'

    def call(self, ctx, w_args):
        args = []
        while isinstance(w_args, W_Pair):
            args.append(w_args.car.eval(ctx))
            w_args = w_args.cdr
        return self.apply(args)

    def apply(self, args):
        raise NotImplementedError


def define_fold(pyname, name, start, op):
    class Fold(W_Procedure):
        def apply(self, args):
            if len(args) == 0:
                return W_Integer(start)
            acc = num(args[0])
            for i in xrange(1, len(args)):
                acc = op((acc, num(args[i])))
            return W_Integer(acc)
    Fold.name = name
    Fold.__name__ = pyname
    return Fold()


def num(w):
    if not isinstance(w, W_Integer):
        raise SchemeException, "wrong type: " + w.to_string()
    return w.val


def add((a, b)):
    return a + b


def sub((a, b)):
    return a - b


class Quote(W_Procedure):
    name = 'quote'

    def call(self, ctx, w_args):
        assert isinstance(w_args, W_Pair)
        return w_args.car


class Cons(W_Procedure):
    name = 'cons'

    def apply(self, args):
        if len(args) <> 2:
            raise SchemeException, "cons: " + `len(args)` + " arguments"
        return W_Pair(args[0], args[1])


class Define(W_Procedure):
    name = 'define'

    def call(self, ctx, w_args):
        assert isinstance(w_args, W_Pair)
        w_name, w_rest = w_args.car, w_args.cdr
        assert isinstance(w_name, W_Symbol) and isinstance(w_rest, W_Pair)
        ctx.set(w_name.name, w_rest.car.eval(ctx))
        return w_name


class Context:
    def __init__(self):
        self.vars = {}

    def get(self, name):
        try:
            return self.vars[name]
        except KeyError, e:
            raise UnboundVariable, name

    def set(self, name, w):
        self.vars[name] = w


PREBUILT = {'+': define_fold('Add', '+', 0, add), '-': define_fold('Sub', '-', 0, sub)}
for cls in [Quote, Cons, Define]:
    PREBUILT[cls.name] = cls()


def parse(text, pos):
    while text[pos] in ' \n':
        pos += 1
    if text[pos] == '(':
        items = []
        pos += 1
        while 1:
            while text[pos] == ' ':
                pos += 1
            if text[pos] == ')':
                break
            w, pos = parse(text, pos)
            items.append(w)
        w = w_nil
        for i in xrange(len(items) - 1, -1, -1):
            w = W_Pair(items[i], w)
        return w, pos + 1
    start = pos
    while pos < len(text) and not text[pos] in ' ()':
        pos += 1
    word = text[start:pos]
    try:
        return W_Integer(int(word)), pos
    except ValueError:
        return symbol(word), pos


def show((count, (kind, word))):
    print '%d:' % count, kind, '<' + word + '>'


def entry_point(argv):
    ctx = Context()
    for name, w_proc in PREBUILT.iteritems():
        ctx.set(name, w_proc)
    count = 0
    for line in ['(+ 1 2 3)', '(+)', '(- 10 3 (+ 2 2))', '(define x 5)', '(cons x (quote (a b)))', '(cons x x)', '(cons 1)',
                 'y', '(5 5)', '(+ x (quote z))', 'cons', "()"]:
        count += 1
        try:
            w, end = parse(line, 0)
            show((count, ('value', w.eval(ctx).to_string())))
        except UnboundVariable, e:
            show((count, ('unbound', e.msg)))
        except SchemeException, e:
            show((count, ('error', e.msg)))
    print MODE, 0x10L, 7 / 2, symbol('x') is symbol('x'), len(W_Symbol.obarray) <> 0
    print 'end',
    print
    return 0


def target(driver, args):
    return entry_point, None
