# origin: after published programs
# An object space in the old style: W_Object hierarchy, tables made with setattr in loops, extendabletype
from rpython.tool.pairtype import extendabletype, pair, pairtype
from rpython.rlib.objectmodel import we_are_translated, specialize, instantiate
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib.rarithmetic import ovfcheck, intmask


class OperationError(Exception):
    def __init__(self, w_type, msg):
        self.w_type = w_type
        self.msg = msg


class W_Root(metaclass=extendabletype):
    _attrs_ = ()
    typedef = None

    def getclass(self, space):
        return space.gettypeobject(self.typedef)

    def int_w(self, space):
        raise OperationError("TypeError", "expected integer")

    def text_w(self, space):
        raise OperationError("TypeError", "expected text")

    def is_true(self, space):
        return True


class W_Int(W_Root):
    _attrs_ = ("intval",)
    _immutable_fields_ = ["intval"]

    def __init__(self, v):
        self.intval = v

    def int_w(self, space):
        return self.intval

    def is_true(self, space):
        return self.intval != 0


class W_Text(W_Root):
    _attrs_ = ("text",)

    def __init__(self, t):
        self.text = t

    def text_w(self, space):
        return self.text

    def is_true(self, space):
        return len(self.text) > 0


class W_List(W_Root):
    def __init__(self, items):
        self.items = items


class W_None(W_Root):
    pass


class W_Type(W_Root):
    def __init__(self, name, methods):
        self.name = name
        self.methods = methods

    def lookup(self, name):
        return self.methods.get(name, None)


class W_Builtin(W_Root):
    def __init__(self, name, activation):
        self.name = name
        self.activation = activation

    def call(self, space, args_w):
        return self.activation.run(space, args_w)


class __extend__(W_Root):
    def describe(self, space):
        return "<root>"


class __extend__(W_Int):
    def describe(self, space):
        return "int:" + str(self.intval)


class __extend__(W_List):
    def describe(self, space):
        return "[" + ", ".join([w.describe(space) for w in self.items]) + "]"


class __extend__(W_Text):
    def describe(self, space):
        return repr(self.text)


class __extend__(W_None):
    def describe(self, space):
        return "None"


class Activation(object):
    def run(self, space, args_w):
        raise NotImplementedError


def unwrap_spec(*types):
    def decorate(func):
        func.unwrap_spec = types
        return func
    return decorate


def make_activation(func):
    types = func.unwrap_spec
    lines = ["def run(self, space, args_w):",
             "    if len(args_w) != %d:" % len(types),
             "        raise OperationError('TypeError', 'wrong number of arguments')"]
    args = []
    for i, t in enumerate(types):
        name = "a%d" % i
        args.append(name)
        if t is int:
            lines.append("    %s = args_w[%d].int_w(space)" % (name, i))
        elif t is str:
            lines.append("    %s = args_w[%d].text_w(space)" % (name, i))
        else:
            lines.append("    %s = args_w[%d]" % (name, i))
    lines.append("    return space.wrap(func(space, %s))" % ", ".join(args))
    d = {"func": func, "OperationError": OperationError}
    exec("\n".join(lines), d)
    cls = type("Activation_" + func.__name__, (Activation,), {"run": d["run"]})
    return cls()


class TypeDef(object):
    def __init__(self, name, **rawdict):
        self.name = name
        self.rawdict = rawdict

    def _freeze_(self):
        return True


BUILTINS = []


def builtin(*types):
    def decorate(func):
        func.unwrap_spec = types
        BUILTINS.append((func.__name__[3:], func))
        return func
    return decorate


@builtin(int, int)
def do_gcd(space, a, b):
    while b:
        a, b = b, a % b
    return a


@builtin(str, int)
def do_repeat(space, s, n):
    return s * n


@builtin(W_Root)
def do_type(space, w_x):
    return w_x.getclass(space)


@builtin(W_Root)
def do_describe(space, w_x):
    return w_x.describe(space)


def int_bit_length(space, w_x):
    n = w_x.int_w(space)
    k = 0
    while n:
        n >>= 1
        k += 1
    return k
int_bit_length.unwrap_spec = (W_Root,)


def list_len(space, w_x):
    assert isinstance(w_x, W_List)
    return len(w_x.items)
list_len.unwrap_spec = (W_Root,)


def list_append(space, w_l, w_x):
    assert isinstance(w_l, W_List)
    w_l.items.append(w_x)
    return None
list_append.unwrap_spec = (W_Root, W_Root)


@unwrap_spec(str)
def text_upper(space, s):
    return s.upper()


W_Int.typedef = TypeDef("int", bit_length=int_bit_length)
W_Text.typedef = TypeDef("text", upper=text_upper)
W_List.typedef = TypeDef("list", __len__=list_len, append=list_append)
W_None.typedef = TypeDef("NoneType")
W_Type.typedef = TypeDef("type")
W_Builtin.typedef = TypeDef("builtin")
TYPEDEFS = [W_Int.typedef, W_Text.typedef, W_List.typedef, W_None.typedef, W_Type.typedef, W_Builtin.typedef]


