"""A Prolog core: reader with operators, terms, unification with a trail, first-argument tests, cut, negation, arithmetic,
assert/retract, findall, exceptions. The solver is a machine with explicit frames, so that deep recursion needs no stack."""

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstring import StringBuilder


class PrologError(Exception):
    """An error term that Prolog code can catch."""

    def __init__(self, term):
        self.term = term


class ReadError(Exception):
    def __init__(self, message, line):
        self.message = message
        self.line = line


# ____________________________________________________________ terms


class Term(object):
    _attrs_ = []

    def deref(self):
        return self

    def is_callable(self):
        return False

    def copy(self, memo):
        return self

    def rank(self):
        """Standard order: variables, numbers, atoms, compound terms."""
        return 0


class Var(Term):
    _attrs_ = ["binding", "number"]
    counter = [0]

    def __init__(self):
        self.binding = None
        Var.counter[0] += 1
        self.number = Var.counter[0]

    def deref(self):
        t = self
        while isinstance(t, Var):
            b = t.binding
            if b is None:
                return t
            t = b
        return t

    def copy(self, memo):
        t = self.deref()
        if isinstance(t, Var):
            if t not in memo:
                memo[t] = Var()
            return memo[t]
        return t.copy(memo)


class Int(Term):
    _immutable_fields_ = ["value"]
    _attrs_ = ["value"]

    def __init__(self, value):
        self.value = value

    def rank(self):
        return 1


class Atom(Term):
    _immutable_fields_ = ["name"]
    _attrs_ = ["name"]
    table = {}

    def __init__(self, name):
        self.name = name

    def is_callable(self):
        return True

    def rank(self):
        return 2


def atom(name):
    a = Atom.table.get(name, None)
    if a is None:
        a = Atom(name)
        Atom.table[name] = a
    return a


class Struct(Term):
    _immutable_fields_ = ["name", "args[*]"]
    _attrs_ = ["name", "args"]

    def __init__(self, name, args):
        self.name = name
        self.args = args

    def is_callable(self):
        return True

    def copy(self, memo):
        return Struct(self.name, [a.copy(memo) for a in self.args])

    def rank(self):
        return 3


NIL = atom("[]")
TRUE = atom("true")


def cons(head, tail):
    return Struct(".", [head, tail])


def make_list(items, tail):
    result = tail
    i = len(items) - 1
    while i >= 0:
        result = cons(items[i], result)
        i -= 1
    return result


def type_error(kind, culprit):
    return PrologError(Struct("error", [Struct("type_error", [atom(kind), culprit]), Var()]))


def instantiation_error():
    return PrologError(Struct("error", [atom("instantiation_error"), Var()]))


def list_items(t):
    items = []
    t = t.deref()
    while isinstance(t, Struct) and t.name == "." and len(t.args) == 2:
        items.append(t.args[0].deref())
        t = t.args[1].deref()
    if isinstance(t, Var):
        raise instantiation_error()
    if t is not NIL:
        raise type_error("list", t)
    return items


def key_of(t):
    if isinstance(t, Struct):
        return t.name + "/" + str(len(t.args))
    if isinstance(t, Atom):
        return t.name + "/0"
    raise type_error("callable", t)


def compare(a, b):
    a = a.deref()
    b = b.deref()
    if a is b:
        return 0
    if a.rank() != b.rank():
        return -1 if a.rank() < b.rank() else 1
    if isinstance(a, Var) and isinstance(b, Var):
        return -1 if a.number < b.number else 1
    if isinstance(a, Int) and isinstance(b, Int):
        if a.value == b.value:
            return 0
        return -1 if a.value < b.value else 1
    if isinstance(a, Atom) and isinstance(b, Atom):
        if a.name == b.name:
            return 0
        return -1 if a.name < b.name else 1
    if isinstance(a, Struct) and isinstance(b, Struct):
        if len(a.args) != len(b.args):
            return -1 if len(a.args) < len(b.args) else 1
        if a.name != b.name:
            return -1 if a.name < b.name else 1
        for i in range(len(a.args)):
            c = compare(a.args[i], b.args[i])
            if c != 0:
                return c
    return 0


# ____________________________________________________________ writer

INFIX = {
    ":-": (1200, "xfx"), "-->": (1200, "xfx"), ";": (1100, "xfy"), "->": (1050, "xfy"), ",": (1000, "xfy"),
    "=": (700, "xfx"), "\\=": (700, "xfx"), "==": (700, "xfx"), "\\==": (700, "xfx"), "is": (700, "xfx"),
    "<": (700, "xfx"), ">": (700, "xfx"), "=<": (700, "xfx"), ">=": (700, "xfx"), "=:=": (700, "xfx"),
    "=\\=": (700, "xfx"), "=..": (700, "xfx"), "@<": (700, "xfx"), "@>": (700, "xfx"),
    "+": (500, "yfx"), "-": (500, "yfx"), "*": (400, "yfx"), "//": (400, "yfx"), "mod": (400, "yfx"),
    "^": (200, "xfy"),
}
PREFIX = {"\\+": (900, "fy"), "-": (200, "fy"), ":-": (1200, "fx"), "?-": (1200, "fx")}
SYMBOLS = "+-*/\\^<>=~:.?@#&"


