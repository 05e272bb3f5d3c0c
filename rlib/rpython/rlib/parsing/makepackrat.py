r"""Packrat parsers as classes: the grammar is the class's docstring, and each rule becomes a method.

    class Sums(PackratParser):
        r'''
        NUMBER: c = `0|[1-9][0-9]*` IGNORE* return {int(c)};
        IGNORE: ` |\n`;
        sum: a = sum '+' IGNORE* b = NUMBER return {a + b} | NUMBER;
        '''

    Sums("1 + 2").sum()

Commands: 'text'; `regular expression`; a rule, `rule({argument})` for `rule(name): …`; `name = command`; `return {expression}`;
`if {condition}`; `do command if {condition}`; `choose name in {expression} commands`; `( )` groups; `|` alternatives; `*`, `+` give
lists; `?`; `[x]`: the result of what is before it stays; `<x>`: x is the result; `!x`, `!!x` look ahead.

The module of such a class imports BacktrackException, which a failing rule raises. Rules may be left-recursive.
"""
import sys

from rpython.rlib.parsing.deterministic import _Run
from rpython.rlib.parsing.regexparse import parse_regex


class BacktrackException(Exception):
    """A rule does not fit; `error` is an ErrorInformation or None."""

    def __init__(self, error=None):
        self.error = error


class ErrorInformation(object):
    """How far a parse came (index of a character), and what could have stood there."""

    def __init__(self, pos, expected=None):
        self.pos = pos
        self.expected = [] if expected is None else expected

    def __str__(self):
        return "ErrorInformation(%s, %s)" % (self.pos, self.expected)

    def get_line_column(self, source):
        pos = self.pos
        assert pos >= 0
        before = source[:pos]
        return before.count("\n"), pos - before.rfind("\n") - 1

    def nice_error_message(self, filename="<filename>", source=""):
        if source:
            lineno, columnno = self.get_line_column(source)
            result = ["  File %s, line %s" % (filename, lineno + 1),
                      source.split("\n")[lineno],
                      " " * columnno + "^"]
        else:
            result = ["<couldn't get source>"]
        last = len(self.expected) - 1
        if last < 0:
            result.append("ParseError")
        elif last == 0:
            result.append("ParseError: expected " + self.expected[0])
        else:
            quoted = ["'" + self.expected[i] + "'" for i in range(last)]
            result.append("ParseError: expected %s or '%s'" % (", ".join(quoted), self.expected[last]))
        return "\n".join(result)


class Status(object):
    """What is known of a rule at a place. Each rule has a class of its own like this one, for results differ in type."""
    NORMAL = 0
    ERROR = 1
    INPROGRESS = 2
    LEFTRECURSION = 3

    def __init__(self):
        self.pos = 0
        self.error = None
        self.status = Status.INPROGRESS
        # A left-recursive rule has found something, and may find more.
        self.seeded = False


# --- the grammar's text ---

NAME_CHARS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
CLOSERS = {"'": "'", "`": "`", "{": "}"}


class GrammarToken(object):
    """Kind: NAME, ', `, {, or a punctuation character; the text inside of quotes; where it begins and ends."""

    def __init__(self, kind, text, start, end):
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end


def _tokens(text):
    result = []
    i = 0
    while i < len(text):
        start = i
        char = text[i]
        i += 1
        if char in " \t\r\n":
            continue
        if char == "#":
            while i < len(text) and text[i] != "\n":
                i += 1
            continue
        if char in NAME_CHARS:
            while i < len(text) and text[i] in NAME_CHARS:
                i += 1
            result.append(GrammarToken("NAME", text[start:i], start, i))
        elif char in CLOSERS:
            while i < len(text) and text[i] != CLOSERS[char]:
                if char == "`" and text[i] == "\\":
                    i += 1
                i += 1
            if i >= len(text):
                raise _error(text, start, "%s is not closed" % char)
            i += 1
            result.append(GrammarToken(char, text[start + 1:i - 1], start, i))
        else:
            result.append(GrammarToken(char, char, start, i))
    result.append(GrammarToken("end", "", len(text), len(text)))
    return result