def make_type(td):
    methods = {}
    for name in sorted(td.rawdict):
        methods[name] = W_Builtin(name, make_activation(td.rawdict[name]))
    return W_Type(td.name, methods)


class __extend__(pairtype(W_Root, W_Root)):
    def add(pair_, space):
        raise OperationError("TypeError", "unsupported operands for +")
    def lt(pair_, space):
        return space.w_False


class ObjSpace(object):
    def __init__(self):
        self.w_None = W_None()
        self.w_True = W_Int(1)
        self.w_False = W_Int(0)
        self.types = {}
        for td in TYPEDEFS:
            self.types[td] = make_type(td)
        self.builtins = {}
        for name, func in BUILTINS:
            self.builtins[name] = W_Builtin(name, make_activation(func))

    def _freeze_(self):
        return True

    def gettypeobject(self, td):
        return self.types[td]

    @specialize.argtype(1)
    def wrap(self, x):
        if x is None:
            return self.w_None
        if isinstance(x, W_Root):
            return x
        if isinstance(x, bool):
            if x:
                return self.w_True
            return self.w_False
        if isinstance(x, int):
            return W_Int(x)
        return W_Text(x)

    def call_method(self, w_obj, name, args_w):
        w_type = w_obj.getclass(self)
        assert isinstance(w_type, W_Type)
        w_m = w_type.lookup(name)
        if w_m is None:
            raise OperationError("AttributeError", w_type.name + "." + name)
        return w_m.call(self, [w_obj] + args_w)

    def call_builtin(self, name, args_w):
        try:
            w_f = self.builtins[name]
        except KeyError:
            raise OperationError("NameError", name)
        return w_f.call(self, args_w)


def int_int(name, symbol, checked):
    src = """
def %(name)s(self, w_a, w_b):
    if isinstance(w_a, W_Int) and isinstance(w_b, W_Int):
        x = w_a.intval
        y = w_b.intval
        try:
            z = %(expr)s
        except OverflowError:
            raise OperationError("OverflowError", "%(name)s")
        return self.wrap(z)
    return self.%(name)s_fallback(w_a, w_b)
""" % {"name": name, "expr": "ovfcheck(x %s y)" % symbol if checked else "x %s y" % symbol}
    d = {"W_Int": W_Int, "OperationError": OperationError, "ovfcheck": ovfcheck}
    exec(src, d)
    return d[name]


def fallback(name):
    def raising(self, w_a, w_b):
        raise OperationError("TypeError", "unsupported operands for " + name)
    return raising


OPS = [("add", "+", True), ("sub", "-", True), ("mul", "*", True), ("lt", "<", False), ("eq", "==", False)]
for name, symbol, checked in OPS:
    setattr(ObjSpace, name, int_int(name, symbol, checked))
    setattr(ObjSpace, name + "_fallback", fallback(name))


def add_fallback(self, w_a, w_b):
    if isinstance(w_a, W_Text) and isinstance(w_b, W_Text):
        return self.wrap(w_a.text + w_b.text)
    if isinstance(w_a, W_List) and isinstance(w_b, W_List):
        return W_List(w_a.items + w_b.items)
    raise OperationError("TypeError", "unsupported operands for add")
ObjSpace.add_fallback = add_fallback

space = ObjSpace()
unrolled = unrolling_iterable([(i, getattr(ObjSpace, n), n) for i, (n, s, c) in enumerate(OPS)])


def binary(opnum, w_a, w_b):
    for i, func, name in unrolled:
        if opnum == i:
            return func(space, w_a, w_b)
    raise OperationError("SystemError", "bad op")


def show(w):
    return w.describe(space)


def entry_point(argv):
    n = len(argv)
    w_five = space.wrap(5)
    w_text = space.wrap("ab")
    w_l = W_List([w_five, w_text])
    for op in range(6):
        for w_a, w_b in [(w_five, space.wrap(n)), (w_text, w_text), (w_l, w_l), (w_five, w_text)]:
            try:
                print(op, show(binary(op, w_a, w_b)))
            except OperationError as e:
                print(op, e.w_type, e.msg)
    try:
        binary(2, space.wrap(2 ** 62), space.wrap(4))
    except OperationError as e:
        print(e.w_type, e.msg)
    print(show(space.call_builtin("gcd", [space.wrap(48), space.wrap(36)])))
    print(show(space.call_builtin("repeat", [w_text, space.wrap(3)])))
    print(show(space.call_builtin("describe", [w_l])))
    w_t = space.call_builtin("type", [w_l])
    assert isinstance(w_t, W_Type)
    print(w_t.name, show(w_t))
    for name, args in [("nope", [w_five]), ("gcd", [w_five]), ("gcd", [w_text, w_five])]:
        try:
            space.call_builtin(name, args)
        except OperationError as e:
            print(e.w_type, e.msg)
    print(show(space.call_method(w_five, "bit_length", [])))
    print(show(space.call_method(w_text, "upper", [])))
    print(show(space.call_method(w_l, "append", [space.w_None])))
    print(show(space.call_method(w_l, "__len__", [])), show(w_l))
    try:
        space.call_method(w_five, "upper", [])
    except OperationError as e:
        print(e.w_type, e.msg)
    return 0


def target(driver, args):
    return entry_point, None