def is_plain_atom(name):
    if name == "[]" or name == "!" or name == ";" or name == "{}":
        return True
    if len(name) == 0:
        return False
    c = name[0]
    if c.isalpha() and c.islower():
        for c in name:
            if not (c.isalnum() or c == "_"):
                return False
        return True
    for c in name:
        if c not in SYMBOLS:
            return False
    return True


class Writer(object):
    def __init__(self, quoted):
        self.quoted = quoted
        self.out = StringBuilder()
        self.last = " "

    def put(self, text):
        if len(text) == 0:
            return
        a = self.last
        b = text[0]
        alnum = (a.isalnum() or a == "_") and (b.isalnum() or b == "_")
        if alnum or (a in SYMBOLS and b in SYMBOLS) or (a == "," and b != " " and False):
            self.out.append(" ")
        self.out.append(text)
        self.last = text[len(text) - 1]

    def atom_text(self, name):
        if self.quoted and not is_plain_atom(name):
            return "'" + name.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"
        return name

    def write(self, t, limit):
        t = t.deref()
        if isinstance(t, Var):
            self.put("_G" + str(t.number))
        elif isinstance(t, Int):
            self.put(str(t.value))
        elif isinstance(t, Atom):
            self.put(self.atom_text(t.name))
        elif isinstance(t, Struct):
            self.write_struct(t, limit)

    def write_struct(self, t, limit):
        n = len(t.args)
        if t.name == "." and n == 2:
            self.write_list(t)
            return
        if n == 2 and t.name in INFIX:
            priority, kind = INFIX[t.name]
            left = priority if kind == "yfx" else priority - 1
            right = priority if kind == "xfy" else priority - 1
            if priority > limit:
                self.put("(")
            self.write(t.args[0], left)
            if t.name == ",":
                self.put(",")
            elif t.name[0].isalpha() or priority >= 700:
                self.put(" " + t.name + " ")
            else:
                self.put(t.name)
            self.write(t.args[1], right)
            if priority > limit:
                self.put(")")
            return
        if n == 1 and t.name in PREFIX:
            priority, kind = PREFIX[t.name]
            if priority > limit:
                self.put("(")
            self.put(t.name)
            self.write(t.args[0], priority if kind == "fy" else priority - 1)
            if priority > limit:
                self.put(")")
            return
        self.put(self.atom_text(t.name))
        self.put("(")
        for i in range(n):
            if i > 0:
                self.put(",")
            self.write(t.args[i], 999)
        self.put(")")

    def write_list(self, t):
        self.put("[")
        self.write(t.args[0], 999)
        rest = t.args[1].deref()
        while isinstance(rest, Struct) and rest.name == "." and len(rest.args) == 2:
            self.put(",")
            self.write(rest.args[0], 999)
            rest = rest.args[1].deref()
        if rest is not NIL:
            self.put("|")
            self.write(rest, 999)
        self.put("]")


def to_text(t, quoted=False):
    w = Writer(quoted)
    w.write(t, 1200)
    return w.out.build()


# ____________________________________________________________ reader

T_ATOM, T_VAR, T_INT, T_PUNCT, T_END, T_EOF, T_QUOTED = range(7)


class Token(object):
    def __init__(self, kind, text, line, follows):
        self.kind = kind
        self.text = text
        self.line = line
        self.follows = follows      # no space before it


def tokenize(text):
    tokens = []
    i = 0
    line = 1
    n = len(text)
    while True:
        start = i
        while i < n:
            c = text[i]
            if c == "\n":
                line += 1
                i += 1
            elif c == " " or c == "\t" or c == "\r":
                i += 1
            elif c == "%":
                while i < n and text[i] != "\n":
                    i += 1
            else:
                break
        follows = i == start
        if i >= n:
            tokens.append(Token(T_EOF, "", line, False))
            return tokens
        c = text[i]
        begin = i
        if c.isdigit():
            if c == "0" and i + 2 < n and text[i + 1] == "'":
                tokens.append(Token(T_INT, str(ord(text[i + 2])), line, follows))
                i += 3
                continue
            while i < n and text[i].isdigit():
                i += 1
            tokens.append(Token(T_INT, text[begin:i], line, follows))
        elif c.isalpha() or c == "_":
            while i < n and (text[i].isalnum() or text[i] == "_"):
                i += 1
            kind = T_VAR if (c == "_" or c.isupper()) else T_ATOM
            tokens.append(Token(kind, text[begin:i], line, follows))
        elif c == "'":
            i += 1
            b = StringBuilder()
            while True:
                if i >= n:
                    raise ReadError("quoted atom does not end", line)
                c = text[i]
                if c == "'":
                    i += 1
                    if i < n and text[i] == "'":
                        b.append("'")
                        i += 1
                        continue
                    break
                if c == "\\" and i + 1 < n:
                    e = text[i + 1]
                    b.append("\n" if e == "n" else ("\t" if e == "t" else e))
                    i += 2
                    continue
                if c == "\n":
                    line += 1
                b.append(c)
                i += 1
            tokens.append(Token(T_QUOTED, b.build(), line, follows))
        elif c in "()[]{}|,":
            i += 1
            tokens.append(Token(T_PUNCT, c, line, follows))
        elif c == "!" or c == ";":
            i += 1
            tokens.append(Token(T_ATOM, c, line, follows))
        elif c == "." and (i + 1 >= n or text[i + 1] in " \n\t%"):
            i += 1
            tokens.append(Token(T_END, ".", line, follows))
        elif c in SYMBOLS:
            while i < n and text[i] in SYMBOLS:
                i += 1
            tokens.append(Token(T_ATOM, text[begin:i], line, follows))
        else:
            raise ReadError("unexpected character '" + c + "'", line)


