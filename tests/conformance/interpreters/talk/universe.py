"""Classes, globals, loading of programs."""

from . import bytecode as bc
from .errors import ParseError, ProgramError
from .interpreter import Interpreter
from .objects import W_Array, W_Bool, W_Class, W_Integer, W_Nil, W_Root, W_String, W_Symbol
from .parser import Parser
from .primitives import TABLE

BUILTIN = {
    "nil": "Nil", "integer": "Integer", "string": "String", "symbol": "Symbol", "array": "Array", "block": "Block",
    "true": "True", "false": "False", "class": "Class",
}


class Universe(object):
    def __init__(self):
        self.symbols = {}
        self.globals = {}
        self.classes = {}
        self.out = []
        self.w_nil = W_Nil()
        self.w_true = W_Bool(True)
        self.w_false = W_Bool(False)
        self.small = [W_Integer(i) for i in range(-16, 256)]
        self.class_object = self.make_class("Object", None)
        self.class_class = self.make_class("Class", self.class_object)
        self.class_object.metaclass.superclass = self.class_class
        boolean = self.make_class("Boolean", self.class_object)
        self.class_nil = self.make_class("Nil", self.class_object)
        self.class_true = self.make_class("True", boolean)
        self.class_false = self.make_class("False", boolean)
        self.class_integer = self.make_class("Integer", self.class_object)
        self.class_string = self.make_class("String", self.class_object)
        self.class_symbol = self.make_class("Symbol", self.class_string)
        self.class_array = self.make_class("Array", self.class_object)
        self.class_block = self.make_class("Block", self.class_object)
        self.interpreter = Interpreter(self)
        for name, w in [("nil", self.w_nil), ("true", self.w_true), ("false", self.w_false)]:
            self.globals[self.symbol(name)] = w
        self.install_primitives()

    def make_class(self, name, superclass):
        meta = W_Class(name + " class", None, None)
        if superclass is not None:
            meta.superclass = superclass.metaclass
            if superclass.metaclass is not None:
                superclass.metaclass.subclasses.append(meta)
        cls = W_Class(name, superclass, meta)
        self.classes[name] = cls
        self.globals[self.symbol(name)] = cls
        return cls

    def install_primitives(self):
        for (name, selector), p in TABLE.items():
            if name.endswith(" class"):
                cls = self.classes[name[:len(name) - 6]].metaclass
            else:
                cls = self.classes[name]
            cls.add_method(self.symbol(selector), p)

    # ---- values

    def symbol(self, text):
        try:
            return self.symbols[text]
        except KeyError:
            w = W_Symbol(text)
            self.symbols[text] = w
            return w

    def integer(self, n):
        if -16 <= n < 256:
            return self.small[n + 16]
        return W_Integer(n)

    def string(self, text):
        return W_String(text)

    def boolean(self, b):
        return self.w_true if b else self.w_false

    def write(self, text):
        self.out.append(text)

    def global_value(self, symbol):
        w = self.globals.get(symbol, None)
        if w is None:
            raise ProgramError("unknown name " + symbol.text)
        return w

    # ---- sends

    def send(self, w_receiver, selector, args):
        code = w_receiver.get_class(self).lookup(selector)
        if code is None:
            return self.not_understood(w_receiver, selector, args)
        return self.interpreter.call(code, w_receiver, args)

    def not_understood(self, w_receiver, selector, args):
        handler = self.symbol("doesNotUnderstand:with:")
        code = w_receiver.get_class(self).lookup(handler)
        if code is None:
            raise ProgramError("%s does not understand %s" % (w_receiver.show(), selector.show()))
        return self.interpreter.call(code, w_receiver, [selector, W_Array(args)])

    # ---- programs

    def load(self, text):
        nodes = Parser(text).classes()
        for node in nodes:
            if node.name not in self.classes:
                if node.superclass not in self.classes:
                    raise ParseError("unknown class " + node.superclass, node.line)
                self.make_class(node.name, self.classes[node.superclass])
            cls = self.classes[node.name]
            cls.fields = cls.fields + node.fields
            self.add_methods(cls, node.methods)
            self.add_methods(cls.metaclass, node.class_methods)

    def add_methods(self, cls, methods):
        for m in methods:
            if m.body is None:
                if (cls.name, m.selector) not in TABLE:
                    raise ParseError("no primitive %s>>%s" % (cls.name, m.selector), m.line)
                continue
            gen = bc.Generator(self, cls, None, m.params + m.temps)
            for statement in m.body:
                statement.compile_effect(gen)
            gen.emit(bc.PUSH_SELF)
            gen.emit(bc.RETURN_LOCAL)
            cls.add_method(self.symbol(m.selector), gen.assemble(m.selector, len(m.params)))

    def run(self, class_name, selector):
        cls = self.classes[class_name]
        try:
            w = self.send(self.send(cls, self.symbol("new"), []), self.symbol(selector), [])
            return w.show()
        except ProgramError as e:
            self.interpreter.depth = 0
            return "error: %s (in %s)" % (e.message, ", ".join(e.trace))
