# origin: after published programs
"""Mixins with `_mixin_`, class factories over types, abstract methods filled in by setattr, StringBuilder printers with visitors."""
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython.rlib.objectmodel import specialize, import_from_mixin, always_inline, dont_inline
from rpython.rlib.rfloat import formatd, DTSF_ADD_DOT_0


class W_Root(object):
    def accept(self, visitor):
        return getattr(visitor, 'visit_root')(self)


class NumericMixin(object):
    def add(self, w_other):
        return self.wrap(self.value + self.coerce(w_other))

    def mul(self, w_other):
        return self.wrap(self.value * self.coerce(w_other))

    def is_true(self):
        return self.value != self.zero


class ComparableMixin(object):
    def lt(self, w_other):
        return self.value < self.coerce(w_other)

    def eq(self, w_other):
        return self.value == self.coerce(w_other)

    def maximum(self, w_other):
        if self.lt(w_other):
            return self.wrap(self.coerce(w_other))
        return self


class CoerceError(Exception):
    def __init__(self, name):
        self.name = name


def make_box(typename, tp, zero_value, *mixins):
    class W_Box(W_Root):
        _immutable_fields_ = ['value']
        zero = zero_value
        for mixin in (ComparableMixin,) + mixins:
            import_from_mixin(mixin)
        del mixin

        def __init__(self, value):
            self.value = value

        def coerce(self, w_other):
            if isinstance(w_other, W_Box):
                return w_other.value
            raise CoerceError(typename)

        @staticmethod
        def wrap(x):
            return W_Box(x)
    W_Box.__name__ = 'W_' + typename
    method = 'visit_' + typename.lower()

    def accept(self, visitor):
        return getattr(visitor, method)(self)
    W_Box.accept = accept
    return W_Box


W_Int = make_box('Int', int, 0, NumericMixin)
W_Float = make_box('Float', float, 0.0, NumericMixin)
W_Str = make_box('Str', str, '')


class Visitor(object):
    def __init__(self):
        self.out = StringBuilder()

    def visit_root(self, w):
        self.out.append("?")

    def visit_int(self, w):
        self.out.append("i")
        self.out.append(str(w.value))

    def visit_float(self, w):
        self.out.append_slice("xx" + formatd(w.value, 'f', 2), 2, 2 + len(formatd(w.value, 'f', 2)))

    def visit_str(self, w):
        self.out.append_multiple_char("'", 1)
        self.out.append(w.value)
        self.out.append("'")

    def finish(self):
        return self.out.build()


class LoudVisitor(Visitor):
    def visit_str(self, w):
        Visitor.visit_str(self, W_Str(w.value.upper()))
        self.out.append("!" * (self.out.getlength() % 3 + 1))


def show(w, loud):
    v = LoudVisitor() if loud else Visitor()
    w.accept(v)
    return v.finish()


@always_inline
def both(w):
    return show(w, False) + " " + show(w, True)


@dont_inline
def repr_float(x):
    return formatd(x, 'r', 0, DTSF_ADD_DOT_0)


def entry_point(argv):
    items = [W_Root(), W_Int(7), W_Float(2.5), W_Str("abc")]
    for w in items:
        print(both(w))
    i, j = W_Int(6), W_Int(7)
    print(both(i.add(j)), both(i.mul(j)), i.is_true(), i.sub(j) if hasattr(W_Int, 'sub') else "no sub")
    f = W_Float(0.5)
    print(both(f.add(W_Float(0.25))), f.mul(f).value, W_Float(0.0).is_true())
    print(i.lt(j), j.maximum(i) is j, i.maximum(j).value, W_Str("b").maximum(W_Str("c")).value, W_Str("x").eq(W_Str("x")))
    for w in items:
        try:
            i.add(w)
            print("fine")
        except CoerceError as e:
            print("cannot coerce to " + e.name)
    for x in [1.0, 0.1, 1e22, 1e-7, 123456.789, -0.0, 1e16]:
        print(repr_float(x), formatd(x, 'e', 3), formatd(x, 'g', 4))
    u = UnicodeBuilder()
    for c in u"h\xe9llo":
        u.append(c)
    u.append_multiple_char(u"!", 2)
    text = u.build()
    print(len(text), len(text.encode("utf-8")), ord(text[1]))
    return 0


def target(driver, args):
    return entry_point