class Reader(object):
    def __init__(self, text):
        self.tokens = tokenize(text)
        self.pos = 0
        self.vars = {}

    def peek(self):
        return self.tokens[self.pos]

    def advance(self):
        t = self.tokens[self.pos]
        self.pos += 1
        return t

    def expect(self, text):
        t = self.advance()
        if t.kind != T_PUNCT or t.text != text:
            raise ReadError("expected '" + text + "', found '" + t.text + "'", t.line)

    def at_eof(self):
        return self.peek().kind == T_EOF

    def skip_clause(self):
        while self.peek().kind not in (T_END, T_EOF):
            self.pos += 1
        if self.peek().kind == T_END:
            self.pos += 1

    def read_clause(self):
        self.vars = {}
        t = self.parse(1200)
        end = self.advance()
        if end.kind != T_END:
            raise ReadError("operator expected, found '" + end.text + "'", end.line)
        return t

    def parse(self, limit):
        left, priority = self.parse_primary(limit)
        while True:
            t = self.peek()
            if t.kind == T_ATOM:
                name = t.text
            elif t.kind == T_PUNCT and (t.text == "," or t.text == "|"):
                name = t.text
            else:
                return left
            if name == "|":
                name = ";"
            if name not in INFIX:
                return left
            p, kind = INFIX[name]
            left_max = p if kind == "yfx" else p - 1
            right_max = p if kind == "xfy" else p - 1
            if p > limit or priority > left_max:
                return left
            self.pos += 1
            right = self.parse(right_max)
            left = Struct(name, [left, right])
            priority = p

    def parse_arguments(self):
        args = [self.parse(999)]
        while self.peek().kind == T_PUNCT and self.peek().text == ",":
            self.pos += 1
            args.append(self.parse(999))
        return args

    def starts_term(self, t):
        if t.kind == T_END or t.kind == T_EOF:
            return False
        if t.kind == T_PUNCT:
            return t.text == "(" or t.text == "[" or t.text == "{"
        if t.kind == T_ATOM and t.text in INFIX:
            return t.text in PREFIX
        return True

    def parse_primary(self, limit):
        t = self.advance()
        if t.kind == T_INT:
            return Int(int(t.text)), 0
        if t.kind == T_VAR:
            if t.text == "_":
                return Var(), 0
            if t.text not in self.vars:
                self.vars[t.text] = Var()
            return self.vars[t.text], 0
        if t.kind == T_PUNCT:
            if t.text == "(":
                inner = self.parse(1200)
                self.expect(")")
                return inner, 0
            if t.text == "[":
                return self.parse_list(), 0
            raise ReadError("unexpected '" + t.text + "'", t.line)
        if t.kind == T_ATOM or t.kind == T_QUOTED:
            after = self.peek()
            if after.kind == T_PUNCT and after.text == "(" and after.follows:
                self.pos += 1
                args = self.parse_arguments()
                self.expect(")")
                return Struct(t.text, args[:]), 0
            if t.kind == T_ATOM and t.text == "-" and after.kind == T_INT and after.follows:
                self.pos += 1
                return Int(-int(after.text)), 0
            if t.kind == T_ATOM and t.text in PREFIX and self.starts_term(after):
                p, kind = PREFIX[t.text]
                if p > limit:
                    p = 999
                arg = self.parse(p if kind == "fy" else p - 1)
                return Struct(t.text, [arg]), p
            priority = 0
            if t.kind == T_ATOM and t.text in INFIX:
                priority = INFIX[t.text][0]
            return atom(t.text), priority if priority <= limit else 0
        raise ReadError("unexpected end of clause", t.line)

    def parse_list(self):
        t = self.peek()
        if t.kind == T_PUNCT and t.text == "]":
            self.pos += 1
            return NIL
        items = self.parse_arguments()
        tail = NIL
        t = self.peek()
        if t.kind == T_PUNCT and t.text == "|":
            self.pos += 1
            tail = self.parse(999)
        self.expect("]")
        return make_list(items, tail)


