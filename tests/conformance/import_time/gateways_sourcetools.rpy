# origin: after published programs
"""Gateways in the style of old interpreters: `func_with_new_name`, code compiled from text by sourcetools, unwrapping by signatures that
are read from function attributes, typedef tables with properties and methods that are found at run time, docstrings as data."""
from rpython.tool.sourcetools import func_with_new_name, compile2, func_renamer
from rpython.rlib.objectmodel import specialize
from rpython.rlib.unroll import unrolling_iterable


class OperationError(Exception):
    def __init__(self, name, text):
        self.name = name
        self.text = text


class W_Root(object):
    typedef = None

    def unwrap_int(self):
        raise OperationError("TypeError", "integer expected, got " + self.typedef.name)

    def unwrap_text(self):
        raise OperationError("TypeError", "text expected, got " + self.typedef.name)


class W_Int(W_Root):
    def __init__(self, n):
        self.n = n

    def unwrap_int(self):
        return self.n

    def get_bits(self):
        """how many bits"""
        n = abs(self.n)
        count = 0
        while n:
            n >>= 1
            count += 1
        return W_Int(count)

    def plus(self, n):
        """the sum"""
        return W_Int(self.n + n)

    def times_text(self, s, n):
        """a text, repeated"""
        return W_Text(s * (self.n + n))


class W_Text(W_Root):
    def __init__(self, s):
        self.s = s

    def unwrap_text(self):
        return self.s

    def get_size(self):
        """length"""
        return W_Int(len(self.s))

    def find(self, what, start):
        """position or -1"""
        if start < 0 or start > len(self.s):
            raise OperationError("ValueError", "start %d" % start)
        return W_Int(self.s.find(what, start))

    def joined(self, args_w):
        """joins the arguments"""
        return W_Text(self.s.join([w.unwrap_text() for w in args_w]))

    def identity(self):
        return self


UNWRAPPERS = {int: "%s.unwrap_int()", str: "%s.unwrap_text()", W_Root: "%s"}


class Gateway(object):
    _immutable_fields_ = ["name", "arity", "doc", "run"]

    def __init__(self, name, arity, doc, run):
        self.name = name
        self.arity = arity
        self.doc = doc
        self.run = run

    def call(self, w_self, args_w):
        if self.arity >= 0 and len(args_w) != self.arity:
            raise OperationError("TypeError", "%s() takes %d arguments, not %d" % (self.name, self.arity, len(args_w)))
        return self.run(w_self, args_w)


def gateway(cls, method, *spec):
    function = cls.__dict__[method]
    if spec == ("args",):
        call = "w_self.%s(args_w)" % method
        arity = -1
    else:
        call = "w_self.%s(%s)" % (method, ", ".join([UNWRAPPERS[t] % ("args_w[%d]" % i) for i, t in enumerate(spec)]))
        arity = len(spec)
    source = "def run(w_self, args_w):\n    assert isinstance(w_self, cls)\n    return %s\n" % call
    namespace = {"cls": cls}
    exec(compile2(source), namespace)
    run = func_with_new_name(namespace["run"], "%s_%s" % (cls.__name__, method))
    return Gateway(method, arity, function.__doc__ or "no text", run)


def getter(cls, name):
    method = getattr(cls, "get_" + name)

    @func_renamer("get_%s_of_%s" % (name, cls.__name__))
    def run(w_self, args_w):
        assert isinstance(w_self, cls)
        return method(w_self)
    return Gateway(name, 0, cls.__dict__["get_" + name].__doc__, run)


class TypeDef(object):
    def __init__(self, name, base=None, **members):
        self.name = name
        self.base = base
        self.members = members

    def lookup(self, name):
        t = self
        while t is not None:
            g = t.members.get(name, None)
            if g is not None:
                return g
            t = t.base
        return None


def describe(w_self, args_w):
    return W_Text("<" + w_self.typedef.name + ">")


W_Root.typedef = TypeDef("object", describe=Gateway("describe", 0, "what it is", describe))
W_Int.typedef = TypeDef("int", W_Root.typedef, bits=getter(W_Int, "bits"), plus=gateway(W_Int, "plus", int),
                        times_text=gateway(W_Int, "times_text", str, int))
W_Text.typedef = TypeDef("text", W_Root.typedef, size=getter(W_Text, "size"), find=gateway(W_Text, "find", str, int),
                         joined=gateway(W_Text, "joined", "args"), identity=gateway(W_Text, "identity"))
TYPES = unrolling_iterable([W_Root, W_Int, W_Text])
NAMES = sorted(set([g.run.__name__ for cls in (W_Int, W_Text) for g in cls.typedef.members.values()]))


def binary_operator(name, expression, cls):
    code = compile2("lambda a, b: " + expression, "<operators>", "eval")
    f = eval(code, {})

    def operator(w_a, w_b):
        if isinstance(w_a, cls) and isinstance(w_b, cls):
            return wrap(f(unwrap(cls, w_a), unwrap(cls, w_b)))
        raise OperationError("TypeError", "unsupported: " + name)
    return func_with_new_name(operator, name)


@specialize.arg(0)
def unwrap(cls, w):
    if cls is W_Int:
        return w.unwrap_int()
    return w.unwrap_text()


@specialize.argtype(0)
def wrap(x):
    if isinstance(x, int):
        return W_Int(x)
    return W_Text(x)


OPERATORS = {"add": binary_operator("add", "a + b", W_Int), "cat": binary_operator("cat", "a + '-' + b", W_Text),
             "shl": binary_operator("shl", "a << (b & 31)", W_Int)}


def show(w):
    if isinstance(w, W_Int):
        return str(w.n)
    if isinstance(w, W_Text):
        return repr(w.s)
    return "object"


def parse(word):
    if word == "object":
        return W_Root()
    if word[0].isdigit() or word[0] == "-":
        return W_Int(int(word))
    return W_Text(word)


def run(text):
    words = text.split(" ")
    args_w = [parse(w) for w in words[1:]]
    try:
        if words[0] in OPERATORS:
            return show(OPERATORS[words[0]](args_w[0], args_w[1]))
        w_self = args_w[0]
        g = w_self.typedef.lookup(words[0])
        if g is None:
            raise OperationError("AttributeError", "%s has no %s" % (w_self.typedef.name, words[0]))
        return show(g.call(w_self, args_w[1:])) + " (" + g.doc + ")"
    except OperationError as e:
        return e.name + ": " + e.text


def entry_point(argv):
    print(NAMES)
    for cls in TYPES:
        print(cls.typedef.name, len(cls.typedef.members))
    for text in ["bits 1000", "plus 4 5", "plus 4 x", "plus 4", "times_text 2 ab 1", "size hello", "find banana an 2", "find banana an 9", "joined , a b c",
                 "joined , a 2", "identity same", "describe 1", "describe object", "bits object", "nope x", "add 3 4", "add 3 x", "cat x y", "shl 1 5",
                 "cat 1 2"]:
        print(text + " -> " + run(text))
    return 0


def target(driver, args):
    return entry_point, None