def _error(text, position, message):
    lines = text[:position].split("\n")
    return ValueError("line %d of the grammar: %s\n%s\n%s^" % (
        len(lines), message, text.split("\n")[len(lines) - 1], " " * len(lines[-1])))


class Command(object):
    """A node of a grammar: the kind, its parts, and a text."""

    def __init__(self, kind, parts=(), text=""):
        self.kind = kind
        self.parts = parts
        self.text = text


class GrammarParser(object):
    """Reads the rules: a list of (name, names of arguments, Command)."""

    def __init__(self, text):
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0

    def peek(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def accept(self, kind):
        if self.peek().kind == kind:
            self.at += 1
            return True
        return False

    def take(self, kind, what):
        token = self.peek()
        if token.kind != kind:
            raise _error(self.text, token.start, "%s expected" % what)
        self.at += 1
        return token

    def rules(self):
        result = []
        while self.peek().kind != "end":
            name = self.take("NAME", "the name of a rule").text
            args = []
            if self.accept("("):
                args.append(self.take("NAME", "a name").text)
                while self.accept(","):
                    args.append(self.take("NAME", "a name").text)
                self.take(")", "')'")
            self.take(":", "':'")
            result.append((name, args, self.alternatives()))
            self.take(";", "';'")
        return result

    def alternatives(self):
        result = [self.commands()]
        while self.accept("|"):
            result.append(self.commands())
        return result[0] if len(result) == 1 else Command("or", result)

    def commands(self):
        result = [self.command()]
        while self.peek().kind in ("NAME", "'", "`", "(", "[", "<", "!"):
            result.append(self.command())
        return result[0] if len(result) == 1 else Command("sequence", result)

    def command(self):
        token, following = self.peek(), self.peek(1)
        if token.kind == "NAME":
            if token.text in ("return", "if") and following.kind == "{":
                self.at += 2
                return Command(token.text, (), following.text)
            if token.text == "do":
                self.at += 1
                what = self.command()
                word = self.take("NAME", "'if'")
                if word.text != "if":
                    raise _error(self.text, word.start, "'if' expected")
                return Command("sequence", [what, Command("if", (), self.take("{", "{condition}").text)])
            if token.text == "choose" and following.kind == "NAME":
                self.at += 2
                if self.take("NAME", "'in'").text != "in":
                    raise _error(self.text, following.start, "'choose name in {expression}' expected")
                values = self.take("{", "{expression}").text
                return Command("choose", [self.commands(), following.text], values)
            if following.kind == "=":
                self.at += 2
                return Command("named", [self.command()], token.text)
        if self.accept("!"):
            if self.accept("!"):
                return Command("lookahead", [self.enclosed()])
            return Command("not", [self.enclosed()])
        what = self.enclosed()
        for kind in "*+?":
            if self.accept(kind):
                return Command(kind, [what])
        return what

    def enclosed(self):
        if self.accept("<"):
            result = Command("exclusive", [self.primary()])
            self.take(">", "'>'")
            return result
        if self.accept("["):
            result = Command("ignore", [self.alternatives()])
            self.take("]", "']'")
            return result
        if self.accept("("):
            result = self.alternatives()
            self.take(")", "')'")
            return result
        return self.primary()

    def primary(self):
        token = self.peek()
        if token.kind == "'":
            self.at += 1
            return Command("text", (), token.text)
        if token.kind == "`":
            self.at += 1
            return Command("regex", (), token.text.replace("\\`", "`"))
        name = self.take("NAME", "a command")
        args = []
        # `rule (x)` is a rule and a group, `rule({x})` has an argument.
        if self.peek().kind == "(" and self.peek().start == name.end:
            self.at += 1
            args.append(self.take("{", "{argument}").text)
            while self.accept(","):
                args.append(self.take("{", "{argument}").text)
            self.take(")", "')'")
        return Command("call", args, name.text)


# --- the methods ---

HEADER = """\
def %(name)s(self%(args)s):
    return self._%(name)s(%(values)s).result
def _%(name)s(self%(args)s):
    _key = %(key)s
    _status = self._dict_%(name)s.get(_key, None)
    if _status is not None:
        if _status.status == 0:
            self._pos = _status.pos
            return _status
        if _status.status == 1:
            raise BacktrackException(_status.error)
        _status.status = 3
        if not _status.seeded:
            raise BacktrackException(None)
        self._pos = _status.pos
        return _status
    _status = self._Status_%(name)s()
    self._dict_%(name)s[_key] = _status
    _start = self._pos
    while True:
        _error = None
        try:
"""
FOOTER = """\
        except BacktrackException as _exc:
            if _status.seeded:
                _status.status = 0
                self._pos = _status.pos
                return _status
            _status.error = self._combine_errors(_error, _exc.error)
            _status.status = 1
            raise BacktrackException(_status.error)
        if _status.seeded and _status.pos >= self._pos:
            _status.status = 0
            self._pos = _status.pos
            return _status
        _status.pos = self._pos
        _status.error = _error
        _status.result = %(result)s
        if _status.status != 3:
            _status.status = 0
            return _status
        _status.seeded = True
        _status.status = 2
        self._pos = _start
"""
STATUS = """\
class Status_%(name)s(object):
    def __init__(self):
        self.pos = 0
        self.error = None
        self.status = 2
        self.seeded = False
"""
ERRORS = "_error = self._combine_errors(_error, %s)"


class MethodMaker(object):
    """The source of one rule's methods."""

    def __init__(self, regexes):
        self.regexes = regexes
        self.lines = []
        self.indent = 3
        self.count = 0

    def emit(self, line):
        self.lines.append("    " * self.indent + line)

    def fresh(self, what):
        self.count += 1
        return "_%s%d" % (what, self.count)

    def make(self, name, args, body):
        result = self.command(body, "None", True)
        values = {"name": name, "args": "".join([", " + a for a in args]), "values": ", ".join(args),
                  "key": "(self._pos, %s)" % ", ".join(args) if args else "self._pos", "result": result}
        return HEADER % values + "".join([line + "\n" for line in self.lines]) + FOOTER % values

    def command(self, node, before, wanted):
        """Emits a command. Gives the name of the result; `before` is that of what stands before. What is not wanted is not kept,
        so that different types do not meet in one variable."""
        return getattr(self, "command_" + METHODS.get(node.kind, node.kind))(node, before, wanted)

    def guarded(self, body):
        """Emits `try:` and the body; gives the place to go back to."""
        back = self.fresh("back")
        self.emit("%s = self._pos" % back)
        self.emit("try:")
        self.indent += 1
        result = body()
        return back, result

    def handler(self, back, errors=True):
        self.indent -= 1
        self.emit("except BacktrackException as _exc:")
        self.indent += 1
        if errors:
            self.emit(ERRORS % "_exc.error")
        self.emit("self._pos = %s" % back)

    def command_sequence(self, node, before, wanted):
        parts = node.parts
        kinds = [p.kind for p in parts]
        result = before
        if "exclusive" in kinds:
            for i, part in enumerate(parts):
                value = self.command(part, "None", wanted and part.kind == "exclusive")
                if part.kind == "exclusive":
                    result = value
            return result
        # The last one that gives a result decides; `x?` may leave the one before.
        needed = [False] * len(parts)
        i = len(parts) - 1
        while wanted and i >= 0:
            if kinds[i] not in ("ignore", "not", "lookahead", "if"):
                needed[i] = True
                if kinds[i] != "?":
                    break
            i -= 1
        for part, need in zip(parts, needed):
            value = self.command(part, result, need)
            if need:
                result = value
        return result

    def command_or(self, node, before, wanted):
        result = self.fresh("result")
        self.emit("while True:")
        self.indent += 1
        for part in node.parts[:-1]:
            back, value = self.guarded(lambda: self.command(part, before, wanted))
            if wanted:
                self.emit("%s = %s" % (result, value))
            self.emit("break")
            self.handler(back)
            self.indent -= 1
        value = self.command(node.parts[-1], before, wanted)
        if wanted:
            self.emit("%s = %s" % (result, value))
        self.emit("break")
        self.indent -= 1
        return result

    def command_maybe(self, node, before, wanted):
        result = self.fresh("result")
        if wanted:
            self.emit("%s = %s" % (result, before))
        back, value = self.guarded(lambda: self.command(node.parts[0], before, wanted))
        self.emit("%s = %s" % (result, value) if wanted else "pass")
        self.handler(back)
        self.indent -= 1
        return result

    def repetition(self, node, once, wanted):
        result = self.fresh("all")
        if wanted:
            self.emit("%s = []" % result)

        def body():
            value = self.command(node.parts[0], "None", wanted)
            if wanted:
                self.emit("%s.append(%s)" % (result, value))
        if once:
            body()
        self.emit("while True:")
        self.indent += 1
        back, _ = self.guarded(body)
        # What takes nothing would go on for ever.
        self.emit("if self._pos == %s:" % back)
        self.emit("    break")
        self.handler(back)
        self.emit("break")
        self.indent -= 2
        return result

    def command_star(self, node, before, wanted):
        return self.repetition(node, False, wanted)

    def command_plus(self, node, before, wanted):
        return self.repetition(node, True, wanted)

    def command_exclusive(self, node, before, wanted):
        return self.command(node.parts[0], before, wanted)

    def command_ignore(self, node, before, wanted):
        self.command(node.parts[0], "None", False)
        return before

    def command_not(self, node, before, wanted):
        back, _ = self.guarded(lambda: self.command(node.parts[0], "None", False))
        self.handler(back, errors=False)
        self.indent -= 1
        self.emit("else:")
        expected = "None"
        if node.parts[0].kind == "text":
            expected = "self._ErrorInformation(%s, [%r])" % (back, "NOT " + node.parts[0].text)
        self.emit("    raise BacktrackException(%s)" % expected)
        return before

    def command_lookahead(self, node, before, wanted):
        back = self.fresh("back")
        self.emit("%s = self._pos" % back)
        self.command(node.parts[0], "None", False)
        self.emit("self._pos = %s" % back)
        return before

    def command_named(self, node, before, wanted):
        value = self.command(node.parts[0], "None", True)
        self.emit("%s = %s" % (node.text, value))
        return node.text

    def command_return(self, node, before, wanted):
        result = self.fresh("result")
        self.emit("%s = (%s)" % (result, node.text.strip()))
        return result

    def command_if(self, node, before, wanted):
        self.emit("if not (%s):" % node.text.strip())
        self.emit("    raise BacktrackException(self._ErrorInformation(_start, ['condition not met']))")
        return before

    def command_choose(self, node, before, wanted):
        result = self.fresh("result")
        self.emit("for %s in (%s):" % (node.parts[1], node.text.strip()))
        self.indent += 1
        back, value = self.guarded(lambda: self.command(node.parts[0], before, wanted))
        if wanted:
            self.emit("%s = %s" % (result, value))
        self.emit("break")
        self.handler(back)
        self.indent -= 2
        self.emit("else:")
        self.emit("    raise BacktrackException(_error)")
        return result

    def command_call(self, node, before, wanted):
        args = ", ".join(["(%s)" % a.strip() for a in node.parts])
        result = self.fresh("result")
        if node.text.startswith("_"):
            self.emit("%s = self.%s(%s)" % (result, node.text, args))
            return result
        status = self.fresh("status")
        self.emit("%s = self._%s(%s)" % (status, node.text, args))
        self.emit(ERRORS % (status + ".error"))
        if wanted:
            self.emit("%s = %s.result" % (result, status))
        return result

    def command_text(self, node, before, wanted):
        result = self.fresh("result")
        self.emit("%s = self.__chars__(%r)" % (result, node.text))
        return result

    def command_regex(self, node, before, wanted):
        result = self.fresh("result")
        number = self.regexes.setdefault(node.text, len(self.regexes))
        self.emit("%s = self._regex%d()" % (result, number))
        return result


METHODS = {"*": "star", "+": "plus", "?": "maybe"}


def _regex_method(text):
    dfa = parse_regex(text).make_automaton().make_deterministic()
    dfa.optimize()
    recognize = dfa.make_lexing_code()

    def match(self):
        run = _Run(self._inputstream)
        start = self._pos
        recognize(run, start)
        if run.last_matched_state < 0:
            raise BacktrackException(None)
        stop = run.last_matched_index + 1
        assert start >= 0
        assert stop >= 0
        self._pos = stop
        return self._inputstream[start:stop]
    return match


class MetaPackratParser(type):
    """Makes methods of the rules in a class's docstring."""

    def __new__(cls, name, bases, attributes):
        text = attributes.get("__doc__")
        if not text or name == "PackratParser":
            return type.__new__(cls, name, bases, attributes)
        names = sys._getframe(1).f_globals
        names.setdefault("BacktrackException", BacktrackException)
        rules, regexes, made, source = [], {}, {}, []
        for rule, args, body in GrammarParser(text).rules():
            if rule in rules:
                raise ValueError("there are two rules %s" % rule)
            rules.append(rule)
            source.append(MethodMaker(regexes).make(rule, args, body))
            status = "_Status_" + rule
            # What overrides a rule gives the same type of result.
            if not [base for base in bases if hasattr(base, status)]:
                own = {}
                exec(STATUS % {"name": rule}, {}, own)
                made[status] = own["Status_" + rule]
        for base in bases:
            rules += [rule for rule in getattr(base, "_rules", []) if rule not in rules]
        source.append("def init_parser(self, inputstream):\n%s    self._pos = 0\n    self._inputstream = inputstream\n" % (
            "".join(["    self._dict_%s = {}\n" % rule for rule in rules])))
        code = "".join(source)
        # The expressions in the grammar see the names of the module.
        exec(code, names, made)
        for regex, number in regexes.items():
            made["_regex%d" % number] = _regex_method(regex)
        made.setdefault("__init__", made["init_parser"])
        made.update(attributes)
        made["_rules"] = rules
        made["_code"] = code
        return type.__new__(cls, name, bases, made)


def _chars(self, chars):
    pos = self._pos
    end = pos + len(chars)
    if end <= len(self._inputstream):
        for i in range(len(chars)):
            if self._inputstream[pos + i] != chars[i]:
                break
        else:
            self._pos = end
            return chars
    raise BacktrackException(ErrorInformation(pos, [chars]))


def _any(self):
    pos = self._pos
    if pos >= len(self._inputstream):
        raise BacktrackException(ErrorInformation(pos, ["anything"]))
    self._pos = pos + 1
    return self._inputstream[pos]


def _combine_errors(self, a, b):
    if a is None:
        return b
    if b is None or a.pos > b.pos or len(b.expected) == 0:
        return a
    if b.pos > a.pos or len(a.expected) == 0:
        return b
    expected = a.expected[:]
    for reason in b.expected:
        if reason not in expected:
            expected.append(reason)
    return ErrorInformation(a.pos, expected)


PackratParser = MetaPackratParser("PackratParser", (object,), {
    "__doc__": "Base of parsers: see the module.",
    "_ErrorInformation": ErrorInformation,
    "_BacktrackException": BacktrackException,
    "__chars__": _chars,
    "__any__": _any,
    "_combine_errors": _combine_errors})
