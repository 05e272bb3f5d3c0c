# origin: after published programs
"""An object space in the style of interpreters of ten years ago: multimethod tables filled at import time, a metaclass that
registers types, typedefs with gateways made by exec, mixins, extendabletype, pairtype, unrolled dispatch."""
from rpython.rlib.objectmodel import specialize, import_from_mixin, we_are_translated
from rpython.rlib.rarithmetic import intmask, ovfcheck
from rpython.rlib.unroll import unrolling_iterable
from rpython.tool.pairtype import extendabletype, pairtype, pair


# ---------------------------------------------------------------- errors

class OperationError(Exception):
    def __init__(self, w_type, message):
        self.w_type = w_type
        self.message = message

    def errorstr(self):
        return self.w_type + ": " + self.message


# ---------------------------------------------------------------- the registry of types

class TypeRegistry(object):
    def __init__(self):
        self.classes = []
        self.by_name = {}

    def add(self, cls, name):
        cls.typeindex = len(self.classes)
        self.classes.append(cls)
        self.by_name[name] = cls


registry = TypeRegistry()


class registering(extendabletype):
    """Metaclass: numbers the classes that have a name in the language."""
    def __init__(cls, name, bases, namespace):
        extendabletype.__init__(cls, name, bases, namespace)
        if 'typename' in namespace:
            registry.add(cls, namespace['typename'])


class W_Root(object, metaclass=registering):
    typename = 'object'
    typedef = None

    def is_true(self):
        return True

    def identical(self, w_other):
        return self is w_other


class W_None(W_Root):
    typename = 'NoneType'

    def is_true(self):
        return False


class W_Number(W_Root):
    """Between the root and the numbers."""


class W_Int(W_Number):
    typename = 'int'
    _immutable_fields_ = ['intval']

    def __init__(self, intval):
        self.intval = intval

    def is_true(self):
        return self.intval != 0

    def identical(self, w_other):
        return isinstance(w_other, W_Int) and w_other.intval == self.intval


class W_Bool(W_Int):
    typename = 'bool'


class W_Float(W_Number):
    typename = 'float'

    def __init__(self, floatval):
        self.floatval = floatval

    def is_true(self):
        return self.floatval != 0.0


class SequenceMixin(object):
    _mixin_ = True

    def is_true(self):
        return self.length() != 0

    def check_index(self, i):
        n = self.length()
        if i < 0:
            i += n
        if i < 0 or i >= n:
            raise OperationError('IndexError', self.typename + ' index out of range')
        return i


class W_Str(SequenceMixin, W_Root):
    typename = 'str'

    def __init__(self, value):
        self.value = value

    def length(self):
        return len(self.value)


class ItemsMixin(object):
    def length(self):
        return len(self.items_w)

    def getitem(self, i):
        return self.items_w[self.check_index(i)]

    def iterate(self):
        for w_item in self.items_w:
            yield w_item


class W_List(SequenceMixin, W_Root):
    typename = 'list'
    import_from_mixin(ItemsMixin)

    def __init__(self, items_w):
        self.items_w = items_w


class W_Tuple(SequenceMixin, W_Root):
    typename = 'tuple'
    import_from_mixin(ItemsMixin)

    def __init__(self, items_w):
        self.items_w = items_w[:]


class W_Function(W_Root):
    typename = 'function'

    def __init__(self, gateway, w_self):
        self.gateway = gateway
        self.w_self = w_self

    def call(self, space, args_w):
        if self.w_self is not None:
            args_w = [self.w_self] + args_w
        return self.gateway.call(space, args_w)


# ---------------------------------------------------------------- multimethods

class FailedToImplement(Exception):
    pass


class MultiMethod(object):
    """A table of functions by the classes of the first arguments; methods for all classes are made at import time."""
    def __init__(self, name, symbol, arity=2, reflected=True):
        self.name = name
        self.symbol = symbol
        self.arity = arity
        self.table = {}

    def register(self, *classes):
        def decorate(function):
            assert len(classes) == self.arity
            self.table[classes] = function
            return function
        return decorate

    def lookup(self, classes):
        """All implementations that apply, the most specific first."""
        found = []
        for first in classes[0].__mro__:
            if self.arity == 1:
                if (first,) in self.table:
                    found.append(self.table[first,])
                continue
            for second in classes[1].__mro__:
                if (first, second) in self.table:
                    found.append(self.table[first, second])
        return found