# ____________________________________________________________ database


class Clause(object):
    def __init__(self, head, body):
        self.head = head
        self.body = body
        self.erased = False

    def first_constant(self):
        h = self.head
        if isinstance(h, Struct):
            return h.args[0].deref()
        return None


class Predicate(object):
    def __init__(self, key):
        self.key = key
        self.clauses = []

    def add(self, clause, at_end):
        # The running solver iterates over a snapshot (logical update view).
        if at_end:
            self.clauses = self.clauses + [clause]
        else:
            self.clauses = [clause] + self.clauses


def may_match(goal, clause):
    """A quick test of the first arguments."""
    if not isinstance(goal, Struct):
        return True
    a = goal.args[0].deref()
    b = clause.first_constant()
    if b is None:
        return True
    if isinstance(a, Int) and isinstance(b, Int):
        return a.value == b.value
    if isinstance(a, Atom) and isinstance(b, Atom):
        return a is b
    if isinstance(a, Struct) and isinstance(b, Struct):
        return a.name == b.name and len(a.args) == len(b.args)
    return isinstance(a, Var) or isinstance(b, Var)


# ____________________________________________________________ the machine


class Frame(object):
    """A goal that is still to be run, and what comes after it. `cut_height`: choice points to keep on a cut."""
    _immutable_fields_ = ["goal", "next", "cut_height", "catcher"]

    def __init__(self, goal, next, cut_height, catcher):
        self.goal = goal
        self.next = next
        self.cut_height = cut_height
        self.catcher = catcher      # a catch/3 that ends here


class Catcher(object):
    def __init__(self, ball, recovery, next, cut_height, height, trail):
        self.ball = ball
        self.recovery = recovery
        self.next = next
        self.cut_height = cut_height
        self.height = height
        self.trail = trail
        self.active = True


class Choice(object):
    """What to do when the present way fails."""

    def __init__(self, trail, goal, clauses, index, frame, cut_height):
        self.trail = trail
        self.goal = goal
        self.clauses = clauses
        self.index = index
        self.frame = frame
        self.cut_height = cut_height


