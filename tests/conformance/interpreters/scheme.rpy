"""A Scheme with proper tail calls, first-class continuations, macros by pattern (syntax-rules) and dynamic-wind. Source text is
read, expanded and analysed to trees; the evaluator is a machine of continuation frames, so that neither tail calls nor
deep recursion of the guest use the host's stack."""

from scheme_texts import PRELUDE, PROGRAM
from scheme_values import *

from rpython.rlib import jit
from rpython.rlib.objectmodel import r_dict, compute_hash, specialize
from rpython.rlib.rarithmetic import ovfcheck, intmask


# ____________________________________________________________ reader


class Reader(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def skip(self):
        while self.pos < len(self.text):
            c = self.text[self.pos]
            if c == ";":
                while self.pos < len(self.text) and self.text[self.pos] != "\n":
                    self.pos += 1
            elif not c.isspace():
                return True
            else:
                self.pos += 1
        return False

    def read(self):
        if not self.skip():
            raise SchemeError("unexpected end of input")
        c = self.text[self.pos]
        self.pos += 1
        if c == "(" or c == "[":
            return self.read_list()
        if c == ")" or c == "]":
            raise SchemeError("unexpected )")
        if c == "'":
            return make_list([symbol("quote"), self.read()])
        if c == "`":
            return make_list([symbol("quasiquote"), self.read()])
        if c == ",":
            if self.pos < len(self.text) and self.text[self.pos] == "@":
                self.pos += 1
                return make_list([symbol("unquote-splicing"), self.read()])
            return make_list([symbol("unquote"), self.read()])
        if c == '"':
            return self.read_string()
        if c == "#":
            if self.text[self.pos] == "(":
                self.pos += 1
                return W_Vector(list_items(self.read_list()))
            if self.text[self.pos] == "\\":
                self.pos += 2
                start = self.pos - 1
                while self.pos < len(self.text) and self.text[self.pos].isalpha():
                    self.pos += 1
                name = self.text[start:self.pos]
                if name == "space":
                    return W_Char(" ")
                if name == "newline":
                    return W_Char("\n")
                self.pos = start + 1
                return W_Char(name[0])
        start = self.pos - 1
        while self.pos < len(self.text) and self.text[self.pos] not in " \n\t\r()[]\"';":
            self.pos += 1
        return self.atom(self.text[start:self.pos])

    def atom(self, text):
        if text == "#t" or text == "#true":
            return w_true
        if text == "#f" or text == "#false":
            return w_false
        c = text[0]
        if c.isdigit() or (len(text) > 1 and (c == "-" or c == "+" or c == ".") and (text[1].isdigit() or text[1] == ".")
                           and text != "..."):
            try:
                return W_Integer(int(text))
            except ValueError:
                try:
                    return W_Real(float(text))
                except ValueError:
                    raise SchemeError("bad number " + text)
        return symbol(text)

    def read_list(self):
        items = []
        tail = w_nil
        while True:
            if not self.skip():
                raise SchemeError("list does not end")
            c = self.text[self.pos]
            if c == ")" or c == "]":
                self.pos += 1
                break
            if c == "." and self.pos + 1 < len(self.text) and self.text[self.pos + 1] == " " and items:
                self.pos += 1
                tail = self.read()
                continue
            items.append(self.read())
        w = tail
        for i in range(len(items) - 1, -1, -1):
            w = W_Pair(items[i], w)
        return w

    def read_string(self):
        parts = []
        while True:
            if self.pos >= len(self.text):
                raise SchemeError("string does not end")
            c = self.text[self.pos]
            self.pos += 1
            if c == '"':
                return W_String("".join(parts))
            if c == "\\":
                c = self.text[self.pos]
                self.pos += 1
                if c == "n":
                    c = "\n"
            parts.append(c)


# ____________________________________________________________ environments


class Scope(object):
    """Of the analysis: names of one frame."""

    def __init__(self, names, parent):
        self.names = names
        self.parent = parent


class Env(object):
    _immutable_fields_ = ["slots", "parent"]

    def __init__(self, slots, parent):
        self.slots = slots
        self.parent = parent


class Cell(object):
    """A global variable."""

    def __init__(self, name):
        self.name = name
        self.value = None


# ____________________________________________________________ syntax trees


class Node(object):
    _attrs_ = []


class Const(Node):
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value


class LocalRef(Node):
    _immutable_fields_ = ["depth", "index", "name"]

    def __init__(self, depth, index, name):
        self.depth = depth
        self.index = index
        self.name = name


class GlobalRef(Node):
    _immutable_fields_ = ["cell"]

    def __init__(self, cell):
        self.cell = cell


class SetNode(Node):
    _immutable_fields_ = ["ref", "value"]

    def __init__(self, ref, value, define):
        self.ref = ref
        self.value = value
        self.define = define


class If(Node):
    _immutable_fields_ = ["test", "then", "other"]

    def __init__(self, test, then, other):
        self.test = test
        self.then = then
        self.other = other


class Lambda(Node):
    _immutable_fields_ = ["nparams", "rest", "nslots", "body", "name"]

    def __init__(self, nparams, rest, name):
        self.nparams = nparams
        self.rest = rest
        self.nslots = 0
        self.body = None
        self.name = name


class Sequence(Node):
    _immutable_fields_ = ["nodes[*]"]

    def __init__(self, nodes):
        self.nodes = nodes


class Call(Node):
    _immutable_fields_ = ["function", "args[*]"]

    def __init__(self, function, args):
        self.function = function
        self.args = args


class Delay(Node):
    def __init__(self, node):
        self.node = node


# ____________________________________________________________ macros


class Macro(object):
    """syntax-rules without hygiene but for the names in the list of literals."""

    def __init__(self, literals, rules):
        self.literals = literals
        self.rules = rules

    def expand(self, form):
        for pattern, template in self.rules:
            bindings = {}
            if self.match(cdr(pattern), cdr(form), bindings):
                return self.fill(template, bindings)
        raise SchemeError("no rule matches", [form])

    def match(self, pattern, form, bindings):
        if isinstance(pattern, W_Symbol):
            if pattern.name in self.literals:
                return form is pattern
            if pattern.name != "_":
                bindings[pattern.name] = Binding(form, None)
            return True
        if isinstance(pattern, W_Pair):
            rest = pattern.cdr
            if isinstance(rest, W_Pair) and is_ellipsis(rest.car):
                after = len(list_items(rest.cdr))
                items = []
                while isinstance(form, W_Pair):
                    items.append(form.car)
                    form = form.cdr
                count = len(items) - after
                if count < 0:
                    return False
                rows = []
                for i in range(count):
                    row = {}
                    if not self.match(pattern.car, items[i], row):
                        return False
                    rows.append(row)
                for name in pattern_names(pattern.car, []):
                    bindings[name] = Binding(None, rows)
                tail = w_nil if form is w_nil else form
                for i in range(len(items) - 1, count - 1, -1):
                    tail = W_Pair(items[i], tail)
                return self.match(rest.cdr, tail, bindings)
            if not isinstance(form, W_Pair):
                return False
            return self.match(pattern.car, form.car, bindings) and self.match(rest, form.cdr, bindings)
        return pattern.equal(form)

    def fill(self, template, bindings):
        if isinstance(template, W_Symbol):
            if template.name in bindings:
                b = bindings[template.name]
                if b.form is None:
                    raise SchemeError("missing ... after", [template])
                return b.form
            return template
        if isinstance(template, W_Pair):
            rest = template.cdr
            if isinstance(rest, W_Pair) and is_ellipsis(rest.car):
                names = [n for n in pattern_names(template.car, []) if n in bindings and bindings[n].rows is not None]
                if not names:
                    raise SchemeError("nothing repeats in", [template.car])
                rows = bindings[names[0]].rows
                items = []
                for row in rows:
                    inner = bindings.copy()
                    for name in row:
                        inner[name] = row[name]
                    items.append(self.fill(template.car, inner))
                tail = self.fill(rest.cdr, bindings)
                for i in range(len(items) - 1, -1, -1):
                    tail = W_Pair(items[i], tail)
                return tail
            return W_Pair(self.fill(template.car, bindings), self.fill(rest, bindings))
        return template


class Binding(object):
    def __init__(self, form, rows):
        self.form = form
        self.rows = rows


def is_ellipsis(w):
    return isinstance(w, W_Symbol) and w.name == "..."


def pattern_names(pattern, names):
    if isinstance(pattern, W_Symbol):
        if pattern.name != "..." and pattern.name != "_":
            names.append(pattern.name)
    elif isinstance(pattern, W_Pair):
        pattern_names(pattern.car, names)
        pattern_names(pattern.cdr, names)
    return names


def car(w):
    if not isinstance(w, W_Pair):
        raise SchemeError("a pair is expected, not", [w])
    return w.car


def cdr(w):
    if not isinstance(w, W_Pair):
        raise SchemeError("a pair is expected, not", [w])
    return w.cdr


def second(w):
    return car(cdr(w))


# ____________________________________________________________ analysis

SPECIAL = {}


def special(name):
    def decorate(f):
        SPECIAL[name] = f
        return f
    return decorate


class Analyser(object):
    def __init__(self, globals):
        self.globals = globals
        self.macros = {}
        self.scopes = None

    def cell(self, name):
        if name not in self.globals:
            self.globals[name] = Cell(name)
        return self.globals[name]

    def reference(self, name):
        depth = 0
        scope = self.scopes
        while scope is not None:
            for i in range(len(scope.names)):
                if scope.names[i] == name:
                    return LocalRef(depth, i, name)
            scope = scope.parent
            depth += 1
        return GlobalRef(self.cell(name))

    def is_local(self, name):
        return isinstance(self.reference(name), LocalRef)

    def analyse(self, form):
        if isinstance(form, W_Symbol):
            return self.reference(form.name)
        if isinstance(form, W_Pair):
            head = form.car
            if isinstance(head, W_Symbol) and not self.is_local(head.name):
                if head.name in SPECIAL:
                    return SPECIAL[head.name](self, form)
                if head.name in self.macros:
                    return self.analyse(self.macros[head.name].expand(form))
            args = [self.analyse(x) for x in list_items(form.cdr, "call")]
            return Call(self.analyse(head), args)
        if form is w_nil:
            raise SchemeError("() is not an expression")
        return Const(form)

    def body(self, forms):
        if not forms:
            raise SchemeError("empty body")
        nodes = [self.analyse(f) for f in forms]
        if len(nodes) == 1:
            return nodes[0]
        return Sequence(nodes)

    def lambda_(self, params, forms, name):
        names = []
        w = params
        while isinstance(w, W_Pair):
            names.append(name_of(w.car))
            w = w.cdr
        rest = w is not w_nil
        node = Lambda(len(names), rest, name)
        if rest:
            names.append(name_of(w))
        # Definitions at the start of the body are slots of the frame.
        for f in forms:
            if isinstance(f, W_Pair) and isinstance(f.car, W_Symbol) and f.car.name == "define":
                target = second(f)
                while isinstance(target, W_Pair):
                    target = target.car
                names.append(name_of(target))
        self.scopes = Scope(names, self.scopes)
        try:
            node.body = self.body(forms)
        finally:
            self.scopes = self.scopes.parent
        node.nslots = len(names)
        return node


@special("quote")
def analyse_quote(a, form):
    return Const(second(form))


@special("if")
def analyse_if(a, form):
    items = list_items(form, "if")
    if len(items) == 3:
        return If(a.analyse(items[1]), a.analyse(items[2]), Const(w_unspecified))
    if len(items) != 4:
        raise SchemeError("bad if", [form])
    return If(a.analyse(items[1]), a.analyse(items[2]), a.analyse(items[3]))


@special("define")
def analyse_define(a, form):
    target = second(form)
    if isinstance(target, W_Pair):
        # Curried definitions nest.
        while isinstance(target.car, W_Pair):
            inner = make_list([symbol("lambda"), target.cdr] + list_items(cdr(cdr(form))))
            form = make_list([symbol("define"), target.car, inner])
            target = target.car
        name = name_of(target.car)
        value = a.lambda_(target.cdr, list_items(cdr(cdr(form))), name)
    else:
        name = name_of(target)
        value = a.analyse(second(cdr(form)))
        if isinstance(value, Lambda) and value.name == "lambda":
            value.name = name
    return SetNode(a.reference(name), value, True)


@special("set!")
def analyse_set(a, form):
    return SetNode(a.reference(name_of(second(form))), a.analyse(second(cdr(form))), False)


@special("lambda")
def analyse_lambda(a, form):
    return a.lambda_(second(form), list_items(cdr(cdr(form))), "lambda")


@special("begin")
def analyse_begin(a, form):
    return a.body(list_items(form.cdr))


@special("delay")
def analyse_delay(a, form):
    return Delay(a.analyse(second(form)))


@special("define-syntax")
def analyse_define_syntax(a, form):
    name = name_of(second(form))
    rules = list_items(second(cdr(form)))
    literals = [name_of(x) for x in list_items(rules[1])]
    a.macros[name] = Macro(literals, [(car(r), second(r)) for r in rules[2:]])
    return Const(symbol(name))


@special("quasiquote")
def analyse_quasiquote(a, form):
    return a.analyse(quasi(second(form), 1))


def quasi(w, depth):
    if not isinstance(w, W_Pair):
        return make_list([symbol("quote"), w])
    head = w.car
    if isinstance(head, W_Symbol) and head.name == "unquote":
        if depth == 1:
            return second(w)
    if isinstance(head, W_Pair) and isinstance(head.car, W_Symbol) and head.car.name == "unquote-splicing":
        return make_list([symbol("append"), second(head), quasi(w.cdr, depth)])
    return make_list([symbol("cons"), quasi(head, depth), quasi(w.cdr, depth)])


# ____________________________________________________________ continuations


class Cont(object):
    """What to do with a value: `resume` gives the next state to the machine."""
    _immutable_fields_ = ["next"]
    _attrs_ = ["next"]

    def resume(self, m, value):
        raise NotImplementedError


class IfCont(Cont):
    _immutable_fields_ = ["node", "env"]

    def __init__(self, node, env, next):
        self.node = node
        self.env = env
        self.next = next

    def resume(self, m, value):
        m.cont = self.next
        m.evaluate(self.node.then if value.is_true() else self.node.other, self.env)


class SequenceCont(Cont):
    _immutable_fields_ = ["node", "index", "env"]

    def __init__(self, node, index, env, next):
        self.node = node
        self.index = index
        self.env = env
        self.next = next

    def resume(self, m, value):
        nodes = self.node.nodes
        i = self.index
        if i == len(nodes) - 1:
            m.cont = self.next
        else:
            m.cont = SequenceCont(self.node, i + 1, self.env, self.next)
        m.evaluate(nodes[i], self.env)


class CallCont(Cont):
    _immutable_fields_ = ["node", "env", "done", "count"]

    def __init__(self, node, env, done, next):
        self.node = node
        self.env = env
        self.done = done        # values so far, linked from the last
        self.next = next

    def resume(self, m, value):
        done = Link(value, self.done)
        args = self.node.args
        if done.count <= len(args):
            m.cont = CallCont(self.node, self.env, done, self.next)
            m.evaluate(args[done.count - 1], self.env)
            return
        values = [w_nil] * len(args)
        link = done
        for i in range(len(args) - 1, -1, -1):
            values[i] = link.value
            link = link.before
        m.cont = self.next
        m.apply(link.value, values)


class Link(object):
    _immutable_ = True

    def __init__(self, value, before):
        self.value = value
        self.before = before
        self.count = 1 if before is None else before.count + 1


class SetCont(Cont):
    def __init__(self, node, env, next):
        self.node = node
        self.env = env
        self.next = next

    def resume(self, m, value):
        ref = self.node.ref
        if isinstance(ref, GlobalRef):
            if ref.cell.value is None and not self.node.define:
                raise SchemeError("set! of an unknown variable: " + ref.cell.name)
            ref.cell.value = value
        else:
            assert isinstance(ref, LocalRef)
            env = self.env
            for i in range(ref.depth):
                env = env.parent
            env.slots[ref.index] = value
        m.cont = self.next
        m.value = w_unspecified


class ForceCont(Cont):
    def __init__(self, promise, next):
        self.promise = promise
        self.next = next

    def resume(self, m, value):
        if self.promise.value is None:
            self.promise.value = value
        m.cont = self.next
        m.value = self.promise.value


class ValuesCont(Cont):
    def __init__(self, consumer, next):
        self.consumer = consumer
        self.next = next

    def resume(self, m, value):
        m.cont = self.next
        if isinstance(value, W_Values):
            m.apply(self.consumer, value.items)
        else:
            m.apply(self.consumer, [value])


class ReturnCont(Cont):
    """Gives a value, whatever came before."""

    def __init__(self, value, next):
        self.value = value
        self.next = next

    def resume(self, m, value):
        m.cont = self.next
        m.value = self.value


class ThunkCont(Cont):
    """Calls a procedure without arguments, then goes on in another state of the wind list."""

    def __init__(self, thunk, winds, next):
        self.thunk = thunk
        self.winds = winds
        self.next = next

    def resume(self, m, value):
        m.cont = self.next
        m.winds = self.winds
        m.apply(self.thunk, [])


class WindCont(Cont):
    """After the `before` of dynamic-wind, or after its body."""

    def __init__(self, wind, stage, result, next):
        self.wind = wind
        self.stage = stage
        self.result = result
        self.next = next

    def resume(self, m, value):
        if self.stage == 0:
            m.winds = self.wind
            m.cont = WindCont(self.wind, 1, None, self.next)
            m.apply(self.wind.body, [])
        else:
            m.winds = self.wind.parent
            m.cont = ReturnCont(value, self.next)
            m.apply(self.wind.after, [])


class HandlerCont(Cont):
    """Marks the extent of with-exception-handler."""

    def __init__(self, handler, winds, next):
        self.handler = handler
        self.winds = winds
        self.next = next

    def resume(self, m, value):
        m.cont = self.next
        m.value = value


class Wind(object):
    def __init__(self, before, body, after, parent):
        self.before = before
        self.body = body
        self.after = after
        self.parent = parent
        self.depth = 0 if parent is None else parent.depth + 1


# ____________________________________________________________ the machine


def get_location(node):
    return "node"


driver = jit.JitDriver(greens=["node"], reds=["m"], get_printable_location=get_location)


class Machine(object):
    def __init__(self):
        self.globals = {}
        self.analyser = Analyser(self.globals)
        self.cont = None
        self.value = w_unspecified
        self.node = None
        self.env = None
        self.winds = None
        self.out = []
        self.steps = 0
        for p in PRIMITIVES:
            self.analyser.cell(p.name).value = p

    def evaluate(self, node, env):
        """Sets the state: the loop goes on with this node."""
        self.node = node
        self.env = env

    def execute(self, node):
        self.cont = None
        self.evaluate(node, None)
        while True:
            try:
                return self.loop()
            except SchemeError as e:
                self.handle(e)

    def handle(self, e):
        cont = self.cont
        while cont is not None and not isinstance(cont, HandlerCont):
            cont = cont.next
        if cont is None:
            raise e
        assert isinstance(cont, HandlerCont)
        irritants = e.irritants if e.irritants is not None else []
        condition = make_list([W_String(e.message)] + irritants)
        self.cont = cont.next
        self.winds = cont.winds
        self.apply(cont.handler, [condition])

    def loop(self):
        while True:
            node = self.node
            driver.jit_merge_point(node=node, m=self)
            self.steps += 1
            if node is None:
                cont = self.cont
                if cont is None:
                    return self.value
                cont.resume(self, self.value)
            elif isinstance(node, Const):
                self.give(node.value)
            elif isinstance(node, LocalRef):
                env = self.env
                for i in range(node.depth):
                    env = env.parent
                w = env.slots[node.index]
                if w is None:
                    raise SchemeError("variable used before its definition: " + node.name)
                self.give(w)
            elif isinstance(node, GlobalRef):
                w = node.cell.value
                if w is None:
                    raise SchemeError("unknown variable: " + node.cell.name)
                self.give(w)
            elif isinstance(node, If):
                self.cont = IfCont(node, self.env, self.cont)
                self.node = node.test
            elif isinstance(node, Call):
                self.cont = CallCont(node, self.env, None, self.cont)
                self.node = node.function
            elif isinstance(node, Lambda):
                self.give(W_Closure(node, self.env))
            elif isinstance(node, Sequence):
                self.cont = SequenceCont(node, 1, self.env, self.cont)
                self.node = node.nodes[0]
            elif isinstance(node, SetNode):
                self.cont = SetCont(node, self.env, self.cont)
                self.node = node.value
            elif isinstance(node, Delay):
                self.give(W_Promise(node.node, self.env))
            else:
                raise SchemeError("unknown node")

    def give(self, value):
        self.node = None
        self.value = value

    def apply(self, f, args):
        if isinstance(f, W_Closure):
            node = f.lambda_
            n = node.nparams
            if len(args) < n or (len(args) > n and not node.rest):
                raise SchemeError("%s: %d arguments given, %d expected" % (f.name, len(args), n))
            slots = [None] * node.nslots
            for i in range(n):
                slots[i] = args[i]
            if node.rest:
                slots[n] = make_list(args[n:])
            self.evaluate(node.body, Env(slots, f.env))
        elif isinstance(f, W_Primitive):
            if len(args) < f.least or (f.most >= 0 and len(args) > f.most):
                raise SchemeError("%s: wrong number of arguments (%d)" % (f.name, len(args)))
            self.node = None
            w = f.function(self, args)
            if w is not None:
                self.give(w)
        elif isinstance(f, W_Continuation):
            w = args[0] if len(args) == 1 else W_Values(args)
            self.rewind(f.winds, W_Continuation(f.cont, f.winds), w)
        elif isinstance(f, W_Parameter):
            self.give(f.value)
        else:
            raise SchemeError("not a procedure:", [f])

    def rewind(self, target, k, value):
        """Runs the `after`s on the way out and the `before`s on the way in, then gives the value to the continuation."""
        cont = ReturnCont(value, k.cont)
        common = self.winds
        other = target
        outs = []
        ins = []
        while common is not other:
            if other is None or (common is not None and common.depth >= other.depth):
                outs.append(common)
                common = common.parent
            else:
                ins.append(other)
                other = other.parent
        chain = cont
        for w in ins:
            chain = ThunkCont(w.before, w.parent, chain)
        for i in range(len(outs) - 1, -1, -1):
            chain = ThunkCont(outs[i].after, outs[i].parent, chain)
        self.cont = chain
        self.winds = target
        self.give(w_unspecified)

    def run(self, text):
        reader = Reader(text)
        while True:
            try:
                if not reader.skip():
                    return
                form = reader.read()
            except SchemeError as e:
                self.out.append("read error: " + e.text() + "\n")
                return
            try:
                self.winds = None
                w = self.execute(self.analyser.analyse(form))
                if w is not w_unspecified and not isinstance(form_head(form), W_Symbol):
                    pass
                if w is not w_unspecified:
                    self.out.append("=> " + w.write() + "\n")
            except SchemeError as e:
                self.analyser.scopes = None
                self.out.append("error: " + e.text() + "\n")


def form_head(form):
    if isinstance(form, W_Pair):
        return form.car
    return form


# ____________________________________________________________ primitives

PRIMITIVES = []


def primitive(name, least, most=None):
    if most is None:
        most = least

    def decorate(f):
        PRIMITIVES.append(W_Primitive(name, least, most, f))
        return f
    return decorate


def both_integers(a, b):
    return isinstance(a, W_Integer) and isinstance(b, W_Integer)


def real(w):
    if isinstance(w, W_Integer):
        return float(w.value)
    if isinstance(w, W_Real):
        return w.value
    raise SchemeError("a number is expected, not", [w])


def integer(w):
    if isinstance(w, W_Integer):
        return w.value
    raise SchemeError("an integer is expected, not", [w])


def text_of(w):
    if isinstance(w, W_String):
        return w.text
    raise SchemeError("a string is expected, not", [w])


def arithmetic(name, unit, on_int, on_real):
    @primitive(name, 0, -1)
    def compute(m, args):
        if len(args) == 0:
            return W_Integer(unit)
        w = args[0]
        if len(args) == 1 and name == "-":
            return combine(W_Integer(0), w)
        for i in range(1, len(args)):
            w = combine(w, args[i])
        return w

    def combine(a, b):
        if both_integers(a, b):
            try:
                return W_Integer(on_int(integer(a), integer(b)))
            except OverflowError:
                pass
        return W_Real(on_real(real(a), real(b)))


arithmetic("+", 0, lambda a, b: ovfcheck(a + b), lambda a, b: a + b)
arithmetic("-", 0, lambda a, b: ovfcheck(a - b), lambda a, b: a - b)
arithmetic("*", 1, lambda a, b: ovfcheck(a * b), lambda a, b: a * b)


def comparison(name, on_int, on_real):
    @primitive(name, 1, -1)
    def compute(m, args):
        for i in range(len(args) - 1):
            a, b = args[i], args[i + 1]
            if both_integers(a, b):
                if not on_int(integer(a), integer(b)):
                    return w_false
            elif not on_real(real(a), real(b)):
                return w_false
        return w_true


comparison("=", lambda a, b: a == b, lambda a, b: a == b)
comparison("<", lambda a, b: a < b, lambda a, b: a < b)
comparison(">", lambda a, b: a > b, lambda a, b: a > b)
comparison("<=", lambda a, b: a <= b, lambda a, b: a <= b)
comparison(">=", lambda a, b: a >= b, lambda a, b: a >= b)


@primitive("/", 2)
def prim_divide(m, args):
    a, b = args
    if real(b) == 0.0:
        raise SchemeError("division by zero")
    if both_integers(a, b) and integer(a) % integer(b) == 0:
        return W_Integer(integer(a) // integer(b))
    return W_Real(real(a) / real(b))


def division(name, f):
    @primitive(name, 2)
    def compute(m, args):
        a, b = integer(args[0]), integer(args[1])
        if b == 0:
            raise SchemeError("division by zero")
        return W_Integer(f(a, b))


def truncated(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


division("quotient", truncated)
division("remainder", lambda a, b: a - truncated(a, b) * b)
division("modulo", lambda a, b: a % b)


def type_test(name, test):
    @primitive(name, 1)
    def compute(m, args):
        return boolean(test(args[0]))


type_test("null?", lambda w: w is w_nil)
type_test("pair?", lambda w: isinstance(w, W_Pair))
type_test("symbol?", lambda w: isinstance(w, W_Symbol))
type_test("string?", lambda w: isinstance(w, W_String))
type_test("number?", lambda w: isinstance(w, W_Integer) or isinstance(w, W_Real))
type_test("procedure?", lambda w: isinstance(w, W_Procedure))
type_test("vector?", lambda w: isinstance(w, W_Vector))
type_test("not", lambda w: not w.is_true())


@primitive("cons", 2)
def prim_cons(m, args):
    return W_Pair(args[0], args[1])


def accessor(name):
    path = name[1:-1]

    @primitive(name, 1)
    def compute(m, args):
        w = args[0]
        for i in range(len(path) - 1, -1, -1):
            w = car(w) if path[i] == "a" else cdr(w)
        return w


for _path in ["car", "cdr", "cadr", "cddr", "caar", "caddr", "cdar"]:
    accessor(_path)


@primitive("set-car!", 2)
def prim_set_car(m, args):
    p = args[0]
    car(p)
    assert isinstance(p, W_Pair)
    p.car = args[1]
    return w_unspecified


@primitive("list", 0, -1)
def prim_list(m, args):
    return make_list(args)


@primitive("append", 0, -1)
def prim_append(m, args):
    if not args:
        return w_nil
    w = args[len(args) - 1]
    for i in range(len(args) - 2, -1, -1):
        items = list_items(args[i])
        for k in range(len(items) - 1, -1, -1):
            w = W_Pair(items[k], w)
    return w


@primitive("length", 1)
def prim_length(m, args):
    return W_Integer(len(list_items(args[0])))


@primitive("eq?", 2)
def prim_eq(m, args):
    return boolean(args[0].eqv(args[1]))


@primitive("equal?", 2)
def prim_equal(m, args):
    return boolean(args[0].equal(args[1]))


@primitive("display", 1)
def prim_display(m, args):
    m.out.append(args[0].display())
    return w_unspecified


@primitive("newline", 0)
def prim_newline(m, args):
    m.out.append("\n")
    return w_unspecified


@primitive("error", 1, -1)
def prim_error(m, args):
    raise SchemeError(args[0].display(), args[1:])


@primitive("apply", 2)
def prim_apply(m, args):
    m.apply(args[0], list_items(args[1]))
    return None


@primitive("call/cc", 1)
def prim_callcc(m, args):
    m.apply(args[0], [W_Continuation(m.cont, m.winds)])
    return None


@primitive("make-parameter", 1)
def prim_make_parameter(m, args):
    return W_Parameter(args[0])


@primitive("values", 0, -1)
def prim_values(m, args):
    return args[0] if len(args) == 1 else W_Values(args)


@primitive("call-with-values", 2)
def prim_call_with_values(m, args):
    m.cont = ValuesCont(args[1], m.cont)
    m.apply(args[0], [])
    return None


@primitive("dynamic-wind", 3)
def prim_dynamic_wind(m, args):
    wind = Wind(args[0], args[1], args[2], m.winds)
    m.cont = WindCont(wind, 0, None, m.cont)
    m.apply(args[0], [])
    return None


@primitive("with-handler", 2)
def prim_with_handler(m, args):
    m.cont = HandlerCont(args[0], m.winds, m.cont)
    m.apply(args[1], [])
    return None


@primitive("force", 1)
def prim_force(m, args):
    p = args[0]
    if not isinstance(p, W_Promise):
        return p
    if p.value is not None:
        return p.value
    m.cont = ForceCont(p, m.cont)
    m.evaluate(p.node, p.env)
    return None


@primitive("eval", 1)
def prim_eval(m, args):
    m.evaluate(m.analyser.analyse(args[0]), None)
    return None


@primitive("make-vector", 1, 2)
def prim_make_vector(m, args):
    return W_Vector([args[1] if len(args) > 1 else W_Integer(0)] * integer(args[0]))


@primitive("vector-ref", 2)
def prim_vector_ref(m, args):
    v, i = args[0], integer(args[1])
    if not isinstance(v, W_Vector):
        raise SchemeError("a vector is expected, not", [v])
    if not 0 <= i < len(v.items):
        raise SchemeError("index out of range:", [args[1]])
    return v.items[i]


@primitive("vector-set!", 3)
def prim_vector_set(m, args):
    v, i = args[0], integer(args[1])
    if not isinstance(v, W_Vector):
        raise SchemeError("a vector is expected, not", [v])
    if not 0 <= i < len(v.items):
        raise SchemeError("index out of range:", [args[1]])
    v.items[i] = args[2]
    return w_unspecified


@primitive("vector-length", 1)
def prim_vector_length(m, args):
    v = args[0]
    assert isinstance(v, W_Vector)
    return W_Integer(len(v.items))


@primitive("string-append", 0, -1)
def prim_string_append(m, args):
    return W_String("".join([text_of(a) for a in args]))


@primitive("string-length", 1)
def prim_string_length(m, args):
    return W_Integer(len(text_of(args[0])))


@primitive("number->string", 1)
def prim_number_string(m, args):
    return W_String(args[0].display())


@primitive("string->symbol", 1)
def prim_string_symbol(m, args):
    return symbol(text_of(args[0]))


@primitive("string->list", 1)
def prim_string_list(m, args):
    return make_list([W_Char(c) for c in text_of(args[0])])


GENSYM = [0]


@primitive("gensym", 0)
def prim_gensym(m, args):
    GENSYM[0] += 1
    return W_Symbol("g%d" % GENSYM[0])


# Tables with any keys: an r_dict over equal?.


def w_eq(a, b):
    return a.equal(b)


def w_hash(w):
    if isinstance(w, W_Integer):
        return w.value
    return compute_hash(w.write())


class W_Table(W_Object):
    def __init__(self):
        self.dict = r_dict(w_eq, w_hash)

    def write(self):
        return "#<table of %d>" % len(self.dict)


@primitive("make-table", 0)
def prim_make_table(m, args):
    return W_Table()


def table(w):
    if not isinstance(w, W_Table):
        raise SchemeError("a table is expected, not", [w])
    return w


@primitive("table-set!", 3)
def prim_table_set(m, args):
    table(args[0]).dict[args[1]] = args[2]
    return w_unspecified


@primitive("table-ref", 3)
def prim_table_ref(m, args):
    return table(args[0]).dict.get(args[1], args[2])


@primitive("table-keys", 1)
def prim_table_keys(m, args):
    return make_list([k for k in table(args[0]).dict.keys()])


def entry_point(argv):
    m = Machine()
    m.run(PRELUDE)
    m.out = []
    m.run(PROGRAM)
    print("".join(m.out))
    print("%d steps" % m.steps)
    return 0


def target(driver, args):
    return entry_point
