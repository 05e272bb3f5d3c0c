"""Parse trees, and visitors of them."""


class Node(object):
    """Base of the nodes of parse trees."""

    def dot(self):
        """Lines for graphviz: a generator, untranslated only."""
        raise NotImplementedError("abstract")

    def view(self):
        """Writes the tree as a graph to standard output (untranslated only)."""
        print("digraph G{\n%s\n}" % "\n".join(self.dot()))


def _label(text):
    for a, b in (('\\', '\\\\'), ('"', '\\"'), ('\n', '\\l')):
        text = text.replace(a, b)
    return text


class Symbol(Node):
    """A leaf: the token's name, its text, and the token."""

    def __init__(self, symbol, additional_info, token):
        self.symbol = symbol
        self.additional_info = additional_info
        self.token = token

    def getsourcepos(self):
        return self.token.source_pos

    def __repr__(self):
        return "Symbol(%r, %r)" % (self.symbol, self.additional_info)

    def dot(self):
        yield '"%s" [shape=box,label="%s\\n%s"];' % (
            id(self), _label(self.symbol), _label(str(self.additional_info)) or "_")

    def visit(self, visitor):
        """Calls the visitor's method for this symbol, if it has one (untranslated only; use `dispatch`)."""
        if isinstance(visitor, RPythonVisitor):
            return visitor.dispatch(self)
        method = getattr(visitor, "visit_" + self.symbol, None)
        return self if method is None else method(self)


class Nonterminal(Node):
    """An inner node: the name of the rule, and the list of children."""

    def __init__(self, symbol, children):
        self.symbol = symbol
        self.children = children

    def getsourcepos(self):
        """Position of the first token; IndexError if there is none."""
        return self.children[0].getsourcepos()

    def __str__(self):
        return "%s(%s)" % (self.symbol, ", ".join([str(c) for c in self.children]))

    def __repr__(self):
        return "Nonterminal(%r, %r)" % (self.symbol, self.children)

    def dot(self):
        yield '"%s" [label="%s"];' % (id(self), _label(self.symbol))
        for child in self.children:
            yield '"%s" -> "%s";' % (id(self), id(child))
            if isinstance(child, Node):
                for line in child.dot():
                    yield line
            else:
                yield '"%s" [label="%s"];' % (id(child), _label(repr(child)))

    def visit(self, visitor):
        """Calls the visitor's method for this symbol, else its `visit` (untranslated only; use `dispatch`)."""
        if isinstance(visitor, RPythonVisitor):
            return visitor.dispatch(self)
        method = getattr(visitor, "visit_" + self.symbol, None)
        if method is None:
            method = visitor.visit
        return method(self)


class VisitError(Exception):
    """A visitor has no method for a node."""

    def __init__(self, node):
        self.node = node

    def __str__(self):
        return "could not visit %s" % (self.node,)


def _make_dispatch(table, for_symbols, for_nonterminals, for_all):
    """The `dispatch` of a visitor: methods by symbol, and the general ones or None."""
    def dispatch(self, node):
        if isinstance(node, Nonterminal):
            method = table.get(node.symbol, None)
            if method is not None:
                return method(self, node)
            if for_nonterminals:
                return for_nonterminals(self, node)
        elif isinstance(node, Symbol):
            method = table.get(node.symbol, None)
            if method is not None:
                return method(self, node)
            if for_symbols:
                return for_symbols(self, node)
        if for_all:
            return for_all(self, node)
        raise VisitError(node)
    return dispatch


class CreateDispatchDictionaryMetaclass(type):
    """Gives a class with methods `visit_SYMBOL` a method `dispatch(node)` that calls the right one."""

    def __new__(cls, name, bases, attributes):
        made = type.__new__(cls, name, bases, attributes)
        found = {}
        for base in reversed(made.__mro__):
            for key, value in base.__dict__.items():
                if key.startswith("visit_") or key.startswith("general_"):
                    found[key] = value
        table = {}
        for key in found:
            if key.startswith("visit_"):
                table[key[len("visit_"):]] = found[key]
        made.dispatch = _make_dispatch(table, found.get("general_symbol_visit"),
                                       found.get("general_nonterminal_visit"), found.get("general_visit"))
        return made


RPythonVisitor = CreateDispatchDictionaryMetaclass("RPythonVisitor", (object,), {
    "__doc__": "Base of visitors: `dispatch(node)` calls `visit_SYMBOL`, else `general_symbol_visit`, "
               "`general_nonterminal_visit` or `general_visit`."})
