r"""Lexer, parser and tree transformer from a grammar in one text.

    # a comment
    NAME: "regular expression";              a token; IGNORE is what stands between tokens
    rule: "literal" NAME other | other*;     first expansion that fits; * + ? and ( ) as usual

The transformer simplifies trees as the grammar says: `[x]` leaves x out, `<x>` puts x into the place of the node, `>x<` puts the
children of x into the place of x; so do `*`, `+` and `?` with what they repeat.
"""
# Programs import all that a parser needs from here, also what this module itself does not use.
from rpython.rlib.parsing.deterministic import DFA, LexerError
from rpython.rlib.parsing.lexer import DummyLexer, Lexer, SourcePos, Token
from rpython.rlib.parsing.parsing import ErrorInformation, PackratParser, ParseError, Rule
from rpython.rlib.parsing.regex import StringExpression
from rpython.rlib.parsing.regexparse import parse_regex, unescape
from rpython.rlib.parsing.tree import Nonterminal, RPythonVisitor, Symbol

# What becomes of a child of a node.
KEEP, SPLICE, REPLACE, DROP = " ", ">", "<", "["
LOWER = "abcdefghijklmnopqrstuvwxyz_"
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
DIGITS = "0123456789"
PUNCTUATION = ":;|*+?()[]<>"


def _grammar_tokens(text):
    """Tokens named NONTERMINALNAME, SYMBOLNAME, QUOTE, EOF, or by their own text."""
    result = []
    i = lineno = line_start = 0
    while i < len(text):
        char = text[i]
        start = i
        position = SourcePos(i, lineno, i - line_start)
        i += 1
        if char == "\n":
            lineno += 1
            line_start = i
        elif char in " \t\r":
            pass
        elif char == "#":
            while i < len(text) and text[i] != "\n":
                i += 1
        elif char in PUNCTUATION:
            result.append(Token(char, char, position))
        elif char == '"':
            # A quote behind a backslash ends the text only if there is no other to end it.
            end = text.find('"', i)
            while end >= 0 and text[end - 1] == "\\" and text.find('"', end + 1) >= 0:
                end = text.find('"', end + 1)
            i = end + 1
            if end < 0:
                raise ParseError(position, ErrorInformation(len(result), ['"']))
            source = text[start:i]
            result.append(Token("QUOTE", source, position))
            if "\n" in source:
                lineno += source.count("\n")
                line_start = start + source.rfind("\n") + 1
        else:
            while i < len(text) and text[i] in LOWER + UPPER + DIGITS:
                i += 1
            source = text[start:i]
            if char not in DIGITS and not source.strip(LOWER + DIGITS):
                result.append(Token("NONTERMINALNAME", source, position))
            elif char not in DIGITS and not source.strip(UPPER + DIGITS):
                result.append(Token("SYMBOLNAME", source, position))
            else:
                raise ParseError(position, ErrorInformation(len(result), ["a name"]))
    result.append(Token("EOF", "EOF", SourcePos(len(text), lineno, len(text) - line_start)))
    return result


class _Part(object):
    """A symbol of an expansion: what becomes of it, and whether it may be absent."""

    def __init__(self, symbol, change=KEEP, optional=False):
        self.symbol = symbol
        self.change = change
        self.optional = optional


class Choice(object):
    """One expansion of a rule, and for each of its symbols what becomes of it."""

    def __init__(self, expansion, changes):
        self.expansion = expansion
        self.changes = changes

    def fits(self, node):
        if len(node.children) != len(self.expansion):
            return False
        for i in range(len(self.expansion)):
            if node.children[i].symbol != self.expansion[i]:
                return False
        return True

    def __repr__(self):
        return "Choice(%r, %r)" % (self.expansion, self.changes)


