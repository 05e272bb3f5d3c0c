"""Parse trees from tokens: packrat parsing, which tries the expansions of a rule in order and remembers what it found where."""
from rpython.rlib.parsing.lexer import SourcePos
from rpython.rlib.parsing.tree import Node, Nonterminal, Symbol


class Rule(object):
    """A nonterminal, and its expansions: lists of names of tokens and nonterminals. The first that fits is taken."""

    def __init__(self, nonterminal, expansions):
        self.nonterminal = nonterminal
        self.expansions = expansions

    def getkey(self):
        return (self.nonterminal, tuple([tuple(e) for e in self.expansions]))

    def __eq__(self, other):
        return self.nonterminal == other.nonterminal and self.expansions == other.expansions

    def __ne__(self, other):
        return not self == other

    def __str__(self):
        return "%s: %s" % (self.nonterminal, " | ".join([repr(e) for e in self.expansions]))

    def __repr__(self):
        return "Rule(%r, %r)" % (self.nonterminal, self.expansions)


class LazyInputStream(object):
    """Tokens of an iterator by index, asked for when they are needed."""

    def __init__(self, iterator):
        self.iterator = iterator
        self.data = []

    def __getitem__(self, index):
        assert index >= 0
        while len(self.data) <= index:
            try:
                self.data.append(self.iterator.next())
            except StopIteration:
                raise IndexError("index out of range")
        return self.data[index]


class ErrorInformation(object):
    """How far a parse came (index of a token), and what could have stood there."""

    def __init__(self, pos, failure_reasons=None):
        self.pos = pos
        self.failure_reasons = [] if failure_reasons is None else failure_reasons


def combine_errors(a, b):
    """The one that came further; what both expected if they came equally far. Each may be None."""
    if a is None:
        return b
    if b is None or a.pos > b.pos or len(b.failure_reasons) == 0:
        return a
    if b.pos > a.pos or len(a.failure_reasons) == 0:
        return b
    reasons = a.failure_reasons[:]
    for reason in b.failure_reasons:
        if reason not in reasons:
            reasons.append(reason)
    return ErrorInformation(a.pos, reasons)


class ParseError(Exception):
    """The tokens do not fit the rules: the place, and an ErrorInformation or None."""

    def __init__(self, source_pos, errorinformation):
        self.source_pos = source_pos
        self.errorinformation = errorinformation

    def nice_error_message(self, filename="<unknown>", source=""):
        lineno = self.source_pos.lineno
        result = ["  File %s, line %s" % (filename, lineno + 1)]
        if source:
            result.append(source.split("\n")[lineno])
            result.append(" " * self.source_pos.columnno + "^")
        else:
            result.append("<couldn't get source>")
        message = "ParseError"
        if self.errorinformation is not None:
            reasons = self.errorinformation.failure_reasons
            last = len(reasons) - 1
            if last == 0:
                message += ": expected " + reasons[0]
            elif last > 0:
                quoted = ["'" + reasons[i] + "'" for i in range(last)]
                message += ": expected %s or '%s'" % (", ".join(quoted), reasons[last])
        result.append(message)
        return "\n".join(result)

    def __str__(self):
        return self.nice_error_message()


def describe_symbol(symbol):
    """What an error message calls a token: literals of grammars have names like `__3_+`."""
    if symbol.startswith("__") and len(symbol) > 2 and symbol[2].isdigit():
        end = symbol.find("_", 2)
        if end >= 0:
            return symbol[end + 1:]
    return symbol


class LazyParseTable(object):
    """The results of one parse. Subclasses can say by `terminal_equality` what tokens a name stands for."""

    def __init__(self, input, parser):
        self.parser = parser
        self.input = input
        self.matched = {}
        self.errorinformation = {}

    def match_symbol(self, i, symbol):
        """The node for a symbol at a token's index (None if it does not fit), the index behind, and errors or None."""
        key = (i, symbol)
        if key in self.matched:
            return self.matched[key]
        if not self.parser.is_nonterminal(symbol):
            return self.match_terminal(i, symbol)
        error = None
        result = (None, 0, None)
        for expansion in self.parser.get_rule(symbol).expansions:
            at = i
            children = []
            for part in expansion:
                node, following, problem = self.match_symbol(at, part)
                # What matched may have come further than it needed.
                error = combine_errors(error, problem)
                if node is None:
                    break
                children.append(node)
                at = following
            else:
                result = (Nonterminal(symbol, children), at, error)
                break
        else:
            result = (None, 0, error)
        self.matched[key] = result
        return result

    def match_terminal(self, i, symbol):
        try:
            token = self.input[i]
        except IndexError:
            return (None, 0, ErrorInformation(i, [describe_symbol(symbol)]))
        if not self.terminal_equality(symbol, token):
            return (None, 0, ErrorInformation(i, [describe_symbol(symbol)]))
        result = (Symbol(symbol, token.source, token), i + 1, None)
        self.matched[i, symbol] = result
        return result

    def terminal_equality(self, symbol, input):
        return symbol == input.name


class PackratParser(object):
    """Parses by rules, from a start symbol."""

    def __init__(self, rules, startsymbol, parsetablefactory=LazyParseTable, check_for_left_recursion=True):
        self.rules = rules
        self.nonterminal_to_rule = {}
        for rule in rules:
            self.nonterminal_to_rule[rule.nonterminal] = rule
        self.startsymbol = startsymbol
        if check_for_left_recursion:
            assert not self.has_left_recursion()
        self.parsetablefactory = parsetablefactory

    def is_nonterminal(self, symbol):
        return symbol in self.nonterminal_to_rule

    def get_rule(self, symbol):
        return self.nonterminal_to_rule[symbol]

    def parse(self, tokeniterator, lazy=False):
        """The tree for all tokens that the start symbol takes; ParseError if it does not fit. With `lazy`, tokens are asked for
        one by one."""
        if lazy:
            input = LazyInputStream(tokeniterator)
        else:
            input = list(tokeniterator)
        table = self.parsetablefactory(input, self)
        node, _, error = table.match_symbol(0, self.startsymbol)
        if node is None:
            raise ParseError(self.error_position(input, error), error)
        return node

    def error_position(self, input, error):
        at = 0
        if error is not None:
            at = error.pos
        while at >= 0:
            try:
                return input[at].source_pos
            except IndexError:
                at -= 1  # behind the last token: there
        return SourcePos(0, 0, 0)

    def has_left_recursion(self):
        """Whether a nonterminal can begin with itself: such rules would never end."""
        empty = self.empty_nonterminals()
        for rule in self.rules:
            seen = {}
            todo = [rule.nonterminal]
            while todo:
                for expansion in self.get_rule(todo.pop()).expansions:
                    for symbol in expansion:
                        if not self.is_nonterminal(symbol):
                            break
                        if symbol == rule.nonterminal:
                            return True
                        if symbol not in seen:
                            seen[symbol] = None
                            todo.append(symbol)
                        if symbol not in empty:
                            break
        return False

    def empty_nonterminals(self):
        """The nonterminals that can stand for no token at all."""
        empty = {}
        count = -1
        while len(empty) > count:
            count = len(empty)
            for rule in self.rules:
                for expansion in rule.expansions:
                    for symbol in expansion:
                        if symbol not in empty:
                            break
                    else:
                        empty[rule.nonterminal] = None
        return empty

    def __repr__(self):
        return "%s(%r, %r)" % (self.__class__.__name__, self.rules, self.startsymbol)