class Machine(object):
    def __init__(self, out):
        self.preds = {}
        self.trail = []
        self.choices = []
        self.catchers = []
        self.out = out
        self.steps = 0
        self.halted = False

    # ---- unification

    def bind(self, v, t):
        v.binding = t
        self.trail.append(v)

    def undo(self, height):
        while len(self.trail) > height:
            self.trail.pop().binding = None

    def unify(self, a, b):
        a = a.deref()
        b = b.deref()
        if a is b:
            return True
        if isinstance(a, Var):
            self.bind(a, b)
            return True
        if isinstance(b, Var):
            self.bind(b, a)
            return True
        if isinstance(a, Int):
            return isinstance(b, Int) and a.value == b.value
        if isinstance(a, Struct) and isinstance(b, Struct):
            if a.name != b.name or len(a.args) != len(b.args):
                return False
            for i in range(len(a.args)):
                if not self.unify(a.args[i], b.args[i]):
                    return False
            return True
        return False

    # ---- database

    def predicate(self, key):
        if key not in self.preds:
            self.preds[key] = Predicate(key)
        return self.preds[key]

    def add_clause(self, t, at_end):
        head = t
        body = TRUE
        if isinstance(t, Struct) and t.name == ":-" and len(t.args) == 2:
            head = t.args[0].deref()
            body = t.args[1].deref()
        if not head.is_callable():
            raise type_error("callable", head)
        self.predicate(key_of(head)).add(Clause(head, body), at_end)

    def consult(self, text):
        reader = Reader(text)
        while not reader.at_eof():
            try:
                t = reader.read_clause()
            except ReadError as e:
                self.out.append("syntax error, line %d: %s\n" % (e.line, e.message))
                reader.skip_clause()
                continue
            if isinstance(t, Struct) and t.name == ":-" and len(t.args) == 1:
                self.query(t.args[0], reader.vars, 1)
            elif isinstance(t, Struct) and t.name == "?-" and len(t.args) == 1:
                self.query(t.args[0], reader.vars, 20)
            else:
                self.add_clause(t.copy({}), True)

    def query(self, goal, variables, limit):
        self.out.append("?- " + to_text(goal, True) + ".\n")
        try:
            found = self.solve(goal)
            count = 0
            while found:
                names = [name for name in variables.keys() if name[0] != "_"]
                line = ""
                for name in names:
                    value = variables[name].deref()
                    if isinstance(value, Var):
                        continue
                    if line:
                        line += ", "
                    line += name + " = " + to_text(value, True)
                self.out.append("   " + (line if line else "true") + "\n")
                count += 1
                if count >= limit:
                    break
                found = self.backtrack_and_run()
            if count == 0:
                self.out.append("   false\n")
        except PrologError as e:
            self.out.append("   error: " + to_text(e.term, True) + "\n")
        self.undo(0)
        self.choices = []
        self.catchers = []

    # ---- solving

    def solve(self, goal):
        self.choices = []
        self.catchers = []
        return self.run(Frame(goal, None, 0, None))

    def backtrack_and_run(self):
        frame = self.backtrack()
        if frame is None:
            return False
        if frame is DONE:
            return True
        return self.run(frame)

    def run(self, frame):
        while True:
            try:
                return self.run_loop(frame)
            except PrologError as e:
                frame = self.handle(e)

    def handle(self, error):
        ball = error.term.copy({})
        while len(self.catchers) > 0:
            c = self.catchers.pop()
            if not c.active:
                continue
            del self.choices[c.height:]
            self.undo(c.trail)
            if self.unify(c.ball, ball):
                return Frame(c.recovery, c.next, c.cut_height, None)
            self.undo(c.trail)
        raise PrologError(ball)

    def run_loop(self, frame):
        while True:
            while frame is not None and frame.catcher is not None:
                frame.catcher.active = len(self.choices) > frame.catcher.height
                frame = frame.next
            if frame is None:
                return True
            self.steps += 1
            frame = self.step(frame)
            if frame is None or frame is DONE:
                if frame is DONE:
                    return True
                frame = self.backtrack()
                if frame is None:
                    return False
                if frame is DONE:
                    return True

    def backtrack(self):
        """The next way to go on; None if there is none."""
        while len(self.choices) > 0:
            c = self.choices.pop()
            self.undo(c.trail)
            if c.clauses is None:
                if c.frame is None:
                    return DONE
                return c.frame
            frame = self.try_clauses(c.goal, c.clauses, c.index, c.frame)
            if frame is not None:
                return frame
        return None

    def try_clauses(self, goal, clauses, index, rest):
        n = len(clauses)
        height = len(self.choices)
        while index < n:
            clause = clauses[index]
            index += 1
            if clause.erased or not may_match(goal, clause):
                continue
            while index < n and (clauses[index].erased or not may_match(goal, clauses[index])):
                index += 1
            mark = len(self.trail)
            memo = {}
            head = clause.head.copy(memo)
            if self.unify(goal, head):
                if index < n:
                    self.choices.append(Choice(mark, goal, clauses, index, rest, height))
                if clause.body is TRUE:
                    return rest if rest is not None else DONE
                return Frame(clause.body.copy(memo), rest, height, None)
            self.undo(mark)
        return None

    def push_alternative(self, frame):
        self.choices.append(Choice(len(self.trail), None, None, 0, frame, 0))

    def go_on(self, frame):
        return frame.next if frame.next is not None else DONE

    def step(self, frame):
        """Runs the goal of a frame: the frame to go on with, None on failure."""
        goal = frame.goal.deref()
        if isinstance(goal, Var):
            raise instantiation_error()
        if isinstance(goal, Atom):
            name = goal.name
            if name == "true":
                return self.go_on(frame)
            if name == "fail" or name == "false":
                return None
            if name == "!":
                del self.choices[frame.cut_height:]
                return self.go_on(frame)
            if name == "nl":
                self.out.append("\n")
                return self.go_on(frame)
        elif isinstance(goal, Struct):
            n = len(goal.args)
            name = goal.name
            if n == 2:
                if name == ",":
                    second = Frame(goal.args[1], frame.next, frame.cut_height, None)
                    return Frame(goal.args[0], second, frame.cut_height, None)
                if name == ";":
                    left = goal.args[0].deref()
                    other = Frame(goal.args[1], frame.next, frame.cut_height, None)
                    if isinstance(left, Struct) and left.name == "->" and len(left.args) == 2:
                        height = len(self.choices)
                        self.push_alternative(other)
                        then = Frame(left.args[1], frame.next, frame.cut_height, None)
                        cut = Frame(atom("!"), then, height, None)
                        return Frame(left.args[0], cut, height + 1, None)
                    self.push_alternative(other)
                    return Frame(left, frame.next, frame.cut_height, None)
                if name == "->":
                    height = len(self.choices)
                    then = Frame(goal.args[1], frame.next, frame.cut_height, None)
                    return Frame(goal.args[0], Frame(atom("!"), then, height, None), height, None)
            if n == 1 and name == "\\+":
                height = len(self.choices)
                self.push_alternative(frame.next)
                failing = Frame(atom("!"), Frame(atom("fail"), None, 0, None), height, None)
                return Frame(goal.args[0], failing, height + 1, None)
            if name == "call" and n >= 1:
                target = goal.args[0].deref()
                if n > 1:
                    extra = [goal.args[i] for i in range(1, n)]
                    if isinstance(target, Atom):
                        target = Struct(target.name, extra)
                    elif isinstance(target, Struct):
                        target = Struct(target.name, target.args + extra)
                    else:
                        raise type_error("callable", target)
                return Frame(target, frame.next, len(self.choices), None)
            if name == "findall" and n == 3:
                return self.findall(goal, frame)
            if name == "catch" and n == 3:
                height = len(self.choices)
                c = Catcher(goal.args[1], goal.args[2], frame.next, frame.cut_height, height, len(self.trail))
                self.catchers.append(c)
                end = Frame(TRUE, frame.next, 0, c)
                return Frame(goal.args[0], end, height, None)
            if name == "between" and n == 3:
                return self.between(goal, frame)
            if name == "retract" and n == 1:
                return self.go_on(frame) if self.retract(goal.args[0].deref()) else None
            b = BUILTINS.get(key_of(goal), None)
            if b is not None:
                if b.function(self, goal.args):
                    return self.go_on(frame)
                return None
        else:
            raise type_error("callable", goal)
        key = key_of(goal)
        p = self.preds.get(key, None)
        if p is None:
            raise PrologError(Struct("error", [Struct("existence_error", [atom("procedure"), atom(key)]), Var()]))
        return self.try_clauses(goal, p.clauses, 0, frame.next)

    def between(self, goal, frame):
        low = evaluate(goal.args[0])
        high = evaluate(goal.args[1])
        x = goal.args[2].deref()
        if isinstance(x, Int):
            return self.go_on(frame) if low <= x.value <= high else None
        if low > high:
            return None
        if low < high:
            again = Struct("between", [Int(low + 1), Int(high), x])
            self.push_alternative(Frame(again, frame.next, 0, None))
        self.unify(x, Int(low))
        return self.go_on(frame)

    def findall(self, goal, frame):
        """Runs a machine of its own over the same database."""
        inner = Machine(self.out)
        inner.preds = self.preds
        results = []
        found = inner.solve(goal.args[1])
        while found:
            results.append(goal.args[0].copy({}))
            found = inner.backtrack_and_run()
        inner.undo(0)
        self.steps += inner.steps
        if self.unify(goal.args[2], make_list(results, NIL)):
            return self.go_on(frame)
        return None

    def retract(self, t):
        head = t
        body = TRUE
        if isinstance(t, Struct) and t.name == ":-" and len(t.args) == 2:
            head = t.args[0].deref()
            body = t.args[1]
        p = self.preds.get(key_of(head), None)
        if p is None:
            return False
        for clause in p.clauses:
            if clause.erased:
                continue
            mark = len(self.trail)
            memo = {}
            if self.unify(head, clause.head.copy(memo)) and self.unify(body, clause.body.copy(memo)):
                clause.erased = True
                p.clauses = [c for c in p.clauses if not c.erased]
                return True
            self.undo(mark)
        return False