class GrammarParser(object):
    """Reads a grammar: names and expressions of tokens, rules, and the choices of each nonterminal."""

    def __init__(self, text):
        self.tokens = _grammar_tokens(text)
        self.at = 0
        self.names = []
        self.regexs = []
        self.literals = {}
        self.rules = []
        self.helpers = []
        self.choices = {}
        self.optional_count = 0
        self.plus_count = 0

    def peek(self):
        return self.tokens[self.at].name

    def accept(self, name):
        if self.peek() == name:
            self.at += 1
            return True
        return False

    def take(self, *names):
        token = self.tokens[self.at]
        if token.name not in names:
            raise ParseError(token.source_pos, ErrorInformation(self.at, list(names)))
        self.at += 1
        return token

    def parse(self):
        while not self.accept("EOF"):
            token = self.take("SYMBOLNAME", "NONTERMINALNAME")
            self.take(":")
            if token.name == "SYMBOLNAME":
                text = self.take("QUOTE").source[1:-1].replace('\\"', '"')
                self.names.append(token.source)
                self.regexs.append(parse_regex(text))
            else:
                expansions = [] if self.peek() == ";" else self.body()
                self.rules.append(self.make_rule(token.source, expansions or [[]]))
            self.take(";")
        self.rules += self.helpers

    def make_rule(self, name, expansions):
        """The rule for expansions with optional parts: these become several without."""
        choices = []
        for index, parts in enumerate(expansions):
            for flat in self.without_optional(name, parts, index, 0):
                choices.append(Choice([p.symbol for p in flat], "".join([p.change for p in flat])))
        for choice in choices:
            if choice.changes.count(REPLACE) > 1:
                raise ValueError("the rule %r replaces a node by several" % (name,))
        self.choices[name] = choices
        return Rule(name, [c.expansion for c in choices])

    def without_optional(self, name, parts, index, depth):
        """The lists of parts that a list with optional ones stands for. What follows the first one is a rule of its own if there
        are more, for otherwise each would double the number."""
        for i, part in enumerate(parts):
            if part.optional:
                break
        else:
            return [parts]
        rest = parts[i + 1:]
        if [p for p in rest if p.optional]:
            helper = "__%s_rest_%d_%d" % (name.lstrip("_"), index, depth)
            self.helpers.append(None)
            place = len(self.helpers) - 1
            flats = self.without_optional(name, rest, index, depth + 1)
            choices = [Choice([p.symbol for p in flat], "".join([p.change for p in flat])) for flat in flats]
            self.choices[helper] = choices
            self.helpers[place] = Rule(helper, [c.expansion for c in choices])
            rest = [_Part(helper, SPLICE)]
        present = _Part(part.symbol, part.change)
        return [parts[:i] + [present] + rest, parts[:i] + rest]

    def body(self):
        expansions = [self.expansion()]
        while self.accept("|"):
            expansions.append(self.expansion())
        return expansions

    def expansion(self):
        parts = self.decorated()
        while self.peek() in ("NONTERMINALNAME", "SYMBOLNAME", "QUOTE", "[", "(") or self.begins_spliced():
            parts += self.decorated()
        return parts

    def begins_spliced(self):
        """Whether a `<` or `>` here opens; `>a b<` ends at a `<` that is not followed by a single symbol and `>`."""
        if self.peek() == "<":
            return (self.tokens[self.at + 1].name in ("NONTERMINALNAME", "SYMBOLNAME", "QUOTE")
                    and self.tokens[self.at + 2].name == ">")
        return self.peek() == ">"

    def decorated(self):
        parts = self.enclosed()
        if self.accept("*"):
            name = "_star_symbol%d" % self.optional_count
            expansions = [parts + [_Part(name, SPLICE)], parts]
        elif self.accept("?"):
            name = "_maybe_symbol%d" % self.optional_count
            expansions = [parts]
        elif self.accept("+"):
            name = "_plus_symbol%d" % self.plus_count
            self.plus_count += 1
            self.helpers.append(self.make_rule(name, [parts + [_Part(name, SPLICE)], parts]))
            return [_Part(name, SPLICE)]
        else:
            return parts
        self.optional_count += 1
        self.helpers.append(self.make_rule(name, expansions))
        return [_Part(name, SPLICE, optional=True)]

    def enclosed(self):
        if self.accept("("):
            parts = self.expansion()
            self.take(")")
            return parts
        for opening, closing in ((DROP, "]"), (SPLICE, "<"), (REPLACE, ">")):
            if self.accept(opening):
                parts = [self.primary()] if opening == REPLACE else self.expansion()
                self.take(closing)
                return [_Part(p.symbol, opening, p.optional) for p in parts]
        return [self.primary()]

    def primary(self):
        token = self.take("NONTERMINALNAME", "SYMBOLNAME", "QUOTE")
        if token.name != "QUOTE":
            return _Part(token.source)
        text = unescape(token.source[1:-1])
        if text not in self.literals:
            self.literals[text] = "__%d_%s" % (len(self.literals), text)
            # Literals come before expressions that match them too.
            self.names.insert(0, self.literals[text])
            self.regexs.insert(0, StringExpression(text))
        return _Part(self.literals[text])


