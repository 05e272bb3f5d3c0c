"""Values of the Scheme of scheme.rpy."""


class SchemeError(Exception):
    def __init__(self, message, irritants=None):
        self.message = message
        self.irritants = irritants

    def text(self):
        if self.irritants is None:
            return self.message
        return self.message + "".join([" " + x.write() for x in self.irritants])


# ____________________________________________________________ values


class W_Object(object):
    _attrs_ = []

    def write(self):
        return "#<object>"

    def display(self):
        return self.write()

    def eqv(self, other):
        return self is other

    def equal(self, other):
        return self.eqv(other)

    def is_true(self):
        return True


class W_Integer(W_Object):
    _attrs_ = ["value"]
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def write(self):
        return str(self.value)

    def eqv(self, other):
        return isinstance(other, W_Integer) and other.value == self.value


class W_Real(W_Object):
    _attrs_ = ["value"]
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def write(self):
        return "%.4f" % self.value

    def eqv(self, other):
        return isinstance(other, W_Real) and other.value == self.value


class W_Boolean(W_Object):
    def __init__(self, value):
        self.value = value

    def write(self):
        return "#t" if self.value else "#f"

    def is_true(self):
        return self.value


class W_Symbol(W_Object):
    _immutable_fields_ = ["name"]

    def __init__(self, name):
        self.name = name

    def write(self):
        return self.name


class W_String(W_Object):
    def __init__(self, text):
        self.text = text

    def write(self):
        return '"' + self.text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def display(self):
        return self.text

    def equal(self, other):
        return isinstance(other, W_String) and other.text == self.text


class W_Char(W_Object):
    def __init__(self, c):
        self.c = c

    def write(self):
        if self.c == " ":
            return "#\\space"
        return "#\\" + self.c

    def display(self):
        return self.c

    def eqv(self, other):
        return isinstance(other, W_Char) and other.c == self.c


class W_Nil(W_Object):
    def write(self):
        return "()"


class W_Unspecified(W_Object):
    def write(self):
        return "#<unspecified>"


class W_Pair(W_Object):
    def __init__(self, car, cdr):
        self.car = car
        self.cdr = cdr

    def write(self):
        return self.text(True)

    def display(self):
        return self.text(False)

    def text(self, quoted):
        car = self.car
        if isinstance(car, W_Symbol) and car.name == "quote":
            rest = self.cdr
            if isinstance(rest, W_Pair) and rest.cdr is w_nil:
                return "'" + (rest.car.write() if quoted else rest.car.display())
        parts = []
        w = self
        while isinstance(w, W_Pair):
            parts.append(w.car.write() if quoted else w.car.display())
            w = w.cdr
        if w is not w_nil:
            parts.append(".")
            parts.append(w.write() if quoted else w.display())
        return "(" + " ".join(parts) + ")"

    def equal(self, other):
        a = self
        while True:
            if not isinstance(other, W_Pair):
                return False
            if not a.car.equal(other.car):
                return False
            rest = a.cdr
            other = other.cdr
            if not isinstance(rest, W_Pair):
                return rest.equal(other)
            a = rest


class W_Vector(W_Object):
    def __init__(self, items):
        self.items = items

    def write(self):
        return "#(" + " ".join([x.write() for x in self.items]) + ")"

    def equal(self, other):
        if not isinstance(other, W_Vector) or len(other.items) != len(self.items):
            return False
        for i in range(len(self.items)):
            if not self.items[i].equal(other.items[i]):
                return False
        return True


class W_Values(W_Object):
    def __init__(self, items):
        self.items = items


class W_Procedure(W_Object):
    name = "?"

    def write(self):
        return "#<procedure " + self.name + ">"


class W_Closure(W_Procedure):
    _immutable_fields_ = ["lambda_", "env"]

    def __init__(self, lambda_, env):
        self.lambda_ = lambda_
        self.env = env
        self.name = lambda_.name


class W_Primitive(W_Procedure):
    _immutable_fields_ = ["name", "least", "most", "function"]

    def __init__(self, name, least, most, function):
        self.name = name
        self.least = least
        self.most = most        # -1: any number
        self.function = function


class W_Continuation(W_Procedure):
    name = "continuation"

    def __init__(self, cont, winds):
        self.cont = cont
        self.winds = winds


class W_Parameter(W_Procedure):
    name = "parameter"

    def __init__(self, value):
        self.value = value


class W_Promise(W_Object):
    def __init__(self, node, env):
        self.node = node
        self.env = env
        self.value = None


w_nil = W_Nil()
w_true = W_Boolean(True)
w_false = W_Boolean(False)
w_unspecified = W_Unspecified()
w_eof = W_Unspecified()

SYMBOLS = {}


def symbol(name):
    w = SYMBOLS.get(name, None)
    if w is None:
        w = SYMBOLS[name] = W_Symbol(name)
    return w


def boolean(b):
    return w_true if b else w_false


def make_list(items):
    w = w_nil
    for i in range(len(items) - 1, -1, -1):
        w = W_Pair(items[i], w)
    return w


def list_items(w, what="list"):
    items = []
    while isinstance(w, W_Pair):
        items.append(w.car)
        w = w.cdr
    if w is not w_nil:
        raise SchemeError("improper " + what)
    return items


def name_of(w):
    if not isinstance(w, W_Symbol):
        raise SchemeError("a name is expected, not", [w])
    return w.name