ADD = MultiMethod('add', '+')
SUB = MultiMethod('sub', '-')
MUL = MultiMethod('mul', '*')
DIV = MultiMethod('div', '/')
LT = MultiMethod('lt', '<')
EQ = MultiMethod('eq', '==')
GETITEM = MultiMethod('getitem', '[]')
REPR = MultiMethod('repr', 'repr', 1)
LEN = MultiMethod('len', 'len', 1)
NEG = MultiMethod('neg', '-', 1)
HASH = MultiMethod('hash', 'hash', 1)
BINARY = [ADD, SUB, MUL, DIV, LT, EQ, GETITEM]
UNARY = [REPR, LEN, NEG, HASH]


def implement_arithmetic(multimethod, function, checked):
    @multimethod.register(W_Int, W_Int)
    def int_int(space, w_a, w_b):
        try:
            return space.wrap(checked(w_a.intval, w_b.intval))
        except OverflowError:
            return space.wrap(function(float(w_a.intval), float(w_b.intval)))

    @multimethod.register(W_Number, W_Number)
    def number_number(space, w_a, w_b):
        return space.wrap(function(space.float_w(w_a), space.float_w(w_b)))


implement_arithmetic(ADD, lambda x, y: x + y, lambda x, y: ovfcheck(x + y))
implement_arithmetic(SUB, lambda x, y: x - y, lambda x, y: ovfcheck(x - y))
implement_arithmetic(MUL, lambda x, y: x * y, lambda x, y: ovfcheck(x * y))


@DIV.register(W_Number, W_Number)
def div_number(space, w_a, w_b):
    y = space.float_w(w_b)
    if y == 0.0:
        raise OperationError('ZeroDivisionError', 'division by zero')
    return space.wrap(space.float_w(w_a) / y)


