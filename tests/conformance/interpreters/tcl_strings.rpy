"""A command language where everything is a string: frames with upvar and uplevel, procedures, control commands that evaluate their
arguments, an expression parser, results by exceptions, a parse cache in a dictionary."""
from rpython.rlib.rstring import StringBuilder, ParseStringError, ParseStringOverflowError
from rpython.rlib.rarithmetic import string_to_int, ovfcheck
from rpython.rlib.objectmodel import newlist_hint


class TclError(Exception):
    def __init__(self, message):
        self.message = message
        self.trace = []


class TclReturn(Exception):
    def __init__(self, value):
        self.value = value


class TclBreak(Exception):
    pass


class TclContinue(Exception):
    pass


# ---------------------------------------------------------------- parsing

LITERAL, VARIABLE, SCRIPT = range(3)


class Part(object):
    _immutable_fields_ = ["kind", "text"]

    def __init__(self, kind, text):
        self.kind = kind
        self.text = text


class ParsedWord(object):
    _immutable_fields_ = ["parts[*]", "expand"]

    def __init__(self, parts):
        self.parts = parts

    def constant(self):
        return len(self.parts) == 1 and self.parts[0].kind == LITERAL


class Parser(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def script(self):
        commands = []
        while True:
            self.skip(" \t\n;")
            if self.pos >= len(self.text):
                return commands
            if self.text[self.pos] == "#":
                while self.pos < len(self.text) and self.text[self.pos] != "\n":
                    self.pos += 1
                continue
            words = []
            while True:
                self.skip(" \t")
                if self.pos >= len(self.text) or self.text[self.pos] in "\n;":
                    break
                words.append(self.word())
            commands.append(words)

    def skip(self, chars):
        while self.pos < len(self.text) and self.text[self.pos] in chars:
            self.pos += 1

    def matching(self, left, right):
        depth = 0
        start = self.pos + 1
        while self.pos < len(self.text):
            c = self.text[self.pos]
            if c == "\\":
                self.pos += 1
            elif c == left:
                depth += 1
            elif c == right:
                depth -= 1
                if depth == 0:
                    self.pos += 1
                    stop = self.pos - 1
                    assert 0 <= start <= stop
                    return self.text[start:stop]
            self.pos += 1
        raise TclError("missing " + right)

    def word(self):
        c = self.text[self.pos]
        if c == "{":
            return ParsedWord([Part(LITERAL, self.matching("{", "}"))])
        if c == '"':
            self.pos += 1
            word = self.parts('"')
            if self.pos >= len(self.text):
                raise TclError('missing "')
            self.pos += 1
            return word
        return self.parts(" \t\n;")

    def parts(self, ends):
        parts = newlist_hint(2)
        literal = StringBuilder()
        while self.pos < len(self.text) and self.text[self.pos] not in ends:
            c = self.text[self.pos]
            if c == "$":
                start = self.pos + 1
                stop = start
                while stop < len(self.text) and (self.text[stop].isalnum() or self.text[stop] == "_"):
                    stop += 1
                if stop > start:
                    if literal.getlength() > 0:
                        parts.append(Part(LITERAL, literal.build()))
                        literal = StringBuilder()
                    parts.append(Part(VARIABLE, self.text[start:stop]))
                    self.pos = stop
                    continue
            elif c == "[":
                if literal.getlength() > 0:
                    parts.append(Part(LITERAL, literal.build()))
                    literal = StringBuilder()
                parts.append(Part(SCRIPT, self.matching("[", "]")))
                continue
            elif c == "\\" and self.pos + 1 < len(self.text):
                self.pos += 1
                c = self.text[self.pos]
                if c == "n":
                    c = "\n"
            literal.append(c)
            self.pos += 1
        if literal.getlength() > 0 or not parts:
            parts.append(Part(LITERAL, literal.build()))
        return ParsedWord(parts[:])


# ---------------------------------------------------------------- frames and values

class Cell(object):
    def __init__(self):
        self.value = None


class Frame(object):
    def __init__(self, parent, level):
        self.parent = parent
        self.level = level
        self.cells = {}

    def cell(self, name):
        c = self.cells.get(name, None)
        if c is None:
            c = self.cells[name] = Cell()
        return c


def to_int(s):
    try:
        return string_to_int(s.strip(" "), 0)
    except ParseStringOverflowError:
        raise TclError("integer too large: " + s)
    except ParseStringError:
        raise TclError("expected integer but got \"" + s + "\"")


def split_list(s):
    parser = Parser(s)
    items = []
    while True:
        parser.skip(" \n\t")
        if parser.pos >= len(s):
            return items
        if s[parser.pos] == "{":
            items.append(parser.matching("{", "}"))
        else:
            start = parser.pos
            while parser.pos < len(s) and s[parser.pos] not in " \n\t":
                parser.pos += 1
            assert start >= 0
            items.append(s[start:parser.pos])


def join_list(items):
    out = []
    for item in items:
        if item == "" or " " in item or "{" in item:
            out.append("{" + item + "}")
        else:
            out.append(item)
    return " ".join(out)


# ---------------------------------------------------------------- expressions

LEVELS = [["||"], ["&&"], ["==", "!=", "eq", "ne"], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"]]


class Expression(object):
    def __init__(self, interp, text):
        self.interp = interp
        self.tokens = self.tokenize(text)
        self.pos = 0

    def tokenize(self, text):
        tokens = []
        i = 0
        while i < len(text):
            c = text[i]
            if c == " " or c == "\n":
                i += 1
            elif c.isdigit():
                j = i
                while j < len(text) and text[j].isalnum():
                    j += 1
                tokens.append(text[i:j])
                i = j
            elif c.isalpha():
                j = i
                while j < len(text) and text[j].isalnum():
                    j += 1
                tokens.append(text[i:j])
                i = j
            elif i + 1 < len(text) and text[i:i + 2] in ("==", "!=", "<=", ">=", "&&", "||"):
                tokens.append(text[i:i + 2])
                i += 2
            elif c == '"':
                j = text.find('"', i + 1)
                if j < 0:
                    raise TclError("missing quote in expression")
                tokens.append("\x00" + text[i + 1:j])
                i = j + 1
            else:
                tokens.append(c)
                i += 1
        return tokens

    def peek(self):
        return self.tokens[self.pos] if self.pos < len(self.tokens) else ""

    def evaluate(self):
        value = self.level(0)
        if self.peek():
            raise TclError("syntax error in expression near " + self.peek())
        return value

    def level(self, n):
        if n == len(LEVELS):
            return self.unary()
        left = self.level(n + 1)
        while self.peek() in LEVELS[n]:
            op = self.peek()
            self.pos += 1
            left = binary(op, left, self.level(n + 1))
        return left

    def unary(self):
        t = self.peek()
        self.pos += 1
        if t == "-":
            return str(-to_int(self.unary()))
        if t == "!":
            return str(int(to_int(self.unary()) == 0))
        if t == "(":
            value = self.level(0)
            if self.peek() != ")":
                raise TclError("missing )")
            self.pos += 1
            return value
        if t == "":
            raise TclError("premature end of expression")
        if t[0] == "\x00":
            return t[1:]
        return t


def binary(op, a, b):
    if op == "eq":
        return str(int(a == b))
    if op == "ne":
        return str(int(a != b))
    x = to_int(a)
    y = to_int(b)
    if op in "+-*":
        try:
            if op == "+":
                r = ovfcheck(x + y)
            elif op == "-":
                r = ovfcheck(x - y)
            else:
                r = ovfcheck(x * y)
        except OverflowError:
            raise TclError("integer overflow")
    elif op == "/" or op == "%":
        try:
            r = x // y if op == "/" else x % y
        except ZeroDivisionError:
            raise TclError("divide by zero")
    elif op == "==":
        r = int(x == y)
    elif op == "!=":
        r = int(x != y)
    elif op == "<":
        r = int(x < y)
    elif op == ">":
        r = int(x > y)
    elif op == "<=":
        r = int(x <= y)
    elif op == ">=":
        r = int(x >= y)
    elif op == "&&":
        r = int(x != 0 and y != 0)
    else:
        r = int(x != 0 or y != 0)
    return str(r)


# ---------------------------------------------------------------- commands

class Command(object):
    name = ""

    def invoke(self, interp, argv):
        raise NotImplementedError


class Proc(Command):
    def __init__(self, name, params, body):
        self.name = name
        self.params = params
        self.body = body

    def invoke(self, interp, argv):
        frame = Frame(interp.frame, interp.frame.level + 1)
        n = len(self.params)
        rest = n > 0 and self.params[n - 1] == "args"
        if len(argv) - 1 < (n - 1 if rest else n) or (not rest and len(argv) - 1 > n):
            raise TclError("wrong # args: should be \"" + " ".join([self.name] + self.params) + "\"")
        for i in range(n):
            if rest and i == n - 1:
                frame.cell("args").value = join_list(argv[i + 1:])
            else:
                frame.cell(self.params[i]).value = argv[i + 1]
        saved = interp.frame
        interp.frame = frame
        try:
            return interp.eval(self.body)
        except TclReturn as r:
            return r.value
        except TclError as e:
            e.trace.append(self.name)
            raise
        finally:
            interp.frame = saved


class Builtin(Command):
    def __init__(self, name, f, low, high):
        self.name = name
        self.f = f
        self.low = low
        self.high = high

    def invoke(self, interp, argv):
        n = len(argv) - 1
        if n < self.low or (self.high >= 0 and n > self.high):
            raise TclError("wrong # args for " + self.name)
        return self.f(interp, argv)


BUILTINS = []


def builtin(name, low, high=-1):
    def register(f):
        BUILTINS.append(Builtin(name, f, low, high))
        return f
    return register


@builtin("set", 1, 2)
def cmd_set(interp, argv):
    if len(argv) == 3:
        interp.frame.cell(argv[1]).value = argv[2]
        return argv[2]
    return interp.get(argv[1])


@builtin("incr", 1, 2)
def cmd_incr(interp, argv):
    by = to_int(argv[2]) if len(argv) > 2 else 1
    value = str(to_int(interp.get(argv[1])) + by)
    interp.frame.cell(argv[1]).value = value
    return value


@builtin("puts", 1, 1)
def cmd_puts(interp, argv):
    interp.out.append(argv[1])
    return ""


@builtin("expr", 1)
def cmd_expr(interp, argv):
    return interp.expr(" ".join(argv[1:]))


@builtin("if", 2)
def cmd_if(interp, argv):
    i = 1
    while True:
        if to_int(interp.expr(argv[i])):
            return interp.eval(argv[i + 1])
        i += 2
        if i >= len(argv):
            return ""
        if argv[i] == "else":
            return interp.eval(argv[i + 1])
        if argv[i] != "elseif":
            raise TclError("expected else, got " + argv[i])
        i += 1


@builtin("while", 2, 2)
def cmd_while(interp, argv):
    while to_int(interp.expr(argv[1])):
        try:
            interp.eval(argv[2])
        except TclBreak:
            break
        except TclContinue:
            continue
    return ""


@builtin("foreach", 3, 3)
def cmd_foreach(interp, argv):
    names = split_list(argv[1])
    items = split_list(argv[2])
    for i in range(0, len(items), len(names)):
        for j in range(len(names)):
            interp.frame.cell(names[j]).value = items[i + j] if i + j < len(items) else ""
        try:
            interp.eval(argv[3])
        except TclBreak:
            break
        except TclContinue:
            pass
    return ""


@builtin("proc", 3, 3)
def cmd_proc(interp, argv):
    interp.commands[argv[1]] = Proc(argv[1], split_list(argv[2]), argv[3])
    return ""


@builtin("return", 0, 1)
def cmd_return(interp, argv):
    raise TclReturn(argv[1] if len(argv) > 1 else "")


@builtin("break", 0, 0)
def cmd_break(interp, argv):
    raise TclBreak()


@builtin("continue", 0, 0)
def cmd_continue(interp, argv):
    raise TclContinue()


@builtin("error", 1, 1)
def cmd_error(interp, argv):
    raise TclError(argv[1])


@builtin("catch", 1, 2)
def cmd_catch(interp, argv):
    try:
        result, code = interp.eval(argv[1]), "0"
    except TclError as e:
        result, code = e.message, "1"
    except TclReturn as r:
        result, code = r.value, "2"
    if len(argv) == 3:
        interp.frame.cell(argv[2]).value = result
    return code


@builtin("upvar", 2, 2)
def cmd_upvar(interp, argv):
    parent = interp.frame.parent
    if parent is None:
        raise TclError("upvar at the top")
    interp.frame.cells[argv[2]] = parent.cell(argv[1])
    return ""


@builtin("uplevel", 1, 1)
def cmd_uplevel(interp, argv):
    saved = interp.frame
    if saved.parent is None:
        raise TclError("uplevel at the top")
    interp.frame = saved.parent
    try:
        return interp.eval(argv[1])
    finally:
        interp.frame = saved


@builtin("list", 0)
def cmd_list(interp, argv):
    return join_list(argv[1:])


@builtin("llength", 1, 1)
def cmd_llength(interp, argv):
    return str(len(split_list(argv[1])))


@builtin("lindex", 2, 2)
def cmd_lindex(interp, argv):
    items = split_list(argv[1])
    i = to_int(argv[2])
    if 0 <= i < len(items):
        return items[i]
    return ""


@builtin("lappend", 2)
def cmd_lappend(interp, argv):
    cell = interp.frame.cell(argv[1])
    items = split_list(cell.value) if cell.value is not None else []
    items.extend(argv[2:])
    cell.value = join_list(items)
    return cell.value


@builtin("string", 2, 3)
def cmd_string(interp, argv):
    what = argv[1]
    if what == "length":
        return str(len(argv[2]))
    elif what == "reverse":
        chars = [c for c in argv[2]]
        chars.reverse()
        return "".join(chars)
    elif what == "repeat" and len(argv) == 4:
        return argv[2] * to_int(argv[3])
    elif what == "toupper":
        return argv[2].upper()
    raise TclError("bad option \"" + what + "\"")


class Interp(object):
    def __init__(self):
        self.commands = {}
        for b in BUILTINS:
            self.commands[b.name] = b
        self.frame = Frame(None, 0)
        self.out = []
        self.cache = {}
        self.parsed = 0

    def get(self, name):
        cell = self.frame.cells.get(name, None)
        if cell is None or cell.value is None:
            raise TclError("can't read \"" + name + "\": no such variable")
        return cell.value

    def expr(self, text):
        return Expression(self, self.substitute(text)).evaluate()

    def substitute(self, text):
        p = Parser(text)
        return self.word(p.parts(""))

    def eval(self, text):
        script = self.cache.get(text, None)
        if script is None:
            script = self.cache[text] = Parser(text).script()
            self.parsed += 1
        result = ""
        for words in script:
            argv = [self.word(w) for w in words]
            try:
                command = self.commands[argv[0]]
            except KeyError:
                raise TclError("invalid command name \"" + argv[0] + "\"")
            result = command.invoke(self, argv)
        return result

    def word(self, word):
        if word.constant():
            return word.parts[0].text
        out = StringBuilder()
        for part in word.parts:
            if part.kind == LITERAL:
                out.append(part.text)
            elif part.kind == VARIABLE:
                out.append(self.get(part.text))
            else:
                out.append(self.eval(part.text))
        return out.build()


SCRIPTS = ["set a 5; puts \"a is $a and [expr $a * 2 + 1]\"",
           "proc fact {n} {\n if {$n < 2} { return 1 }\n return [expr $n * [fact [expr $n - 1]]]\n}\nputs [fact 10]; puts [fact 25]",
           "proc swap {x y} { upvar $x a; upvar $y b; set t $a; set a $b; set b $t }\nset p 1; set q two; swap p q; puts \"$p $q\"",
           "set i 0; while {$i < 10} { incr i; if {$i % 2} continue; if {$i > 6} break; lappend r $i }; puts $r",
           "foreach {k v} {one 1 two 2 three} { puts \"$k=$v\" }",
           "proc do {body while cond} { uplevel $body; while {[uplevel \"expr $cond\"]} { uplevel $body } }\nset n 3; do {incr n 10} while {$n < 30}; puts $n",
           "puts [catch {error oops} m]; puts $m; puts [catch {expr 1 / 0} m]; puts $m; puts [catch {return x} m]$m; puts [catch {set a 1} m]$m",
           "proc f {a args} { return \"$a/[llength $args]/[lindex $args 1]\" }; puts [f 1 2 {3 4} 5]; puts [f 1]; f",
           "puts [list a {b c} {} d]; puts [string reverse [string toupper abc]] # not a comment",
           "set x 0x1F; puts [expr $x + 0o17]; puts [expr (1 + 2) * -3 == -9 && !0]; puts [expr \"ab\" eq \"ab\"]",
           "proc outer {} { inner }; proc inner {} { puts [nothing here] }; outer",
           "puts \"unfinished", "puts {a b", "foo", "puts $undefined", "expr 99999999999999999999", "expr 1 +", "break"]


def entry_point(argv):
    total = 0
    for text in SCRIPTS:
        interp = Interp()
        try:
            result = interp.eval(text)
        except TclError as e:
            result = "error: " + e.message
            if e.trace:
                result += " in " + "/".join(e.trace)
        except TclBreak:
            result = "break outside of a loop"
        print(" | ".join(interp.out) + " -> " + result)
        total += interp.parsed
    print(total)
    return 0


def target(driver, args):
    return entry_point, None