DONE = Frame(None, None, -1, None)


# ____________________________________________________________ arithmetic and built-in predicates


def evaluate(t):
    t = t.deref()
    if isinstance(t, Int):
        return t.value
    if isinstance(t, Var):
        raise instantiation_error()
    if isinstance(t, Struct):
        if len(t.args) == 2:
            a = evaluate(t.args[0])
            b = evaluate(t.args[1])
            if t.name == "+":
                return a + b
            if t.name == "-":
                return a - b
            if t.name == "*":
                return a * b
            if t.name == "//" or t.name == "mod":
                if b == 0:
                    raise PrologError(Struct("error", [Struct("evaluation_error", [atom("zero_divisor")]), Var()]))
                return a // b if t.name == "//" else a % b
            if t.name == "max":
                return max(a, b)
            if t.name == "min":
                return min(a, b)
            if t.name == "^":
                result = 1
                for i in range(b):
                    result *= a
                return result
        elif len(t.args) == 1:
            a = evaluate(t.args[0])
            if t.name == "-":
                return -a
            if t.name == "abs":
                return abs(a)
    raise type_error("evaluable", t)


class Builtin(object):
    _immutable_ = True

    def __init__(self, function):
        self.function = function


BUILTINS = {}


def builtin(key):
    def decorate(f):
        BUILTINS[key] = Builtin(f)
        return f
    return decorate


@builtin("=/2")
def bi_unify(m, args):
    return m.unify(args[0], args[1])


@builtin("\\=/2")
def bi_not_unify(m, args):
    mark = len(m.trail)
    same = m.unify(args[0], args[1])
    m.undo(mark)
    return not same


@builtin("is/2")
def bi_is(m, args):
    return m.unify(args[0], Int(evaluate(args[1])))


def make_comparison(key, test):
    @builtin(key)
    def compare_numbers(m, args):
        return test(evaluate(args[0]), evaluate(args[1]))


make_comparison("</2", lambda a, b: a < b)
make_comparison(">/2", lambda a, b: a > b)
make_comparison("=</2", lambda a, b: a <= b)
make_comparison(">=/2", lambda a, b: a >= b)
make_comparison("=:=/2", lambda a, b: a == b)
make_comparison("=\\=/2", lambda a, b: a != b)


def make_order(key, test):
    @builtin(key)
    def compare_terms(m, args):
        return test(compare(args[0], args[1]))


make_order("==/2", lambda c: c == 0)
make_order("\\==/2", lambda c: c != 0)
make_order("@</2", lambda c: c < 0)
make_order("@>/2", lambda c: c > 0)