class TreeTransformer(object):
    """Simplifies trees; subclasses have `startsymbol` and the dict `choices`."""
    startsymbol = ""
    choices = {}

    def transform(self, tree):
        assert isinstance(tree, Nonterminal)
        assert tree.symbol == self.startsymbol
        result = self.visit(tree)
        assert len(result) == 1
        return result[0]

    def visit(self, node):
        """The list of nodes that take the node's place."""
        if not isinstance(node, Nonterminal):
            return [node]
        choices = self.choices.get(node.symbol, None)
        if choices is None:
            return [node]
        choice = choices[0]
        if len(choices) > 1:
            for choice in choices:
                if choice.fits(node):
                    break
            else:
                raise ValueError("a node that is not from the grammar")  # its children are of no expansion
        if len(choice.expansion) == 0:
            return [node]
        at = choice.changes.find(REPLACE)
        if at >= 0:
            return self.visit(node.children[at])
        children = []
        for i in range(len(node.children)):
            change = choice.changes[i]
            if change == DROP:
                continue
            found = self.visit(node.children[i])
            if change == SPLICE:
                assert len(found) == 1
                inner = found[0]
                if isinstance(inner, Nonterminal):
                    found = inner.children
            children.extend(found)
        return [Nonterminal(node.symbol, children)]


def make_transformer(startsymbol, choices):
    """The transformer's class of a grammar; `visit_SYMBOL` is there for each nonterminal."""
    source = "class ToAST(TreeTransformer):\n    startsymbol = %r\n    choices = %r\n" % (startsymbol, choices)
    attributes = {"startsymbol": startsymbol, "choices": choices, "source": source}
    for name in choices:
        attributes["visit_" + name] = TreeTransformer.visit
    return type("ToAST", (TreeTransformer,), attributes)


def parse_ebnf(s):
    """The tokens of a grammar (a list of names and expressions), its rules, and the class of its transformer."""
    grammar = GrammarParser(s)
    grammar.parse()
    if not grammar.rules:
        raise ValueError("a grammar without rules")
    transformer = make_transformer(grammar.rules[0].nonterminal, grammar.choices)
    return list(zip(grammar.names, grammar.regexs)), grammar.rules, transformer


def check_for_missing_names(names, regexs, rules):
    """ValueError if a rule uses a name that is neither a token nor a nonterminal."""
    known = set(names) | set(rule.nonterminal for rule in rules)
    known.add("EOF")
    for rule in rules:
        for expansion in rule.expansions:
            for symbol in expansion:
                if symbol not in known:
                    raise ValueError("symbol '%s' not known" % (symbol,))


def make_parse_function(regexs, rules, eof=False):
    """A function from text to the tree of the first rule. With `eof`, the grammar itself has to ask for EOF at the end."""
    names, expressions = [list(x) for x in zip(*regexs)]
    check_for_missing_names(names, expressions, rules)
    lexer = Lexer(expressions, names, ignore=["IGNORE"] if "IGNORE" in names else [])
    parser = PackratParser(rules, rules[0].nonterminal)

    def parse(s):
        return parser.parse(lexer.tokenize(s, eof=eof))
    return parse
