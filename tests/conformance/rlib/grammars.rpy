"""rlib.parsing: grammars in EBNF, tree transformers, visitors, and what they say of errors."""
from rpython.rlib.parsing.ebnfparse import make_parse_function, parse_ebnf
from rpython.rlib.parsing.lexer import LexerError
from rpython.rlib.parsing.parsing import ParseError
from rpython.rlib.parsing.tree import Nonterminal, RPythonVisitor, Symbol, VisitError

JSON = r"""
# values
STRING: "\"[^\\\"]*\"";
NUMBER: "\-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][\+\-]?[0-9]+)?";
IGNORE: " |\n";
text: <value> EOF;
value: <STRING> | <NUMBER> | <object> | <array> | <"null"> | <"true"> | <"false">;
object: ["{"] (entry [","])* entry ["}"] | "{" "}";
array: ["["] (value [","])* value ["]"] | "[" "]";
entry: STRING [":"] value;
"""

ARITHMETIC = r"""
IGNORE: " |\t";
NUMBER: "0|[1-9][0-9]*";
NAME: "[a-z_][a-z0-9_]*";
program: >statements< EOF;
statements: (statement [";"])* statement;
statement: NAME "=" sum | <sum>;
sum: product ["+"] sum | <product>;
product: factor ["*"] product | <factor>;
factor: "(" <sum> ")" | "-" factor | <call> | <NUMBER> | <NAME>;
call: NAME ["("] arguments? [")"] "!"?;
arguments: >list< ;
list: (sum [","])* sum;
"""

regexs, rules, JsonToAST = parse_ebnf(JSON)
parse_json = make_parse_function(regexs, rules, eof=True)
regexs, rules, ToAST = parse_ebnf(ARITHMETIC)
parse_arithmetic = make_parse_function(regexs, rules, eof=True)


class Counter(RPythonVisitor):
    """Counts what is in a JSON value."""

    def __init__(self):
        self.strings = 0
        self.deepest = 0
        self.depth = 0

    def inside(self, node):
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        for child in node.children:
            self.dispatch(child)
        self.depth -= 1

    def visit_object(self, node):
        self.inside(node)

    def visit_array(self, node):
        self.inside(node)

    def visit_entry(self, node):
        self.strings -= 1               # names do not count
        for child in node.children:
            self.dispatch(child)

    def visit_STRING(self, node):
        self.strings += 1

    def general_symbol_visit(self, node):
        pass


def compact(node):
    """A JSON value without spaces."""
    if isinstance(node, Symbol):
        return node.additional_info
    assert isinstance(node, Nonterminal)
    if node.symbol == "entry":
        return compact(node.children[0]) + ":" + compact(node.children[1])
    parts = [compact(child) for child in node.children]
    if node.symbol == "object":
        return "{" + ",".join(parts) + "}" if parts[0] != "{" else "{}"
    return "[" + ",".join(parts) + "]" if parts[0] != "[" else "[]"


class Shower(RPythonVisitor):
    def visit_NUMBER(self, node):
        return node.additional_info

    def visit_NAME(self, node):
        return "$" + node.additional_info

    def visit_call(self, node):
        strict = node.children[-1].symbol.startswith("__")
        stop = len(node.children) - int(strict)
        return "call" + self.many(node, 0, stop) + ("!" if strict else "")

    def many(self, node, start, stop):
        return "(" + " ".join([self.dispatch(node.children[i]) for i in range(start, stop)]) + ")"

    def general_nonterminal_visit(self, node):
        return node.symbol + self.many(node, 0, len(node.children))

    def general_symbol_visit(self, node):
        return "'" + node.additional_info + "'"


class Terse(Shower):
    """Inherits methods, and has some of its own."""

    def visit_sum(self, node):
        return "+" + self.many(node, 0, 2)

    def visit_product(self, node):
        return "*" + self.many(node, 0, 2)

    def visit_NAME(self, node):
        return node.additional_info


class Evaluator(RPythonVisitor):
    def __init__(self):
        self.variables = {}

    def visit_sum(self, node):
        return self.dispatch(node.children[0]) + self.dispatch(node.children[1])

    def visit_product(self, node):
        return self.dispatch(node.children[0]) * self.dispatch(node.children[1])

    def visit_factor(self, node):
        return -self.dispatch(node.children[1])

    def visit_NUMBER(self, node):
        return int(node.additional_info)

    def visit_NAME(self, node):
        return self.variables[node.additional_info]

    def visit_statement(self, node):
        value = self.dispatch(node.children[2])
        self.variables[node.children[0].additional_info] = value
        return value


def json(text):
    try:
        tree = JsonToAST().transform(parse_json(text))
    except ParseError as e:
        print(e.nice_error_message("<json>", text))
        print(e.source_pos.lineno, e.source_pos.columnno)
        return
    except LexerError as e:
        print(e.nice_error_message("<json>"))
        return
    counter = Counter()
    counter.dispatch(tree)
    print(compact(tree), counter.strings, counter.deepest)


def arithmetic(text):
    try:
        tree = ToAST().transform(parse_arithmetic(text))
    except ParseError as e:
        print(e.nice_error_message("input", text))
        return
    assert isinstance(tree, Nonterminal)
    tree = Nonterminal(tree.symbol, tree.children[:-1])      # without EOF
    print(Shower().dispatch(tree))
    print(Terse().dispatch(tree))
    evaluator = Evaluator()
    for child in tree.children:
        try:
            print(evaluator.dispatch(child))
        except VisitError as e:
            print("no method for", e.node.symbol)
        except KeyError:
            print("no such variable")


def entry_point(argv):
    json('{"a": [1, 2.5e3, "x"], "b": {"c": null, "d": []}, "e": {}}')
    json('["one", ["two", ["three", true, false, -0.25]]]')
    json('"alone"')
    json('[1, 2')
    json('{"a" 1}')
    json('{"a": 1,\n "b": [\n  1, }\n]}')
    json('[1, $]')
    json('[1] 2')
    arithmetic("1 + 2 * 3 + x")
    arithmetic("x = (1 + 2) * 3; y = x * x; y + -x")
    arithmetic("f(); g(1, a + 2)!; h((3))")
    arithmetic("1 + + 2")
    arithmetic("f(1, ")
    position = parse_arithmetic("  a = 1;   b").children[0].children[0].getsourcepos()
    print(position.i, position.lineno, position.columnno)
    return 0


def target(driver, args):
    return entry_point, None