def make_type_test(key, test):
    @builtin(key)
    def type_test(m, args):
        return test(args[0].deref())


make_type_test("var/1", lambda t: isinstance(t, Var))
make_type_test("nonvar/1", lambda t: not isinstance(t, Var))
make_type_test("atom/1", lambda t: isinstance(t, Atom))
make_type_test("integer/1", lambda t: isinstance(t, Int))
make_type_test("compound/1", lambda t: isinstance(t, Struct))
make_type_test("callable/1", lambda t: t.is_callable())


@builtin("write/1")
def bi_write(m, args):
    m.out.append(to_text(args[0]))
    return True


@builtin("writeq/1")
def bi_writeq(m, args):
    m.out.append(to_text(args[0], True))
    return True


@builtin("assertz/1")
def bi_assertz(m, args):
    m.add_clause(args[0].copy({}).deref(), True)
    return True


@builtin("asserta/1")
def bi_asserta(m, args):
    m.add_clause(args[0].copy({}).deref(), False)
    return True


@builtin("throw/1")
def bi_throw(m, args):
    raise PrologError(args[0].copy({}))


@builtin("functor/3")
def bi_functor(m, args):
    t = args[0].deref()
    if isinstance(t, Struct):
        return m.unify(args[1], atom(t.name)) and m.unify(args[2], Int(len(t.args)))
    if isinstance(t, Var):
        n = evaluate(args[2])
        name = args[1].deref()
        if n == 0:
            return m.unify(t, name)
        if not isinstance(name, Atom):
            raise type_error("atom", name)
        return m.unify(t, Struct(name.name, [Var() for i in range(n)]))
    return m.unify(args[1], t) and m.unify(args[2], Int(0))


@builtin("arg/3")
def bi_arg(m, args):
    n = evaluate(args[0])
    t = args[1].deref()
    if not isinstance(t, Struct):
        raise type_error("compound", t)
    if n < 1 or n > len(t.args):
        return False
    return m.unify(args[2], t.args[n - 1])


@builtin("=../2")
def bi_univ(m, args):
    t = args[0].deref()
    if isinstance(t, Struct):
        return m.unify(args[1], cons(atom(t.name), make_list(t.args[:], NIL)))
    if not isinstance(t, Var):
        return m.unify(args[1], cons(t, NIL))
    items = list_items(args[1])
    if len(items) == 1:
        return m.unify(t, items[0])
    head = items[0]
    if not isinstance(head, Atom):
        raise type_error("atom", head)
    return m.unify(t, Struct(head.name, items[1:]))


@builtin("copy_term/2")
def bi_copy_term(m, args):
    return m.unify(args[1], args[0].copy({}))


@builtin("atom_length/2")
def bi_atom_length(m, args):
    a = args[0].deref()
    if not isinstance(a, Atom):
        raise type_error("atom", a)
    return m.unify(args[1], Int(len(a.name)))


@builtin("atom_codes/2")
def bi_atom_codes(m, args):
    a = args[0].deref()
    if isinstance(a, Atom):
        return m.unify(args[1], make_list([Int(ord(c)) for c in a.name], NIL))
    chars = []
    for t in list_items(args[1]):
        if not isinstance(t, Int):
            raise type_error("integer", t)
        chars.append(chr(t.value))
    return m.unify(a, atom("".join(chars)))


@builtin("msort/2")
def bi_msort(m, args):
    items = list_items(args[0])
    # Insertion sort: stable and short.
    for i in range(1, len(items)):
        x = items[i]
        k = i
        while k > 0 and compare(items[k - 1], x) > 0:
            items[k] = items[k - 1]
            k -= 1
        items[k] = x
    return m.unify(args[1], make_list(items, NIL))


@builtin("length/2")
def bi_length(m, args):
    return m.unify(args[1], Int(len(list_items(args[0]))))


# ____________________________________________________________ programs

LIBRARY = """
append([], L, L).
append([X|T], L, [X|R]) :- append(T, L, R).
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
reverse(L, R) :- reverse(L, [], R).
reverse([], A, A).
reverse([X|T], A, R) :- reverse(T, [X|A], R).
select(X, [X|T], T).
select(X, [Y|T], [Y|R]) :- select(X, T, R).
permutation([], []).
permutation(L, [X|P]) :- select(X, L, R), permutation(R, P).
maplist(_, []).
maplist(G, [X|T]) :- call(G, X), maplist(G, T).
maplist(_, [], []).
maplist(G, [X|T], [Y|U]) :- call(G, X, Y), maplist(G, T, U).
foldl(_, [], A, A).
foldl(G, [X|T], A, R) :- call(G, X, A, B), foldl(G, T, B, R).
nth0(0, [X|_], X) :- !.
nth0(N, [_|T], X) :- N > 0, M is N - 1, nth0(M, T, X).
sum([], 0).
sum([X|T], S) :- sum(T, R), S is R + X.
"""

