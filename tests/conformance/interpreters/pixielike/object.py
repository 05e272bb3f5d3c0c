from rpython.rlib.unroll import unrolling_iterable

PROTOCOLS = {}


class Type(object):
    def __init__(self, name, parent=None):
        self._name = name
        self._parent = parent
        self._subtypes = []
        if parent is not None:
            parent._subtypes.append(self)

    def name(self):
        return self._name

    def parent(self):
        return self._parent


class Object(object):
    _type = Type("pixie.Object")
    _immutable_ = True

    def type(self):
        return self._type

    def hash(self):
        raise WrappedException("not hashable: " + self.type().name())


class Integer(Object):
    _type = Type("pixie.Integer", Object._type)

    def __init__(self, int_val):
        self._int_val = int_val

    def int_val(self):
        return self._int_val


class Text(Object):
    _type = Type("pixie.Text", Object._type)

    def __init__(self, s):
        self._s = s


class Nil(Object):
    _type = Type("pixie.Nil", Object._type)


nil = Nil()


class WrappedException(Exception):
    def __init__(self, msg):
        self.msg = msg
        self.trace = []


class PolymorphicFn(Object):
    _type = Type("pixie.PolymorphicFn", Object._type)

    def __init__(self, name):
        self._name = name
        self._dict = {}
        self._default = None
        PROTOCOLS[name] = self

    def extend(self, tp, fn):
        self._dict[tp] = fn

    def find(self, tp):
        t = tp
        while t is not None:
            fn = self._dict.get(t, None)
            if fn is not None:
                return fn
            t = t.parent()
        return self._default

    def invoke(self, args):
        fn = self.find(args[0].type())
        if fn is None:
            raise WrappedException("no override for " + args[0].type().name() + " in " + self._name)
        return fn(args)
