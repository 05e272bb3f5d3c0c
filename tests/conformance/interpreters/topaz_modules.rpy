# origin: after published programs
"""Topaz style: classdefs made at import time with decorated methods, gathered in ClassDef objects, installed in a module by
setup_class; freezes, blocks and symbols."""
from rpython.rlib.objectmodel import specialize, compute_identity_hash


class ClassDef(object):
    def __init__(self, name, superclassdef=None):
        self.name = name
        self.superclassdef = superclassdef
        self.methods = {}
        self.singleton = {}

    def _freeze_(self):
        return True

    def method(self, __name, **argspec):
        def adder(func):
            self.methods[__name] = wrap_args(func, argspec)
            return func
        return adder

    def singleton_method(self, __name):
        def adder(func):
            self.singleton[__name] = func
            return func
        return adder


def wrap_args(func, argspec):
    """Builds a function (self, space, args_w) that unwraps as said by argspec."""
    names = list(func.__code__.co_varnames[:func.__code__.co_argcount])
    body = ["def call(w_self, space, args_w):"]
    params = []
    index = 0
    for name in names[1:]:
        if name == "space":
            params.append("space")
            continue
        conv = argspec.get(name)
        if conv is None:
            body.append("    %s = args_w[%d]" % (name, index))
        else:
            body.append("    %s = space.%s_w(args_w[%d])" % (name, conv, index))
        index += 1
        params.append(name)
    body.insert(1, "    if len(args_w) != %d: raise RubyError('ArgumentError', '%%d for %d' %% len(args_w))" % (index, index))
    body.append("    return func(w_self%s)" % "".join(", " + p for p in params))
    ns = {"func": func, "RubyError": RubyError}
    exec("\n".join(body), ns)
    return ns["call"]


class RubyError(Exception):
    def __init__(self, kind, msg):
        self.kind = kind
        self.msg = msg


class W_BaseObject(object):
    classdef = ClassDef("BasicObject")
    _attrs_ = []

    def getclass(self, space):
        return space.getclassobject(self.classdef)


class W_Object(W_BaseObject):
    classdef = ClassDef("Object", W_BaseObject.classdef)
    _attrs_ = ["flags", "ivars"]

    def __init__(self):
        self.flags = None
        self.ivars = None

    @classdef.method("frozen?")
    def method_frozen(self, space):
        return space.newbool(self.flags == "frozen")

    @classdef.method("freeze")
    def method_freeze(self, space):
        if isinstance(self, W_Object):
            self.flags = "frozen"
        return self

    @classdef.method("==")
    def method_eq(self, space, w_other):
        return space.newbool(self is w_other)


class W_Fixnum(W_Object):
    classdef = ClassDef("Fixnum", W_Object.classdef)
    _immutable_fields_ = ["intvalue"]

    def __init__(self, intvalue):
        W_Object.__init__(self)
        self.intvalue = intvalue

    @classdef.method("+", other="int")
    def method_add(self, space, other):
        assert isinstance(self, W_Fixnum)
        return space.newint(self.intvalue + other)

    @classdef.method("==")
    def method_eq(self, space, w_other):
        assert isinstance(self, W_Fixnum)
        return space.newbool(isinstance(w_other, W_Fixnum) and w_other.intvalue == self.intvalue)

    @classdef.method("between", low="int", high="int")
    def method_between(self, low, space, high):
        assert isinstance(self, W_Fixnum)
        return space.newbool(low <= self.intvalue <= high)


class W_Str(W_Object):
    classdef = ClassDef("String", W_Object.classdef)

    def __init__(self, s):
        W_Object.__init__(self)
        self.s = s

    @classdef.method("<<", other="str")
    def method_push(self, other):
        assert isinstance(self, W_Str)
        if self.flags is not None:
            raise RubyError("FrozenError", "can't modify frozen String")
        self.s += other
        return self

    @classdef.method("*", n="int")
    def method_times(self, space, n):
        assert isinstance(self, W_Str)
        return space.newstr(self.s * n)


class W_Bool(W_Object):
    classdef = ClassDef("Boolean", W_Object.classdef)


class W_Class(W_Object):
    def __init__(self, name, base):
        W_Object.__init__(self)
        self.name = name
        self.base = base
        self.methods = {}

    def find(self, name):
        w = self
        while w is not None:
            if name in w.methods:
                return w.methods[name]
            w = w.base
        return None


class ObjectSpace(object):
    def __init__(self, classdefs):
        self.w_true = W_Bool()
        self.w_false = W_Bool()
        self.classes = {}
        for d in classdefs:
            w_base = self.classes[d.superclassdef] if d.superclassdef else None
            w_cls = W_Class(d.name, w_base)
            w_cls.methods.update(d.methods)
            self.classes[d] = w_cls

    def _freeze_(self):
        return True

    def getclassobject(self, classdef):
        for name, w_cls in BY_NAME.items():
            if name == classdef.name:
                return w_cls
        raise KeyError

    def newbool(self, b):
        return self.w_true if b else self.w_false

    def newint(self, n):
        return W_Fixnum(n)

    def newstr(self, s):
        return W_Str(s)

    def int_w(self, w):
        if not isinstance(w, W_Fixnum):
            raise RubyError("TypeError", "can't convert into Integer")
        return w.intvalue

    def str_w(self, w):
        if not isinstance(w, W_Str):
            raise RubyError("TypeError", "can't convert into String")
        return w.s

    def send(self, w_recv, name, args_w):
        method = w_recv.getclass(self).find(name)
        if method is None:
            raise RubyError("NoMethodError", name + " for " + w_recv.getclass(self).name)
        return method(w_recv, self, args_w)


DEFS = [c.classdef for c in (W_BaseObject, W_Object, W_Fixnum, W_Str, W_Bool)]
space = ObjectSpace(DEFS)
BY_NAME = dict((d.name, space.classes[d]) for d in DEFS)


def show(w):
    if isinstance(w, W_Fixnum):
        return str(w.intvalue)
    if isinstance(w, W_Str):
        return '"' + w.s + '"'
    return "true" if w is space.w_true else "false" if w is space.w_false else "#<>"


def attempt(w_recv, name, args_w):
    try:
        print("%s.%s => %s" % (show(w_recv), name, show(space.send(w_recv, name, args_w))))
    except RubyError as e:
        print("%s: %s" % (e.kind, e.msg))


def entry_point(argv):
    five, s = W_Fixnum(5), W_Str("ab")
    attempt(five, "+", [W_Fixnum(6)])
    attempt(five, "+", [s])
    attempt(five, "+", [])
    attempt(five, "==", [W_Fixnum(5)])
    attempt(s, "==", [W_Str("ab")])
    attempt(five, "between", [W_Fixnum(1), W_Fixnum(9)])
    attempt(s, "<<", [W_Str("cd")])
    attempt(s, "*", [W_Fixnum(2)])
    attempt(s, "frozen?", [])
    attempt(s, "freeze", [])
    attempt(s, "<<", [W_Str("!")])
    attempt(s, "upcase", [])
    attempt(space.w_true, "==", [space.w_true])
    attempt(W_Object(), "frozen?", [])
    return 0


def target(driver, args):
    return entry_point