@DIV.register(W_Int, W_Int)
def div_int(space, w_a, w_b):
    if w_b.intval == 0:
        raise FailedToImplement        # the general one knows what to say
    if w_a.intval % w_b.intval:
        raise FailedToImplement
    return space.wrap(w_a.intval // w_b.intval)


@ADD.register(W_Str, W_Str)
def add_str(space, w_a, w_b):
    return space.wrap(w_a.value + w_b.value)


@ADD.register(W_List, W_List)
def add_list(space, w_a, w_b):
    return W_List(w_a.items_w + w_b.items_w)


@ADD.register(W_Tuple, W_Tuple)
def add_tuple(space, w_a, w_b):
    return W_Tuple(w_a.items_w + w_b.items_w)


@MUL.register(W_Str, W_Int)
def mul_str(space, w_a, w_b):
    return space.wrap(w_a.value * w_b.intval)


@MUL.register(W_Int, W_Str)
def mul_int_str(space, w_a, w_b):
    return space.mul(w_b, w_a)


@LT.register(W_Number, W_Number)
def lt_number(space, w_a, w_b):
    return space.newbool(space.float_w(w_a) < space.float_w(w_b))


@LT.register(W_Int, W_Int)
def lt_int(space, w_a, w_b):
    return space.newbool(w_a.intval < w_b.intval)


@LT.register(W_Str, W_Str)
def lt_str(space, w_a, w_b):
    return space.newbool(w_a.value < w_b.value)


@EQ.register(W_Root, W_Root)
def eq_root(space, w_a, w_b):
    return space.newbool(w_a is w_b)


@EQ.register(W_Number, W_Number)
def eq_number(space, w_a, w_b):
    return space.newbool(space.float_w(w_a) == space.float_w(w_b))


@EQ.register(W_Str, W_Str)
def eq_str(space, w_a, w_b):
    return space.newbool(w_a.value == w_b.value)


def implement_sequence(cls, left, right):
    @EQ.register(cls, cls)
    def eq_sequence(space, w_a, w_b):
        if w_a.length() != w_b.length():
            return space.w_False
        for i in range(w_a.length()):
            if not space.eq(w_a.getitem(i), w_b.getitem(i)).is_true():
                return space.w_False
        return space.w_True

    @GETITEM.register(cls, W_Int)
    def getitem_sequence(space, w_seq, w_index):
        return w_seq.getitem(w_index.intval)

    @LEN.register(cls)
    def len_sequence(space, w_seq):
        return space.wrap(w_seq.length())

    @REPR.register(cls)
    def repr_sequence(space, w_seq):
        texts = [space.str_w(space.repr(w_item)) for w_item in w_seq.iterate()]
        comma = ',' if left == '(' and len(texts) == 1 else ''
        return space.wrap(left + ', '.join(texts) + comma + right)


implement_sequence(W_List, '[', ']')
implement_sequence(W_Tuple, '(', ')')


@GETITEM.register(W_Str, W_Int)
def getitem_str(space, w_str, w_index):
    return space.wrap(w_str.value[w_str.check_index(w_index.intval)])


@LEN.register(W_Str)
def len_str(space, w_str):
    return space.wrap(w_str.length())


@NEG.register(W_Int)
def neg_int(space, w_a):
    return space.wrap(-w_a.intval)


@NEG.register(W_Float)
def neg_float(space, w_a):
    return space.wrap(-w_a.floatval)


@HASH.register(W_Int)
def hash_int(space, w_a):
    return w_a


@HASH.register(W_Str)
def hash_str(space, w_a):
    h = 7
    for c in w_a.value:
        h = intmask(h * 31 + ord(c)) & 0xffff
    return space.wrap(h)


@HASH.register(W_Tuple)
def hash_tuple(space, w_a):
    h = 1
    for w_item in w_a.iterate():
        h = (h * 1000003 ^ space.int_w(space.hash(w_item))) & 0xffffff
    return space.wrap(h)


@REPR.register(W_Root)
def repr_root(space, w_obj):
    return space.wrap('<' + w_obj.typename + '>')


@REPR.register(W_None)
def repr_none(space, w_obj):
    return space.wrap('None')


@REPR.register(W_Int)
def repr_int(space, w_obj):
    return space.wrap(str(w_obj.intval))


@REPR.register(W_Bool)
def repr_bool(space, w_obj):
    return space.wrap('True' if w_obj.intval else 'False')


@REPR.register(W_Float)
def repr_float(space, w_obj):
    return space.wrap(str(w_obj.floatval))


@REPR.register(W_Str)
def repr_str(space, w_obj):
    return space.wrap("'" + w_obj.value + "'")


def call_in_turn(functions):
    """A function of two arguments that tries several implementations."""
    functions = unrolling_iterable(functions)

    def try_all(space, w_a, w_b):
        for function in functions:
            try:
                return function(space, w_a, w_b)
            except FailedToImplement:
                pass
        raise FailedToImplement
    return try_all


def install_binary(multimethod):
    """`space.add(w_a, w_b)`: w_a.add_by_NAME(…) by the class of w_a, which looks at the class of w_b."""
    dispatch = 'mm_' + multimethod.name
    symbol = multimethod.symbol
    classes = registry.classes
    made = {}

    def fail(space, w_a, w_b):
        raise OperationError('TypeError', "unsupported operand types for %s: '%s' and '%s'" % (
            symbol, w_a.typename, w_b.typename))

    for first in classes:
        row = []
        for second in classes:
            functions = multimethod.lookup((first, second))
            key = tuple(functions)
            if key not in made:
                made[key] = call_in_turn(functions) if functions else fail
            row.append(made[key])
        setattr(first, dispatch, row_method(row))

    def operation(self, w_a, w_b):
        try:
            return getattr(w_a, dispatch)(self, w_b)
        except FailedToImplement:
            fail(self, w_a, w_b)
    operation.__name__ = multimethod.name
    setattr(ObjSpace, multimethod.name, operation)


def row_method(row):
    same = all([f is row[0] for f in row])
    if same:
        only = row[0]

        def method(self, space, w_other):
            return only(space, self, w_other)
    else:
        def method(self, space, w_other):
            return row[w_other.typeindex](space, self, w_other)
    return method


def install_unary(multimethod):
    dispatch = 'mm_' + multimethod.name
    name = multimethod.name
    for cls in registry.classes:
        functions = multimethod.lookup((cls,))
        if functions:
            method = closed(functions[0])
        else:
            method = refusing(name)
        setattr(cls, dispatch, method)

    def operation(self, w_obj):
        return getattr(w_obj, dispatch)(self)
    setattr(ObjSpace, name, operation)


def closed(function):
    def method(self, space):
        return function(space, self)
    return method


def refusing(name):
    def method(self, space):
        raise OperationError('TypeError', self.typename + ' has no ' + name)
    return method


# ---------------------------------------------------------------- gateways and typedefs

class Gateway(object):
    """A function of the interpreter as one of the language; the code that unwraps is made by exec."""
    def _freeze_(self):
        return True

    def __init__(self, name, function, unwrap_spec):
        self.name = name
        params = []
        lines = ['def call(space, args_w):',
                 '    if len(args_w) != %d:' % len(unwrap_spec),
                 '        raise OperationError("TypeError", %r)' % ('%s() takes %d arguments' % (name, len(unwrap_spec)))]
        for i, spec in enumerate(unwrap_spec):
            if isinstance(spec, type):
                lines.append('    arg%d = args_w[%d]' % (i, i))
                lines.append('    if not isinstance(arg%d, %s):' % (i, spec.__name__))
                lines.append('        raise OperationError("TypeError", %r)' % ('%s() expects %s' % (name, spec.typename)))
            elif spec == 'w':
                lines.append('    arg%d = args_w[%d]' % (i, i))
            else:
                lines.append('    arg%d = space.%s_w(args_w[%d])' % (i, spec, i))
            params.append('arg%d' % i)
        lines.append('    return space.wrap(function(%s))' % ', '.join(['space'] + params))
        scope = dict(globals(), function=function)
        exec('\n'.join(lines), scope)
        self.call = scope['call']


class TypeDef(object):
    def _freeze_(self):
        return True

    def __init__(self, name, **methods):
        self.name = name
        self.methods = methods


def unwrap_spec(*spec):
    def decorate(function):
        function.unwrap_spec = spec
        return function
    return decorate


@unwrap_spec(W_Str)
def str_upper(space, w_self):
    return w_self.value.upper()


@unwrap_spec(W_Str, 'str')
def str_find(space, w_self, sub):
    return w_self.value.find(sub)


@unwrap_spec(W_Str, W_List)
def str_join(space, w_self, w_list):
    return w_self.value.join([space.str_w(w_item) for w_item in w_list.items_w])


@unwrap_spec(W_List, 'w')
def list_append(space, w_self, w_item):
    w_self.items_w.append(w_item)
    return None


@unwrap_spec(W_List)
def list_sum(space, w_self):
    w_total = space.wrap(0)
    for w_item in w_self.items_w:
        w_total = space.add(w_total, w_item)
    return w_total


@unwrap_spec(W_Int, 'int')
def int_power(space, w_self, n):
    w_result = space.wrap(1)
    for i in range(n):
        w_result = space.mul(w_result, w_self)
    return w_result


@unwrap_spec(W_Float)
def float_isint(space, w_self):
    return w_self.floatval == float(int(w_self.floatval))


def make_typedef(cls, **functions):
    gateways = {}
    for name, function in functions.items():
        gateways[name] = Gateway(name, function, function.unwrap_spec)
    cls.typedef = TypeDef(cls.typename, **gateways)


make_typedef(W_Str, upper=str_upper, find=str_find, join=str_join)
make_typedef(W_List, append=list_append, sum=list_sum)
make_typedef(W_Int, power=int_power)
make_typedef(W_Float, isint=float_isint)


class __extend__(W_Root):
    def getmethod(self, space, name):
        for typename, typedef in TYPEDEFS:
            if self.typename == typename:
                if name in typedef.methods:
                    return W_Function(typedef.methods[name], self)
        raise OperationError('AttributeError', self.typename + " has no '" + name + "'")


TYPEDEFS = unrolling_iterable([(cls.typename, cls.typedef) for cls in registry.classes if 'typedef' in cls.__dict__ and cls.typedef])


# ---------------------------------------------------------------- the space

class ObjSpace(object):
    def __init__(self):
        self.w_None = W_None()
        self.w_True = W_Bool(1)
        self.w_False = W_Bool(0)

    def newbool(self, flag):
        return self.w_True if flag else self.w_False

    @specialize.argtype(1)
    def wrap(self, x):
        if x is None:
            return self.w_None
        if isinstance(x, W_Root):
            return x
        if isinstance(x, bool):
            return self.newbool(x)
        if isinstance(x, int):
            return W_Int(x)
        if isinstance(x, float):
            return W_Float(x)
        return W_Str(x)

    def int_w(self, w_obj):
        if not isinstance(w_obj, W_Int):
            raise OperationError('TypeError', 'expected int, got ' + w_obj.typename)
        return w_obj.intval

    def float_w(self, w_obj):
        return w_obj.as_float()

    def str_w(self, w_obj):
        if isinstance(w_obj, W_Str):
            return w_obj.value
        raise OperationError('TypeError', 'expected str, got ' + w_obj.typename)


class __extend__(W_Root):
    def as_float(self):
        raise OperationError('TypeError', 'expected a number, got ' + self.typename)


class __extend__(W_Int):
    def as_float(self):
        return float(self.intval)


class __extend__(W_Float):
    def as_float(self):
        return self.floatval


for _multimethod in BINARY:
    install_binary(_multimethod)
for _multimethod in UNARY:
    install_unary(_multimethod)

space = ObjSpace()


# ---------------------------------------------------------------- conversions by pairs of classes, at import time

class __extend__(pairtype(W_Root, W_Root)):
    def rank(pair_):
        return 0


class __extend__(pairtype(W_Number, W_Number)):
    def rank(pair_):
        return 1


class __extend__(pairtype(W_Int, W_Float)):
    def rank(pair_):
        return 2


RANKS = [[pair(object.__new__(a), object.__new__(b)).rank() for b in registry.classes] for a in registry.classes]


# ---------------------------------------------------------------- programs in postfix

OPERATIONS = unrolling_iterable([(m.symbol, m.name) for m in [ADD, SUB, MUL, DIV, LT, EQ, GETITEM]])
UNARY_WORDS = unrolling_iterable([('neg', 'neg'), ('len', 'len'), ('hash', 'hash'), ('repr', 'repr')])


class Stack(object):
    def __init__(self):
        self.values_w = []

    def push(self, w_value):
        self.values_w.append(w_value)

    def pop(self):
        if not self.values_w:
            raise OperationError('StackError', 'empty')
        return self.values_w.pop()

    def popn(self, n):
        items_w = [self.pop() for i in range(n)]
        items_w.reverse()
        return items_w


def literal(word):
    c = word[0]
    if c == "'":
        return space.wrap(word[1:])
    if c.isdigit() or (c == '-' and len(word) > 1):
        if '.' in word:
            return space.wrap(float(word))
        return space.wrap(int(word))
    return None


def execute(word, stack):
    w_literal = literal(word)
    if w_literal is not None:
        stack.push(w_literal)
        return
    for symbol, name in OPERATIONS:
        if word == symbol:
            w_b = stack.pop()
            w_a = stack.pop()
            stack.push(getattr(space, name)(w_a, w_b))
            return
    for symbol, name in UNARY_WORDS:
        if word == symbol:
            stack.push(getattr(space, name)(stack.pop()))
            return
    if word == 'none':
        stack.push(space.w_None)
    elif word == 'true':
        stack.push(space.w_True)
    elif word.startswith('list:'):
        stack.push(W_List(stack.popn(int(word[5:]))))
    elif word.startswith('tuple:'):
        stack.push(W_Tuple(stack.popn(int(word[6:]))))
    elif word.startswith('.'):
        name, count = word[1:].split(':')
        args_w = stack.popn(int(count))
        w_method = stack.pop().getmethod(space, name)
        stack.push(w_method.call(space, args_w))
    elif word == 'rank':
        w_b = stack.pop()
        w_a = stack.pop()
        stack.push(space.wrap(RANKS[w_a.typeindex][w_b.typeindex]))
    else:
        raise OperationError('NameError', word)


def run(line):
    stack = Stack()
    try:
        for word in line.split():
            execute(word, stack)
        texts = [space.str_w(space.repr(w_value)) for w_value in stack.values_w]
        return ' '.join(texts)
    except OperationError as e:
        return e.errorstr()


LINES = [
    "1 2 +", "1 2.5 +", "7 2 /", "8 2 /", "1 0 /", "4611686018427387904 4611686018427387904 +", "3 'ab *", "'ab 3 *",
    "'ab 'cd +", "'ab 1 +", "none 1 +", "1 2 <", "'b 'a <", "2.5 2 <", "1 1.0 ==", "'x 'x ==", "none none ==", "none 1 ==",
    "1 2 'z list:3", "1 tuple:1", "1 2 tuple:2 3 tuple:1 +", "1 list:1 1.0 list:1 ==", "1 list:1 1 tuple:1 ==",
    "5 6 7 list:3 1 []", "5 6 list:2 -1 []", "5 list:1 9 []", "'hello 1 []", "'hello len", "1 2 list:2 len", "3 len",
    "5 neg", "2.5 neg", "'a neg", "'abc hash", "1 'b tuple:2 hash", "none hash", "none", "true neg", "true true +",
    "'hello .upper:0", "'hello 'll .find:1", "', 'a 'b list:2 .join:1", "', 'a .join:1", "1 2 3.5 list:3 .sum:0",
    "2 10 .power:1", "2 'x .power:1", "3 70 .power:1", "2.0 .isint:0", "2.5 .isint:0", "1 list:1 2 .append:1", "'a .frob:0",
    "'a 1 2 .find:2", "1 2.5 rank", "1 1 rank", "1 'a rank", "2.5 1 rank", "+", "frob", "1 2 tuple:2 repr",
]


def entry_point(argv):
    for i in range(len(LINES)):
        print("%2d %-48s %s" % (i, LINES[i], run(LINES[i])))
    counts = {}
    for cls in registry.classes:
        counts[cls.typename] = cls.typeindex
    print(counts["int"] < counts["bool"], len(counts), we_are_translated() or True)
    return 0


def target(driver, args):
    return entry_point, None
