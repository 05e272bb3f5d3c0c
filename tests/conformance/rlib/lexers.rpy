"""rlib.parsing: regular expressions, lexers with tokens of their own, and parsers made when the program runs."""
from rpython.rlib.parsing.deterministic import LexerError
from rpython.rlib.parsing.lexer import DummyLexer, Lexer, SourcePos, Token
from rpython.rlib.parsing.parsing import LazyParseTable, PackratParser, ParseError, Rule
from rpython.rlib.parsing.regex import RangeExpression, StringExpression
from rpython.rlib.parsing.regexparse import make_runner, parse_regex, unescape

# Regular expressions are for import time; what they accept is a table of the program.
CASES = [
    ("a|bc*", ["a", "b", "bccc", "ac", ""]),
    ("(ab)+", ["ab", "abab", "aba", ""]),
    ("a{2}b{1,3}c{2,}", ["aabcc", "aabbbcccc", "aabbbbcc", "aabc", "abcc"]),
    ("x?y", ["y", "xy", "xxy"]),
    (r"[a-c\-_]+", ["a-c_", "d", "-"]),
    (r"[^a-z\n]*", ["", "ABC 12", "Ab", "\n"]),
    (r"\d+\.\d*", ["12.", "1.5", ".5", "1x5"]),
    (r"\w\W\s\S", ["a+ b", "a+b ", "_!\tx"]),
    (r"\x41\102\n\\", ["AB\n\\", "AB"]),
    (r"/\*[^*]*(\*[^*/][^*]*)*\*/", ["/**/", "/* a * b */", "/* a */ */", "/*"]),
    ("[]a]", ["]", "a", "b"]),
    (".", ["\n", "a", "", "ab"]),
    ("", ["", "a"]),
]
ACCEPTED = [(regex, [text for text in texts if make_runner(regex).recognize(text)]) for regex, texts in CASES]
BUILT = (RangeExpression("a", "f") | StringExpression("xy") * 2) + +StringExpression("!")
NOT_SHORT = ~(parse_regex("..?"))


def accepted(regex, texts):
    runner = regex.make_automaton().make_deterministic().get_runner()
    return [text for text in texts if runner.recognize(text)]


ACCEPTED.append(("built", accepted(BUILT, ["a!", "xyxy!!", "xy!", "f", "g!"])))
ACCEPTED.append(("not short", accepted(NOT_SHORT, ["", "a", "ab", "abc"])))
WRONG = []
for text in ["(a", "a)", "*a", "[a", "[z-a]", "a{3,1}", "\\xg1"]:
    try:
        parse_regex(text)
    except ValueError as e:
        WRONG.append(str(e))


class WordPos(SourcePos):
    def text(self):
        return "%d:%d" % (self.lineno + 1, self.columnno + 1)


class Word(Token):
    source_position_class = WordPos

    def text(self):
        return self.name + " " + self.source_pos.text()


NAMES = ["IF", "NAME", "NUMBER", "OP", "TEXT", "IGNORE"]
REGEXS = [parse_regex(r) for r in [
    "if", "[a-z][a-z0-9]*", "[0-9]+(\\.[0-9]+)?", "<|<=|<<=|\\.", "'[^']*'", "[ \n]|#[^\n]*\n"]]
lexer = Lexer(REGEXS, NAMES, ignore=["IGNORE"])
plain = Lexer(REGEXS, NAMES)
# What a generated parser does: a matcher and an automaton from elsewhere.
dummy = DummyLexer(lexer.matcher, lexer.automaton, {"IGNORE": None})


def show(tokens):
    return " ".join(["%s=%s" % (t.name, t.source.replace("\n", "~")) for t in tokens])


def lex(which, text, eof):
    try:
        print(show(which.tokenize(text, eof)))
    except LexerError as e:
        print(e.nice_error_message("<text>"))
        print(e.source_pos.i, e.source_pos.lineno, e.source_pos.columnno)


class OperatorTable(LazyParseTable):
    """Operators are tokens of one name; rules name their texts."""

    def terminal_equality(self, symbol, input):
        if input.name == "OP":
            return symbol == input.source
        return symbol == input.name


class OperatorParser(PackratParser):
    def __init__(self, rules, start):
        PackratParser.__init__(self, rules, start, OperatorTable, check_for_left_recursion=False)


def make_rules(operators):
    """Rules of operators that the program only knows when it runs, the weakest first."""
    rules = [Rule("atom", [["NAME"], ["NUMBER"]])]
    for i in range(len(operators)):
        name = "level%d" % i
        following = "level%d" % (i + 1) if i + 1 < len(operators) else "atom"
        rules.append(Rule(name, [[following, op, name] for op in operators[i].split(" ")] + [[following]]))
    return rules


def text_of(node):
    from rpython.rlib.parsing.tree import Nonterminal, Symbol
    if isinstance(node, Symbol):
        return node.additional_info
    assert isinstance(node, Nonterminal)
    if len(node.children) == 1:
        return text_of(node.children[0])
    return "(" + " ".join([text_of(c) for c in node.children]) + ")"


def parse(operators, text):
    rules = make_rules(operators)
    parser = OperatorParser(rules, "level0")
    assert not parser.has_left_recursion()
    try:
        print(text_of(parser.parse(lexer.tokenize(text))))
    except ParseError as e:
        print(e.nice_error_message("<operators>", text))


def entry_point(argv):
    for regex, texts in ACCEPTED:
        print(regex.replace("\n", "~"), [text.replace("\n", "~") for text in texts])
    for text in WRONG:
        print(text)
    print(unescape("a\\tb\\x21\\.").replace("\t", "~"))
    lex(lexer, "if x1 <<= 3.5 if3 # rest\n'two\nlines' < y", True)
    lex(lexer, "a << b", False)
    lex(plain, "a # c\nb", True)
    lex(dummy, "a # c\n<b ", True)
    lex(lexer, "", True)
    lex(lexer, "ok\n  $", False)
    lex(lexer, "'open", False)
    runner = lexer.get_runner("a if\n 'x\ny' 12", True, Word)
    while True:
        try:
            token = runner.find_next_token()
        except StopIteration:
            break
        print(token.text())
    parse(["<", "."], "a . b < c . 1 . d")
    parse([".", "< <="], "a . b < c . 1 <= d")
    parse(["<"], "a < < b")
    print(PackratParser([Rule("a", [["b", "x"], ["y"]]), Rule("b", [["a"], []])], "a", LazyParseTable, False).has_left_recursion())
    return 0


def target(driver, args):
    return entry_point, None