PROGRAM = """
% family
parent(tom, bob). parent(tom, liz). parent(bob, ann). parent(bob, pat). parent(pat, jim).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).
?- ancestor(tom, Who).
?- ancestor(Who, jim).
?- parent(jim, _).
?- append(X, Y, [1, 2]).
?- append([1], [2|T], L).
?- reverse([a, 'B c', 3], R).
?- permutation([1, 2, 3], P).
?- findall(X-Y, (member(X, [1, 2]), member(Y, [a, b])), L).

% arithmetic
fact(0, 1) :- !.
fact(N, F) :- M is N - 1, fact(M, G), F is N * G.
fib(0, 0). fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, FA), fib(B, FB), F is FA + FB.
?- fact(10, F).
?- fib(16, F).
?- X is 7 mod 3 + 2 * (3 - 5) ^ 3 - -4.
?- X is 1 // 0.
?- X is foo + 1.
?- X is Y + 1.
?- catch(X is 1 // 0, error(E, _), (write(caught(E)), nl)).
?- catch(throw(my), other, true).
?- catch((member(X, [1, 2, 3]), X > 1, throw(found(X))), found(Y), true).

% cut, negation, if-then-else
max(X, Y, X) :- X >= Y, !.
max(_, Y, Y).
sign(X, S) :- ( X > 0 -> S = plus ; X < 0 -> S = minus ; S = zero ).
?- max(3, 2, M).
?- sign(5, A), sign(-5, B), sign(0, C).
?- \\+ member(4, [1, 2, 3]).
?- \\+ member(3, [1, 2, 3]).
?- member(X, [1, 2, 3]), \\+ X = 2.
once(G) :- call(G), !.
?- once(member(X, [a, b])).

% the n queens
queens(N, Qs) :- findall(I, between(1, N, I), L), place(L, [], Qs).
place([], Qs, Qs).
place(L, Safe, Qs) :- select(Q, L, R), safe(Q, 1, Safe), place(R, [Q|Safe], Qs).
safe(_, _, []).
safe(Q, D, [P|T]) :- Q =\\= P + D, Q =\\= P - D, E is D + 1, safe(Q, E, T).
?- once(queens(6, Qs)).
?- findall(Q, queens(5, Q), L), length(L, N).

% terms
?- foo(X, b(Y), Y) =.. L.
?- T =.. [point, 1, 2], arg(1, T, A), functor(T, N, K).
?- functor(T, pair, 2).
?- copy_term(f(X, Y, X), T), T = f(1, 2, Z).
?- msort([c, 1, f(x), b, 'A', 3, -2, g(a, b)], L).
?- X = f(A, B, 'hello world', [1, 2|T], -(3), - 3, 1 - (2 - 3), (a :- b, c)).
?- atom_codes(X, [104, 105]), atom_length(X, N), atom_codes(abc, L).

% the database
counter(0).
tick(N) :- retract(counter(M)), N is M + 1, assertz(counter(N)).
?- tick(A), tick(B), tick(C).
?- counter(X).
?- assertz((double(X, Y) :- Y is X * 2)), maplist(double, [1, 2, 3], L).
plus(X, A, B) :- B is A + X.
?- foldl(plus, [1, 2, 3, 4], 0, S).
?- undefined_thing(1).
?- call(1).

% a small expert: symbolic differentiation
d(X, X, 1) :- !.
d(C, _, 0) :- integer(C), !.
d(C, _, 0) :- atom(C), !.
d(U + V, X, A + B) :- d(U, X, A), d(V, X, B).
d(U - V, X, A - B) :- d(U, X, A), d(V, X, B).
d(U * V, X, U * B + V * A) :- d(U, X, A), d(V, X, B).
d(U ^ N, X, N * U ^ M * A) :- integer(N), M is N - 1, d(U, X, A).
?- d(x ^ 3 + 2 * x - 7, x, D).

% a loop that needs no stack
count(N, N) :- !.
count(I, N) :- J is I + 1, count(J, N).
?- count(0, 3000).
len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.
?- findall(X, between(1, 500, X), L), len(L, N), sum(L, S), nth0(499, L, Z), L = [A, B|_], R = r(A, B).

bad clause here.
?- X = .
?- write('it\\'s'), nl, writeq('it\\'s'), nl, writeq([a, 'B'|c]), nl.

% a puzzle: coins
change(0, _, []).
change(N, [C|Cs], [C|R]) :- N >= C, M is N - C, change(M, [C|Cs], R).
change(N, [_|Cs], R) :- N > 0, change(N, Cs, R).
?- findall(C, change(20, [10, 5, 2], C), L), length(L, N).
"""


def entry_point(argv):
    out = []
    machine = Machine(out)
    machine.consult(LIBRARY)
    machine.consult(PROGRAM)
    text = "".join(out)
    # Numbers of variables say nothing.
    print(text)
    print("steps: %d, predicates: %d" % (machine.steps, len(machine.preds)))
    return 0


def target(driver, args):
    return entry_point
